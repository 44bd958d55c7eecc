//! The wire to an engine: requests out, replies in, what it can do.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use protocol::client::cecp::{Feature, Features, Flag, Reply, Request, parse};
use protocol::text::excerpt;

use super::Patience;
use crate::player::process::now;
use crate::player::{Process, Received};
use crate::{EngineSpec, Fault, FaultKind};

/// An engine that is spoken to.
#[derive(Debug)]
pub struct Link {
    process: Process,
    patience: Patience,
    features: Features,
    /// What `done` said last.
    done: Option<bool>,
    /// The number of the last ping.
    pings: u64,
}

impl Link {
    /// Starts an engine's program.
    pub fn start(
        spec: &EngineSpec,
        stop: &Arc<AtomicBool>,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let process = Process::start(spec, stop)?;
        Ok(Link { process, patience, features: Features::default(), done: None, pings: 0 })
    }

    /// Says that this is the protocol's version 2, and hears what the engine can do.
    ///
    /// An engine that has not said that more is to come is taken for ready after a while: it may
    /// be older than features.
    pub fn introduce(&mut self) -> Result<(), Fault> {
        self.say(Request::Xboard);
        self.say(Request::Protover);
        let begin = now();
        while self.done != Some(true) {
            let Patience { features, introduction, .. } = self.patience;
            let limit = if self.done.is_none() { features } else { introduction };
            let until = begin + limit;
            match self.hear(until)? {
                // A stream of other lines is no answer either.
                Some((_, at)) if at <= until => {}
                _ if self.done.is_some() => {
                    let text = format!("no 'feature done=1' within {} s", limit.as_secs_f64());
                    return Err(self.process.fault(FaultKind::Hang, text));
                }
                _ => {
                    let (name, limit) = (self.process.name(), limit.as_secs_f64());
                    log::warn!("{name}: no 'feature done=1' within {limit} s: taken for ready");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// What the engine has said of itself.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Whether a feature is there.
    pub fn has(&self, flag: Flag) -> bool {
        self.features.has(flag)
    }

    /// How long the engine is waited for.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Says something.
    pub fn say(&mut self, request: Request<'_>) {
        self.process.send(&format!("{request}\n"));
    }

    /// Sends a line as it is.
    pub fn send_line(&mut self, line: &str) {
        self.process.send(&format!("{line}\n"));
    }

    /// Sends a move.
    pub fn say_move(&mut self, mv: &str) {
        let with_word = self.has(Flag::UserMove);
        self.say(if with_word { Request::UserMove(mv) } else { Request::BareMove(mv) });
    }

    /// The next that the engine says, and when; `None`: nothing until then. Features are answered,
    /// and what is for people goes to the log.
    pub fn hear(&mut self, until: Instant) -> Result<Option<(Reply, Instant)>, Fault> {
        let (bytes, at) = match self.process.receive(Some(until))? {
            Received::Line { bytes, at } => (bytes, at),
            Received::TimedOut => return Ok(None),
        };
        let name = self.process.name();
        let reply = match parse(&bytes) {
            Ok(Reply::Features(list)) => {
                self.answer(list);
                Reply::Features(Vec::new())
            }
            Ok(reply) => {
                match &reply {
                    Reply::Tell { text, .. } => log::info!("{name}: {}", excerpt(text)),
                    // Old engines say so of commands that they can do without.
                    Reply::Error { reason, text } if is_unknown(reason) || is_unknown(text) => {
                        log::info!("{name}: {}", excerpt(&bytes));
                    }
                    Reply::Error { .. } => log::warn!("{name}: {}", excerpt(&bytes)),
                    _ => {}
                }
                reply
            }
            Err(error) if bytes.trim_ascii_start().starts_with(b"feature") => {
                log::warn!("{name}: {error}; the line is passed over");
                Reply::Features(Vec::new())
            }
            Err(error) => {
                let text = format!("{error}, in '{}'", excerpt(&bytes));
                return Err(self.process.fault(FaultKind::Protocol, text));
            }
        };
        Ok(Some((reply, at)))
    }

    /// Takes note of features, and answers them.
    fn answer(&mut self, features: Vec<Result<Feature, protocol::ParseError>>) {
        for feature in features {
            let feature = match feature {
                Ok(feature) => feature,
                Err(error) => {
                    log::warn!("{}: {error}; passed over", self.process.name());
                    continue;
                }
            };
            // Moves are told from square to square, in every game.
            let wanted = !matches!(feature, Feature::Flag(Flag::San, true) | Feature::Other { .. });
            let name = feature.name();
            self.say(if wanted { Request::Accepted(name) } else { Request::Rejected(name) });
            match feature {
                Feature::Done(done) => self.done = Some(done),
                feature if wanted => self.features.take(feature),
                _ => {}
            }
        }
    }

    /// Waits until the engine has done all that it was told, and returns what it said meanwhile. An
    /// engine without `ping` is not waited for.
    pub fn synchronize(&mut self) -> Result<Vec<Reply>, Fault> {
        let mut said = Vec::new();
        if !self.has(Flag::Ping) {
            return Ok(said);
        }
        self.pings += 1;
        let number = self.pings;
        self.say(Request::Ping(number));
        let until = now() + self.patience.answer;
        while let Some((reply, at)) = self.hear(until)? {
            match reply {
                Reply::Pong(other) if other == number => return Ok(said),
                Reply::Thinking(_) | Reply::Pong(_) => {}
                reply => said.push(reply),
            }
            // A stream of other lines is no answer either.
            if at > until {
                break;
            }
        }
        let limit = self.patience.answer.as_secs_f64();
        let text = format!("no 'pong {number}' within {limit} s");
        Err(self.process.fault(FaultKind::Hang, text))
    }

    /// Something that this engine did wrong.
    pub fn fault(&self, kind: FaultKind, text: impl Into<String>) -> Fault {
        self.process.fault(kind, text)
    }

    /// Lets the engine say as much as ever.
    pub fn begin_budget(&mut self) {
        self.process.begin_budget();
    }

    /// Ends the engine.
    pub fn quit(&mut self) {
        self.process.quit(&Request::Quit.to_string());
    }
}

/// Whether an error is that an engine does not know a command, as XBoard's protocol asks of it:
/// `Error (unknown command): easy`, `Error: unknown command`.
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
            let Ok(Reply::Error { reason, text }) = parse(line.as_bytes()) else {
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
