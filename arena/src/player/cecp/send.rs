//! Sends turns, part by part, and clocks.

use std::time::{Duration, Instant};

use protocol::BoardMove;
use protocol::client::cecp::{CecpReply, CecpRequest, Flag};
use protocol::text::excerpt;
use variants::Color;

use super::CecpPlayer;
use super::think::{NoTurn, Tally};
use crate::player::Ask;
use crate::player::process::now;
use crate::{Fault, FaultKind, TurnLimits};

/// Time sent for a side without a clock: a day, in ms, as in cutechess-cli.
pub const NO_CLOCK_MS: u64 = 86_400_000;

impl CecpPlayer {
    /// Sends the other side's turn, part by part; in between the engine has to pass. Returns the
    /// time at which it began to think.
    pub(super) fn send_turn(
        &mut self,
        turn: &str,
        ask: &Ask<'_>,
        tally: &mut Tally,
    ) -> Result<Instant, NoTurn> {
        let mut begin = now();
        for part in self.parts(turn)? {
            while self.board.is_pass_due() {
                let pass = self.await_pass(ask, tally)?;
                if let Err(why) = self.board.receive(&pass) {
                    let text = format!("'move {}': {why}", excerpt(&pass));
                    return Err(self.link.fault(FaultKind::IllegalMove, text).into());
                }
            }
            begin = self.send_move(&part, ask, Duration::ZERO)?;
        }
        Ok(begin)
    }

    /// Sends turns in force mode, then starts the engine's own turn. Returns the time at which it
    /// began to think.
    pub(super) fn take_over(&mut self, turns: &[String], ask: &Ask<'_>) -> Result<Instant, NoTurn> {
        if self.is_playing {
            self.link.send(CecpRequest::Force);
            self.is_playing = false;
        }
        for turn in turns {
            for part in self.parts(turn)? {
                self.pass_if_due()?;
                let text = self.make(&part)?;
                self.link.send_move(&text);
            }
        }
        self.pass_if_due()?;
        // An engine that refuses a move reports it before it thinks.
        for reply in self.link.synchronize()? {
            if let CecpReply::IllegalMove { reason, text } = reply {
                return Err(self.refused(&reason, &text).into());
            }
        }
        self.send_clocks(ask, Duration::ZERO);
        if self.link.has(Flag::Colors) {
            let white = self.board.side() == Color::White;
            self.link.send(if white { CecpRequest::White } else { CecpRequest::Black });
        }
        let begin = now();
        self.link.send(CecpRequest::Go);
        self.is_playing = true;
        Ok(begin)
    }

    /// Passes for the side to move on the wire, if the turn is the other side's.
    fn pass_if_due(&mut self) -> Result<(), Fault> {
        if self.board.is_pass_due() {
            let text = self.make(&BoardMove::Pass)?;
            self.link.send_move(&text);
        }
        Ok(())
    }

    fn parts(&mut self, turn: &str) -> Result<Vec<BoardMove>, Fault> {
        let parts = self.board.parts(turn);
        // Unreachable: the turns were checked before.
        parts.ok_or_else(|| {
            self.link.fault(FaultKind::Protocol, format!("cannot send turn '{turn}'"))
        })
    }

    fn make(&mut self, mv: &BoardMove) -> Result<String, Fault> {
        let made = self.board.make(mv);
        made.map_err(|why| {
            // Unreachable: it is part of a legal turn.
            self.link.fault(FaultKind::Protocol, format!("cannot send a move: {why}"))
        })
    }

    /// Sends a move with the clocks; returns the time at which the engine could begin to think.
    pub(super) fn send_move(
        &mut self,
        mv: &BoardMove,
        ask: &Ask<'_>,
        spent: Duration,
    ) -> Result<Instant, Fault> {
        let text = self.make(mv)?;
        self.send_clocks(ask, spent);
        let begin = now();
        self.link.send_move(&text);
        Ok(begin)
    }

    /// Sends the clocks after the engine used `spent` of its turn.
    fn send_clocks(&mut self, ask: &Ask<'_>, spent: Duration) {
        if !self.link.has(Flag::Time) {
            return;
        }
        let shown = |color: Color, limits: &TurnLimits| match ask.clocks[color].remaining {
            Some(left) => u64::try_from(left.as_millis()).unwrap_or(NO_CLOCK_MS),
            None => limits.move_time_ms.unwrap_or(NO_CLOCK_MS),
        };
        let spent = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
        let own = shown(self.color, &self.limits).saturating_sub(spent);
        let other = shown(!self.color, &self.opponent_limits);
        self.link.send(CecpRequest::Clock(own));
        self.link.send(CecpRequest::OpponentClock(other));
    }
}
