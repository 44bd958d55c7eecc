//! CECP commands of a GUI.

use std::fmt;

use super::Claim;
use crate::text::printable;
use crate::{Level, OptionValue};

/// Command of a GUI to an engine. Its text is one line, without the ending, whatever the strings in
/// it contain.
///
/// ```
/// use menagerie_protocol::Level;
/// use menagerie_protocol::client::cecp::CecpRequest;
///
/// let level = Level { moves: Some(40), base_ms: 90_000, increment_ms: 500 };
/// assert_eq!(CecpRequest::Level(level).to_string(), "level 40 1:30 0.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CecpRequest<'a> {
    /// Selects CECP.
    Xboard,
    /// Selects version 2 of the protocol.
    Protover,
    /// A feature is accepted.
    Accepted(&'a str),
    /// A feature is rejected.
    Rejected(&'a str),
    /// New game of chess, the engine playing Black.
    New,
    /// Another game, by its name in CECP.
    Variant(&'a str),
    /// The engine plays neither side.
    Force,
    /// White is to move, for engines that require it.
    White,
    /// Black is to move, for engines that require it.
    Black,
    /// Position, as a FEN.
    SetBoard(&'a str),
    /// Time control.
    ///
    /// The time is written in whole seconds, rounded up: most engines read whole numbers and ignore
    /// a fraction. The exact time follows in [`Clock`](CecpRequest::Clock).
    Level(Level),
    /// Fixed time per move, in milliseconds; written with decimals if it is not whole seconds,
    /// though some engines do not parse these.
    MoveTime(u64),
    /// Maximum depth in plies.
    Depth(u32),
    /// Time on the engine's clock, in milliseconds; written in hundredths of a second.
    Clock(u64),
    /// Time on the opponent's clock, likewise.
    OpponentClock(u64),
    /// A move, with the word `usermove` before it.
    UserMove(&'a str),
    /// A move, for engines without that feature.
    BareMove(&'a str),
    /// The engine plays the side to move.
    Go,
    /// Move now.
    MoveNow,
    /// Answer with the same number when all earlier commands are done.
    Ping(u64),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result {
        /// Result.
        claim: Claim,
        /// Reason.
        comment: &'a str,
    },
    /// Ends the engine.
    Quit,
    /// Turns thinking output on.
    Post,
    /// Turns pondering off.
    Easy,
    /// Turns pondering on.
    Hard,
    /// The opponent is an engine.
    Computer,
    /// Name of the opponent.
    Name(&'a str),
    /// Memory for all tables, in MB.
    Memory(u64),
    /// Number of threads.
    Cores(u64),
    /// Sets an option.
    Option {
        /// Name of the option.
        name: &'a str,
        /// Value of the option.
        value: &'a OptionValue,
    },
}

impl fmt::Display for CecpRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |f: &mut fmt::Formatter<'_>, command: &str, text: &str| {
            write!(f, "{command} {}", printable(text))
        };
        match *self {
            CecpRequest::Xboard => f.write_str("xboard"),
            CecpRequest::Protover => f.write_str("protover 2"),
            CecpRequest::Accepted(name) => text(f, "accepted", name),
            CecpRequest::Rejected(name) => text(f, "rejected", name),
            CecpRequest::New => f.write_str("new"),
            CecpRequest::Variant(name) => text(f, "variant", name),
            CecpRequest::Force => f.write_str("force"),
            CecpRequest::White => f.write_str("white"),
            CecpRequest::Black => f.write_str("black"),
            CecpRequest::SetBoard(fen) => text(f, "setboard", fen),
            CecpRequest::Level(level) => write_level(f, level),
            CecpRequest::MoveTime(ms) => write!(f, "st {}", seconds(ms)),
            CecpRequest::Depth(plies) => write!(f, "sd {plies}"),
            CecpRequest::Clock(ms) => write!(f, "time {}", ms / 10),
            CecpRequest::OpponentClock(ms) => write!(f, "otim {}", ms / 10),
            CecpRequest::UserMove(mv) => text(f, "usermove", mv),
            CecpRequest::BareMove(mv) => f.write_str(&printable(mv)),
            CecpRequest::Go => f.write_str("go"),
            CecpRequest::MoveNow => f.write_str("?"),
            CecpRequest::Ping(number) => write!(f, "ping {number}"),
            CecpRequest::Draw => f.write_str("draw"),
            CecpRequest::Result { claim, comment } => {
                let comment = printable(comment).replace('{', "(").replace('}', ")");
                write!(f, "result {} {{{comment}}}", claim.text())
            }
            CecpRequest::Quit => f.write_str("quit"),
            CecpRequest::Post => f.write_str("post"),
            CecpRequest::Easy => f.write_str("easy"),
            CecpRequest::Hard => f.write_str("hard"),
            CecpRequest::Computer => f.write_str("computer"),
            CecpRequest::Name(name) => text(f, "name", name),
            CecpRequest::Memory(megabytes) => write!(f, "memory {megabytes}"),
            CecpRequest::Cores(cores) => write!(f, "cores {cores}"),
            CecpRequest::Option { name, value } => {
                text(f, "option", name)?;
                match value {
                    OptionValue::Button => Ok(()),
                    OptionValue::Check(on) => write!(f, "={}", u8::from(*on)),
                    value => write!(f, "={}", printable(&value.to_string())),
                }
            }
        }
    }
}

fn write_level(f: &mut fmt::Formatter<'_>, level: Level) -> fmt::Result {
    // Many engines do not accept a time control of 0.
    let base = level.base_ms.div_ceil(1000).max(1);
    write!(f, "level {} {}", level.moves.unwrap_or(0), base / 60)?;
    if !base.is_multiple_of(60) {
        write!(f, ":{:02}", base % 60)?;
    }
    write!(f, " {}", seconds(level.increment_ms))
}

/// Formats seconds, with no more decimals than needed.
fn seconds(ms: u64) -> String {
    let (whole, part) = (ms / 1000, ms % 1000);
    if part == 0 {
        return whole.to_string();
    }
    let decimals = format!("{part:03}");
    format!("{whole}.{}", decimals.trim_end_matches('0'))
}
