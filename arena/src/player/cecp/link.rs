//! Connection to a CECP engine: requests, replies and features.

use std::time::{Duration, Instant};

use protocol::client::cecp::{CecpReply, CecpRequest, Feature, Features, Flag, parse};
use protocol::text::excerpt;

use super::Patience;
use crate::player::other_protocol::{DOUBT, other_protocol};
use crate::player::process::now;
use crate::player::{Launch, Process, Received};
use crate::{Fault, FaultKind};

/// Connection to an engine.
#[derive(Debug)]
pub struct Link {
    process: Process,
    patience: Patience,
    features: Features,
    /// Last value of the feature `done`.
    done: Option<bool>,
    /// Number of the last ping.
    pings: u64,
}

impl Link {
    /// Starts an engine's program.
    pub fn start(launch: Launch<'_>, patience: Patience) -> Result<Self, Fault> {
        let process = Process::start(launch)?;
        Ok(Link { process, patience, features: Features::default(), done: None, pings: 0 })
    }

    /// Sends `protover 2` and reads the engine's features.
    ///
    /// An engine that did not send `done=0` counts as ready after a timeout: it may predate
    /// features.
    pub fn introduce(&mut self, launch: Launch<'_>) -> Result<(), Fault> {
        self.send(CecpRequest::Xboard);
        self.send(CecpRequest::Protover);
        let begin = now();
        let mut is_examined = self.patience.features <= DOUBT;
        while self.done != Some(true) {
            let Patience { features, introduction, .. } = self.patience;
            let limit = if self.done.is_none() { features } else { introduction };
            let until = begin + limit;
            if !is_examined && self.done.is_none() {
                match self.receive(begin + DOUBT) {
                    Ok(Some((_, at))) if at <= begin + DOUBT => {}
                    // Also after lines that are not of the protocol.
                    heard => {
                        is_examined = true;
                        if let Some((fault, grace)) = other_protocol(launch) {
                            let until = now() + grace;
                            while self.done.is_none()
                                && matches!(self.receive(until), Ok(Some((_, at))) if at <= until)
                            {
                            }
                            if self.done.is_none() {
                                return Err(fault);
                            }
                        }
                        heard?;
                    }
                }
                continue;
            }
            match self.receive(until)? {
                // A stream of other lines is not an answer either.
                Some((_, at)) if at <= until => {}
                _ if self.done.is_some() => {
                    let text = format!("no 'feature done=1' within {} s", limit.as_secs_f64());
                    return Err(self.process.fault(FaultKind::Hang, text));
                }
                _ => {
                    let (name, limit) = (self.process.name(), limit.as_secs_f64());
                    log::warn!("{name}: no 'feature done=1' within {limit} s: assumed ready");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the engine's features.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Whether the engine has a feature.
    pub fn has(&self, flag: Flag) -> bool {
        self.features.has(flag)
    }

    /// Returns the timeouts.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Sends a request.
    pub fn send(&mut self, request: CecpRequest<'_>) {
        self.process.send(&format!("{request}\n"));
    }

    /// Sends a line as it is.
    pub fn send_line(&mut self, line: &str) {
        self.process.send(&format!("{line}\n"));
    }

    /// Sends a move.
    pub fn send_move(&mut self, mv: &str) {
        let with_word = self.has(Flag::UserMove);
        self.send(if with_word { CecpRequest::UserMove(mv) } else { CecpRequest::BareMove(mv) });
    }

    /// Returns the next reply and its time; `None` after the timeout. Features are answered, and
    /// messages for people are logged.
    pub fn receive(&mut self, until: Instant) -> Result<Option<(CecpReply, Instant)>, Fault> {
        let (bytes, at) = match self.process.receive(Some(until))? {
            Received::Line { bytes, at } => (bytes, at),
            Received::TimedOut => return Ok(None),
        };
        let name = self.process.name();
        let reply = match parse(&bytes) {
            Ok(CecpReply::Features(list)) => {
                self.answer(list);
                CecpReply::Features(Vec::new())
            }
            Ok(reply) => {
                match &reply {
                    CecpReply::Tell { text, .. } => log::info!("{name}: {}", excerpt(text)),
                    // Old engines reply so to optional commands.
                    CecpReply::Error { reason, text } if is_unknown(reason) || is_unknown(text) => {
                        log::info!("{name}: {}", excerpt(&bytes));
                    }
                    CecpReply::Error { .. } => log::warn!("{name}: {}", excerpt(&bytes)),
                    _ => {}
                }
                reply
            }
            Err(error) if bytes.trim_ascii_start().starts_with(b"feature") => {
                log::warn!("{name}: {error}; line ignored");
                CecpReply::Features(Vec::new())
            }
            Err(error) => {
                let text = format!("{error}, in '{}'", excerpt(&bytes));
                return Err(self.process.fault(FaultKind::Protocol, text));
            }
        };
        Ok(Some((reply, at)))
    }

    /// Records features and answers them.
    fn answer(&mut self, features: Vec<Result<Feature, protocol::ParseError>>) {
        for feature in features {
            let feature = match feature {
                Ok(feature) => feature,
                Err(error) => {
                    log::warn!("{}: {error}; ignored", self.process.name());
                    continue;
                }
            };
            // Moves are sent from square to square, in every variant.
            let wanted = !matches!(feature, Feature::Flag(Flag::San, true) | Feature::Other { .. });
            let name = feature.name();
            self.send(if wanted {
                CecpRequest::Accepted(name)
            } else {
                CecpRequest::Rejected(name)
            });
            match feature {
                Feature::Done(done) => self.done = Some(done),
                feature if wanted => self.features.take(feature),
                _ => {}
            }
        }
    }

    /// Waits until the engine has processed all commands, and returns its replies meanwhile. Does
    /// not wait for an engine without `ping`.
    pub fn synchronize(&mut self) -> Result<Vec<CecpReply>, Fault> {
        let mut said = Vec::new();
        if !self.has(Flag::Ping) {
            return Ok(said);
        }
        self.pings += 1;
        let number = self.pings;
        self.send(CecpRequest::Ping(number));
        let until = now() + self.patience.answer;
        while let Some((reply, at)) = self.receive(until)? {
            match reply {
                CecpReply::Pong(other) if other == number => return Ok(said),
                CecpReply::Thinking(_) | CecpReply::Pong(_) => {}
                reply => said.push(reply),
            }
            // A stream of other lines is not an answer either.
            if at > until {
                break;
            }
        }
        let limit = self.patience.answer.as_secs_f64();
        let text = format!("no 'pong {number}' within {limit} s");
        Err(self.process.fault(FaultKind::Hang, text))
    }

    /// Returns the fault of an answer after the limit.
    pub fn late(&self, elapsed: Duration, limit: Duration) -> Fault {
        self.process.late(elapsed, limit)
    }

    /// Returns a fault of this engine.
    pub fn fault(&self, kind: FaultKind, text: impl Into<String>) -> Fault {
        self.process.fault(kind, text)
    }

    /// Resets the output budget of the engine.
    pub fn begin_budget(&mut self) {
        self.process.begin_budget();
    }

    /// Lets the engine ponder unread.
    pub fn leave_unread(&mut self) {
        self.process.leave_unread();
    }

    /// Ends the engine.
    pub fn quit(&mut self) {
        self.process.quit(&CecpRequest::Quit.to_string());
    }
}

/// Whether an error reports an unknown command, in XBoard's format: `Error (unknown command):
/// easy`, `Error: unknown command`.
fn is_unknown(text: &str) -> bool {
    text.to_ascii_lowercase().starts_with("unknown command")
}

#[cfg(test)]
mod tests {
    use protocol::client::cecp::parse;

    use super::*;

    #[test]
    fn commands_that_an_engine_does_not_know_are_no_warnings() {
        for (line, expected) in [
            ("Error (unknown command): easy", true),
            ("Error: unknown command", true),
            ("Error (Unknown command): st 1", true),
            ("Error (too many parameters): level", false),
            ("Error (illegal position): setboard", false),
        ] {
            let Ok(CecpReply::Error { reason, text }) = parse(line.as_bytes()) else {
                panic!("{line}")
            };
            assert_eq!(
                is_unknown(&reason) || is_unknown(&text),
                expected,
                "{line}: {reason}, {text}"
            );
        }
    }
}
