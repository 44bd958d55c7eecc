//! `feature`: capabilities and settings announced by the engine.

use super::Cecp;
use super::parse::{CHESS_HERE, CHESS_THERE};
use crate::text::{line, printable};
use crate::{OptionKind, OptionSpec, Protocol};

/// Supported features, and requested settings. `egt`, `setscore`, `fen960`, `oocastle` and `xedit`
/// are omitted, as their defaults are right.
const FEATURES: [&str; 2] = [
    "ping=1 setboard=1 usermove=1 debug=1 reuse=1 analyze=1 pause=1 nps=1 memory=1 smp=1 \
     exclude=1 time=1 draw=1 name=1 playother=1 highlight=1",
    "san=0 colors=0 ics=0 sigint=0 sigterm=0",
];

/// State of the feature negotiation.
#[derive(Clone, Debug, Default)]
pub(super) struct Handshake {
    state: FeatureState,
    /// The GUI does not accept `#` lines.
    no_comments: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FeatureState {
    /// No protocol version has been sent, or the GUI does not support features.
    #[default]
    None,
    /// The features are being sent.
    Announcing,
    /// All features are sent.
    Announced,
}

impl Handshake {
    /// Sets the GUI's protocol version; returns whether it supports features.
    pub(super) fn begin(&mut self, version: u32) -> bool {
        let features = version > 1;
        self.state = if features { FeatureState::Announcing } else { FeatureState::None };
        features
    }

    /// Processes the GUI's answer to a feature.
    pub(super) fn answered(&mut self, accepted: bool, feature: Option<&str>) {
        if feature == Some("debug") {
            self.no_comments = !accepted;
        }
    }

    /// Whether the GUI accepts lines that begin with `#`.
    pub(super) fn comments(&self) -> bool {
        !self.no_comments
    }
}

impl Cecp {
    /// Writes identity and features: begins the introduction.
    pub(super) fn write_identity(&self, name: &str, out: &mut String) {
        if self.handshake.state == FeatureState::Announcing {
            line(out, "feature done=0");
            for features in FEATURES {
                line(out, &format!("feature {features}"));
            }
            line(out, &format!("feature myname=\"{}\"", quotable(name)));
        }
    }

    /// Writes the variants. They may be sent again when others were added.
    pub(super) fn write_variants(&self, names: &[String], out: &mut String) {
        if self.handshake.state == FeatureState::None {
            return;
        }
        let names: Vec<_> = names
            .iter()
            .map(|name| if name == CHESS_HERE { CHESS_THERE } else { name })
            .map(quotable)
            .collect();
        line(out, &format!("feature variants=\"{}\"", names.join(",")));
    }

    /// Writes an option. After the introduction XBoard would list it twice.
    pub(super) fn write_option(&self, spec: &OptionSpec, out: &mut String) {
        if self.handshake.state == FeatureState::Announcing && spec.only != Some(Protocol::Uci) {
            line(out, &format!("feature option=\"{}\"", option(spec)));
        }
    }

    /// Writes the end of the introduction.
    pub(super) fn write_introduced(&mut self, out: &mut String) {
        if self.handshake.state == FeatureState::Announcing {
            line(out, "feature done=1");
            self.handshake.state = FeatureState::Announced;
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

/// XBoard's numbers have 32 bits.
fn narrow(number: i64) -> i64 {
    number.clamp(i32::MIN.into(), i32::MAX.into())
}

/// Whether the text of an option is a file path, for which GUIs have a dialog.
fn is_file(name: &str) -> bool {
    name.ends_with("File") || name.ends_with("Path")
}

/// Returns the text without characters that are not allowed between quotation marks.
fn quotable(text: impl AsRef<str>) -> String {
    printable(text.as_ref()).replace('"', "'")
}
