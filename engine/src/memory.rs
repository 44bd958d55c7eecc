//! Memory available to the transposition table.

use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

const MEGABYTE: u64 = 1 << 20;
/// Share of the free memory that is left to other programs, as a divisor.
const OTHERS: u64 = 16;

/// Returns the maximum size in MB of a transposition table that replaces one of `held` MB: by the
/// machine's free memory or the limit of the program's control group, whichever is less. `None` if
/// the system does not report it.
pub fn free(held: usize) -> Option<usize> {
    let mut system = System::new();
    system.refresh_memory();
    let machine = system.available_memory().saturating_add(system.free_swap());
    let machine = (system.total_memory() > 0).then_some(machine);
    let free = [machine, control_group()].into_iter().flatten().min()?;
    // The used part of the old table will be free too.
    let held = (held as u64).saturating_mul(MEGABYTE).min(used(&mut system));
    usize::try_from((free - free / OTHERS).saturating_add(held) / MEGABYTE).ok()
}

/// Returns the memory that this program uses, in bytes; 0 if the system does not report it.
fn used(system: &mut System) -> u64 {
    let Ok(id) = sysinfo::get_current_pid() else { return 0 };
    let kind = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), false, kind);
    system.process(id).map_or(0, sysinfo::Process::memory)
}

#[cfg(target_os = "linux")]
fn control_group() -> Option<u64> {
    control_group::free(&|path| std::fs::read_to_string(path).ok())
}

#[cfg(not(target_os = "linux"))]
fn control_group() -> Option<u64> {
    None
}

/// Limits of Linux's control groups, of both versions
/// (<https://docs.kernel.org/admin-guide/cgroup-v2.html#memory>).
#[cfg(any(target_os = "linux", test))]
mod control_group {
    /// File names in a version.
    struct Names {
        root: &'static str,
        limit: &'static str,
        usage: &'static str,
        /// Statistics of the page cache, which is reclaimable.
        files: [&'static str; 2],
    }

    const FIRST: Names = Names {
        root: "/sys/fs/cgroup/memory",
        limit: "memory.limit_in_bytes",
        usage: "memory.usage_in_bytes",
        files: ["total_active_file", "total_inactive_file"],
    };

    const SECOND: Names = Names {
        root: "/sys/fs/cgroup",
        limit: "memory.max",
        usage: "memory.current",
        files: ["active_file", "inactive_file"],
    };

    type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

    /// Returns the bytes that this program may still use, by the lowest limit of its groups and
    /// their parents; `None`: no limit.
    pub(super) fn free(read: Read<'_>) -> Option<u64> {
        let groups = read("/proc/self/cgroup")?;
        let least = |line: &str| {
            // ID:CONTROLLERS:PATH
            let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
            let names = match controllers {
                "" => &SECOND,
                _ if controllers.split(',').any(|name| name == "memory") => &FIRST,
                _ => return None,
            };
            // In a container, the path may be outside it: then its own root is used.
            let parents = std::iter::successors(Some(path.trim_end_matches('/')), |path| {
                path.rsplit_once('/').map(|(parent, _)| parent)
            });
            parents.filter_map(|path| names.free(path, read)).min()
        };
        groups.lines().filter_map(least).min()
    }

    impl Names {
        fn free(&self, path: &str, read: Read<'_>) -> Option<u64> {
            let file = |name: &str| read(&format!("{}{path}/{name}", self.root));
            let number = |name: &str| file(name)?.trim().parse::<u64>().ok();
            let (limit, usage) = (number(self.limit)?, number(self.usage)?);
            let stat = file("memory.stat").unwrap_or_default();
            let of_files = stat.lines().filter_map(|line| line.split_once(' '));
            let of_files = of_files.filter(|(name, _)| self.files.contains(name));
            let of_files: u64 = of_files.filter_map(|(_, bytes)| bytes.parse::<u64>().ok()).sum();
            Some(limit.saturating_sub(usage.saturating_sub(of_files)))
        }
    }

    #[cfg(test)]
    mod tests {
        #[track_caller]
        fn check(files: &[(&str, &str)], expected: Option<u64>) {
            let read = |path: &str| {
                let file = files.iter().find(|(name, _)| *name == path);
                file.map(|(_, text)| (*text).to_owned())
            };
            assert_eq!(super::free(&read), expected);
        }

        #[test]
        fn the_least_limit_on_the_way_up_counts() {
            check(
                &[
                    ("/proc/self/cgroup", "0::/user/game\n"),
                    ("/sys/fs/cgroup/user/game/memory.max", "max\n"),
                    ("/sys/fs/cgroup/user/game/memory.current", "5000\n"),
                    ("/sys/fs/cgroup/user/memory.max", "9000\n"),
                    ("/sys/fs/cgroup/user/memory.current", "6000\n"),
                    ("/sys/fs/cgroup/user/memory.stat", "anon 3000\nactive_file 700\n"),
                ],
                Some(3700),
            );
        }

        #[test]
        fn the_first_version_and_a_path_from_outside() {
            check(
                &[
                    ("/proc/self/cgroup", "5:cpu:/a\n4:memory:/docker/12\n0::/\n"),
                    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "8000\n"),
                    ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "9000\n"),
                    ("/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 3000\n"),
                ],
                Some(2000),
            );
        }

        #[test]
        fn no_limit() {
            check(&[], None);
            check(&[("/proc/self/cgroup", "0::/\nx\n1:cpu:/\n")], None);
        }
    }
}
