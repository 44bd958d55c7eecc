//! The engine's searches: for its move, a hint or an analysis.

use std::sync::{Arc, Weak};
use std::time::Duration;

use arena::move_text;
use engine::strength::ordering_score;
use search::Control;
use variants::AnyGame;

use super::{Purpose, Room, Running, State, analysis};
use crate::limits;
use crate::lines::{line, paths};
use crate::messages::Event;
use crate::opponent::{Answer, Audience, Found, Job};

impl Room {
    /// Stops the search in progress.
    pub(super) fn stop(&self, state: &mut State) {
        if let Some(running) = state.running.take() {
            running.control.stop();
        }
    }

    /// Starts the search that the position calls for.
    pub(super) fn go_on(&self, state: &mut State) {
        if state.table.is_engine_to_move() {
            self.search(state, Purpose::Play);
        } else if state.lines > 0 && (state.table.end.is_none() || state.analysed.is_some()) {
            self.search(state, Purpose::Analyse);
        }
    }

    /// Starts a search.
    pub(super) fn search(&self, state: &mut State, purpose: Purpose) {
        if state.table.end.is_some() && purpose != Purpose::Analyse {
            return;
        }
        self.stop(state);
        let (strength, limits) = match purpose {
            Purpose::Play => limits::play(&state.table, self.now()),
            Purpose::Hint => limits::hint(),
            Purpose::Analyse => limits::analysis(state.lines),
        };
        let control = Arc::new(Control::new());
        let ticket = state.next;
        state.next += 1;
        let mut game = match purpose {
            Purpose::Analyse => analysis::analysed(state),
            Purpose::Play | Purpose::Hint => state.table.game().clone(),
        };
        if game.outcome().is_some() {
            return;
        }
        let seed = state.seed;
        let pace = match purpose {
            Purpose::Play => limits::pace(&state.table, self.now()),
            Purpose::Hint | Purpose::Analyse => Duration::ZERO,
        };
        let job = Job { ticket, game, limits, strength, seed, pace, control: control.clone() };
        if self.jobs.get().is_some_and(|jobs| jobs.send(job).is_ok()) {
            state.running = Some(Running { ticket, purpose, control });
        } else {
            self.warn("the engine has stopped: end Menagerie and start it again".to_owned());
        }
    }

    /// Receives the lines of a search in progress.
    fn report(&self, ticket: u64, game: &AnyGame, lines: &[Found]) {
        let state = self.state();
        if let Some(running) = state.running.as_ref().filter(|running| running.ticket == ticket) {
            self.broadcast_lines(&state, running.purpose, game, lines);
        }
    }

    fn broadcast_lines(&self, state: &State, purpose: Purpose, game: &AnyGame, lines: &[Found]) {
        let Some(first) = lines.first() else { return };
        let node = state.analysed.filter(|_| purpose == Purpose::Analyse);
        let (nps, nodes) = (first.info.nps, first.info.nodes);
        let lines = lines.iter().map(|found| line(game, found)).collect();
        self.broadcast(&Event::Info { node, lines, nps, nodes });
    }

    /// Receives the result of a search.
    fn answer(&self, ticket: u64, game: &AnyGame, answer: Answer) {
        let mut state = self.state();
        let state = &mut *state;
        let Some(running) = state.running.take_if(|running| running.ticket == ticket) else {
            return;
        };
        self.broadcast_lines(state, running.purpose, game, &answer.lines);
        if answer.has_failed {
            let instead = match running.purpose {
                Purpose::Play => ": it makes any legal move",
                Purpose::Hint | Purpose::Analyse => "",
            };
            self.warn(format!("the engine's search failed, an error of the program{instead}"));
        }
        match running.purpose {
            Purpose::Analyse => {}
            Purpose::Hint => {
                if let Some(best) = answer.best.as_ref().filter(|_| !answer.has_failed) {
                    let text = move_text(&mut game.clone(), &best.text);
                    self.broadcast(&Event::Hint { text, paths: paths(best) });
                }
                self.go_on(state);
            }
            Purpose::Play => {
                let Answer { best: Some(turn), score, .. } = &answer else { return };
                if let Err(error) = state.table.play_turn(&turn.text, self.now()) {
                    log::error!("the engine's move {}: {error}", turn.text);
                    return;
                }
                state.score = score.map(ordering_score);
                state.table.note(score.map(Into::into), answer.depth, answer.nodes);
                self.changed(state);
            }
        }
    }
}

impl Audience for Weak<Room> {
    fn report(&self, ticket: u64, game: &AnyGame, lines: &[Found]) {
        if let Some(room) = self.upgrade() {
            room.report(ticket, game, lines);
        }
    }

    fn answer(&self, ticket: u64, game: &AnyGame, answer: Answer) -> bool {
        let room = self.upgrade();
        room.inspect(|room| room.answer(ticket, game, answer)).is_some()
    }
}
