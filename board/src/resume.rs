//! The first game of a board: the given one, the one that was running, or chess.

use std::time::Duration;

use engine::library::Library;
use thiserror::Error;

use crate::saved::{SaveError, Saved, time_of_day};
use crate::setup::{Players, Setup};
use crate::table::{Replayed, Stored, Table, TableError};
use crate::tree::Tree;

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

/// First game of a board.
pub(crate) struct First {
    pub(crate) table: Table,
    pub(crate) tree: Tree,
    /// The turns that changed rules allow, if it was running and they differ from the rules of then.
    pub(crate) replayed: Option<Replayed>,
}

/// Returns the first game, and what changed rules have left of it. A given one replaces the one that was
/// running, which is kept among the others. Without either it is `placeholder`.
///
/// # Errors
/// When the folder or the given game cannot be used.
fn first_table(
    setup: Option<Setup>,
    placeholder: Setup,
    saved: Option<&Saved>,
    library: &Library,
) -> Result<(Table, Option<Replayed>), ResumeError> {
    let began = time_of_day();
    let new = |setup: Setup| {
        Table::new(setup.with_array(library), library, 1, began.clone(), Duration::ZERO)
    };
    // Before any file is changed: one that is mistyped leaves the running game as it is.
    let given = setup.map(new).transpose()?;
    let Some(saved) = saved else {
        return Ok((given.map_or_else(|| new(placeholder), Ok)?, None));
    };
    let old = match saved.read_running()? {
        Some(stored) => match Table::restore(stored.clone(), library, 1, Duration::ZERO) {
            Ok(table) => Some((table, None)),
            Err(error) => {
                log::warn!("the running game cannot be continued: {error}");
                saved.keep_running()?;
                // By changed rules as far as it is legal; not a game of a file that is no longer
                // loaded.
                let replayed = Table::replay(stored, library, 1, Duration::ZERO).ok();
                replayed.map(|(table, replayed)| (table, Some(replayed)))
            }
        },
        None => None,
    };
    match (given, old) {
        (Some(given), Some((mut old, None))) => {
            let tree = saved.read_tree(&old);
            saved.keep(&mut old, &tree, Duration::ZERO)?;
            Ok((given, None))
        }
        (Some(given), _) => Ok((given, None)),
        (None, Some(old)) => Ok(old),
        (None, None) => Ok((new(placeholder)?, None)),
    }
}

/// Returns the first game with its tree of moves. Without a given one or one that was running it is
/// `placeholder`.
///
/// # Errors
/// As [`first_table`].
pub(crate) fn first_game(
    setup: Option<Setup>,
    placeholder: Setup,
    saved: Option<&Saved>,
    library: &Library,
) -> Result<First, ResumeError> {
    let (table, replayed) = first_table(setup, placeholder, saved, library)?;
    // Variations of a game that is cut may be illegal too.
    let saved = saved.filter(|_| !matches!(replayed, Some(Replayed::Stopped(..))));
    let mut tree = saved.map_or_else(|| Tree::new(&table.began), |saved| saved.read_tree(&table));
    tree.follow(table.turn_views());
    if replayed.is_some() {
        prune(&mut tree, &table);
    }
    Ok(First { table, tree, replayed })
}

/// Returns the game that was running, with its tree of moves.
pub(crate) fn running(saved: Option<&Saved>) -> Option<(Stored, Option<Tree>)> {
    let saved = saved?;
    let stored = saved.read_running().ok().flatten()?;
    let tree = saved.stored_tree(&stored.began);
    Some((stored, tree))
}

/// Removes the variations of a game that its rules do not allow.
pub(crate) fn prune(tree: &mut Tree, table: &Table) {
    for leaf in tree.leaves() {
        let Some(path) = tree.path(leaf) else { continue };
        if table.branch(&path, &[]).is_ok() {
            continue;
        }
        let is_illegal = |length: &usize| table.branch(&path[..*length], &[]).is_err();
        let first = (1..=path.len()).find(is_illegal).unwrap_or(path.len());
        let ancestors = std::iter::successors(Some(leaf), |&at| Some(tree.parent(at)));
        if let Some(at) = ancestors.take(path.len()).nth(path.len() - first) {
            tree.remove(at);
        }
    }
}

