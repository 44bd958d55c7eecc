mod fuzz;
mod games;
mod handshake;
mod reading;
mod writing;

use crate::{Cecp, Dialect, Event};

/// Writes an event.
fn written(cecp: &mut Cecp, event: &Event) -> String {
    let mut out = String::from("before\n");
    cecp.write(event, &mut out);
    out.strip_prefix("before\n").expect("nothing is taken back").to_owned()
}

/// The dialect in the middle of a session with XBoard.
fn introduced() -> Cecp {
    let mut cecp = Cecp::new();
    for line in ["xboard", "protover 2"] {
        let _ = cecp.parse(line.as_bytes());
    }
    let id = Event::Id { name: "Menagerie".into(), author: String::new() };
    written(&mut cecp, &id);
    written(&mut cecp, &Event::Introduced);
    for line in ["accepted done", "accepted debug", "random"] {
        let _ = cecp.parse(line.as_bytes());
    }
    cecp
}
