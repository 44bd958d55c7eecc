//! Tests of the room.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::channel;

use super::*;
use crate::opponent::{Answer, Audience};
use crate::server::Server;
use crate::setup::Players;

fn room(folder: Option<PathBuf>) -> Arc<Room> {
    let setup = Setup {
        variant: "chess".to_owned(),
        size: None,
        fen: None,
        engine: Players::None,
        level: 3,
        clock: None,
        name: None,
    };
    let settings = Settings {
        library: Library::builtin(),
        follow: None,
        folder,
        threads: 1,
        hash: 1,
        endings: Arc::new(Endings::bundled()),
        setup: Some(setup),
    };
    Room::open(settings).unwrap()
}

/// Returns the events that were sent since.
fn news(events: &mut broadcast::Receiver<Arc<str>>) -> String {
    std::iter::from_fn(|| events.try_recv().ok()).map(|text| text.to_string() + "\n").collect()
}

#[test]
fn a_busy_room_holds_up_neither_pages_nor_the_end() {
    let room = room(None);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (url, urls) = channel();
    let served = room.clone();
    let server = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let run = async {
            let server = Server::bind(0).await.unwrap();
            url.send(server.url()).unwrap();
            let stop = async { drop(stopped.await) };
            server.run(served, stop).await.unwrap();
        };
        runtime.block_on(run);
        // What began on threads of its own may go on.
        runtime.shutdown_background();
    });
    let url: String = urls.recv().unwrap();
    let (address, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let busy = room.state();
    // Beyond some looks at the clocks.
    std::thread::sleep(Duration::from_millis(300));
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    stop.send(()).unwrap();
    server.join().unwrap();
    drop(busy);
}

#[test]
fn pages_are_told_what_cannot_be_kept_and_it_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pgn");
    std::fs::create_dir(&games).unwrap();
    let room = room(Some(folder.path().to_owned()));
    let (_, mut events) = room.join();
    room.handle(Request::Move { text: "e4".to_owned() });
    assert!(!news(&mut events).contains("not on disk"));
    room.handle(Request::Resign);
    assert!(news(&mut events).contains("not on disk"));
    let setup = room.state().table.setup.clone();
    room.handle(Request::New { setup: setup.clone() });
    assert!(news(&mut events).contains("not among the others"));
    room.handle(Request::Move { text: "d4".to_owned() });
    room.handle(Request::Resign);
    std::fs::remove_dir(&games).unwrap();
    // Ended, and not kept so far.
    room.handle(Request::New { setup });
    let kept = std::fs::read_to_string(&games).unwrap();
    assert!(kept.contains("1. d4") && kept.matches("[Event ").count() == 1, "{kept}");
}

#[test]
fn a_search_that_failed_is_told_and_the_game_goes_on() {
    let room = room(None);
    let (_, mut events) = room.join();
    for (ticket, purpose) in [(90, Purpose::Hint), (91, Purpose::Play)] {
        let control = Arc::new(Control::new());
        room.state().running = Some(Running { ticket, purpose, control });
        let mut game = room.state().table.game().clone();
        let best = engine::turns::read(&mut game, "a2a3");
        let (score, lines, depth, nodes) = (None, Vec::new(), 0, 0);
        let answer = Answer { best, score, lines, depth, nodes, has_failed: true };
        assert!(Arc::downgrade(&room).answer(ticket, &game, answer));
        let news = news(&mut events);
        assert!(news.contains("search failed") && !news.contains("\"hint\""), "{news}");
    }
    assert_eq!(room.state().table.turns(), 1);
}
