//! Definition files that the board follows: their games take effect when they change.

use std::sync::PoisonError;

use engine::causes::with_causes;

use super::{Room, State};
use crate::definitions::{Definitions, FileFault, Games};
use crate::describe::{describe, entry, list_all};
use crate::messages::{DefinitionsView, Event};
use crate::setup::Setup;
use crate::table::Replayed;
use crate::tree::Tree;

/// Definition files that the board follows.
pub(super) struct FollowedFiles {
    /// Settings of the files' first game, which is opened as soon as there is one.
    pub(super) first: Option<Setup>,
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
        if names.contains(&name) {
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
            if is_cut {
                state.tree = Tree::new(&state.table.began);
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

/// Returns the state of the files when the board opens.
pub(super) fn begin(
    definitions: &Definitions,
    games: &Games,
    first: Option<Setup>,
) -> FollowedFiles {
    let text = match first {
        Some(_) => "Until they have a game without a fault, another one is on the board.",
        None => "",
    };
    FollowedFiles {
        first,
        names: games.names.clone(),
        view: DefinitionsView {
            files: definitions.files(),
            text: text.to_owned(),
            faults: games.faults.clone(),
            more_faults: games.more_faults,
        },
    }
}

/// Returns the games, the one on the board among them.
pub(super) fn games_event(state: &State) -> Event {
    let mut games = list_all(&state.library);
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

fn replay_text(replayed: &Replayed) -> String {
    match replayed {
        Replayed::Start => "The start position by the new rules.".to_owned(),
        Replayed::All => "The game so far, played again by the new rules.".to_owned(),
        Replayed::Stopped(turn, error) => format!(
            "The game by the new rules up to turn {turn}, which is no longer possible ({}).",
            with_causes(error)
        ),
    }
}
