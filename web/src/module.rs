//! Interface of the WebAssembly module.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use engine::session::Flow;

use crate::host::{Host, Input, Lines};

#[link(wasm_import_module = "menagerie")]
unsafe extern "C" {
    /// Length of the next line in bytes; -1 if there is none, and with `wait` other than 0 only if
    /// none can arrive before the module returns; -2 if none can.
    #[link_name = "next_line"]
    safe fn next_line(wait: i32) -> i32;
    /// Copies that line to an address.
    #[link_name = "take_line"]
    unsafe fn take_line(to: *mut u8);
}

/// Lines of the worker.
struct Worker;

impl Lines for Worker {
    fn next(&self, wait: bool) -> Input {
        let length = next_line(wait.into());
        let Ok(length) = usize::try_from(length) else {
            return if length == -1 { Input::Nothing } else { Input::Blocked };
        };
        let mut line = vec![0; length];
        // SAFETY: the line has this length, by `next_line`, and fits into the vector.
        unsafe { take_line(line.as_mut_ptr()) };
        Input::Line(line)
    }
}

/// The module's only session; `None` if it could not be started.
static HOST: OnceLock<Option<Arc<Host>>> = OnceLock::new();

fn start() -> Option<Arc<Host>> {
    engine::logging::start();
    Host::new(Box::new(Worker), io::stdout())
        .inspect_err(|error| {
            let _ = writeln!(io::stdout(), "info string cannot start: {error}");
        })
        .ok()
}

/// Handles all lines that there are; returns 1 when the session has ended, else 0.
///
// SAFETY: no other symbol of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn handle_lines() -> i32 {
    let host = HOST.get_or_init(start);
    i32::from(host.as_ref().is_none_or(|host| host.run() == Flow::Quit))
}
