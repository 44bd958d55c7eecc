//! Parameters of an engine: the user's, and the game's.

use protocol::client::hub::HubLine;
use variants::Definition;

use super::super::names::{other_games, other_options};
use super::super::setting_error::SettingError;
use crate::EngineSpec;

/// Parameter that chooses the game.
const VARIANT: &str = "variant";

/// Number of International draughts in PDN, and of Frisian draughts.
const INTERNATIONAL: u32 = 20;
const FRISIAN: u32 = 40;

/// Returns the commands that set parameters, of those that the engine has introduced.
pub fn commands(
    spec: &EngineSpec,
    known: &[HubLine],
    definition: &Definition,
) -> Result<Vec<HubLine>, SettingError> {
    let mut commands = Vec::new();
    let set =
        |name: &str, value: &str| HubLine::new("set-param").with("name", name).with("value", value);
    let names = || known.iter().filter_map(|param| param.value("name"));
    for (name, value) in &spec.options {
        let Some(own) = names().find(|own| own.eq_ignore_ascii_case(name)) else {
            let others = other_options(name, names());
            return Err(SettingError::Unknown { name: name.clone(), others });
        };
        commands.push(set(own, value.as_deref().unwrap_or_default()));
    }
    let chosen = spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
    if chosen && spec.variant.is_none() {
        return Ok(commands);
    }
    let game = game_name(spec, definition);
    let param = known.iter().find(|param| param.value("name") == Some(VARIANT));
    let values = param.and_then(|param| param.value("values"));
    match param {
        Some(_) if values.is_none_or(|values| values.split(' ').any(|value| value == game)) => {
            commands.push(set(VARIANT, game));
            Ok(commands)
        }
        None if game == "normal" => Ok(commands),
        _ => {
            let values = values.unwrap_or("normal").split(' ');
            let others = other_games(game, values);
            Err(SettingError::UnknownGame { game: game.to_owned(), others })
        }
    }
}

/// Returns the name by which engines know a game.
fn game_name<'a>(spec: &'a EngineSpec, definition: &'a Definition) -> &'a str {
    let number = definition.family.pdn().and_then(|pdn| pdn.number);
    match (spec.variant.as_deref(), number) {
        (Some(name), _) => name,
        (None, Some(INTERNATIONAL)) if definition.misere => "losing",
        (None, Some(INTERNATIONAL)) => "normal",
        (None, Some(FRISIAN)) => "frisian",
        _ => &definition.name,
    }
}

#[cfg(test)]
mod tests {
    use variants::Catalog;

    use super::*;
    use crate::Program;

    #[test]
    fn games_have_the_protocols_names() {
        let mut spec = EngineSpec::new("engine", Program::Own);
        let param = "param name=variant value=normal type=enum values=\"normal frisian\"";
        let known = [param, "param name=book value=true type=bool"];
        let known: Vec<HubLine> =
            known.iter().filter_map(|line| HubLine::parse(line.as_bytes())).collect();
        let texts = |spec: &EngineSpec, known: &[HubLine], game: &str| {
            let catalog = Catalog::builtin();
            let commands = commands(spec, known, catalog.get(game).unwrap());
            commands.map(|lines| lines.iter().map(HubLine::text).collect::<String>())
        };
        let set = |game: &str| format!("set-param name=variant value={game}\n");
        assert_eq!(texts(&spec, &known, "international-draughts").unwrap(), set("normal"));
        assert_eq!(texts(&spec, &known, "frisian-draughts").unwrap(), set("frisian"));
        assert_eq!(texts(&spec, &known[1..], "international-draughts").unwrap(), "");
        assert!(texts(&spec, &known[1..], "frisian-draughts").is_err());
        assert!(texts(&spec, &known, "canadian-draughts").is_err());
        spec.options = vec![("Book".to_owned(), Some("false".to_owned()))];
        let expected = "set-param name=book value=false\n".to_owned() + &set("normal");
        assert_eq!(texts(&spec, &known, "international-draughts").unwrap(), expected);
        spec.options = vec![("bock".to_owned(), None)];
        let error = texts(&spec, &known, "international-draughts").unwrap_err().to_string();
        assert!(error.contains("book"), "{error}");
    }
}
