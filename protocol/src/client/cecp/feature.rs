//! Features: what an engine understands, and what it wants to hear.

use crate::text::excerpt;
use crate::{OptionKind, OptionSpec, ParseError};

/// Makes [`Flag`] from one table: the name on the wire, and what holds where nobody speaks of it.
macro_rules! flags {
    ($($(#[$doc:meta])* $flag:ident $name:literal $default:literal,)+) => {
        /// A feature that is there or not.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Flag {
            $($(#[$doc])* $flag,)+
        }

        impl Flag {
            /// All of them.
            pub const ALL: &[Flag] = &[$(Flag::$flag,)+];

            /// Its name on the wire.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Flag::$flag => $name,)+ }
            }

            /// Whether it is there if the engine says nothing of it.
            #[must_use]
            pub fn default_on(self) -> bool {
                match self { $(Flag::$flag => $default,)+ }
            }
        }
    };
}

flags! {
    /// It answers `ping`.
    Ping "ping" false,
    /// It understands `setboard`, and no `edit` is needed.
    SetBoard "setboard" false,
    /// It understands `playother`.
    PlayOther "playother" false,
    /// It wants moves in the notation of books.
    San "san" false,
    /// Moves come to it behind the word `usermove`.
    UserMove "usermove" false,
    /// It wants `time` and `otim`.
    Time "time" true,
    /// It wants `draw`.
    Draw "draw" true,
    /// It may be sent SIGINT.
    SigInt "sigint" true,
    /// It may be sent SIGTERM.
    SigTerm "sigterm" true,
    /// One process can play several games.
    Reuse "reuse" true,
    /// It can analyse.
    Analyze "analyze" true,
    /// It wants `white` or `black` before `go`.
    Colors "colors" true,
    /// It wants to know whether it plays on a chess server.
    Ics "ics" false,
    /// It wants `name`.
    Name "name" false,
    /// It understands `pause` and `resume`.
    Pause "pause" false,
    /// It understands `nps`.
    Nps "nps" true,
    /// It writes comments.
    Debug "debug" false,
    /// It understands `memory`.
    Memory "memory" false,
    /// It understands `cores`.
    Smp "smp" false,
    /// It understands `exclude` and `include`.
    Exclude "exclude" false,
    /// It understands `setscore`.
    SetScore "setscore" false,
    /// It marks the squares where a piece can go.
    Highlight "highlight" false,
}

/// One feature of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// One that is there or not.
    Flag(Flag, bool),
    /// `done`: whether all features are told; if not, more time is needed.
    Done(bool),
    /// What it is called.
    MyName(String),
    /// The games that it plays, by their names on the wire.
    Variants(Vec<String>),
    /// An option that it has.
    Option(OptionSpec),
    /// One that is not known here.
    Other {
        /// Its name.
        name: String,
        /// Its value, without quotation marks.
        value: String,
    },
}

impl Feature {
    /// Its name on the wire, for `accepted` and `rejected`.
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

/// All that an engine has said of itself, with the protocol's defaults for the rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    flags: Vec<(Flag, bool)>,
    name: Option<String>,
    variants: Option<Vec<String>>,
    options: Vec<OptionSpec>,
}

impl Features {
    /// Takes one more; what was said last counts.
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

    /// Whether a feature is there.
    #[must_use]
    pub fn has(&self, flag: Flag) -> bool {
        let said = self.flags.iter().find(|(other, _)| *other == flag);
        said.map_or(flag.default_on(), |(_, on)| *on)
    }

    /// What it is called, if it says so.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The games that it plays; orthodox chess alone if it does not say.
    #[must_use]
    pub fn variants(&self) -> Vec<&str> {
        match &self.variants {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => vec!["normal"],
        }
    }

    /// Its options, in the order in which it told them.
    #[must_use]
    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    /// An option by its name, in whatever case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&OptionSpec> {
        let name = name.trim_ascii();
        self.options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
    }
}

/// The features of a line, of which the word `feature` was taken.
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
            // Where the next one begins is not known; the next word is as good as any.
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            features.push(Err(bad(&rest[..end], expected)));
            rest = rest[end..].trim_ascii_start();
            continue;
        };
        let value = match value.strip_prefix('"') {
            Some(text) => {
                let Some((text, after)) = text.split_once('"') else {
                    let expected = "a text that ends with a quotation mark";
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

/// Reads `NAME -KIND VALUE`.
fn option(text: &str) -> Result<OptionSpec, ParseError> {
    let bad = |expected| ParseError::BadValue { command: "option", value: excerpt(text), expected };
    // A name may hold a hyphen, too.
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

/// The kinds of options.
const KINDS: [&str; 10] =
    ["button", "save", "reset", "check", "spin", "slider", "combo", "string", "file", "path"];

fn spin(value: &str) -> Option<OptionKind> {
    let mut numbers = value.split_ascii_whitespace().map(|word| word.parse::<i64>().ok());
    let (default, min, max) = (numbers.next()??, numbers.next()??, numbers.next()??);
    (numbers.next().is_none() && min <= max).then_some(OptionKind::Spin { default, min, max })
}

/// `A /// *B /// C`, the star before what holds at the start.
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
