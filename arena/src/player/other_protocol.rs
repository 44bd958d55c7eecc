//! Recognition of a program that speaks another protocol than it is expected to.

use std::time::Duration;

use super::process::now;
use super::{Launch, Process, Received};
use crate::{EngineSpec, Fault, FaultKind, WireProtocol};

/// Time without an introduction after which the program is asked in the other protocol.
pub const DOUBT: Duration = Duration::from_secs(1);

/// Timeout of the answer in the other protocol.
const ANSWER: Duration = Duration::from_millis(1500);

/// Further time for an answer in its own protocol, beside four times the time of the answer in the
/// other one.
const GRACE: Duration = Duration::from_millis(300);

/// Returns the fault of a program that does not introduce itself in its protocol, UCI or XBoard's,
/// but does so in the other one; `None` if it does in neither. With it goes the further time to
/// wait for its own protocol: on a busy machine a program that speaks both may be slow.
///
/// A second process is asked: one that speaks both protocols uses the first that it receives.
pub fn other_protocol(launch: Launch<'_>) -> Option<(Fault, Duration)> {
    let spec = launch.spec;
    let (own, other, question, word) = match spec.protocol {
        WireProtocol::Uci => ("UCI", "XBoard's protocol", "xboard\nprotover 2\n", "xboard"),
        WireProtocol::Xboard => ("XBoard's protocol", "UCI", "uci\n", "uci"),
        WireProtocol::Hub => return None,
    };
    let spec = &EngineSpec { stderr: None, ..spec.clone() };
    let mut process = Process::start(Launch { spec, ..launch }).ok()?;
    process.begin_budget();
    let begin = now();
    process.send(question);
    let until = begin + ANSWER;
    while let Ok(Received::Line { bytes, at }) = process.receive(Some(until)) {
        if at > until {
            break;
        }
        let line = bytes.trim_ascii();
        let answers = match spec.protocol {
            WireProtocol::Uci => line.starts_with(b"feature "),
            _ => line == b"uciok",
        };
        if answers {
            let text = format!("it speaks {other}, not {own}: expected proto={word}");
            return Some((
                process.fault(FaultKind::Start, text),
                GRACE + 4 * at.saturating_duration_since(begin),
            ));
        }
    }
    None
}
