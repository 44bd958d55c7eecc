//! Turn of an engine: sends the opponent's turn and reads the answer.

use std::time::{Duration, Instant};

use protocol::BoardMove;
use protocol::client::cecp::{CecpReply, CecpRequest, Claim, Flag};
use protocol::text::excerpt;

use super::CecpPlayer;
use crate::player::process::now;
use crate::player::report::LastReport;
use crate::player::{Action, Ask, Thought};
use crate::{Fault, FaultKind, GameResult};

/// End of a request without a turn.
pub enum NoTurn {
    /// Action other than a move.
    Action(Action),
    /// Fault of the engine.
    Fault(Fault),
}

impl From<Fault> for NoTurn {
    fn from(fault: Fault) -> Self {
        NoTurn::Fault(fault)
    }
}

/// State of a request.
#[derive(Default)]
pub struct Tally {
    /// Time used by the engine itself.
    spent: Duration,
    offers_draw: bool,
    last: LastReport,
}

impl CecpPlayer {
    /// Sends the turns played and reads the answer.
    pub(super) fn answer(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        self.link.begin_budget();
        let mut tally = Tally::default();
        let action = match self.question(ask, &mut tally) {
            Ok(text) => Action::Turn { text, offers_draw: tally.offers_draw },
            Err(NoTurn::Action(action)) => action,
            Err(NoTurn::Fault(fault)) => return Err(fault),
        };
        let LastReport { score, depth, nodes } = tally.last;
        Ok(Thought { action, elapsed: tally.spent, score, depth, nodes })
    }

    fn question(&mut self, ask: &Ask<'_>, tally: &mut Tally) -> Result<String, NoTurn> {
        if ask.draw_offered && self.is_playing && self.link.has(Flag::Draw) {
            self.link.send(CecpRequest::Draw);
        }
        self.catch_up(ask, tally)?;
        let new = ask.turns.get(self.sent..).unwrap_or_default();
        let mut begin = match new {
            [turn] if self.is_playing && self.board.game().side() != self.color => {
                self.send_turn(turn, ask, tally)?
            }
            new => self.take_over(new, ask)?,
        };
        if self.board.game().key() != ask.game.key() {
            // Unreachable: both come from the same rules.
            let text = format!("the boards differ: {}", self.board.game().fen());
            return Err(self.link.fault(FaultKind::Protocol, text).into());
        }
        loop {
            self.is_thinking = true;
            let (text, at) = self.await_move(begin, ask, tally)?;
            self.is_thinking = false;
            tally.spent += at.saturating_duration_since(begin);
            let turn = self.board.receive(&text).map_err(|why| {
                let text = format!("'move {}': {why}", excerpt(&text));
                self.link.fault(FaultKind::IllegalMove, text)
            })?;
            if let Some(turn) = turn {
                self.sent = ask.turns.len() + 1;
                return Ok(turn);
            }
            // The turn continues: on the wire the other side passes.
            begin = self.send_move(&BoardMove::Pass, ask, tally.spent)?;
        }
    }

    /// Processes the output since the engine's last move, so that all later output refers to the
    /// next commands.
    fn catch_up(&mut self, ask: &Ask<'_>, tally: &mut Tally) -> Result<(), NoTurn> {
        let mut said = self.link.synchronize()?;
        // The best that is possible without ping.
        let until = now();
        while let Some((reply, at)) = self.link.receive(until)?
            && at <= until
        {
            said.push(reply);
        }
        for reply in said {
            if let Some(mv) = self.take(reply, ask, tally)? {
                let text = format!("'move {}' though it was not its turn", excerpt(mv));
                return Err(self.link.fault(FaultKind::Protocol, text).into());
            }
        }
        // Earlier search reports are obsolete.
        *tally = Tally { offers_draw: tally.offers_draw, ..Tally::default() };
        Ok(())
    }

