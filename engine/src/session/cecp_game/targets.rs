//! Target squares of a piece that the user has picked up.
//!
//! A jump is entered by clicks on its victims and on the target square, so a piece can be picked up
//! amid its path.

use protocol::{BoardMove, BoardSquare, Dialect, GameEvent, PieceMove, Target, TargetKind};
use variants::with_game;

use crate::session::Session;
use crate::turns;

impl Session {
    /// Handles a picked-up piece: shows its target squares.
    pub(super) fn lift(&mut self, square: &str) {
        let Some(square) = self.square("lift", square) else { return };
        let clicks = &mut self.cecp.clicks;
        if clicks.len() < 2 || clicks.last() != Some(&square) {
            *clicks = vec![square];
        }
        let mut targets = targets(&self.open_moves(), &self.cecp.clicks, &*self.dialect);
        for target in &mut targets {
            if target.kind == TargetKind::Quiet && self.is_occupied(target.square) {
                target.kind = TargetKind::Capture;
            }
        }
        self.send_game_event(GameEvent::Targets(targets));
    }

    /// Handles a piece that is put down.
    pub(super) fn put(&mut self, square: &str) {
        let Some(square) = self.square("put", square) else { return };
        self.cecp.clicks.push(square);
        // No path has more than two victims and the ends; a further click begins another.
        if self.cecp.clicks.len() > 4 {
            self.cecp.clicks.clear();
        }
    }

    fn square(&mut self, command: &str, text: &str) -> Option<BoardSquare> {
        let square = self.dialect.read_square(text);
        if square.is_none() {
            let text = protocol::text::excerpt(text);
            self.error(format!("{command}: '{text}' is not a square of the board"));
        }
        square
    }

    fn is_occupied(&self, square: BoardSquare) -> bool {
        let size = self.game.definition().size;
        let square = size.square(i32::from(square.file), i32::from(square.rank));
        square.is_some_and(
            |square| with_game!(&self.game, game => game.position().board().get(square).is_some()),
        )
    }

    /// Returns the moves of a piece that can be shown on the board next.
    fn open_moves(&mut self) -> Vec<PieceMove> {
        if self.cecp.record.board_side() != self.game.side() {
            return Vec::new();
        }
        let made = self.cecp.record.chain_legs();
        let begun = self.continuations();
        let turns = turns::single_steps(&mut self.game);
        let open = turns.iter().filter(|turn| begun.is_empty() || begun.contains(&turn.text));
        let parts = open.filter_map(|turn| {
            match protocol::split(&turns::without_legs(turn, made)).into_iter().next()? {
                BoardMove::Piece(part) => Some(part),
                BoardMove::Drop(_) | BoardMove::Pass => None,
            }
        });
        parts.collect()
    }
}

/// Returns the squares to click after the clicked ones.
fn targets(moves: &[PieceMove], clicked: &[BoardSquare], dialect: &dyn Dialect) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for mv in moves {
        let way = dialect.click_path(mv);
        let Some([square, after @ ..]) = way.strip_prefix(clicked) else { continue };
        let promotes = mv.promotion.is_some_and(|promotion| promotion.chosen || promotion.plus);
        let kind = match after {
            [_, ..] => TargetKind::Jump,
            [] if promotes => TargetKind::Promotion,
            [] => TargetKind::Quiet,
        };
        let target = Target { square: *square, kind };
        if !targets.iter().any(|other| other.square == target.square) {
            targets.push(target);
        }
    }
    targets
}
