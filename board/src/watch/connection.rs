//! One page's WebSocket: sends changes, answers requests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use protocol::text::excerpt;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::matches::Matches;
use super::messages::{WatchEvent, WatchRequest};
use super::open_game::OpenGame;

/// Time between two looks at what has changed.
const LOOK: Duration = Duration::from_millis(200);

/// Time in which a page may still ask for what it shows after the end of the match.
const FAREWELL: Duration = Duration::from_millis(600);

/// State of a page.
#[derive(Debug)]
struct Page {
    matches: Arc<Matches>,
    /// Version of each match that was sent to it; see [`Matches::changed`].
    seen: Vec<u64>,
    seen_live: Vec<u64>,
    open: Option<OpenGame>,
    /// Whether the end of the match was sent to it.
    is_over: bool,
}

impl Page {
    /// Returns events for everything that has changed since the last call.
    fn changes(&mut self) -> Vec<WatchEvent> {
        // Before the last state is read.
        let over = self.matches.ending().words().filter(|_| !self.is_over).map(str::to_owned);
        let changed = self.matches.changed(&mut self.seen).into_iter();
        let mut events: Vec<WatchEvent> =
            changed.map(|view| WatchEvent::Match(Box::new(view))).collect();
        let live = self.matches.changed_live(&mut self.seen_live).into_iter();
        events.extend(live.map(|(of, game, games)| WatchEvent::Live {
            of,
            game: game.map(Box::new),
            games,
        }));
        self.is_over |= over.is_some();
        events.extend(over.map(|text| WatchEvent::Over { text }));
        events
    }

    /// Returns the answer to a request.
    fn answer(&mut self, text: &str) -> WatchEvent {
        let refused = |text: String| WatchEvent::Refused { text };
        match serde_json::from_str(text) {
            Ok(WatchRequest::List { of, skip }) => match self.matches.entries(of, skip) {
                Some((games, entries)) => WatchEvent::List { of, skip, games, entries },
                None => refused("no such match".to_owned()),
            },
            Ok(WatchRequest::Game { of, which }) => {
                let played = self.matches.game(of, which);
                let opened = played
                    .and_then(|played| OpenGame::new(played, self.matches.library(), of, which));
                match opened {
                    Ok((open, view)) => {
                        self.open = Some(open);
                        WatchEvent::Game(Box::new(view))
                    }
                    Err(reason) => refused(reason),
                }
            }
            Ok(WatchRequest::Look { turn }) => match &self.open {
                Some(open) => {
                    let turn = turn.min(open.turns());
                    WatchEvent::Look { turn, position: Box::new(open.look(turn)) }
                }
                None => refused("no game is open".to_owned()),
            },
            Err(error) => {
                log::warn!("message of a page: {error}: {}", excerpt(text.as_bytes()));
                refused(format!("message: {error}"))
            }
        }
    }
}

/// Serves a page until it closes.
pub(crate) async fn serve(mut socket: WebSocket, matches: Arc<Matches>) {
    let shown = Arc::clone(&matches);
    let _open = shown.ending().open();
    let (seen, seen_live) = (Vec::new(), Vec::new());
    let page = Page { matches, seen, seen_live, open: None, is_over: false };
    let page = Arc::new(Mutex::new(page));
    let mut until: Option<Instant> = None;
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let events = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    let text = text.as_str().to_owned();
                    on_thread(&page, move |page| vec![page.answer(&text)]).await
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return,
            },
            _ = looks.tick() => on_thread(&page, Page::changes).await,
            () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => return,
        };
        for event in events {
            if matches!(event, WatchEvent::Over { .. }) {
                until = Some(Instant::now() + FAREWELL);
            }
            let Ok(text) = serde_json::to_string(&event) else { return };
            if socket.send(Message::Text(text.into())).await.is_err() {
                return;
            }
        }
    }
}

/// Runs `work` on a blocking thread.
async fn on_thread(
    page: &Arc<Mutex<Page>>,
    work: impl FnOnce(&mut Page) -> Vec<WatchEvent> + Send + 'static,
) -> Vec<WatchEvent> {
    let page = Arc::clone(page);
    let work = move || work(&mut page.lock().unwrap_or_else(PoisonError::into_inner));
    tokio::task::spawn_blocking(work).await.unwrap_or_default()
}
