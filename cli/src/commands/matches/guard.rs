//! A process that outlives a match's by a moment: when that one is killed, it ends the engines that
//! would run on. On other systems than Linux there is none.

use std::env;
use std::io::{self, Read};
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::Result;
use arena::player;

/// The hidden command of the process.
pub const COMMAND: &str = "guard-match";

/// The process, as long as it lives.
pub struct Guard(Option<Child>);

impl Guard {
    /// Starts it. A match can do without.
    pub fn start() -> Self {
        if cfg!(not(target_os = "linux")) {
            return Guard(None);
        }
        let started = env::current_exe().and_then(|program| {
            let mut command = Command::new(program);
            command.args([COMMAND, player::run_tag()]);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // Ctrl-C and a closed terminal are not for it.
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
            // The end of its input tells it.
            drop(child.stdin.take());
            let _ = child.wait();
        }
    }
}

/// Waits until the match's process has ended, then ends what is left of its engines.
pub fn guard_match(tag: &str) -> Result<ExitCode> {
    let mut nothing = Vec::new();
    io::stdin().lock().take(1).read_to_end(&mut nothing)?;
    player::end_tagged(tag);
    Ok(ExitCode::SUCCESS)
}
