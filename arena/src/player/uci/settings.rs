//! Options sent to an engine: the user's, and the variant's.

use protocol::{Command, OptionKind, OptionSpec};
use variants::Definition;

use super::super::is_resized;
use super::super::names::{other_games, other_options};
use super::super::setting_error::SettingError;
use crate::EngineSpec;
use engine::options::{BOARD_SIZE, CHESS960, PONDER, VARIANT};

/// The variant that engines play by default.
const CHESS: &str = "chess";

/// Returns the user's options as commands, without the one that chooses the variant, which follows
/// later.
pub fn user_options(spec: &EngineSpec, known: &[OptionSpec]) -> Result<Vec<Command>, SettingError> {
    let options = spec.options.iter().filter(|(name, _)| !is_variant(name));
    let mut commands = options
        .map(|(name, value)| {
            let Some(option) = find(known, name) else {
                let others = other_options(name, known.iter().map(|option| &*option.name));
                return Err(SettingError::Unknown { name: name.clone(), others });
            };
            let value = match &option.kind {
                OptionKind::Button => None,
                // Valid choices may depend on the options before.
                OptionKind::Combo { choices, .. } => {
                    let value = value.as_deref().unwrap_or_default();
                    Some(spelled(choices, value).unwrap_or(value).to_owned())
                }
                _ => Some(option.read(value.as_deref())?.to_string()),
            };
            Ok(Command::SetOption { name: option.name.clone(), value })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if spec.ponders {
        let option = find(known, PONDER).ok_or(SettingError::NoPonder)?;
        let value = Some(true.to_string());
        commands.push(Command::SetOption { name: option.name.clone(), value });
    }
    Ok(commands)
}

/// Rejects a value that is not among an option's choices.
pub fn check_choices(spec: &EngineSpec, known: &[OptionSpec]) -> Result<(), SettingError> {
    for (name, value) in spec.options.iter().filter(|(name, _)| !is_variant(name)) {
        let choice =
            find(known, name).filter(|known| matches!(known.kind, OptionKind::Combo { .. }));
        if let Some(option) = choice {
            option.read(value.as_deref())?;
        }
    }
    Ok(())
}

/// Games with shuffled arrays, and the games whose rules they share: engines may know these alone,
/// with the option for Chess960.
const SHUFFLED: [(&str, &str); 2] = [("fischerandom", CHESS), ("caparandom", "capablanca")];

/// Returns the commands that choose the variant; none for chess with an engine that plays chess
/// only.
pub fn game_options(
    spec: &EngineSpec,
    known: &[OptionSpec],
    definition: &Definition,
) -> Result<Vec<Command>, SettingError> {
    let set = |name: &str, value: String| Command::SetOption {
        name: name.to_owned(),
        value: Some(value),
    };
    let game = game_name(spec, definition);
    let shuffles = find(known, CHESS960).filter(|_| definition.family.is_shuffled());
    let plain = SHUFFLED.iter().find(|(name, _)| *name == game && shuffles.is_some());
    let plain = plain.map(|(_, plain)| *plain);
    let by_rook = shuffles.map(|option| set(&option.name, true.to_string()));
    let Some(option) = find(known, VARIANT) else {
        if definition.name == CHESS || plain == Some(CHESS) {
            return Ok(by_rook.into_iter().collect());
        }
        return Err(SettingError::ChessOnly { game: definition.name.clone() });
    };
    let value = match &option.kind {
        OptionKind::Combo { choices, .. } => {
            let found = spelled(choices, game);
            found.or_else(|| spelled(choices, plain?)).ok_or_else(|| {
                let others = other_games(game, choices.iter().map(|choice| &**choice));
                SettingError::UnknownGame { game: game.to_owned(), others }
            })?
        }
        _ => game,
    };
    let mut commands = vec![set(&option.name, value.to_owned())];
    commands.extend(by_rook);
    let size = definition.size.to_string();
    match find(known, BOARD_SIZE) {
        // After the variant, which sets its own board.
        Some(option) if definition.array.is_some() => commands.push(set(&option.name, size)),
        None if is_resized(definition) && game == definition.name => {
            return Err(SettingError::Board { game: game.to_owned(), size });
        }
        _ => {}
    }
    Ok(commands)
}

/// Returns the engine's name of the variant.
fn game_name<'a>(spec: &'a EngineSpec, definition: &'a Definition) -> &'a str {
    let chosen = spec.options.iter().find(|(name, _)| is_variant(name));
    let chosen = chosen.and_then(|(_, value)| value.as_deref());
    spec.variant.as_deref().or(chosen).unwrap_or(&definition.name)
}

fn is_variant(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case(VARIANT)
}

fn find<'a>(known: &'a [OptionSpec], name: &str) -> Option<&'a OptionSpec> {
    known.iter().find(|option| option.is_named(name))
}

fn spelled<'a>(choices: &'a [String], value: &str) -> Option<&'a str> {
    let alike = |choice: &&String| choice.eq_ignore_ascii_case(value.trim());
    let same = choices.iter().find(|choice| *choice == value.trim());
    same.or_else(|| choices.iter().find(alike)).map(String::as_str)
}
