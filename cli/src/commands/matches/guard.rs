//! Guard process of a match: if the match's process is killed, the guard kills the engines that
//! would run on. Available on Linux only.

use std::env;
use std::io::{self, Read};
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::Result;
use arena::player;

/// Hidden command of the guard process.
const COMMAND: &str = "guard-match";

/// Guard process, as long as it lives.
pub struct Guard(Option<Child>);

impl Guard {
    /// Starts the guard process. A match can run without it.
    pub fn start() -> Self {
        if cfg!(not(target_os = "linux")) {
            return Guard(None);
        }
        let started = env::current_exe().and_then(|program| {
            let mut command = Command::new(program);
            command.args([COMMAND, player::run_tag()]);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // Ctrl-C and a closed terminal do not reach it.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            command.spawn()
        });
        Guard(started.ok())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // It ends at the end of its input.
            drop(child.stdin.take());
            let _ = child.wait();
        }
    }
}

/// Waits until the match's process has ended, then kills its remaining engines.
pub fn guard_match(tag: &str) -> Result<ExitCode> {
    let mut nothing = Vec::new();
    io::stdin().lock().take(1).read_to_end(&mut nothing)?;
    player::end_tagged(tag);
    Ok(ExitCode::SUCCESS)
}