/// Returns the game of a board without another.
pub(crate) fn first_setup() -> Setup {
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
    use std::collections::HashSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn setup_of(variant: &str) -> Setup {
        Setup { variant: variant.to_owned(), ..first_setup() }
    }

    /// Number of games in the folder's file of this name, by the lines that begin so.
    fn count(folder: &Path, name: &str, begin: &str) -> usize {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
        text.lines().filter(|line| line.starts_with(begin)).count()
    }

    /// Numbers of games in the file of records and in that of PGN.
    fn counts(folder: &Path) -> [usize; 2] {
        [count(folder, "games.jsonl", "{"), count(folder, "games.pgn", "[Event ")]
    }

    #[test]
    fn a_game_that_cannot_be_kept_is_tried_again_and_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let saved = Saved::open(folder.path()).unwrap();
        let library = Library::builtin();
        let first = |setup| first_table(setup, first_setup(), Some(&saved), &library).unwrap().0;
        let mut game = first(None);
        let mut tree = Tree::new(&game.began);
        game.play("e4", NOW).unwrap();
        game.resign(NOW).unwrap();
        tree.follow(game.turn_views());
        // A folder in its place: the record can be written, the PGN cannot.
        fs::create_dir(folder.path().join("games.pgn")).unwrap();
        assert!(saved.update(&mut game, &tree, NOW).is_err());
        assert_eq!(counts(folder.path()), [1, 0]);
        // Nor after a restart, with this game or another.
        assert!(saved.update(&mut first(None), &tree, NOW).is_err());
        let other = setup_of("cheskers");
        assert!(first_table(Some(other.clone()), first_setup(), Some(&saved), &library).is_err());
        assert_eq!(counts(folder.path()), [1, 0]);
        let mut game = first(None);
        fs::remove_dir(folder.path().join("games.pgn")).unwrap();
        for _ in 0..2 {
            saved.update(&mut game, &tree, NOW).unwrap();
            assert_eq!(counts(folder.path()), [1, 1]);
            game = first(None);
        }
        // Another game leaves it there.
        first(Some(other));
        assert_eq!(counts(folder.path()), [1, 1]);
    }

    #[test]
    fn a_mistyped_game_leaves_the_one_that_cannot_be_continued_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let saved = Saved::open(folder.path()).unwrap();
        let library = Library::builtin();
        let setup = setup_of;
        let first = |setup| first_table(setup, first_setup(), Some(&saved), &library);
        let (mut game, _) = first(None).unwrap();
        game.play("e4", NOW).unwrap();
        let mut tree = Tree::new(&game.began);
        tree.follow(game.turn_views());
        saved.update(&mut game, &tree, NOW).unwrap();
        let running = folder.path().join("running.json");
        let text = fs::read_to_string(&running).unwrap();
        fs::write(&running, text.replace("\"chess\"", "\"gone\"")).unwrap();
        for _ in 0..2 {
            assert!(first(Some(setup("ches"))).is_err());
            assert_eq!(counts(folder.path()), [0, 0]);
        }
        first(Some(setup("chess"))).unwrap();
        assert_eq!(counts(folder.path()), [0, 1]);
    }

    #[test]
    fn a_new_game_of_chess960_begins_with_an_array_by_lot_and_goes_on_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let saved = Saved::open(folder.path()).unwrap();
        let library = Library::builtin();
        let setup =
            |fen: Option<&str>| Setup { fen: fen.map(str::to_owned), ..setup_of("fischerandom") };
        let new = |fen| {
            first_table(Some(setup(fen)), first_setup(), None, &library).unwrap().0.game().fen()
        };
        let arrays: HashSet<_> = (0..12).map(|_| new(None)).collect();
        assert!(arrays.len() > 6, "{arrays:?}");
        assert_eq!(
            new(Some("518")),
            Library::builtin().variant("chess", None).unwrap().start().fen()
        );
        let first = |setup| first_table(setup, first_setup(), Some(&saved), &library).unwrap().0;
        let mut game = first(Some(setup(None)));
        let (tree, start) = (Tree::new(&game.began), game.game().fen());
        saved.update(&mut game, &tree, NOW).unwrap();
        assert_eq!(first(None).game().fen(), start);
    }

    #[test]
    fn damaged_files_are_kept_under_other_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let saved = Saved::open(folder.path()).unwrap();
        let library = Library::builtin();
        let first = |setup| first_table(setup, first_setup(), Some(&saved), &library).unwrap().0;
        let table = || first(None);
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
        let setup = setup_of("King of the Hill");
        fs::write(path("running.json"), "x").unwrap();
        let game = first(Some(setup));
        assert_eq!(game.setup.variant, "kingofthehill");
    }
}
