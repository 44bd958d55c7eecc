//! Starting searches.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use protocol::{Event, Go, Score, SearchInfo};
use search::{Limits, TimeControl};
use variants::{AnyGame, Color, Outcome};

use super::Session;
use crate::options;
use crate::task::{Purpose, Work, Yield};
use crate::thinking::{self, Question};

impl Session {
    /// Starts a search of the position.
    pub(super) fn go(&mut self, go: &Go) {
        if self.game.step_texts().is_empty() {
            // There is no move to find, whatever was asked for.
            self.answer_without_search();
            return;
        }
        let Some(only) = self.legal_ones(&go.search_moves) else { return };
        let limits = limits(go, self.game.side(), &self.settings());
        let bounded = !limits.infinite && !limits.ponder && ends_by_itself(&limits);
        let work = Work::Search { purpose: Purpose::BestMove, bounded };
        self.begin_search(self.game.clone(), limits, only, work);
    }

    /// Starts a search of a position for the best of some turns; all, if there are none.
    pub(super) fn begin_search(
        &mut self,
        game: AnyGame,
        limits: Limits,
        only: Vec<String>,
        work: Work,
    ) {
        self.debug(|| format!("search with {limits:?}"));
        let wdl = self.options.check(options::SHOW_WDL).unwrap_or_default();
        let mut question = Question { only, wdl, ..Question::new(game, limits) };
        let engine = Arc::clone(&self.engine);
        self.begin(work, move |control, speaker| {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let mut say = |event| speaker.say(event);
            let answer = thinking::think(&mut engine, &mut question, control, &mut say);
            Yield::Answer(Box::new(answer))
        });
    }

    /// The options that say how to search.
    pub(super) fn settings(&self) -> Settings {
        let number = |name| self.options.spin(name).unwrap_or_default();
        Settings {
            overhead: Duration::from_millis(number(options::MOVE_OVERHEAD).unsigned_abs()),
            multi_pv: usize::try_from(number(options::MULTI_PV)).unwrap_or(1),
        }
    }

    /// The legal ones of the moves to choose among; `None`, and an error told, if there is none
    /// though some were given.
    fn legal_ones(&mut self, moves: &[String]) -> Option<Vec<String>> {
        let mut legal = Vec::new();
        for mv in moves {
            match self.game.turn_course(mv) {
                Ok(_) => legal.push(mv.clone()),
                Err(error) => self.error(format!("go searchmoves: {error}")),
            }
        }
        if legal.is_empty() && !moves.is_empty() {
            self.error("go: none of the searchmoves is legal");
            return None;
        }
        Some(legal)
    }

    fn answer_without_search(&mut self) {
        let outcome = self.game.outcome();
        let side = self.game.side();
        if let Some(outcome) = outcome {
            self.inform(format!("the game is over: {outcome}"));
        }
        self.send(&Event::Info(SearchInfo {
            depth: 0,
            seldepth: Some(0),
            multipv: Some(1),
            score: Some(final_score(outcome, side)),
            hashfull: Some(0),
            ..SearchInfo::default()
        }));
        self.send(&Event::BestMove { best: None, ponder: None });
    }
}

/// The score of a finished game for the side to move.
fn final_score(outcome: Option<Outcome>, side: Color) -> Score {
    match outcome.and_then(|outcome| outcome.winner) {
        Some(winner) if winner == side => Score::Mate(1),
        Some(_) => Score::Mate(0),
        None => Score::Centipawns(0),
    }
}

/// The options that say how to search.
pub(super) struct Settings {
    /// Time that is lost outside search.
    pub overhead: Duration,
    /// How many best lines are shown.
    pub multi_pv: usize,
}
fn limits(go: &Go, side: Color, settings: &Settings) -> Limits {
    let limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.movetime.map(Duration::from_millis),
        clock: clock(go, side),
        overhead: settings.overhead,
        infinite: go.infinite,
        ponder: go.ponder,
        multi_pv: settings.multi_pv,
    };
    // A bare `go` says nothing of an end: then `stop` is it.
    let infinite = limits.infinite || !(ends_by_itself(&limits) || limits.ponder);
    Limits { infinite, ..limits }
}

fn ends_by_itself(limits: &Limits) -> bool {
    limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some()
}

/// The clock of the side to move. Where only the other side's is told, ours is taken to be alike:
/// a GUI that sends one clock wants an answer in time too.
fn clock(go: &Go, side: Color) -> Option<TimeControl> {
    let (ours, theirs) = match side {
        Color::White => ((go.wtime, go.winc), (go.btime, go.binc)),
        Color::Black => ((go.btime, go.binc), (go.wtime, go.winc)),
    };
    let remaining = ours.0.or(theirs.0);
    let increment = ours.1.or(theirs.1);
    if remaining.is_none() && increment.is_none() {
        return None;
    }
    Some(TimeControl {
        remaining: Duration::from_millis(remaining.unwrap_or(0)),
        increment: Duration::from_millis(increment.unwrap_or(0)),
        moves_to_go: go.movestogo,
    })
}
