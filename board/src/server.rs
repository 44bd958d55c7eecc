//! The web server, on this machine alone.

use std::future::Future;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::address::{self, Address};
use crate::assets;
use crate::connection::{self, MAX_MESSAGE};
use crate::guard::{Guard, Token};
use crate::listener::{Bounded, Slot};
use crate::room::Room;
use crate::watch::{self, Matches};

/// Time between two looks at the clocks.
const TICK: Duration = Duration::from_millis(100);
/// Time between two looks at definition files, or at the files of matches.
const LOOK: Duration = Duration::from_millis(150);

/// Error of the server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Port that cannot be used.
    #[error("cannot listen on 127.0.0.1:{port}")]
    Listen {
        /// Port that was given; 0: any.
        port: u16,
        /// Cause.
        source: io::Error,
    },
    /// No random numbers from the system.
    #[error("no random numbers: {0}")]
    Random(getrandom::Error),
    /// Failure while serving.
    #[error("the server failed")]
    Serve(#[source] io::Error),
}

/// Server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    guard: Arc<Guard>,
}

impl Server {
    /// Listens on a port of 127.0.0.1; 0 is any free one. The token is another one each time.
    ///
    /// # Errors
    /// When the port cannot be used.
    pub async fn bind(port: u16) -> Result<Self, ServeError> {
        let token = Token::random().map_err(ServeError::Random)?;
        Self::listen(port, token).await
    }

    /// Listens at the address that a games' folder keeps, if its port is free; else at another one,
    /// which it keeps from then on. A `port` other than 0 takes precedence over the kept one.
    ///
    /// # Errors
    /// When the port cannot be used.
    pub async fn bind_at_kept(folder: &std::path::Path, port: u16) -> Result<Self, ServeError> {
        let (kept, token) = match address::read(folder) {
            Some(Address { port, token }) => (port, token),
            None => (0, Token::random().map_err(ServeError::Random)?),
        };
        let server = match Self::listen(if port == 0 { kept } else { port }, token.clone()).await {
            Err(_) if port == 0 => Self::listen(0, token.clone()).await?,
            server => server?,
        };
        let port = server.guard.port();
        if port != kept {
            address::keep(folder, &Address { port, token });
        }
        Ok(server)
    }

    async fn listen(port: u16, token: Token) -> Result<Self, ServeError> {
        let failed = |source| ServeError::Listen { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        Ok(Server { listener, guard: Arc::new(Guard::new(port, token)) })
    }

    /// Address of the page. Everyone on this machine who knows it can play.
    #[must_use]
    pub fn url(&self) -> String {
        self.guard.url()
    }

    /// Serves a room until `stop` is done.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(
        self,
        room: Arc<Room>,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        self.serve(Subject::Game(room), stop).await
    }

    /// Serves the page of matches until `stop` is done.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn watch(
        self,
        matches: Arc<Matches>,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        self.serve(Subject::Matches(matches), stop).await
    }

    async fn serve(
        self,
        subject: Subject,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let guard = self.guard;
        let ticking = subject.clone();
        let ticks = tokio::spawn(async move {
            let mut interval = tokio::time::interval(TICK);
            interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                interval.tick().await;
                let subject = ticking.clone();
                let _ = tokio::task::spawn_blocking(move || subject.tick()).await;
            }
        });
        let (following, ending) = (subject.clone(), subject.clone());
        let looks = tokio::spawn(async move {
            while following.follows_files() {
                tokio::time::sleep(LOOK).await;
                let subject = following.clone();
                let _ = tokio::task::spawn_blocking(move || subject.look_at_files()).await;
            }
        });
        let shared = Shared { subject, guard: Arc::clone(&guard) };
        let router = Router::new()
            .route("/{token}", get(unfinished))
            .route("/{token}/", get(page))
            .route("/{token}/ws", get(upgrade))
            .route("/{token}/{file}", get(file))
            .fallback(|| async { unknown() })
            .layer(middleware::from_fn_with_state(guard, check))
            .with_state(shared);
        let listener = Bounded::new(self.listener);
        let service = router.into_make_service_with_connect_info::<Slot>();
        // Pages stay connected: they do not hold up the end.
        let served = tokio::select! {
            served = async { axum::serve(listener, service).await } => served,
            () = stop => Ok(()),
        };
        ticks.abort();
        looks.abort();
        if let Subject::Game(room) = ending {
            room.end();
        }
        served.map_err(ServeError::Serve)
    }
}

