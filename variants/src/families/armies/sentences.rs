//! The rules of an armies game in plain sentences.

use super::data::ArmiesDefinition;
use crate::families::wording::Wording;
use crate::{Definition, PieceType};

impl Wording for ArmiesDefinition {
    fn loss(&self, _: &Definition, kind: PieceType) -> Option<&'static str> {
        let is_royal = self.royal_chiefs.contains(&kind);
        is_royal.then_some(match self.royal_chiefs.len() {
            1 => "A side without it has lost.",
            _ => "A side that has lost all its royal chiefs has lost.",
        })
    }

    fn sentences(&self, definition: &Definition) -> Vec<String> {
        let mut text = vec![
            "A turn moves units of one army, each at most once, and each while a chain of neighbours \
             of its army joins it to the army's chief."
                .to_owned(),
        ];
        text.extend(self.armies.iter().map(|army| {
            let units = army.units.iter().copied().filter(|&kind| kind != army.chief);
            let units = definition.names(&units.collect::<Vec<_>>(), "and");
            let chief = &definition.piece(army.chief).name;
            let rest =
                if units.is_empty() { ", alone".to_owned() } else { format!(", with {units}") };
            format!("Army {}: the chief is the {chief}{rest}.", army.name)
        }));
        if !self.royal_chiefs.is_empty() {
            let names = definition.names(&self.royal_chiefs, "and");
            text.push(format!("A side has lost once all of these are gone: {names}."));
        }
        text
    }
}