    /// Processes a reply; returns the move if it is one.
    fn take(
        &mut self,
        reply: CecpReply,
        ask: &Ask<'_>,
        tally: &mut Tally,
    ) -> Result<Option<String>, NoTurn> {
        match reply {
            CecpReply::Move(text) => return Ok(Some(text)),
            CecpReply::Resign => return Err(NoTurn::Action(Action::Resign)),
            CecpReply::OfferDraw if ask.draw_offered => {
                return Err(NoTurn::Action(Action::AcceptDraw));
            }
            CecpReply::OfferDraw => tally.offers_draw = true,
            CecpReply::Result { claim, comment } => {
                let result = match claim {
                    Claim::WhiteWins => GameResult::White,
                    Claim::BlackWins => GameResult::Black,
                    Claim::Draw => GameResult::Draw,
                };
                return Err(NoTurn::Action(Action::Claim { result, comment: excerpt(comment) }));
            }
            CecpReply::IllegalMove { reason, text } => {
                return Err(self.refused(&reason, &text).into());
            }
            CecpReply::Thinking(report) => tally.last.note(&report),
            _ => {}
        }
        Ok(None)
    }

    /// Returns the fault of an engine that refuses a legal move.
    pub(super) fn refused(&self, reason: &str, text: &str) -> Fault {
        let reason = if reason.is_empty() { "no reason given" } else { reason };
        let text = format!("it rejected the legal move '{}': {}", excerpt(text), excerpt(reason));
        self.link.fault(FaultKind::Protocol, text)
    }

    /// Waits for the engine to pass during the other side's turn.
    pub(super) fn await_pass(
        &mut self,
        ask: &Ask<'_>,
        tally: &mut Tally,
    ) -> Result<String, NoTurn> {
        let limit = self.link.patience().answer;
        let until = now() + limit;
        while let Some((reply, at)) = self.link.receive(until)? {
            if let Some(text) = self.take(reply, ask, tally)? {
                return Ok(text);
            }
            if at > until {
                break;
            }
        }
        let text = format!("no 'move @@@@' during a turn within {} s", limit.as_secs_f64());
        Err(self.link.fault(FaultKind::Hang, text).into())
    }

    /// Waits for the engine's move and records its search reports. After the deadline `?` is sent.
    fn await_move(
        &mut self,
        begin: Instant,
        ask: &Ask<'_>,
        tally: &mut Tally,
    ) -> Result<(String, Instant), NoTurn> {
        let patience = self.link.patience();
        let deadline = ask.deadline.map(|limit| begin + limit.saturating_sub(tally.spent));
        // In a search without a time limit, silence is bounded too.
        let mut until = deadline.unwrap_or(begin + patience.silence);
        let mut is_overdue = false;
        loop {
            let heard = self.link.receive(until)?;
            let past = heard.as_ref().is_none_or(|(_, at)| *at > until);
            if past && is_overdue {
                return Err(self.hung(ask, tally).into());
            }
            if past {
                is_overdue = true;
                self.link.send(CecpRequest::MoveNow);
                until = now() + patience.stop;
            } else if deadline.is_none() && !is_overdue {
                until = now() + patience.silence;
            }
            let Some((reply, at)) = heard else { continue };
            let ends = match reply {
                // Too late for a change of the score as well.
                CecpReply::Thinking(_) if is_overdue => Ok(None),
                reply => self.take(reply, ask, tally),
            };
            match ends {
                Ok(None) => {}
                Err(NoTurn::Fault(fault)) => return Err(fault.into()),
                _ if is_overdue && deadline.is_some() => {
                    self.is_thinking = false;
                    tally.spent += at.saturating_duration_since(begin);
                    return Err(self.late(ask, tally).into());
                }
                Ok(Some(text)) => return Ok((text, at)),
                Err(NoTurn::Action(action)) => {
                    // An engine whose offer was accepted thinks on; others have ended the game.
                    self.is_thinking = action == Action::AcceptDraw;
                    tally.spent += at.saturating_duration_since(begin);
                    return Err(NoTurn::Action(action));
                }
            }
        }
    }

    fn hung(&self, ask: &Ask<'_>, tally: &Tally) -> Fault {
        let patience = self.link.patience();
        let first = match ask.deadline {
            Some(limit) => {
                let left = limit.saturating_sub(tally.spent);
                format!("no answer within {} ms", left.as_millis())
            }
            None => format!("no output for {} s", patience.silence.as_secs_f64()),
        };
        let text = format!("{first}, nor to '?' within {} s", patience.stop.as_secs_f64());
        self.link.fault(FaultKind::Hang, text)
    }

    fn late(&self, ask: &Ask<'_>, tally: &Tally) -> Fault {
        self.link.late(tally.spent, ask.deadline.unwrap_or_default())
    }
}
