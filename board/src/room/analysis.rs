//! The tree of moves: positions, variations, comments, and games that go on from there.

use std::time::Duration;

use engine::causes::with_causes;
use variants::AnyGame;

use super::{Room, State};
use crate::messages::{Event, Request};
use crate::saved::time_of_day;
use crate::table::{Loaded, Table, load};
use crate::tree::{NodeId, Tree};

impl Room {
    /// Handles a request about the tree. Returns an answer for that page alone.
    pub(super) fn handle_tree(&self, state: &mut State, request: Request) -> Option<Event> {
        let refused = |text: String| Some(Event::Refused { text });
        let done = match request {
            Request::Look { node, steps } => {
                return match table_at(state, node, &steps) {
                    Ok(table) => Some(shown(node, &table)),
                    Err(text) => refused(text),
                };
            }
            Request::Vary { node, steps, text } => {
                return match self.vary(state, node, &steps, &text) {
                    Ok(event) => Some(event),
                    Err(text) => refused(text),
                };
            }
            Request::Line { node, turns } => {
                return match self.add_line(state, node, &turns) {
                    Ok(event) => Some(event),
                    Err(text) => refused(text),
                };
            }
            Request::Comment { node, text } => state.tree.comment(node, &text),
            Request::Mark { node, mark } => state.tree.mark(node, mark),
            Request::Promote { node } => state.tree.promote(node),
            Request::Remove { node } => {
                let is_gone = state.tree.remove(node);
                if state.analysed.is_some_and(|node| state.tree.path(node).is_none()) {
                    state.analysed = None;
                }
                is_gone
            }
            Request::PlayOn { node } => {
                return self.play_on(state, node).err().and_then(refused);
            }
            Request::Load { pgn } => {
                return match self.load(state, &pgn) {
                    Ok(1) => None,
                    Ok(games) => Some(Event::Warning {
                        text: format!("this text has {games} games: the first is on the board"),
                    }),
                    Err(text) => refused(text),
                };
            }
            _ => false,
        };
        if !done {
            return refused(
                "this cannot be done with a move of the game itself, nor with one that is gone"
                    .to_owned(),
            );
        }
        self.tree_changed(state);
        None
    }

    /// Makes a move of a variation.
    fn vary(
        &self,
        state: &mut State,
        node: NodeId,
        steps: &[String],
        text: &str,
    ) -> Result<Event, String> {
        let mut table = table_at(state, node, steps)?;
        let turns = table.turns();
        table.play(text, Duration::ZERO).map_err(|error| with_causes(&error))?;
        let mut at = node;
        if table.turns() > turns
            && let Some(turn) = table.turn_views().next_back()
        {
            at = state.tree.add(node, turn).ok_or("there is no room for more variations")?;
            self.tree_changed(state);
        }
        Ok(shown(at, &table))
    }

    /// Adds turns as a variation, as far as they are legal and there is room.
    fn add_line(&self, state: &mut State, node: NodeId, turns: &[String]) -> Result<Event, String> {
        let mut table = table_at(state, node, &[])?;
        let mut at = node;
        let mut add = || {
            for turn in turns {
                table.play_turn(turn, Duration::ZERO).map_err(|error| with_causes(&error))?;
                let made = table.turn_views().next_back();
                let added = made.and_then(|made| state.tree.add(at, made));
                at = added.ok_or("there is no room for more variations")?;
            }
            Ok(())
        };
        let added: Result<(), String> = add();
        self.tree_changed(state);
        added.and_then(|()| Ok(shown(at, &table_at(state, at, &[])?)))
    }

    /// Makes a position of the tree the game.
    fn play_on(&self, state: &mut State, node: NodeId) -> Result<(), String> {
        let table = table_at(state, node, &[])?;
        let (id, now) = (state.next, self.now());
        let table = table
            .go_on(&state.library, id, time_of_day(), now)
            .map_err(|error| with_causes(&error))?;
        let mut tree = state.tree.clone();
        tree.belong(&table.began);
        self.replace(state, table, tree);
        Ok(())
    }

    /// Loads a game.
    fn load(&self, state: &mut State, pgn: &str) -> Result<usize, String> {
        let variant = state.table.setup.variant.clone();
        let (id, now) = (state.next, self.now());
        let Loaded { mut table, tree, games } =
            load(pgn, &variant, &state.library, id, &time_of_day(), now)
                .map_err(|error| with_causes(&error))?;
        table.setup.level = state.table.setup.level;
        table.setup.name.clone_from(&state.table.setup.name);
        self.replace(state, table, tree);
        Ok(games)
    }

    /// Stores the tree and shows it.
    fn tree_changed(&self, state: &mut State) {
        if let Some(saved) = &self.saved
            && let Err(error) = saved.write_tree(&state.table, &state.tree, self.now())
        {
            self.warn(format!("the variations are not on disk: {}", with_causes(&error)));
        }
        self.broadcast_tree(state);
    }

    /// Brings the tree up to date with the game.
    pub(super) fn grow(&self, state: &mut State) {
        if !state.tree.is_of(&state.table.began) {
            state.tree = Tree::new(&state.table.began);
            state.analysed = None;
        }
        state.tree.follow(state.table.turn_views());
    }
}

/// Returns the game to analyse: of the position that was asked for, or the present one.
pub(super) fn analysed(state: &State) -> AnyGame {
    let other = state.analysed.and_then(|node| table_at(state, node, &[]).ok());
    other.map_or_else(|| state.table.game().clone(), |table| table.game().clone())
}

/// Returns the reason why a move is not legal, at a position of the tree or the present one.
pub(super) fn reason(state: &State, node: Option<NodeId>, steps: &[String], text: &str) -> String {
    let reason = match node.map(|node| table_at(state, node, steps)) {
        None => state.table.reason(text),
        Some(Ok(table)) => table.reason(text),
        Some(Err(error)) => Some(error),
    };
    // The page has the first `MAX_STEPS` legal steps alone.
    reason.unwrap_or_else(|| "this move is legal: type it".to_owned())
}

/// Returns a table for analysis at a position of the tree.
fn table_at(state: &State, node: NodeId, steps: &[String]) -> Result<Table, String> {
    let path = state.tree.path(node).ok_or("this move is not in the tree any more")?;
    state.table.branch(&path, steps).map_err(|error| with_causes(&error))
}

fn shown(node: NodeId, table: &Table) -> Event {
    Event::Look { node, steps: table.steps(), position: Box::new(table.shown()) }
}
