//! Searches for the engine's move, in its own time and while pondering.

use std::time::{Duration, Instant};

use protocol::{Event, GameEvent, InfoScore, SearchInfo, Turn};
use search::Limits;
use variants::Color;

use super::resign::{GameProgress, Thresholds};
use crate::options;
use crate::search_job::SearchOutput;
use crate::session::Session;
use crate::task::{Purpose, TaskKind};
use crate::turns;

/// Time of a search for a hint, if no move is known yet.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Session {
    /// Searches for the engine's move.
    pub(super) fn think(&mut self, side: Color) {
        if !self.game.has_legal_step() {
            self.report_result();
            self.cecp.mode.wait();
            return;
        }
        let only = self.root_moves().unwrap_or_else(|| {
            // Without a move the game would be lost on time.
            self.error("go: all moves are excluded: they are searched".to_owned());
            self.continuations()
        });
        let limits = self.limits(side);
        let limits = self.with_lag(limits, side);
        self.search(self.game.clone(), limits, only, Purpose::Move);
    }

    /// Ponders on the expected reply.
    pub(super) fn ponder(&mut self) {
        let Some(side) = self.cecp.mode.side() else { return };
        let Some(expected) = &self.cecp.expected else { return };
        let mut game = self.game.clone();
        if game.play_turn(&expected.text).is_err() || game.outcome().is_some() {
            return;
        }
        let limits = Limits { ponder: true, ..self.limits(side) };
        self.search(game, limits, Vec::new(), Purpose::Ponder);
    }

    /// Sends a suggested move.
    pub(super) fn hint(&mut self) {
        let turn = match self.purpose() {
            Some(Purpose::Analysis) => &self.cecp.best,
            _ => &self.cecp.expected,
        };
        if let Some(turn) = turn.clone() {
            self.send_game_event(GameEvent::Hint(turn));
        } else if self.task.is_none() && self.game.outcome().is_none() {
            let Some(only) = self.root_moves() else { return };
            let limits = Limits::move_time(HINT_TIME);
            self.search(self.game.clone(), limits, only, Purpose::Hint);
        }
    }

    /// Returns the turns that continue the unfinished multi-jump; empty: there is none, all are
    /// allowed.
    pub(super) fn continuations(&mut self) -> Vec<String> {
        let chain = self.cecp.record.chain();
        if chain.is_empty() {
            return Vec::new();
        }
        let begin = format!("{chain},");
        self.game.step_texts().into_iter().filter(|text| text.starts_with(&begin)).collect()
    }

    fn limits(&self, side: Color) -> Limits {
        let settings = self.settings();
        let limits = self.cecp.clock.limits(self.cecp.record.moves_of(side));
        Limits { overhead: settings.overhead, multi_pv: settings.multi_pv, ..limits }
    }

    /// Handles the end of a search.
    pub(in crate::session) fn handle_output(
        &mut self,
        purpose: Purpose,
        output: SearchOutput,
        begin: Instant,
    ) {
        match purpose {
            Purpose::Move => self.play_best(output, begin),
            Purpose::Hint => {
                if let Some(best) = output.best {
                    self.send_game_event(GameEvent::Hint(best));
                }
            }
            Purpose::BestMove => {
                self.send(&Event::BestMove { best: output.best, ponder: output.ponder });
                self.lag.end(begin.elapsed());
            }
            Purpose::Ponder | Purpose::Analysis => {}
        }
    }

    fn play_best(&mut self, output: SearchOutput, begin: Instant) {
        let thresholds = self.thresholds();
        self.cecp.scores.add(output.score, output.loss, &thresholds);
        // A GUI without the rules of the game may take its last move for a stalemate.
        let is_mated_next = !self.accepts_results() && output.score == Some(InfoScore::Mate(-1));
        if is_mated_next || self.cecp.scores.resigns(&thresholds) {
            self.cecp.mode.end_game();
            self.send_game_event(GameEvent::Resign);
            return;
        }
        if self.cecp.scores.offers_draw(self.progress(), &thresholds) {
            self.send_game_event(GameEvent::OfferDraw);
        }
        let Some(best) = output.best else {
            self.cecp.mode.wait();
            return;
        };
        self.send_turn(&best);
        self.lag.end(begin.elapsed());
        self.cecp.expected = output.ponder;
        let made = self.cecp.record.moves_of(!self.cecp.record.board_side());
        self.cecp.clock.charge(begin.elapsed(), made);
    }

    /// Makes the first part of a turn, and keeps the rest until the opponent has passed.
    fn send_turn(&mut self, turn: &Turn) {
        // Of an unfinished multi-jump, only the rest is sent.
        let begun = self.cecp.record.chain_legs();
        self.cecp.unsent = protocol::split(&turns::without_legs(turn, begun)).into();
        if let Some(part) = self.cecp.unsent.pop_front() {
            self.make_move(&part);
        }
    }

    /// Plays any legal turn if a search failed, to avoid a loss on time.
    pub(in crate::session) fn play_any(&mut self) {
        let text = match self.continuations().into_iter().next() {
            None => self.game.any_turn(),
            text => text,
        };
        let turn = text.and_then(|text| turns::read(&mut self.game, &text));
        if let Some(turn) = turn {
            self.send(&Event::Info(SearchInfo {
                depth: 1,
                pv: vec![turn.clone()],
                ..SearchInfo::default()
            }));
            self.send_turn(&turn);
        }
    }

    /// Handles a draw offer of the opponent.
    pub(super) fn consider_draw(&mut self) {
        if self.cecp.mode.side().is_none() {
            return;
        }
        let drawn = self.game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        let accepts = self.cecp.mode.is_contested()
            && self.cecp.scores.accepts_draw(self.progress(), &self.thresholds());
        if drawn || accepts {
            self.send_game_event(GameEvent::OfferDraw);
        }
    }

    fn progress(&self) -> GameProgress {
        GameProgress { moves: self.cecp.record.len(), clock: self.game.clock() }
    }

    fn thresholds(&self) -> Thresholds {
        let number = |name| self.options.spin(name).unwrap_or_default();
        Thresholds {
            resign_score: number(options::RESIGN_SCORE),
            resign_moves: number(options::RESIGN_MOVES),
            draw_score: number(options::DRAW_SCORE),
            draw_moves: number(options::DRAW_MOVES),
        }
    }

    /// Starts a search in the game that the engine keeps.
    pub(super) fn search(
        &mut self,
        game: variants::AnyGame,
        limits: Limits,
        only: Vec<String>,
        purpose: Purpose,
    ) {
        let bounded = !limits.infinite && !limits.ponder;
        self.begin_search(game, limits, only, TaskKind::Search { purpose, bounded });
    }
}
