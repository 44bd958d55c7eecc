//! The rules of an armies game in plain sentences.

use super::data::ArmiesDefinition;
use crate::Definition;
use crate::families::wording::Wording;

impl Wording for ArmiesDefinition {
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
            format!("Army {}: the chief is the {chief}, with {units}.", army.name)
        }));
        if !self.royal_chiefs.is_empty() {
            let names = definition.names(&self.royal_chiefs, "and");
            text.push(format!("A side that has lost all of {names} has lost."));
        }
        text
    }
}
