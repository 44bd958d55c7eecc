//! Settings sent to an engine once: its options, and its name of the variant.

use protocol::OptionValue;
use protocol::client::cecp::{CecpRequest, Features, Flag};
use variants::Definition;

use crate::player::is_resized;
use crate::player::names::{other_games, other_options};
use crate::player::setting_error::SettingError;
use crate::{EngineSpec, TurnLimits};
use engine::options::{BOARD_SIZE, HASH, THREADS};

/// Name of orthodox chess in the protocol.
const CHESS_THERE: &str = "normal";
/// Name of orthodox chess here.
const CHESS_HERE: &str = "chess";

/// Command that sets one option.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Option of the engine's own.
    Option {
        /// Name of the option.
        name: String,
        /// Value of the option.
        value: OptionValue,
    },
    /// Memory of the hash tables, in MB.
    Memory(u64),
    /// Number of threads.
    Cores(u64),
}

impl Setting {
    /// Returns the request to be sent.
    pub fn request(&self) -> CecpRequest<'_> {
        match self {
            Setting::Option { name, value } => CecpRequest::Option { name, value },
            Setting::Memory(megabytes) => CecpRequest::Memory(*megabytes),
            Setting::Cores(cores) => CecpRequest::Cores(*cores),
        }
    }
}

/// Returns the settings of the user's options. The hash size and the threads have commands of their
/// own in this protocol, which are used where the engine has no option of that name.
pub fn options(spec: &EngineSpec, features: &Features) -> Result<Vec<Setting>, SettingError> {
    let mut settings = Vec::new();
    for (name, value) in &spec.options {
        let is = |other: &str| name.trim().eq_ignore_ascii_case(other);
        if let Some(option) = features.option(name) {
            let value = option.read(value.as_deref())?;
            settings.push(Setting::Option { name: option.name.clone(), value });
        } else if is(HASH) && features.has(Flag::Memory) {
            let megabytes = number(HASH, value.as_deref(), "a number of megabytes above 0")?;
            settings.push(Setting::Memory(megabytes));
        } else if is(THREADS) && features.has(Flag::Smp) {
            let cores = number(THREADS, value.as_deref(), "a number of threads above 0")?;
            settings.push(Setting::Cores(cores));
        } else {
            let names = features.options().iter().map(|option| &*option.name);
            let others = other_options(name, names);
            return Err(SettingError::Unknown { name: name.clone(), others });
        }
    }
    Ok(settings)
}

/// Returns the setting that chooses the board size where a variant has several.
///
/// # Errors
/// When the engine does not support the board size.
pub fn board(
    spec: &EngineSpec,
    features: &Features,
    definition: &Definition,
) -> Result<Option<Setting>, SettingError> {
    let size = definition.size.to_string();
    match features.option(BOARD_SIZE) {
        Some(option) if definition.array.is_some() => {
            let value = option.read(Some(&size))?;
            Ok(Some(Setting::Option { name: option.name.clone(), value }))
        }
        None if is_resized(definition) && spec.variant.is_none() => {
            Err(SettingError::Board { game: definition.name.clone(), size })
        }
        _ => Ok(None),
    }
}

/// Returns the engine's name of the variant; `None` where it need not be sent.
///
/// # Errors
/// When the engine does not support the variant.
pub fn game(
    spec: &EngineSpec,
    features: &Features,
    definition: &Definition,
) -> Result<Option<String>, SettingError> {
    let wished = spec.variant.as_deref().unwrap_or(&definition.name);
    let wished = if wished == CHESS_HERE { CHESS_THERE } else { wished };
    let known = features.variants();
    let same = known.iter().find(|name| **name == wished);
    let name = same.or_else(|| known.iter().find(|name| name.eq_ignore_ascii_case(wished)));
    match name {
        Some(name) => Ok(Some((*name).to_owned()).filter(|name| name != CHESS_THERE)),
        // Engines from before the feature `variants` do not report chess.
        None if wished == CHESS_THERE && known.is_empty() => Ok(None),
        None => Err(SettingError::UnknownGame {
            game: wished.to_owned(),
            others: other_games(wished, known.iter().copied()),
        }),
    }
}

/// Rejects limits that the protocol does not support.
pub fn check_limits(limits: &TurnLimits) -> Result<(), SettingError> {
    if limits.nodes.is_some() {
        return Err(SettingError::Limits("nodes="));
    }
    if limits.clock.is_some() && limits.move_time_ms.is_some() {
        return Err(SettingError::Limits("tc= together with st="));
    }
    Ok(())
}

fn number(
    name: &'static str,
    value: Option<&str>,
    expected: &'static str,
) -> Result<u64, SettingError> {
    let value = value.unwrap_or_default();
    let number = value.trim().parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| SettingError::Number { name, value: value.to_owned(), expected })
}
