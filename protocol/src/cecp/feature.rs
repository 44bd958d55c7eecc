//! `feature`: what the engine tells of itself.

use super::Cecp;
use super::parse::{CHESS_HERE, CHESS_THERE};
use crate::text::{line, printable};
use crate::{OptionKind, OptionSpec, Protocol};

/// What the engine understands, and what it wants to hear. Nothing is said of `egt`, `setscore`,
/// `fen960`, `oocastle` and `xedit`, which are as wanted where nobody speaks of them.
const FEATURES: [&str; 2] = [
    "ping=1 setboard=1 usermove=1 debug=1 reuse=1 analyze=1 pause=1 nps=1 memory=1 smp=1 \
     exclude=1 time=1 draw=1 name=1 playother=1 highlight=1",
    "san=0 colors=0 ics=0 sigint=0 sigterm=0",
];

/// How far the two sides have made each other's acquaintance.
#[derive(Clone, Debug, Default)]
pub(super) struct Handshake {
    state: State,
    /// The other side does not want `#` lines.
    no_comments: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The other side has not said what it understands, or understands no features.
    #[default]
    Silent,
    /// The features are being told.
    Telling,
    /// All features are told.
    Told,
}

impl Handshake {
    /// Takes the number of the other side's protocol; whether it wants to hear of features.
    pub(super) fn begin(&mut self, version: u32) -> bool {
        let features = version > 1;
        self.state = if features { State::Telling } else { State::Silent };
        features
    }

    /// Takes the other side's answer to a feature.
    pub(super) fn answered(&mut self, accepted: bool, feature: Option<&str>) {
        if feature == Some("debug") {
            self.no_comments = !accepted;
        }
    }

    /// Whether lines that begin with `#` are welcome.
    pub(super) fn comments(&self) -> bool {
        !self.no_comments
    }
}

impl Cecp {
    /// Who we are, and what we understand: begins the introduction.
    pub(super) fn write_identity(&self, name: &str, out: &mut String) {
        if self.handshake.state == State::Telling {
            line(out, "feature done=0");
            for features in FEATURES {
                line(out, &format!("feature {features}"));
            }
            line(out, &format!("feature myname=\"{}\"", quotable(name)));
        }
    }

    /// The games. They may be told again later, when others have come.
    pub(super) fn write_variants(&self, names: &[String], out: &mut String) {
        if self.handshake.state == State::Silent {
            return;
        }
        let names: Vec<_> = names
            .iter()
            .map(|name| if name == CHESS_HERE { CHESS_THERE } else { name })
            .map(quotable)
            .collect();
        line(out, &format!("feature variants=\"{}\"", names.join(",")));
    }

    /// An option. Once introduced, XBoard would list it twice.
    pub(super) fn write_option(&self, spec: &OptionSpec, out: &mut String) {
        if self.handshake.state == State::Telling && spec.only != Some(Protocol::Uci) {
            line(out, &format!("feature option=\"{}\"", option(spec)));
        }
    }

    /// The end of the introduction.
    pub(super) fn write_introduced(&mut self, out: &mut String) {
        if self.handshake.state == State::Telling {
            line(out, "feature done=1");
            self.handshake.state = State::Told;
        }
    }
}

fn option(spec: &OptionSpec) -> String {
    let name = quotable(&spec.name);
    match &spec.kind {
        OptionKind::Check { default } => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Spin { default, min, max } => {
            let [default, min, max] = [default, min, max].map(|&number| narrow(number));
            format!("{name} -spin {default} {min} {max}")
        }
        OptionKind::Combo { default, choices } => {
            let choices: Vec<_> = choices
                .iter()
                .map(|choice| {
                    let mark = if choice.eq_ignore_ascii_case(default) { "*" } else { "" };
                    format!("{mark}{}", quotable(choice))
                })
                .collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::String { default } => {
            let kind = if is_file(&spec.name) { "file" } else { "string" };
            format!("{name} -{kind} {}", quotable(default))
        }
        OptionKind::Button => format!("{name} -button"),
    }
}

/// XBoard keeps numbers in 32 bits.
fn narrow(number: i64) -> i64 {
    number.clamp(i32::MIN.into(), i32::MAX.into())
}

/// Whether an option's text is the path of a file, for which GUIs have a dialog.
fn is_file(name: &str) -> bool {
    name.ends_with("File") || name.ends_with("Path")
}

/// A text that can stand between quotation marks.
fn quotable(text: impl AsRef<str>) -> String {
    printable(text.as_ref()).replace('"', "'")
}
