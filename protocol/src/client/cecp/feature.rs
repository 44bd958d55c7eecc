//! Features: capabilities and requests of an engine.

use crate::text::excerpt;
use crate::{OptionKind, OptionSpec, ParseError};

/// Makes [`Flag`] from one table: the name in CECP, and the default.
macro_rules! flags {
    ($($(#[$doc:meta])* $flag:ident $name:literal $default:literal,)+) => {
        /// A boolean feature.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Flag {
            $($(#[$doc])* $flag,)+
        }

        impl Flag {
            /// All flags.
            pub const ALL: &[Flag] = &[$(Flag::$flag,)+];

            /// Returns its name in CECP.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Flag::$flag => $name,)+ }
            }

            /// Returns its default.
            #[must_use]
            pub fn default_on(self) -> bool {
                match self { $(Flag::$flag => $default,)+ }
            }
        }
    };
}

flags! {
    /// The engine answers `ping`.
    Ping "ping" false,
    /// The engine supports `setboard`; `edit` is not needed.
    SetBoard "setboard" false,
    /// The engine supports `playother`.
    PlayOther "playother" false,
    /// The engine requires moves in SAN.
    San "san" false,
    /// The engine requires the word `usermove` before moves.
    UserMove "usermove" false,
    /// The engine requests `time` and `otim`.
    Time "time" true,
    /// The engine accepts `draw`.
    Draw "draw" true,
    /// The engine may be sent SIGINT.
    SigInt "sigint" true,
    /// The engine may be sent SIGTERM.
    SigTerm "sigterm" true,
    /// One process can play several games.
    Reuse "reuse" true,
    /// The engine can analyse.
    Analyze "analyze" true,
    /// The engine requires `white` or `black` before `go`.
    Colors "colors" true,
    /// The engine requests `ics`: whether it plays on a chess server.
    Ics "ics" false,
    /// The engine requests `name`.
    Name "name" false,
    /// The engine supports `pause` and `resume`.
    Pause "pause" false,
    /// The engine supports `nps`.
    Nps "nps" true,
    /// The engine writes comments.
    Debug "debug" false,
    /// The engine supports `memory`.
    Memory "memory" false,
    /// The engine supports `cores`.
    Smp "smp" false,
    /// The engine supports `exclude` and `include`.
    Exclude "exclude" false,
    /// The engine supports `setscore`.
    SetScore "setscore" false,
    /// The engine marks the target squares of a piece.
    Highlight "highlight" false,
}

/// One feature of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// A boolean feature.
    Flag(Flag, bool),
    /// `done`: whether all features are sent; if not, more time is needed.
    Done(bool),
    /// Name of the engine.
    MyName(String),
    /// Supported variants, by their names in CECP.
    Variants(Vec<String>),
    /// An option of the engine.
    Option(OptionSpec),
    /// An unknown feature.
    Other {
        /// Name of the feature.
        name: String,
        /// Value, without quotation marks.
        value: String,
    },
}

impl Feature {
    /// Returns the name in CECP, for `accepted` and `rejected`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Feature::Flag(flag, _) => flag.name(),
            Feature::Done(_) => "done",
            Feature::MyName(_) => "myname",
            Feature::Variants(_) => "variants",
            Feature::Option(_) => "option",
            Feature::Other { name, .. } => name,
        }
    }
}

/// All features of an engine, with the protocol's defaults for those that it did not send.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    flags: Vec<(Flag, bool)>,
    name: Option<String>,
    variants: Option<Vec<String>>,
    options: Vec<OptionSpec>,
}

impl Features {
    /// Name by which the engine introduced itself.
    #[must_use]
    pub fn engine_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Adds a feature; the last one of a name counts.
    pub fn take(&mut self, feature: Feature) {
        match feature {
            Feature::Flag(flag, on) => {
                self.flags.retain(|(other, _)| *other != flag);
                self.flags.push((flag, on));
            }
            Feature::MyName(name) => self.name = Some(name),
            Feature::Variants(names) => self.variants = Some(names),
            Feature::Option(spec) => {
                self.options.retain(|other| !other.name.eq_ignore_ascii_case(&spec.name));
                self.options.push(spec);
            }
            Feature::Done(_) | Feature::Other { .. } => {}
        }
    }

    /// Whether a feature is set.
    #[must_use]
    pub fn has(&self, flag: Flag) -> bool {
        let sent = self.flags.iter().find(|(other, _)| *other == flag);
        sent.map_or(flag.default_on(), |(_, on)| *on)
    }

    /// Returns the name of the engine, if it sent one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the supported variants; orthodox chess only if the engine sent none.
    #[must_use]
    pub fn variants(&self) -> Vec<&str> {
        match &self.variants {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => vec!["normal"],
        }
    }

    /// Returns the options, in the order in which they were sent.
    #[must_use]
    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    /// Returns an option by its name, ignoring case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&OptionSpec> {
        let name = name.trim_ascii();
        self.options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
    }
}

