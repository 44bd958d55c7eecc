//! Ends of a game.

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::{KindSet, SIDES, Squares};
use super::Define;
use super::royal::Royals;
use super::start::Start;

/// The most checks that a definition counts.
const MOST_CHECKS: u8 = 9;

impl Define<'_> {
    /// Sets all ends.
    pub fn ends(&mut self, start: &Start, kinds: &[Kind], royals: &Royals) {
        let misere = self.misere(royals);
        if misere {
            self.set("misere", Setting::Flag(true));
        }
        let stalemate = match (self.rules.word("stalemateValue"), misere) {
            ("win", false) | ("loss", true) => "win",
            ("loss", false) | ("win", true) => "loss",
            _ => "draw",
        };
        // With `stalematePieceCount` the side with fewer pieces has the result of a stalemated
        // side.
        let by_count = self.rules.flag("stalematePieceCount");
        if by_count && stalemate == "win" {
            self.refuse("stalematePieceCount", "a win of the side with fewer pieces");
        }
        if stalemate != "draw" {
            self.text("stalemate", if by_count { "majority" } else { stalemate });
        }
        self.goal(kinds, misere);
        self.connect(kinds);
        self.extinction(kinds, royals);
        if self.rules.flag("checkCounting") {
            let (white, black) = start.checks.unwrap_or((1, 1));
            if white == black && (1..=MOST_CHECKS).contains(&white) {
                self.set("check-limit", Setting::Number(white.into()));
            } else {
                self.refuse("checkCounting", format!("{white}+{black} checks"));
            }
        }
    }

    /// Whether the side that would win by mate or by captures loses instead.
    fn misere(&mut self, royals: &Royals) -> bool {
        let mut wins = Vec::new();
        if !royals.kinds.is_empty() {
            match self.rules.word("checkmateValue") {
                "draw" => self.refuse("checkmateValue", "mate that draws"),
                value => wins.push(("checkmateValue", value == "win")),
            }
        }
        if !self.rules.flag("extinctionPseudoRoyal") {
            match self.rules.word("extinctionValue") {
                "none" => {}
                "draw" => self.refuse("extinctionValue", "a draw by lost pieces"),
                value => wins.push(("extinctionValue", value == "win")),
            }
        }
        if self.has_goal() {
            wins.push(("flagRegion", false));
        }
        if self.rules.flag("checkCounting") {
            wins.push(("checkCounting", false));
        }
        if self.connects() {
            match self.rules.word("connectValue") {
                "draw" | "none" => self.refuse("connectValue", "a row that draws"),
                value => wins.push(("connectValue", value == "loss")),
            }
        }
        let misere = wins.iter().any(|(_, win)| *win);
        if let Some((key, _)) = wins.iter().find(|(_, win)| misere && !win) {
            self.refuse(key, "a win beside ends that lose");
        }
        misere
    }

    fn goal_squares(&self) -> [Squares; 2] {
        SIDES.map(|side| {
            let squares = self.rules.squares("flagRegion", side);
            squares.map(|squares| self.board.inside(squares)).unwrap_or_default()
        })
    }

    fn has_goal(&self) -> bool {
        self.goal_squares().iter().any(|squares| !squares.is_empty())
    }

    fn goal(&mut self, kinds: &[Kind], misere: bool) {
        let [white, black] = self.goal_squares();
        if !self.has_goal() || misere {
            return;
        }
        let pieces = SIDES.map(|side| self.rules.kinds("flagPiece", side));
        let [own, other] = &pieces;
        if own != other && !white.is_empty() && !black.is_empty() {
            self.refuse("flagPiece", "another piece for Black than for White");
        }
        let pieces = if white.is_empty() { other } else { own };
        let mut table: Settings = Vec::new();
        if let KindSet::Some(types) = pieces {
            let types: Vec<Kind> = types.iter().copied().collect();
            let text = Setting::Text(self.with_forms(&types, kinds));
            table.push(("pieces".to_owned(), text));
        }
        let squares = |squares: &Squares| match squares.is_empty() {
            true => Setting::Flag(false),
            false => Setting::Text(self.board.text(squares)),
        };
        let mirrored: Squares = white.iter().map(|&at| self.board.mirrored(at)).collect();
        table.push(("white".to_owned(), squares(&white)));
        if black != mirrored {
            table.push(("black".to_owned(), squares(&black)));
        }
        let count = self.rules.number("flagPieceCount", 1);
        if count > 1 {
            table.push(("count".to_owned(), Setting::Number(count)));
        }
        if self.rules.flag("flagPieceSafe") {
            table.push(("safe".to_owned(), Setting::Flag(true)));
        }
        if self.rules.flag("flagMove") {
            let king = KindSet::Some([Kind::KING].into());
            let key = if *pieces == king { "reply" } else { "hold" };
            table.push((key.to_owned(), Setting::Flag(true)));
        }
        self.set("goal", Setting::Table(table));
    }

    fn connects(&self) -> bool {
        ["connectN", "connectNxN"].iter().any(|key| self.rules.number(key, 0) > 0)
    }

    /// Sets the rows that win.
    fn connect(&mut self, kinds: &[Kind]) {
        if !self.connects() {
            return;
        }
        let mut table: Settings = Vec::new();
        if let KindSet::Some(types) = self.rules.kinds("connectPieceTypes", 0) {
            let types: Vec<Kind> = types.into_iter().collect();
            let text = Setting::Text(self.with_forms(&types, kinds));
            table.push(("pieces".to_owned(), text));
        }
        for (key, own) in [("connectN", "count"), ("connectNxN", "square")] {
            match self.rules.number(key, 0) {
                0 => {}
                1 => self.refuse(key, "a row of one piece"),
                number => table.push((own.to_owned(), Setting::Number(number))),
            }
        }
        for (key, own) in [
            ("connectHorizontal", "horizontal"),
            ("connectVertical", "vertical"),
            ("connectDiagonal", "diagonal"),
        ] {
            if !self.rules.flag(key) {
                table.push((own.to_owned(), Setting::Flag(false)));
            }
        }
        self.set("connect", Setting::Table(table));
    }

    /// Sets what a side has lost without.
    fn extinction(&mut self, kinds: &[Kind], royals: &Royals) {
        let value = self.rules.word("extinctionValue");
        if value == "none" || value == "draw" || self.rules.flag("extinctionPseudoRoyal") {
            return;
        }
        let (here, there) = if value == "loss" { ("wins", "loses") } else { ("loses", "wins") };
        if self.rules.flag("blastOnCapture") {
            let message = format!(
                "a side that takes the last pieces of both sides by one blast {here}; there, it {there}"
            );
            self.note("extinctionValue", message);
        }
        let least = self.rules.number("extinctionPieceCount", 0) + 1;
        let enemies = self.rules.number("extinctionOpponentPieceCount", 0);
        let types = self.rules.kinds("extinctionPieceTypes", 0);
        if types == KindSet::All && least == 2 && !royals.kinds.is_empty() {
            match (enemies, self.rules.flag("extinctionClaim")) {
                (2, true) => self.text("bare-king", "loss-unless-returned"),
                (0 | 2, false) => self.text("bare-king", "loss"),
                _ => self.refuse("extinctionOpponentPieceCount", "other numbers of enemies than 2"),
            }
            return;
        }
        if self.rules.flag("extinctionClaim") {
            self.refuse("extinctionClaim", "lost pieces that the enemy's move can still answer");
        }
        if enemies > 1 {
            self.refuse("extinctionOpponentPieceCount", "a number of enemies");
        }
        let extinct = self.extinction_kinds(kinds);
        let may_promote = extinct.iter().any(|&kind| self.promotes_at_all(kind));
        if types != KindSet::All && extinct.len() > 1 && may_promote {
            let message = format!(
                "a side whose capture promotes its last piece of a kind and takes one of the \
                enemy's {here}; there, it {there}"
            );
            self.note("extinctionValue", message);
        }
        let minimum = |pieces: String| {
            if least == 1 {
                return Setting::Text(pieces);
            }
            Setting::Table(vec![
                ("pieces".to_owned(), Setting::Text(pieces)),
                ("least".to_owned(), Setting::Number(least)),
            ])
        };
        let list: Vec<Setting> = match types {
            KindSet::All => vec![minimum("*".to_owned())],
            KindSet::Some(_) => {
                extinct.into_iter().map(|kind| minimum(self.with_forms(&[kind], kinds))).collect()
            }
        };
        match <[Setting; 1]>::try_from(list) {
            Ok([one]) => self.set("lose-without", one),
            Err(list) if list.is_empty() => {}
            Err(list) => self.set("lose-without", Setting::List(list)),
        }
    }
}
