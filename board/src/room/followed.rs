//! Definition files that the board follows: their games take effect when they change.

use std::sync::PoisonError;

use engine::causes::with_causes;
use engine::library::Library;
use variants::Catalog;

use super::{Follow, Room, State};
use crate::definitions::{Definitions, FileFault, Games};
use crate::describe::{describe, entry, list_all};
use crate::messages::{DefinitionsView, Event};
use crate::resume::{first_setup, prune, running};
use crate::saved::Saved;
use crate::setup::Setup;
use crate::table::{Replayed, Stored, Table};
use crate::tree::Tree;

/// Definition files that the board follows.
pub(super) struct FollowedFiles {
    /// Settings of the files' first game, which is opened as soon as there is one.
    pub(super) first: Option<Setup>,
    /// The game that was running, if their faults hide it, with its tree of moves.
    waiting: Option<(Stored, Option<Tree>)>,
    /// Names of the files' games.
    pub(super) names: Vec<String>,
    /// State of the files, as the page shows it.
    pub(super) view: DefinitionsView,
}

impl Room {
    /// Whether the board follows files.
    pub(crate) fn follows_files(&self) -> bool {
        self.definitions.is_some()
    }

    /// Reads the definition files if they have changed: to be called regularly.
    pub(crate) fn look_at_files(&self) {
        let Some(definitions) = &self.definitions else { return };
        let found = definitions.lock().unwrap_or_else(PoisonError::into_inner).poll();
        if let Some(games) = found {
            self.redefine(&mut self.state(), games);
        }
    }

    /// Takes away what the last change of the files did to a game that leaves the board.
    pub(super) fn forget_replay(&self, state: &mut State) {
        if let Some(followed) = &mut state.followed
            && !std::mem::take(&mut followed.view.text).is_empty()
            && let Some(event) = definitions_event(state)
        {
            self.broadcast(&event);
        }
    }

    /// Puts the games of changed files into effect.
    fn redefine(&self, state: &mut State, games: Games) {
        let Games { library, names, faults, more_faults } = games;
        let old = state.table.setup.variant.clone();
        state.library = library;
        let Some(followed) = &mut state.followed else { return };
        let was_on_board = followed.names.contains(&old);
        let renamed =
            if was_on_board { renamed(&old, &followed.names, &names, &faults) } else { None };
        let name = renamed.unwrap_or_else(|| old.clone());
        let first = followed.first.clone().and_then(|setup| {
            let fits = |name: &&String| setup.variant.is_empty() || **name == setup.variant;
            names.iter().find(fits).cloned().map(|variant| Setup { variant, ..setup })
        });
        followed.names.clone_from(&names);
        let mut text = String::new();
        let mut renewed = None;
        let waited = followed.waiting.take_if(|(stored, _)| names.contains(&stored.setup.variant));
        if let Some((stored, tree)) = waited {
            followed.first = None;
            let now = self.begin.elapsed();
            match Table::replay(stored, &state.library, state.next, now) {
                Ok((table, replayed)) => {
                    let is_cut = matches!(replayed, Replayed::Stopped(..));
                    let tree = tree.filter(|_| !is_cut);
                    let mut tree = tree.unwrap_or_else(|| Tree::new(&table.began));
                    tree.follow(table.turn_views());
                    prune(&mut tree, &table);
                    self.replace(state, table, tree);
                    text = replay_text(&replayed);
                }
                Err(error) => text = with_causes(&error),
            }
        } else if names.contains(&name) {
            followed.first = None;
            state.table.setup.variant.clone_from(&name);
            match state.table.replayed(&state.library, state.next, self.begin.elapsed()) {
                Ok((table, replayed)) => {
                    if name != old {
                        text = format!("'{old}' is called '{name}' now. ");
                    }
                    text += &replay_text(&replayed);
                    renewed = Some((table, matches!(replayed, Replayed::Stopped(..))));
                }
                Err(error) => {
                    text = format!("{}: the board is as before", with_causes(&error));
                    state.table.setup.variant = old;
                }
            }
        } else if was_on_board {
            // The board keeps the last valid version of this game.
            text = match faults.is_empty() {
                true => format!(
                    "'{name}' is not in the definition files any more: the board shows its last version."
                ),
                false => "The board shows the last good version of this game.".to_owned(),
            };
            followed.names.push(name);
        } else if let Some(setup) = first {
            followed.first = None;
            if let Err(error) = self.renew(state, setup) {
                text = with_causes(&error);
            }
        }
        if let Some((table, is_cut)) = renewed {
            state.next += 1;
            if is_cut {
                self.keep(state);
            }
            state.table = table;
            state.score = None;
            match is_cut {
                true => state.tree = Tree::new(&state.table.began),
                false => prune(&mut state.tree, &state.table),
            }
        }
        if let Some(followed) = &mut state.followed {
            followed.view = DefinitionsView { text, faults, more_faults, ..followed.view.clone() };
        }
        self.broadcast(&games_event(state));
        if let Some(event) = definitions_event(state) {
            self.broadcast(&event);
        }
        self.changed(state);
    }
}