/// Parses the features of a line, after the word `feature`.
pub(super) fn features(line: &str) -> Result<Vec<Result<Feature, ParseError>>, ParseError> {
    let expected = "NAME=VALUE";
    let mut rest = line.trim_ascii();
    if rest.is_empty() {
        return Err(ParseError::Missing { command: "feature", expected });
    }
    let mut features = Vec::new();
    while !rest.is_empty() {
        let bad = |value: &str, expected| ParseError::BadValue {
            command: "feature",
            value: excerpt(value),
            expected,
        };
        let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let Some(value) = after.strip_prefix('=').filter(|_| !name.is_empty()) else {
            // The beginning of the next one is unknown; continues at the next word.
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            features.push(Err(bad(&rest[..end], expected)));
            rest = rest[end..].trim_ascii_start();
            continue;
        };
        let value = match value.strip_prefix('"') {
            Some(text) => {
                let Some((text, after)) = text.split_once('"') else {
                    let expected = "text that ends with a quotation mark";
                    features.push(Err(bad(value, expected)));
                    break;
                };
                rest = after.trim_ascii_start();
                text
            }
            None => {
                let end = value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len());
                rest = value[end..].trim_ascii_start();
                &value[..end]
            }
        };
        features.push(feature(name, value));
    }
    Ok(features)
}

fn feature(name: &str, value: &str) -> Result<Feature, ParseError> {
    let flag = Flag::ALL.iter().find(|flag| flag.name() == name);
    let on = |command: &'static str| match value {
        "1" => Ok(true),
        "0" => Ok(false),
        _ => Err(ParseError::BadValue { command, value: excerpt(value), expected: "0 or 1" }),
    };
    Ok(match (flag, name) {
        (Some(&flag), _) => Feature::Flag(flag, on(flag.name())?),
        (None, "done") => Feature::Done(on("done")?),
        (None, "myname") => Feature::MyName(value.to_owned()),
        (None, "variants") => Feature::Variants(
            value
                .split(',')
                .map(str::trim_ascii)
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
        ),
        (None, "option") => Feature::Option(option(value)?),
        (None, _) => Feature::Other { name: excerpt(name), value: excerpt(value) },
    })
}

/// Parses `NAME -KIND VALUE`.
fn option(text: &str) -> Result<OptionSpec, ParseError> {
    let bad = |expected| ParseError::BadValue { command: "option", value: excerpt(text), expected };
    // A name may contain a hyphen, too.
    let parts = text.match_indices(" -").filter_map(|(at, _)| {
        let (name, rest) = (text[..at].trim_ascii(), &text[at + 2..]);
        let (kind, value) = rest.split_once(' ').unwrap_or((rest, ""));
        KINDS.contains(&kind).then_some((name, kind, value.trim_ascii()))
    });
    let (name, kind, value) = parts
        .into_iter()
        .find(|(name, ..)| !name.is_empty())
        .ok_or_else(|| bad("NAME -KIND VALUE with a kind such as check, spin, combo or string"))?;
    let kind = match kind {
        "button" | "save" | "reset" => OptionKind::Button,
        "check" => match value {
            "1" => OptionKind::Check { default: true },
            "0" => OptionKind::Check { default: false },
            _ => return Err(bad("NAME -check 0 or NAME -check 1")),
        },
        "spin" | "slider" => spin(value).ok_or_else(|| bad("NAME -spin VALUE LEAST GREATEST"))?,
        "combo" => combo(value),
        _ => OptionKind::String { default: value.to_owned() },
    };
    Ok(OptionSpec {
        name: name.to_owned(),
        kind,
        unit: String::new(),
        help: String::new(),
        only: None,
    })
}

/// Types of options.
const KINDS: [&str; 10] =
    ["button", "save", "reset", "check", "spin", "slider", "combo", "string", "file", "path"];

fn spin(value: &str) -> Option<OptionKind> {
    let mut numbers = value.split_ascii_whitespace().map(|word| word.parse::<i64>().ok());
    let (default, min, max) = (numbers.next()??, numbers.next()??, numbers.next()??);
    (numbers.next().is_none() && min <= max).then_some(OptionKind::Spin { default, min, max })
}

/// Parses `A /// *B /// C`, the default marked with a star.
fn combo(value: &str) -> OptionKind {
    let choices: Vec<&str> =
        value.split("///").map(str::trim_ascii).filter(|choice| !choice.is_empty()).collect();
    let bare = |choice: &str| choice.strip_prefix('*').unwrap_or(choice).trim_ascii().to_owned();
    let default = choices.iter().find(|choice| choice.starts_with('*')).or(choices.first());
    OptionKind::Combo {
        default: default.map(|choice| bare(choice)).unwrap_or_default(),
        choices: choices.iter().map(|choice| bare(choice)).collect(),
    }
}
