//! Positions and moves as the Hub protocol writes them.

use std::sync::Arc;

use variants::{AnyGame, Color, Definition, Fen, Pdn, TurnCourse};

/// Numbered squares of a game, for positions and moves.
#[derive(Clone, Debug)]
pub struct HubBoard {
    definition: Arc<Definition>,
    pdn: Pdn,
}

impl HubBoard {
    /// Returns the board of a game; `None` if its squares have no numbers.
    pub fn of(definition: &Arc<Definition>) -> Option<Self> {
        let pdn = Pdn::of(definition).filter(|pdn| pdn.numbered_squares().next().is_some())?;
        Some(HubBoard { definition: Arc::clone(definition), pdn })
    }

    /// Formats a position: the side to move, then a letter for each square.
    pub fn position(&self, game: &AnyGame) -> Option<String> {
        let fen = Fen::parse(&game.fen(), &self.definition).ok()?;
        let (_, king) = self.pdn.kinds();
        let letter = |square| {
            let piece = fen.pieces.iter().find(|(at, _)| *at == square).map(|&(_, piece)| piece);
            match piece.map(|piece| (piece.color(), piece.kind() == king)) {
                None => 'e',
                Some((Color::White, false)) => 'w',
                Some((Color::White, true)) => 'W',
                Some((Color::Black, false)) => 'b',
                Some((Color::Black, true)) => 'B',
            }
        };
        let side = if fen.side == Color::White { 'W' } else { 'B' };
        Some(std::iter::once(side).chain(self.pdn.numbered_squares().map(letter)).collect())
    }

    /// Formats a turn: `32-28`, or `28x19x23` with all captured pieces at the end.
    pub fn turn(&self, turn: &TurnCourse) -> Option<String> {
        let course = turn.steps.first()?.as_ref()?;
        let (from, to) = (course.legs.first()?.from, course.legs.last()?.to);
        let mut squares = vec![from, to];
        squares.extend(course.legs.iter().filter_map(|leg| leg.over));
        let names: Option<Vec<String>> =
            squares.iter().map(|&square| self.pdn.square_name(square)).collect();
        Some(names?.join(if squares.len() > 2 { "x" } else { "-" }))
    }

    /// Returns the legal turn of a text, in the game's own notation; `None` if there is none.
    pub fn read(&self, game: &AnyGame, text: &str) -> Option<String> {
        let key = |text: &str| {
            let mut words: Vec<String> = text.split(['-', 'x']).map(str::to_owned).collect();
            words.get_mut(2..)?.sort_unstable();
            Some(words)
        };
        let wanted = key(text)?;
        let turns = game.clone().step_courses();
        let found = turns.into_iter().find(|turn| {
            self.turn(turn).and_then(|text| key(&text)).is_some_and(|words| words == wanted)
        });
        found.map(|turn| turn.text)
    }
}

#[cfg(test)]
mod tests {
    use variants::{Catalog, Variant};

    use super::*;

    #[test]
    fn positions_and_moves_have_the_protocols_form() {
        let definition = Catalog::builtin().get("international-draughts").unwrap().clone();
        let board = HubBoard::of(&definition).unwrap();
        let variant = Variant::compile(definition).unwrap();
        let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        assert_eq!(board.position(&variant.start()), Some(start));
        let game = variant.game("B:WK1,28:BK50,23,14").unwrap();
        let expected =
            format!("BW{}b{}b{}w{}B", "e".repeat(12), "e".repeat(8), "e".repeat(4), "e".repeat(21));
        assert_eq!(board.position(&game), Some(expected));
        let mut game = variant.game("W:W28:B23,14").unwrap();
        assert_eq!(board.read(&game, "28x10x14x23").as_deref(), Some("e5g7,g7i9"));
        assert_eq!(board.read(&game, "28x10x23x14").as_deref(), Some("e5g7,g7i9"));
        let course = game.turn_course("28x10").unwrap();
        assert_eq!(board.turn(&course).as_deref(), Some("28x10x23x14"));
        for bad in ["", "28", "28x10", "28-10", "28x19x23", "x", "28x10x23x23"] {
            assert_eq!(board.read(&game, bad), None, "{bad}");
        }
        assert!(HubBoard::of(Catalog::builtin().get("russian-draughts").unwrap()).is_none());
        assert!(HubBoard::of(Catalog::builtin().get("chess").unwrap()).is_none());
    }
}
