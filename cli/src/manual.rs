//! Manual pages and completions of shells, made from the command line's definition.

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Cli;

/// Mark of installed texts, by which another version of this program recognises them. It must never
/// change.
const MARK: &str = "Written by menagerie, which its own commands may overwrite and remove";

/// Returns all manual pages, each with its file name: `menagerie.1`, and one of each command such as
/// `menagerie-match-report.1`.
pub fn pages() -> Vec<(String, Vec<u8>)> {
    let mut command = Cli::command();
    command.build();
    let mut pages = Vec::new();
    add("menagerie".to_owned(), &command, &mut pages);
    pages
}

fn add(name: String, command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) {
    let mut text = format!(".\\\" {MARK}\n").into_bytes();
    let page = Man::new(command.clone().display_name(&name)).title(&name);
    // Writing to memory cannot fail.
    let _ = page.render(&mut text);
    pages.push((format!("{name}.1"), text));
    for inner in command.get_subcommands() {
        if !inner.is_hide_set() && inner.get_name() != "help" {
            add(format!("{name}-{}", inner.get_name()), inner, pages);
        }
    }
}

/// Returns the completions for a shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "menagerie", &mut text);
    text.extend(format!("\n# {MARK}\n").bytes());
    text
}

/// Whether a text is a manual page or a completion of some version of this program.
pub fn is_ours(text: &[u8]) -> bool {
    text.windows(MARK.len()).any(|part| part == MARK.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let pages = pages();
        for name in ["menagerie.1", "menagerie-match-report.1", "menagerie-tune-eval.1"] {
            let (_, text) = pages.iter().find(|(own, _)| own == name).expect(name);
            let text = String::from_utf8(text.clone()).unwrap();
            assert!(text.contains(".SH SYNOPSIS") && text.contains(".SH OPTIONS"), "{text}");
        }
        assert!(pages.iter().all(|(name, _)| !name.contains("guard")));
    }

    #[test]
    fn shells_complete_commands_and_options() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            let text = String::from_utf8(completions(shell)).unwrap();
            assert!(text.contains("perft") && text.contains("concurrency"), "{shell}");
        }
    }
}
