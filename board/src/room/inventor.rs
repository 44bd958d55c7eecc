//! The inventor's view: the board follows definition files.

use std::sync::PoisonError;

use engine::causes::with_causes;

use super::{Room, State};
use crate::definitions::{Definitions, Games};
use crate::describe::{describe, entry, list_all};
use crate::messages::{DefinitionsView, Event};
use crate::setup::Setup;
use crate::table::Replayed;
use crate::tree::Tree;

/// Definition files on the board.
pub(super) struct Inventor {
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

    /// Looks at the definition files: to be called now and then.
    pub(crate) fn look_at_files(&self) {
        let Some(definitions) = &self.definitions else { return };
        let found = definitions.lock().unwrap_or_else(PoisonError::into_inner).look();
        if let Some(games) = found {
            self.redefine(&mut self.state(), games);
        }
    }

    /// Puts the games of changed files into effect.
    fn redefine(&self, state: &mut State, games: Games) {
        let Games { library, names, faults } = games;
        let name = state.table.setup.variant.clone();
        state.library = library;
        let Some(inventor) = &mut state.inventor else { return };
        let was_on_board = inventor.names.contains(&name);
        let first = inventor.first.clone().and_then(|setup| {
            let fits = |name: &&String| setup.variant.is_empty() || **name == setup.variant;
            names.iter().find(fits).cloned().map(|variant| Setup { variant, ..setup })
        });
        inventor.names.clone_from(&names);
        let mut text = String::new();
        let mut renewed = None;
        if names.contains(&name) {
            inventor.first = None;
            match state.table.replayed(&state.library, state.next, self.begin.elapsed()) {
                Ok((table, replayed)) => {
                    text = told(&replayed);
                    renewed = Some((table, matches!(replayed, Replayed::Stopped(..))));
                }
                Err(error) => text = format!("{}: the board is as before", with_causes(&error)),
            }
        } else if was_on_board {
            // Still the game on the board, in its last good version.
            text = match faults.is_empty() {
                true => format!(
                    "'{name}' is not in the definition files any more: the board shows its last version."
                ),
                false => "The board shows the last good version of this game.".to_owned(),
            };
            inventor.names.push(name);
        } else if let Some(setup) = first {
            inventor.first = None;
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
        if let Some(inventor) = &mut state.inventor {
            inventor.view = DefinitionsView { text, faults, ..inventor.view.clone() };
        }
        self.tell(&games_event(state));
        if let Some(event) = definitions_event(state) {
            self.tell(&event);
        }
        self.changed(state);
    }
}

/// Returns the first look at the files.
pub(super) fn begin(definitions: &Definitions, games: &Games, first: Option<Setup>) -> Inventor {
    Inventor {
        first,
        names: games.names.clone(),
        view: DefinitionsView {
            files: definitions.files(),
            text: String::new(),
            faults: games.faults.clone(),
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
    state.inventor.as_ref().map(|inventor| Event::Definitions(inventor.view.clone()))
}

fn told(replayed: &Replayed) -> String {
    match replayed {
        Replayed::Start => "The start position by the new rules.".to_owned(),
        Replayed::All => "The game so far, played again by the new rules.".to_owned(),
        Replayed::Stopped(turn, error) => format!(
            "The start position by the new rules: turn {turn} of the game is no longer possible \
             ({}).",
            with_causes(error)
        ),
    }
}
