//! Connections of the web server: so many at a time, and no longer those that ask for nothing.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Most connections at a time.
const MAX_CONNECTIONS: usize = 128;
/// Longest wait for the end of a connection that is given up.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Listener that closes connections beyond a number: the oldest that has not asked for anything of the page, or else
/// the new one.
pub(crate) struct Bounded {
    inner: TcpListener,
    free: Arc<Semaphore>,
    /// Connections that may not have asked for anything of the page, the oldest first.
    idle: VecDeque<Weak<State>>,
}

impl Bounded {
    /// Counts the connections of a listener.
    pub(crate) fn new(inner: TcpListener) -> Self {
        Bounded { inner, free: Arc::new(Semaphore::new(MAX_CONNECTIONS)), idle: VecDeque::new() }
    }

    /// Returns a place for a new connection, if need be that of the oldest idle one.
    async fn place(&mut self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(permit);
        }
        let oldest = std::iter::from_fn(|| self.idle.pop_front()).find_map(|state| {
            let state = state.upgrade()?;
            state.give_up().then_some(())
        });
        oldest?;
        timeout(MAX_WAIT, Arc::clone(&self.free).acquire_owned()).await.ok()?.ok()
    }
}

impl Listener for Bounded {
    type Io = Counted;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            // Waits after errors such as too many open files.
            let (stream, address) = Listener::accept(&mut self.inner).await;
            let Some(permit) = self.place().await else {
                log::warn!("refused a connection: {MAX_CONNECTIONS} are open");
                continue;
            };
            let state = Arc::new(State::default());
            self.idle.retain(|state| state.upgrade().is_some_and(|state| !state.is_kept()));
            self.idle.push_back(Arc::downgrade(&state));
            return (Counted { stream, state, _permit: permit }, address);
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.inner.local_addr()
    }
}

/// State of a connection.
#[derive(Debug, Default)]
struct State(Mutex<Use>);

/// Use of a connection.
#[derive(Debug, Default)]
enum Use {
    /// Nothing of the page was asked for.
    #[default]
    Idle,
    /// The same, and somebody waits for its bytes.
    Awaited(Waker),
    /// A page uses it.
    Kept,
    /// Its place is needed.
    GivenUp,
}

impl State {
    fn with<T>(&self, change: impl FnOnce(&mut Use) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_kept(&self) -> bool {
        self.with(|used| matches!(used, Use::Kept))
    }

    /// Ends the connection, unless a page uses it; returns whether it ends.
    fn give_up(&self) -> bool {
        self.with(|used| {
            if matches!(used, Use::Kept | Use::GivenUp) {
                return false;
            }
            if let Use::Awaited(waker) = std::mem::replace(used, Use::GivenUp) {
                waker.wake();
            }
            true
        })
    }

    /// Whether it was given up. Else the task of `context` is woken when it is.
    fn is_given_up(&self, context: &Context<'_>) -> bool {
        self.with(|used| {
            if matches!(used, Use::Idle | Use::Awaited(_)) {
                *used = Use::Awaited(context.waker().clone());
            }
            matches!(used, Use::GivenUp)
        })
    }
}

/// Place of a connection among those that are counted.
#[derive(Clone, Debug)]
pub(crate) struct Slot(Arc<State>);

impl Slot {
    /// Notes that a page uses the connection.
    pub(crate) fn keep(&self) {
        self.0.with(|used| {
            if !matches!(used, Use::GivenUp) {
                *used = Use::Kept;
            }
        });
    }
}

impl Connected<IncomingStream<'_, Bounded>> for Slot {
    fn connect_info(stream: IncomingStream<'_, Bounded>) -> Self {
        Slot(Arc::clone(&stream.io().state))
    }
}

/// Connection that counts while it is open.
pub(crate) struct Counted {
    stream: TcpStream,
    state: Arc<State>,
    _permit: OwnedSemaphorePermit,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.state.is_given_up(context) {
            // The end of what comes from it.
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