/// Subject of the page.
#[derive(Clone)]
enum Subject {
    /// A game.
    Game(Arc<Room>),
    /// Matches.
    Matches(Arc<Matches>),
}

impl Subject {
    /// Returns the name of the page's file.
    const fn page(&self) -> &'static str {
        match self {
            Subject::Game(_) => assets::BOARD,
            Subject::Matches(_) => assets::MATCHES,
        }
    }

    /// Looks at the clocks.
    fn tick(&self) {
        if let Subject::Game(room) = self {
            room.tick();
        }
    }

    /// Whether files are looked at now and then.
    fn follows_files(&self) -> bool {
        match self {
            Subject::Game(room) => room.follows_files(),
            Subject::Matches(_) => true,
        }
    }

    fn look_at_files(&self) {
        match self {
            Subject::Game(room) => room.look_at_files(),
            Subject::Matches(matches) => matches.poll(),
        }
    }
}

#[derive(Clone)]
struct Shared {
    subject: Subject,
    guard: Arc<Guard>,
}

/// Refuses requests that do not come from this server's page, and sets the headers of every answer.
async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let slot = request.extensions().get::<ConnectInfo<Slot>>().map(|info| info.0.clone());
    let mut response =
        if guard.is_host(request.headers()) && guard.is_origin(request.headers(), true) {
            next.run(request).await
        } else {
            let host = request.headers().get(header::HOST);
            let origin = request.headers().get(header::ORIGIN);
            log::warn!("refused a request for host {host:?} of origin {origin:?}");
            StatusCode::FORBIDDEN.into_response()
        };
    let status = response.status();
    if status.is_success() || status == StatusCode::SWITCHING_PROTOCOLS {
        slot.inspect(Slot::keep);
    }
    for (name, value) in guard.headers() {
        response.headers_mut().insert(name, value);
    }
    response
}

async fn page(state: State<Shared>, Path(token): Path<String>) -> Response {
    asset(&state, &token, state.subject.page())
}

/// Answers the page's address without its last character, which gets lost when it is copied.
async fn unfinished(state: State<Shared>, Path(token): Path<String>) -> Response {
    match state.guard.knows(&token) {
        true => Redirect::temporary(&format!("/{token}/")).into_response(),
        false => unknown(),
    }
}

/// Answers an address that this run of the program did not print.
fn unknown() -> Response {
    const TEXT: &str = "There is no page at this address. Each run of Menagerie prints an address of \
                        its own: open the one that it printed last.\n";
    (StatusCode::NOT_FOUND, TEXT).into_response()
}

async fn file(state: State<Shared>, Path((token, file)): Path<(String, String)>) -> Response {
    asset(&state, &token, &file)
}

fn asset(state: &Shared, token: &str, name: &str) -> Response {
    match assets::find(name).filter(|_| state.guard.knows(token)) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.kind)], asset.bytes).into_response(),
        None => unknown(),
    }
}

async fn upgrade(
    State(state): State<Shared>,
    Path(token): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if !state.guard.knows(&token) {
        return unknown();
    }
    if !state.guard.is_origin(&headers, false) {
        log::warn!("refused a WebSocket of origin {:?}", headers.get(header::ORIGIN));
        return StatusCode::FORBIDDEN.into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).on_upgrade(
        async move |socket| match state.subject {
            Subject::Game(room) => connection::serve(socket, room).await,
            Subject::Matches(matches) => watch::serve(socket, matches).await,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_keeps_its_address() {
        let folder = tempfile::tempdir().unwrap();
        let bind = || Server::bind_at_kept(folder.path(), 0);
        let first = bind().await.unwrap();
        let url = first.url();
        // Its port is taken.
        let other = bind().await.unwrap().url();
        assert_ne!(other, url);
        assert_eq!(other.rsplit('/').nth(1), url.rsplit('/').nth(1), "the same token");
        assert_eq!(bind().await.unwrap().url(), other);
        let port = first.guard.port();
        drop(first);
        let server = Server::bind_at_kept(folder.path(), port).await.unwrap();
        assert_eq!(server.url(), url);
    }
}
