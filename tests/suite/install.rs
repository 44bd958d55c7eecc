//! `menagerie install` and `menagerie uninstall`, in temporary folders.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, id};

use menagerie_tests::{Finished, PATIENCE, binary, command, run, run_within};

/// A folder, deleted on drop.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("menagerie-{name}-{}", id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path.canonicalize().unwrap())
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    /// Returns the path of the program, if this folder is the prefix.
    pub fn program(&self) -> PathBuf {
        self.path(&format!("bin/menagerie{EXE_SUFFIX}"))
    }

    /// Returns the path of XBoard's plugin file, if this folder is the prefix.
    pub fn plugin(&self) -> PathBuf {
        self.path("share/games/plugins/xboard/menagerie.eng")
    }

    /// Returns every file in the folder.
    fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { &mut folders } else { &mut files }.push(path);
            }
        }
        files.sort();
        files
    }

    /// Returns the files of an installation in this folder.
    fn installed(&self) -> Vec<PathBuf> {
        let mut files = self.named();
        if cfg!(unix) {
            let pages = self.path("pages");
            for page in good(run(&["man", text(&pages)])).lines() {
                let name = Path::new(page).file_name().unwrap();
                files.push(self.path("share/man/man1").join(name));
            }
            fs::remove_dir_all(pages).unwrap();
            let completions = [
                "bash-completion/completions/menagerie",
                "fish/vendor_completions.d/menagerie.fish",
                "zsh/site-functions/_menagerie",
            ];
            files.extend(completions.map(|path| self.path("share").join(path)));
        }
        files.sort();
        files
    }

    /// Returns the files that are named when they are installed.
    fn named(&self) -> Vec<PathBuf> {
        let mut files = vec![self.program()];
        files.extend(cfg!(unix).then(|| self.plugin()));
        files
    }

    pub fn run(&self, command: &str, more: &[&str]) -> Finished {
        run(&[&[command, "--prefix", text(&self.0)], more].concat())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[track_caller]
pub fn good(done: Finished) -> String {
    assert!(done.code == Some(0) && done.err.is_empty(), "{done:#?}");
    done.out
}

#[track_caller]
fn refused(done: &Finished, mention: &Path) {
    assert!(done.code == Some(1) && done.out.is_empty(), "{done:#?}");
    assert!(done.err.contains(text(mention)), "{done:#?}");
}

/// Returns the names of games from the table of `menagerie variants`.
fn games() -> Vec<String> {
    let table = good(run(&["variants"]));
    table.lines().skip(1).map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn the_program_and_its_plugin_file() {
    let folder = Folder::new("install");
    let out = good(folder.run("install", &[]));
    assert_eq!(folder.files(), folder.installed());
    for file in folder.named() {
        assert!(out.contains(&format!("{}: installed", text(&file))), "{out}");
    }
    let texts = format!("{}: manual pages and completions installed", text(&folder.path("share")));
    assert_eq!(out.contains(&texts), cfg!(unix), "{out}");
    // Neither in PATH, nor in a folder that the system searches for programs.
    assert!(out.contains(&format!("{} is not in PATH", text(&folder.path("bin")))), "{out}");
    assert!(out.ends_with(&format!("the command is {}\n", text(&folder.program()))), "{out}");

    let uci = folder.path("commands");
    fs::write(&uci, "uci\nquit\n").unwrap();
    let mut engine = Command::new(folder.program());
    let said = engine.stdin(fs::File::open(&uci).unwrap()).output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&said).contains("uciok"));

    if cfg!(unix) {
        let plugin = fs::read_to_string(folder.plugin()).unwrap();
        let [head, command, played] = plugin.lines().collect::<Vec<_>>()[..] else {
            panic!("{plugin}")
        };
        assert_eq!((head, command), ("plugin spec 0.0", text(&folder.program())));
        assert_eq!(played.split(',').collect::<Vec<_>>(), games());
        assert!(plugin.ends_with('\n'), "XBoard wants an end of the last line too");
    }
}

#[cfg(unix)]
#[test]
fn manual_pages_and_completions() {
    let folder = Folder::new("manual");
    good(folder.run("install", &[]));
    let page = folder.path("share/man/man1/menagerie-match.1");
    match Command::new("man").args(["--local-file", "--warnings", text(&page)]).output() {
        Ok(shown) if shown.status.success() => {
            let out = String::from_utf8_lossy(&shown.stdout).into_owned();
            assert!(out.contains("--concurrency"), "{out}");
            assert!(shown.stderr.is_empty(), "{}", String::from_utf8_lossy(&shown.stderr));
        }
        _ => eprintln!("skipped: man is not installed"),
    }
    let bash = folder.path("share/bash-completion/completions/menagerie");
    let script = format!(
        "source '{}'; COMP_WORDS=(menagerie pe); COMP_CWORD=1; _menagerie menagerie pe menagerie; \
         echo \"${{COMPREPLY[@]}}\"",
        text(&bash)
    );
    match Command::new("bash").args(["-c", &script]).output() {
        Ok(done) => assert_eq!(String::from_utf8_lossy(&done.stdout).trim(), "perft", "{done:?}"),
        Err(_) => eprintln!("skipped: bash is not installed"),
    }
    let zsh = good(run(&["completions", "zsh"]));
    assert!(zsh.starts_with("#compdef menagerie"), "{zsh}");
}

