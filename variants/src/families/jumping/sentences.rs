//! The rules of a jumping game in plain sentences.

use super::data::{
    CaptureRule, ChainPromotion, ChainRules, Duty, JumpingDefinition, Landing, Priority, Removal,
};
use crate::article::{with_article, with_capital_article};
use crate::families::wording::{Wording, count_of, listed};
use crate::{Definition, Pdn, PieceType};

impl Wording for JumpingDefinition {
    fn loss(&self, _: &Definition, kind: PieceType) -> Option<&'static str> {
        (self.lose_without == [kind]).then_some("A side without one has lost.")
    }

    fn sentences(&self, definition: &Definition) -> Vec<String> {
        let mut text = vec![
            match self.duty {
                Duty::Jumps => "A side that can jump has to, and a chain of jumps goes on while it can.",
                Duty::Captures => {
                    "A side that can jump has to capture, by a jump or on the enemy's square; a chain \
                     of jumps goes on while it can."
                }
            }
            .to_owned(),
            choice(self),
        ];
        text.extend(chains(&self.chains));
        for (kind, spared) in &self.chains.spares {
            let (name, spared) = (&definition.piece(*kind).name, definition.names(spared, "or"));
            let (name, spared) = (with_capital_article(name), with_article(&spared));
            text.push(format!("{name} cannot jump over {spared}."));
        }
        if self.chains.priority.contains(&Priority::Value) {
            let prizes = definition.piece_types().map(|kind| {
                let prize = self.chains.prizes.iter().find(|(own, _)| *own == kind);
                let name = with_article(&definition.piece(kind).name);
                format!("{name} counts {}", prize.map_or(1, |p| p.1))
            });
            let prizes: Vec<String> = prizes.collect();
            text.push(format!("For the value {}.", listed(&prizes, "and")));
        }
        for kind in definition.piece_types() {
            let piece = definition.piece(kind);
            if !piece.promotes.is_empty() {
                let names = definition.names(&piece.promotes, "or");
                let name = with_capital_article(&piece.name);
                text.push(format!("{name} promotes to {names} on the last rank."));
            }
        }
        text.push(match &self.lose_without[..] {
            [] => "A side without a piece or without a legal move has lost.".to_owned(),
            kinds => {
                let names = definition.names(kinds, "or");
                format!("A side without {} or without a legal move has lost.", with_article(&names))
            }
        });
        text.extend(self.chains.king_moves.map(|most| {
            let times = count_of(most, "time");
            format!("A side that has pieces that promote moves one king {times} in a row at most, captures apart.")
        }));
        for ending in &self.chains.endings {
            let kings = if ending.kings_alone { ", all kings" } else { ", a king among them" };
            text.push(format!(
                "With {} alone against at most {}{kings}, {}.",
                count_of(ending.against, "king"),
                count_of(ending.pieces, "piece"),
                match ending.plies {
                    1 => "a ply without progress is a draw".to_owned(),
                    plies => format!("{plies} plies without progress are a draw"),
                }
            ));
        }
        if !self.progress.is_empty() {
            let names = definition.names(&self.progress, "or");
            let names = with_article(&names);
            text.push(format!("Captures, promotions and all moves of {names} are progress."));
        }
        let game_type = Pdn::of(definition).and_then(|pdn| pdn.game_type());
        text.extend(game_type.map(|text| {
            format!("Its games are written as PDN, with the tag GameType \"{text}\".")
        }));
        text
    }
}

/// Returns a sentence on the captures that may be chosen.
fn choice(own: &JumpingDefinition) -> String {
    let criteria: Vec<&str> = own.chains.priority.iter().map(|&rule| criterion(rule)).collect();
    let criteria = match (own.capture, criteria.is_empty()) {
        (CaptureRule::Multiple, _) => vec![criterion(Priority::Multiple)],
        (CaptureRule::Most, _) => vec![criterion(Priority::Most)],
        (CaptureRule::Free, false) => criteria,
        (CaptureRule::Free, true) => return "Of captures any may be chosen.".to_owned(),
    };
    format!("Of captures it chooses one {}.", criteria.join(", of these one "))
}

fn criterion(priority: Priority) -> &'static str {
    match priority {
        Priority::Multiple => "that takes two or more, if there is one",
        Priority::Most => "that takes the most",
        Priority::Value => "that takes the most value",
        Priority::ByKing => "by a king, if there is one",
        Priority::MostKings => "that takes the most kings",
        Priority::KingsFirst => "that takes a king the earliest",
    }
}

fn chains(own: &ChainRules) -> Vec<String> {
    let removal = match own.removal {
        Removal::AtOnce => "Jumped pieces leave the board as they are jumped.",
        Removal::AtEnd => {
            "Jumped pieces leave the board when the chain has ended; until then they are in the way."
        }
    };
    let promotion = match own.promotion {
        ChainPromotion::Stops => {
            "A piece that comes to the last rank in a chain promotes and stops."
        }
        ChainPromotion::GoesOn => {
            "A piece that comes to the last rank in a chain promotes and jumps on as what it has \
             become."
        }
        ChainPromotion::AtEnd => {
            "A piece that comes to the last rank in a chain promotes only where the chain ends there."
        }
    };
    let landing = (own.landing == Landing::Next)
        .then_some("Jumps from afar land on the square just behind the jumped piece.");
    let turn = own.no_half_turn.then_some("No jump goes straight back after the one before.");
    let text = [Some(removal), landing, Some(promotion), turn];
    text.into_iter().flatten().map(str::to_owned).collect()
}
