//! One page's WebSocket.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use protocol::text::excerpt;
use tokio::sync::broadcast::error::RecvError;

use crate::messages::{Event, Request};
use crate::room::Room;

/// Largest message of a page, in bytes.
pub(crate) const MAX_MESSAGE: usize = 64 << 10;

/// Serves a page until it closes.
pub(crate) async fn serve(mut socket: WebSocket, room: Arc<Room>) {
    let (first, mut events) = room.join();
    for text in first {
        if send(&mut socket, text).await.is_err() {
            return;
        }
    }
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
                // The page is too slow for all: it gets the table as it is now.
                Err(RecvError::Lagged(_)) => {
                    let (first, fresh) = room.join();
                    events = fresh;
                    for text in first {
                        if send(&mut socket, text).await.is_err() {
                            return;
                        }
                    }
                }
                Err(RecvError::Closed) => return,
            },
        }
    }
}

async fn send(socket: &mut WebSocket, text: Arc<str>) -> Result<(), axum::Error> {
    socket.send(Message::Text((*text).into())).await
}

/// Does what a message asks for, on a thread that may take its time.
async fn handle(room: &Arc<Room>, text: String) -> Option<Arc<str>> {
    let room = Arc::clone(room);
    let work = move || match serde_json::from_str::<Request>(&text) {
        Ok(request) => room.handle(request),
        Err(error) => {
            log::warn!("message of a page: {error}: {}", excerpt(text.as_bytes()));
            Some(Event::Refused { text: format!("message: {error}") })
        }
    };
    let event = tokio::task::spawn_blocking(work).await.ok().flatten()?;
    serde_json::to_string(&event).ok().map(Into::into)
}