#[test]
fn help() {
    for command in ["install", "uninstall"] {
        let out = good(run(&[command, "--help"]));
        assert!(out.contains("--prefix <DIR>") && out.contains("--destdir <DIR>"), "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    }
}

#[test]
fn again_and_gone_again() {
    let folder = Folder::new("again");
    good(folder.run("install", &[]));
    // By the program that is to be overwritten, and by another.
    let own = &mut command(&["install", "--prefix", text(&folder.0)]);
    let mut itself = Command::new(folder.program());
    itself.args(own.get_args());
    let out = good(run_within(&mut itself, PATIENCE));
    assert!(out.contains("is the running program"), "{out}");
    good(folder.run("install", &[]));
    assert_eq!(folder.files(), folder.installed());
    assert!(fs::read(folder.program()).unwrap() == fs::read(binary()).unwrap());

    let out = good(folder.run("uninstall", &[]));
    // Two files and the folders, or the program and its folder.
    assert_eq!(out.matches(": removed").count(), if cfg!(unix) { 15 } else { 2 }, "{out}");
    assert_eq!(out.contains("manual pages and completions removed"), cfg!(unix), "{out}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "{out}");

    let out = good(folder.run("uninstall", &[]));
    assert_eq!(out.matches("was not there").count(), folder.named().len(), "{out}");
}

#[test]
fn files_of_others_stay() {
    let folder = Folder::new("others");
    // One of each folder.
    let mut files = folder.installed();
    files.dedup_by(|one, other| one.parent() == other.parent());
    for file in files {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "mine\n").unwrap();
        refused(&folder.run("install", &[]), &file);
        assert_eq!(folder.files(), [&*file]);
        let done = folder.run("uninstall", &[]);
        let left = done.out.contains(&format!("{}: left as it is", text(&file)));
        assert!(done.code == Some(1) && left, "{done:#?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine\n");

        good(folder.run("install", &["--force"]));
        assert_eq!(folder.files(), folder.installed());

        let beside = file.with_file_name("other");
        fs::write(&beside, "mine\n").unwrap();
        good(folder.run("uninstall", &[]));
        assert_eq!(folder.files(), [&*beside]);
        fs::remove_file(beside).unwrap();
    }
    // Not even with `--force`.
    fs::create_dir_all(folder.program()).unwrap();
    refused(&folder.run("install", &["--force"]), &folder.program());
}

#[cfg(unix)]
#[test]
fn links_stay() {
    let folder = Folder::new("links");
    let target = folder.path("target");
    fs::write(&target, "mine\n").unwrap();
    fs::create_dir(folder.path("bin")).unwrap();
    std::os::unix::fs::symlink(&target, folder.program()).unwrap();
    refused(&folder.run("install", &[]), &folder.program());
    good(folder.run("install", &["--force"]));
    assert!(!folder.program().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine\n");

    // A link to the program itself counts as the program.
    fs::remove_file(folder.program()).unwrap();
    std::os::unix::fs::symlink(binary(), folder.program()).unwrap();
    assert!(good(folder.run("install", &[])).contains("is the running program"));
    assert!(folder.program().is_symlink());
}

#[test]
fn for_a_package() {
    let folder = Folder::new("package");
    let root = text(&folder.0);
    let out = good(run(&["install", "--prefix", "/usr", "--destdir", root]));
    let usr = Folder(folder.path("usr"));
    assert_eq!(folder.files(), usr.installed());
    // No advice in a build.
    let texts = usize::from(cfg!(unix));
    assert_eq!(out.lines().count(), usr.named().len() + texts, "{out}");
    if cfg!(unix) {
        let plugin = fs::read_to_string(usr.plugin()).unwrap();
        assert_eq!(plugin.lines().nth(1), Some("/usr/bin/menagerie"));
    }
    good(run(&["uninstall", "--prefix", "/usr", "--destdir", root]));
    assert!(folder.files().is_empty());
}

#[test]
fn a_failure_leaves_no_trace() {
    let folder = Folder::new("failure");
    let file = folder.path("file");
    fs::write(&file, "").unwrap();
    refused(&run(&["install", "--prefix", text(&file)]), &file);
    assert_eq!(run(&["install", "--prefix", ""]).code, Some(2));
    #[cfg(unix)]
    {
        // The program could be written, the plugin file cannot.
        fs::write(folder.path("share"), "").unwrap();
        refused(&folder.run("install", &[]), &folder.path("share"));
        assert!(!folder.path("bin").exists());
        let odd = folder.path("odd\nname");
        let done = run(&["install", "--prefix", text(&odd)]);
        refused(&done, &folder.path(r"odd\nname"));
        assert!(!odd.exists());
    }
}

#[cfg(unix)]
#[test]
fn a_folder_without_rights() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("rights");
    let set = |mode| fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).unwrap();
    set(0o555);
    if fs::write(folder.path("probe"), "").is_ok() {
        eprintln!("skipped: this user may write everywhere");
    } else {
        refused(&folder.run("install", &[]), &folder.path("bin"));
        assert!(folder.files().is_empty());
    }
    set(0o755);
}
