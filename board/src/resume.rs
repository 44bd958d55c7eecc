//! The first game of a board: the given one, the one that was running, or chess.

use std::time::Duration;

use engine::library::Library;
use thiserror::Error;

use crate::saved::{SaveError, Saved, time_of_day};
use crate::setup::{Players, Setup};
use crate::table::{Table, TableError};

/// Error that leaves a board without a game.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// Games' folder that cannot be used.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// Impossible settings of the first game.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Returns the first game. A given one replaces the one that was running, which is kept among the
/// others.
///
/// # Errors
/// When the folder or the given game cannot be used.
pub(crate) fn first_table(
    setup: Option<Setup>,
    saved: Option<&Saved>,
    library: &Library,
) -> Result<Table, ResumeError> {
    let stored = saved.map(Saved::read_running).transpose()?.flatten();
    let began = time_of_day();
    let mut old = None;
    if let Some(stored) = stored {
        match Table::restore(stored, library, 1, Duration::ZERO) {
            Ok(table) => old = Some(table),
            Err(error) => {
                // Such as a game of a file that is no longer loaded.
                log::warn!("the running game cannot be continued: {error}");
                saved.map(Saved::keep_running).transpose()?;
            }
        }
    }
    Ok(match (setup, old) {
        (Some(setup), old) => {
            let table = Table::new(setup, library, 1, began, Duration::ZERO)?;
            if let (Some(saved), Some(old)) = (&saved, &old) {
                saved.keep(old, &saved.read_tree(old), Duration::ZERO)?;
            }
            table
        }
        (None, Some(old)) => old,
        (None, None) => Table::new(first_setup(), library, 1, began, Duration::ZERO)?,
    })
}

/// Whether the game that was running is one of these.
pub(crate) fn runs(saved: Option<&Saved>, names: &[String]) -> bool {
    let stored = saved.and_then(|saved| saved.read_running().ok().flatten());
    stored.is_some_and(|stored| names.contains(&stored.setup.variant))
}

/// Returns the game of a board without another.
fn first_setup() -> Setup {
    Setup {
        variant: "chess".to_owned(),
        size: None,
        fen: None,
        engine: Players::Black,
        level: 3,
        clock: None,
        name: None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tree::Tree;

    const NOW: Duration = Duration::ZERO;

    #[test]
    fn damaged_files_are_kept_under_other_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let saved = Saved::open(folder.path()).unwrap();
        let library = Library::builtin();
        let table = || first_table(None, Some(&saved), &library).unwrap();
        let mut game = table();
        game.play("e4", NOW).unwrap();
        let mut tree = Tree::new(&game.began);
        tree.follow(game.turn_views());
        saved.update(&mut game, &tree, NOW).unwrap();
        assert_eq!(table().turns(), 1);
        for (text, aside) in
            [("", "running.json.bad"), ("{", "running.json.bad2"), ("\u{0}", "running.json.bad3")]
        {
            fs::write(path("running.json"), text).unwrap();
            fs::write(path("variations.json"), text).unwrap();
            let game = table();
            assert_eq!(game.turns(), 0);
            assert_eq!(saved.read_tree(&game).words().len(), 0);
            assert_eq!(fs::read_to_string(path(aside)).unwrap(), text);
        }
        assert!(path("variations.json.bad3").exists());
        // Its PGN is not lost.
        let kept = fs::read_to_string(path("games.pgn")).unwrap();
        assert!(kept.contains("1. e4"), "{kept}");
        fs::write(path("running.json"), b"\xff").unwrap();
        fs::write(path("running.pgn"), b"\xff").unwrap();
        assert_eq!(table().turns(), 0);
        assert!(path("running.json.bad4").exists() && path("running.pgn.bad").exists());
        let setup = Setup { variant: "King of the Hill".to_owned(), ..first_setup() };
        fs::write(path("running.json"), "x").unwrap();
        let game = first_table(Some(setup), Some(&saved), &library).unwrap();
        assert_eq!(game.setup.variant, "kingofthehill");
    }
}