/// Returns the new name of a game that is gone from the files, if they have exactly one new game, and no
/// fault that might hide the old one.
fn renamed(gone: &String, old: &[String], new: &[String], faults: &[FileFault]) -> Option<String> {
    if new.contains(gone) || !faults.is_empty() {
        return None;
    }
    let mut added = new.iter().filter(|name| !old.contains(name));
    added.next().filter(|_| added.next().is_none()).cloned()
}

/// Files that a board begins to follow.
pub(super) struct Opening {
    pub(super) definitions: Definitions,
    pub(super) followed: FollowedFiles,
    /// The games of the files, with all others.
    pub(super) library: Library,
    /// The game to begin with, unless the one that was running goes on.
    pub(super) setup: Option<Setup>,
    /// The game on the board where there is neither.
    pub(super) placeholder: Setup,
}

/// Begins to follow files. `setup` is the game that was asked for.
pub(super) fn open(follow: Follow, setup: Option<Setup>, saved: Option<&Saved>) -> Opening {
    let mut definitions = Definitions::new(follow.paths);
    let Games { library, names, faults, more_faults } = definitions.read();
    let running = running(saved).filter(|_| setup.is_none());
    let first = setup.clone().unwrap_or(follow.first);
    let of_first = |variant: String| Setup { variant, ..first.clone() };
    let begun = match &running {
        Some((stored, _)) if names.contains(&stored.setup.variant) => None,
        _ => setup.or_else(|| names.first().cloned().map(of_first)),
    };
    let known = |name: &str| library.catalog().get(&name.to_ascii_lowercase()).is_some();
    // A game that has faults is opened when they are mended.
    let waits = !faults.is_empty() && begun.as_ref().is_none_or(|setup| !known(&setup.variant));
    let placeholder = match waits {
        true => Setup { variant: first_setup().variant, size: None, fen: None, ..first.clone() },
        false => first_setup(),
    };
    let text = match waits {
        true => "Until they have a game without a fault, another one is on the board.",
        false => "",
    };
    let followed = FollowedFiles {
        waiting: running.filter(|(stored, _)| waits && !known(&stored.setup.variant)),
        first: waits.then_some(first),
        names,
        view: DefinitionsView {
            files: definitions.files(),
            text: text.to_owned(),
            faults,
            more_faults,
        },
    };
    Opening { definitions, followed, library, setup: begun.filter(|_| !waits), placeholder }
}

/// Returns the games, the one on the board among them.
pub(super) fn games_event(state: &State) -> Event {
    let mut games = list_all(&state.library);
    if state.followed.is_some() {
        // Those of the files come first.
        let builtin = Catalog::builtin();
        games.sort_by_key(|game| builtin.get(&game.name).is_some());
    }
    let own = state.table.variant().definition();
    if !games.iter().any(|game| game.name == own.name) {
        games.push(entry(own));
    }
    Event::games(games)
}

/// Returns the description of the game on the board.
pub(super) fn game_event(state: &State) -> Event {
    Event::Game { game: Box::new(describe(state.table.variant().definition())) }
}

/// Returns the state of the files, where there are some.
pub(super) fn definitions_event(state: &State) -> Option<Event> {
    state.followed.as_ref().map(|followed| Event::Definitions(followed.view.clone()))
}

pub(super) fn replay_text(replayed: &Replayed) -> String {
    match replayed {
        Replayed::Start => "The start position by the new rules.".to_owned(),
        Replayed::All => "The game so far, played again by the new rules.".to_owned(),
        Replayed::Stopped(turn, error) => format!(
            "The game by the new rules up to the turn {turn}, which is no longer possible ({}).",
            with_causes(error)
        ),
    }
}
