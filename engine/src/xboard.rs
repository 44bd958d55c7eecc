//! Rules of games that XBoard has no moves for.

use variants::Definition;
use variants::royal::CastlingDefinition;

/// Rule of a game that XBoard has no moves for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsupportedRule {
    /// Walls.
    Walls,
    /// Passes.
    Passes,
    /// Castling in which the king chooses how far it goes.
    Castling,
    /// Moves that give enemy pieces to the side that makes them.
    Flips,
    /// Royal pieces that are dropped.
    Royals,
    /// Promotion in place of a move.
    InPlace,
    /// Promoted pieces that turn back.
    Alternates,
    /// Drops of promoted pieces.
    DropsPromoted,
}

impl UnsupportedRule {
    /// Returns the first such rule of a game; `None` if XBoard can show all its moves.
    pub fn of(definition: &Definition) -> Option<Self> {
        let family = &definition.family;
        let alternates = || definition.piece_types().any(|kind| definition.alternates(kind));
        let chooses = || family.castling().is_some_and(CastlingDefinition::has_choice);
        match () {
            () if family.has_walls() => Some(Self::Walls),
            () if family.has_passes() => Some(Self::Passes),
            () if chooses() => Some(Self::Castling),
            () if family.has_flips() => Some(Self::Flips),
            () if family.holds_royals() => Some(Self::Royals),
            () if !family.in_place().is_empty() => Some(Self::InPlace),
            () if alternates() => Some(Self::Alternates),
            () if family.drops_promoted() => Some(Self::DropsPromoted),
            () => None,
        }
    }

    /// Returns the rule as a sentence about a game.
    pub fn sentence(self, game: &str) -> String {
        let rule = match self {
            Self::Walls => {
                return format!("{game} has walls, which XBoard's protocol has no moves for");
            }
            Self::Passes => {
                return format!(
                    "{game} has passes in place of moves, which are not supported in XBoard's protocol"
                );
            }
            Self::Castling => format!("in {game} a king that castles chooses how far it goes"),
            Self::Flips => format!("{game} has moves that turn pieces over"),
            Self::Royals => format!("in {game} kings are dropped"),
            Self::InPlace => format!("in {game} pieces promote in place of a move"),
            Self::Alternates => format!("in {game} promoted pieces turn back"),
            Self::DropsPromoted => format!("in {game} pieces are dropped promoted"),
        };
        format!("{rule}, which XBoard has no moves for")
    }
}

#[cfg(test)]
mod tests {
    use variants::Catalog;

    use super::*;

    #[test]
    fn games_whose_pieces_turn_back_are_not_offered() {
        let text = "[dropped]\ninherits = 'minishogi'\nhand.drop-promoted = true\n";
        let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
        let rule = |game: &str| UnsupportedRule::of(catalog.get(game).unwrap());
        assert_eq!(rule("kyoto-shogi"), Some(UnsupportedRule::Alternates));
        assert_eq!(rule("dropped"), Some(UnsupportedRule::DropsPromoted));
        assert_eq!(rule("minishogi"), None);
        let sentence = UnsupportedRule::Alternates.sentence("kyoto-shogi");
        assert_eq!(
            sentence,
            "in kyoto-shogi promoted pieces turn back, which XBoard has no moves for"
        );
    }
}
