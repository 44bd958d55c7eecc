//! One page's WebSocket.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use protocol::text::excerpt;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::messages::{Event, Request};
use crate::room::Room;

/// Largest message of a page, in bytes.
pub(crate) const MAX_MESSAGE: usize = 64 << 10;

/// Serves a page until it closes.
pub(crate) async fn serve(mut socket: WebSocket, room: Arc<Room>) {
    let Some(mut events) = join(&mut socket, &room).await else { return };
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    let answer = handle(&room, text.as_str().to_owned()).await;
                    if let Some(answer) = answer
                        && send(&mut socket, answer).await.is_err()
                    {
                        return;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return,
            },
            event = events.recv() => match event {
                Ok(text) => {
                    if send(&mut socket, text).await.is_err() {
                        return;
                    }
                }
                // The page is too slow for every event: it gets the present state instead.
                Err(RecvError::Lagged(_)) => {
                    let Some(fresh) = join(&mut socket, &room).await else { return };
                    events = fresh;
                }
                Err(RecvError::Closed) => return,
            },
        }
    }
}

/// Sends the present state of the room; returns the events after that, or `None` if the page is gone.
async fn join(socket: &mut WebSocket, room: &Arc<Room>) -> Option<Receiver<Arc<str>>> {
    let (first, events) = on_thread(room, Room::join).await?;
    for text in first {
        send(socket, text).await.ok()?;
    }
    Some(events)
}

async fn send(socket: &mut WebSocket, text: Arc<str>) -> Result<(), axum::Error> {
    socket.send(Message::Text((*text).into())).await
}

/// Handles a message; returns the answer.
async fn handle(room: &Arc<Room>, text: String) -> Option<Arc<str>> {
    let work = move |room: &Room| match serde_json::from_str::<Request>(&text) {
        Ok(request) => room.handle(request),
        Err(error) => {
            log::warn!("message of a page: {error}: {}", excerpt(text.as_bytes()));
            Some(Event::Refused { text: format!("message: {error}") })
        }
    };
    let failed =
        || Some(Event::Refused { text: "this failed: an error of the program".to_owned() });
    let event = on_thread(room, work).await.unwrap_or_else(failed)?;
    serde_json::to_string(&event).ok().map(Into::into)
}

/// Runs `work` on a blocking thread; `None` if it panicked. The room may be busy for long, and the
/// server's own thread serves all pages.
async fn on_thread<T: Send + 'static>(
    room: &Arc<Room>,
    work: impl FnOnce(&Room) -> T + Send + 'static,
) -> Option<T> {
    let room = Arc::clone(room);
    tokio::task::spawn_blocking(move || work(&room)).await.ok()
}
