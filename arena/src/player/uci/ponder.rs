//! Search on the opponent's time.

use std::time::Instant;

use protocol::client::uci::{UciReply, parse};
use protocol::{Command, Go};

use super::{UciPlayer, search};
use crate::player::Ask;
use crate::player::process::now;
use crate::turn_text::make_turn;
use crate::{Fault, FaultKind};

/// Search that was begun by `go ponder`.
#[derive(Debug)]
pub(super) struct Pondering {
    /// All turns of the game, the expected one included.
    turns: Vec<String>,
    /// Whether `stop` was sent.
    is_stopped: bool,
}

impl UciPlayer {
    /// Begins to search the position after the turn that the engine expects, if it expects one.
    pub(super) fn begin_pondering(&mut self, ask: &Ask<'_>) {
        let Some(expected) = self.expected.take() else { return };
        let mut game = ask.game.clone();
        // The expected turn is an engine's text: it may be illegal.
        let Ok(turn) = make_turn(&mut game, &expected) else {
            log::debug!("{}: it expects an illegal turn", self.process.name());
            return;
        };
        if game.outcome().is_some() {
            return;
        }
        let turns = [ask.turns, &[turn]].concat();
        self.process.leave_unread();
        self.send_position(turns.clone());
        let go = search::go(&self.limits, self.color, ask.clocks);
        self.send(&Command::Go(Go { ponder: true, ..go }));
        self.pondering = Some(Pondering { turns, is_stopped: false });
    }

    /// If the opponent made the expected turn, returns the time from which the search is the
    /// engine's own. Otherwise no search is in progress any more.
    pub(super) fn ponder_hit(&mut self, ask: &Ask<'_>) -> Result<Option<Instant>, Fault> {
        let is_hit = |pondering: &Pondering| pondering.turns == ask.turns && !pondering.is_stopped;
        if self.pondering.take_if(|pondering| is_hit(pondering)).is_none() {
            self.end_pondering()?;
            return Ok(None);
        }
        self.process.begin_budget();
        let begin = now();
        self.send(&Command::PonderHit);
        Ok(Some(begin))
    }

    /// Stops the search on the opponent's time, if there is one, without waiting.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(pondering) = &mut self.pondering
            && !pondering.is_stopped
        {
            pondering.is_stopped = true;
            self.send(&Command::Stop);
        }
    }

    /// Stops the search on the opponent's time, if there is one, and waits for its answer.
    pub(super) fn end_pondering(&mut self) -> Result<(), Fault> {
        self.stop_pondering();
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.process.begin_budget();
        let limit = self.patience.stop;
        let mut is_answer =
            |_: &str, line: &[u8]| matches!(parse(line), Ok(UciReply::BestMove { .. }));
        if self.wait_until(now() + limit, &mut is_answer)? {
            return Ok(());
        }
        let text = format!("no answer to 'stop' within {} s", limit.as_secs_f64());
        Err(self.process.fault(FaultKind::Hang, text))
    }
}
