//! Processes that engines have started and left behind. Each has its engine's tag in its
//! environment, in any process group or session.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Environment variable of the tag.
pub const VARIABLE: &str = "MENAGERIE_MATCH";

/// Returns the prefix of the tags of all engines of this process.
#[must_use]
pub fn run_tag() -> &'static str {
    static TAG: OnceLock<String> = OnceLock::new();
    TAG.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        format!("{}-{}.", process::id(), since.as_nanos())
    })
}

/// Returns a new tag for one engine.
pub fn new_tag() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", run_tag(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Kills all processes whose tag has this prefix. Where the system does not show environments, only
/// the processes of an engine's own group are killed, by other means.
pub fn end_tagged(tag: &str) {
    #[cfg(target_os = "linux")]
    linux::end_tagged(tag);
    #[cfg(not(target_os = "linux"))]
    let _ = tag;
}

#[cfg(target_os = "linux")]
mod linux {
    use std::thread::sleep;
    use std::time::Duration;
    use std::{fs, process};

    use rustix::process::{Pid, Signal, kill_process};

    use super::VARIABLE;

    /// Maximum number of scans: a process may start another just before it ends.
    const ROUNDS: usize = 50;

    pub fn end_tagged(tag: &str) {
        let word = format!("{VARIABLE}={tag}");
        for _ in 0..ROUNDS {
            let found = tagged(word.as_bytes());
            if found.is_empty() {
                return;
            }
            for pid in found {
                if let Err(error) = kill_process(pid, Signal::KILL) {
                    log::debug!("cannot end process {pid:?}: {error}");
                }
            }
            sleep(Duration::from_millis(2));
        }
    }

    fn tagged(word: &[u8]) -> Vec<Pid> {
        let own = process::id().to_string();
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(pid) = name.to_str().filter(|name| *name != own) else { continue };
            let Some(pid) = pid.parse().ok().and_then(Pid::from_raw) else { continue };
            // Not readable for other users' processes and for those that have ended.
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            if environment.split(|&byte| byte == 0).any(|variable| variable.starts_with(word)) {
                found.push(pid);
            }
        }
        found
    }
}
