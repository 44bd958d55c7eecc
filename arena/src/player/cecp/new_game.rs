//! Start of a game: the variant, the position, the limits.

use std::sync::Arc;

use protocol::Level;
use protocol::client::cecp::{self, Audience, CecpReply, CecpRequest, Flag};
use protocol::text::excerpt;
use variants::{AnyGame, Color, Fen};

use super::super::setting_error::SettingError;
use super::board::HostBoard;
use super::send::NO_CLOCK_MS;
use super::{CecpPlayer, codec, settings, start};
use crate::player::{Launch, Setup};
use crate::{Fault, FaultKind, TurnLimits};

impl CecpPlayer {
    /// Prepares the engine for a game.
    pub(super) fn begin_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let refuse = |error: SettingError| self.link.fault(FaultKind::Start, error.to_string());
        settings::check_limits(setup.limits).map_err(refuse)?;
        // An engine that may be thinking, and cannot report when it has stopped, is unusable.
        let is_spent = self.is_thinking && !self.link.has(Flag::Ping);
        let is_for_one = self.spec.restart || !self.link.has(Flag::Reuse);
        if self.used && (is_spent || is_for_one) {
            self.link.quit();
            let launch = Launch { spec: &self.spec, stop: &self.stop, log: self.log.as_ref() };
            (self.link, self.game) = start(launch, &self.variant, self.patience)?;
        }
        self.used = true;
        self.is_playing = false;
        self.is_thinking = false;
        self.sent = 0;
        self.color = setup.color;
        self.limits = *setup.limits;
        self.opponent_limits = *setup.opponent_limits;
        self.link.begin_budget();
        // In any state of the engine.
        self.link.send(CecpRequest::Force);
        self.link.send(CecpRequest::New);
        let agrees = self.choose_game()?;
        self.set_position(setup, agrees)?;
        self.set_limits();
        let ponder = if self.spec.ponders { CecpRequest::Hard } else { CecpRequest::Easy };
        for request in [CecpRequest::Post, ponder, CecpRequest::Computer] {
            self.link.send(request);
        }
        if self.link.has(Flag::Name) {
            self.link.send(CecpRequest::Name(setup.opponent));
        }
        self.settle("the game")?;
        Ok(())
    }

    /// Switches the engine to the variant; returns whether its start position is ours, if reported.
    fn choose_game(&mut self) -> Result<bool, Fault> {
        if let Some(name) = &self.game {
            self.link.send(CecpRequest::Variant(name));
        }
        self.link.send(CecpRequest::Force);
        let mut agrees = true;
        let definition = Arc::clone(self.variant.definition());
        let definition = &*definition;
        for reply in self.settle("the variant")? {
            let CecpReply::Setup(cecp::BoardSetup { size, fen }) = reply else { continue };
            let ours = (definition.size.files(), definition.size.ranks());
            if let Some((files, ranks)) = size.filter(|size| *size != ours) {
                let (name, size) = (&definition.name, definition.size);
                let text = format!("its board for {name} is {files}x{ranks}: expected {size}");
                return Err(self.link.fault(FaultKind::Start, text));
            }
            let fields = |fen: &str| {
                let fen = Fen::parse(fen, definition).ok();
                fen.map(|Fen { mut pieces, castling, .. }| {
                    pieces.sort_unstable_by_key(|(square, _)| square.index());
                    (pieces, castling)
                })
            };
            // The side to move is not compared: some engines always report White.
            agrees &= fen.is_empty() || fields(&fen) == fields(&definition.start);
        }
        Ok(agrees)
    }

    /// Sets up the start position, unless the engine has it.
    ///
    /// At a variant's own start White moves first on the wire, whatever the rules are: where Black
    /// begins, White passes. Elsewhere the FEN gives the first side.
    fn set_position(&mut self, setup: &Setup<'_>, agrees: bool) -> Result<(), Fault> {
        let start = self.variant.start();
        let fen = setup.fen.filter(|&fen| fen != start.fen());
        let (game, first) = match fen {
            None if agrees => (start, Color::White),
            fen => {
                let game = self.position(fen)?;
                if !self.link.has(Flag::SetBoard) {
                    let text = "its start position differs, and it has no feature setboard";
                    return Err(self.link.fault(FaultKind::Start, text));
                }
                self.link.send(CecpRequest::SetBoard(fen.unwrap_or(&start.fen())));
                self.settle("the position")?;
                let first = game.side();
                (game, first)
            }
        };
        self.board = HostBoard::new(game, first, codec(&self.variant));
        Ok(())
    }

    fn position(&self, fen: Option<&str>) -> Result<AnyGame, Fault> {
        let Some(fen) = fen else { return Ok(self.variant.start()) };
        // Unreachable: the FEN was parsed before.
        let game = self.variant.game(fen);
        game.map_err(|error| {
            self.link.fault(FaultKind::Start, format!("invalid position: {error}"))
        })
    }

    fn set_limits(&mut self) {
        let TurnLimits { clock, move_time_ms, depth, .. } = self.limits;
        match (clock, move_time_ms) {
            (Some(clock), _) => self.link.send(CecpRequest::Level(Level {
                moves: clock.moves,
                base_ms: clock.base_ms,
                increment_ms: clock.increment_ms,
            })),
            (None, time) => self.link.send(CecpRequest::MoveTime(time.unwrap_or(NO_CLOCK_MS))),
        }
        if let Some(depth) = depth {
            self.link.send(CecpRequest::Depth(depth));
        }
    }

    /// Waits until the engine has processed its commands, and returns its replies.
    fn settle(&mut self, what: &str) -> Result<Vec<CecpReply>, Fault> {
        let said = self.link.synchronize()?;
        for reply in &said {
            if let CecpReply::Tell { to: Audience::UserError, text } = reply {
                let text = format!("it rejected {what}: {}", excerpt(text));
                return Err(self.link.fault(FaultKind::Protocol, text));
            }
        }
        Ok(said)
    }
}
