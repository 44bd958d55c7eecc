//! Introduction of an engine: its options, the game, and when it is ready.

use std::time::{Duration, Instant};

use protocol::client::uci::{EngineCheck, UciReply, parse};
use protocol::text::{excerpt, printable};
use protocol::{Command, OptionSpec, StartPosition};
use variants::Variant;

use super::{UciPlayer, settings};
use crate::player::other_protocol::{DOUBT, other_protocol};
use crate::player::process::now;
use crate::player::setting_error::SettingError;
use crate::player::{Launch, Received};
use crate::{Fault, FaultKind};

impl UciPlayer {
    /// Introduces the program and sets it up for games of a variant.
    pub(super) fn set_up(&mut self, launch: Launch<'_>, variant: &Variant) -> Result<(), Fault> {
        let spec = launch.spec;
        let definition = variant.definition();
        // Until the game is set, the engine may report that the net does not fit another one.
        self.unfit = format!("not for {}: not used", definition.name);
        let mut known = self.introduction(Some(launch))?;
        let commands = settings::user_options(spec, &known)
            .map_err(|error| self.process.fault(FaultKind::Start, error.to_string()))?;
        let is_set = !commands.is_empty();
        for command in &commands {
            self.send(command);
        }
        let mut chosen = settings::check_choices(spec, &known);
        let mut game = settings::game_options(spec, &known, definition);
        if is_set && (chosen.is_err() || matches!(game, Err(SettingError::UnknownGame { .. }))) {
            // Choices may have been added by an option, such as the variants of a file.
            known = self.introduction(None)?;
            chosen = settings::check_choices(spec, &known);
            game = settings::game_options(spec, &known, definition);
        }
        let game = chosen.and(game);
        let game = game.map_err(|error| self.process.fault(FaultKind::Start, error.to_string()))?;
        for command in &game {
            self.send(command);
        }
        // Without it, some engines check the old game's position against the new game's rules, and
        // crash.
        self.send(&Command::Position { start: StartPosition::Default, moves: Vec::new() });
        for line in &spec.init {
            self.process.send(&format!("{line}\n"));
        }
        self.synchronize()?;
        match self.refusal.take() {
            Some(text) => Err(self.process.fault(FaultKind::Start, text)),
            None => Ok(()),
        }
    }

    /// Sends `uci`; returns the engine's options. A program that does not answer soon is examined for
    /// another protocol, if it is given.
    fn introduction(&mut self, program: Option<Launch<'_>>) -> Result<Vec<OptionSpec>, Fault> {
        let mut options: Vec<OptionSpec> = Vec::new();
        self.process.begin_budget();
        self.send(&Command::Handshake);
        let limit = self.patience.introduction;
        let (mut refusal, mut introduced) = (None, None);
        let unfit = self.unfit.clone();
        let mut read = |name: &str, line: &[u8]| match parse(line) {
            Ok(UciReply::UciOk) => true,
            Ok(UciReply::Name(text)) => {
                introduced = Some(text);
                false
            }
            Ok(UciReply::InfoString(text)) => {
                note_refusal(&mut refusal, &text, &unfit);
                false
            }
            Ok(UciReply::Option(option)) => {
                options.retain(|known| !known.is_named(&option.name));
                options.push(option);
                false
            }
            Ok(
                UciReply::CopyProtection(EngineCheck::Error)
                | UciReply::Registration(EngineCheck::Error),
            ) => {
                log::warn!("{name}: '{}': may refuse to play", excerpt(line));
                false
            }
            Ok(_) => false,
            Err(error) => {
                log::warn!("{name}: {error}, in '{}'; line ignored", excerpt(line));
                false
            }
        };
        let begin = now();
        let program = program.filter(|_| limit > DOUBT);
        if program.is_none() || !self.wait_until(begin + DOUBT, &mut read)? {
            let mut is_done = false;
            if let Some((fault, grace)) = program.and_then(other_protocol) {
                is_done = self.wait_until(now() + grace, &mut read)?;
                if !is_done {
                    return Err(fault);
                }
            }
            if !is_done && !self.wait_until(begin + limit, &mut read)? {
                return Err(self.silent("uciok", limit));
            }
        }
        self.refusal = self.refusal.take().or(refusal);
        self.name = introduced.or(self.name.take());
        Ok(options)
    }

    /// Waits until the engine is ready; earlier output is discarded.
    pub(super) fn synchronize(&mut self) -> Result<(), Fault> {
        self.process.begin_budget();
        self.send(&Command::IsReady);
        let limit = self.patience.ready;
        let unfit = self.unfit.clone();
        let mut refusal = None;
        let result = self.wait(limit, "readyok", |name, line| match parse(line) {
            Ok(UciReply::ReadyOk) => true,
            Ok(UciReply::InfoString(text)) => {
                note_refusal(&mut refusal, &text, &unfit);
                false
            }
            Ok(UciReply::BestMove { .. }) => {
                log::warn!("{name}: unexpected '{}' ignored", excerpt(line));
                false
            }
            Ok(_) => false,
            Err(error) => {
                log::warn!("{name}: {error}, in '{}'; line ignored", excerpt(line));
                false
            }
        });
        self.refusal = self.refusal.take().or(refusal);
        result
    }

    /// Waits for a line.
    fn wait(
        &mut self,
        limit: Duration,
        expected: &str,
        mut is_it: impl FnMut(&str, &[u8]) -> bool,
    ) -> Result<(), Fault> {
        match self.wait_until(now() + limit, &mut is_it)? {
            true => Ok(()),
            false => Err(self.silent(expected, limit)),
        }
    }

    /// Waits for a line; returns whether it came.
    pub(super) fn wait_until(
        &mut self,
        until: Instant,
        is_it: &mut impl FnMut(&str, &[u8]) -> bool,
    ) -> Result<bool, Fault> {
        loop {
            match self.process.receive(Some(until))? {
                Received::Line { bytes, .. } if is_it(self.process.name(), &bytes) => {
                    return Ok(true);
                }
                // A stream of other lines is not an answer either.
                Received::Line { at, .. } if at <= until => {}
                Received::Line { .. } | Received::TimedOut => return Ok(false),
            }
        }
    }

    /// Returns the fault of an engine that did not send a line.
    fn silent(&self, expected: &str, limit: Duration) -> Fault {
        let text = format!("no '{expected}' within {} s", limit.as_secs_f64());
        self.process.fault(FaultKind::Hang, text)
    }
}

/// Records the first `info string option 'NAME': ...`, by which engines such as this one refuse the
/// value of an option, or the end of another message on one: UCI has no reply for it.
fn note_refusal(refusal: &mut Option<String>, text: &str, unfit: &str) {
    let is_unfit = !unfit.is_empty() && text.ends_with(unfit);
    if refusal.is_none() && (text.starts_with("option '") || is_unfit) {
        *refusal = Some(printable(text).into_owned());
    }
}
