//! The rules of a royal game in plain sentences.

mod castling;
mod hand;
mod in_place;
mod local;
mod promotion;
mod zones;

use super::counting::CountingRule;
use super::data::{RoyalDefinition, Stalemate};
use super::ends::{Bare, Connect, Goal, Minimum, Royals};
use super::flips::Flips;
use super::pass_rules::{FacingKings, PassRule, Points};
use super::turns::{TurnCheck, TurnRule};
use super::walls::{WallDefinition, WallPlace};
use super::zones::PromotionLimit;
use crate::article::{with_article, with_capital_article};
use crate::families::wording::{Wording, count_of, listed, squares};
use crate::{Color, Definition, Direction, PieceType, Repetition};

impl Wording for RoyalDefinition {
    fn loss(&self, definition: &Definition, kind: PieceType) -> Option<&'static str> {
        if definition.piece(kind).royal {
            return Some(match self.royals {
                Royals::One | Royals::Any => "It must not be left attacked.",
                Royals::Last => "The last one must not be left attacked.",
                Royals::LastOfAll => "The last royal piece must not be left attacked.",
                Royals::All => "Not all of them may be left attacked at once.",
            });
        }
        let mut minima = self.ends.lose_without.iter();
        let is_needed = minima.any(|minimum| minimum.least == 1 && minimum.pieces == [kind]);
        is_needed.then_some("A side without one has lost.")
    }

    fn sentences(&self, definition: &Definition) -> Vec<String> {
        let mut text: Vec<String> = zones::array(self).into_iter().collect();
        text.push(royals(self, definition));
        if self.must_capture {
            text.push("A side that can capture has to.".to_owned());
        }
        if !self.give_check && definition.has_royals() {
            text.push("No move may give check.".to_owned());
        }
        text.extend(passing(self, definition));
        text.extend(
            self.turn.iter().flat_map(|turn| turn_sentences(turn, definition.has_royals())),
        );
        text.extend(self.walls.iter().map(|walls| wall_sentence(walls, definition)));
        if !self.holes.is_empty() {
            let holes = squares(&self.holes, definition.size);
            text.push(format!("The board has no squares {holes}."));
        }
        if let Some(blast) = &self.blast {
            let spared = match blast.survivors.is_empty() {
                true => String::new(),
                false => format!(
                    " Kinds that survive there: {}.",
                    definition.names(&blast.survivors, "and")
                ),
            };
            text.push(format!(
                "A capture removes the capturing piece and everything on the squares around it.{spared} A side whose royal piece is blown up has lost."
            ));
        }
        text.extend(self.hand.iter().flat_map(|own| hand::sentences(own, self, definition)));
        text.extend(flips(self.flips).map(str::to_owned));
        text.extend(zones::first_moves(self, definition));
        text.extend(zones::en_passant(self, definition));
        let gains_rights = self.hand.as_ref().is_some_and(|hand| hand.castles);
        let castling = self.castling.iter();
        text.extend(castling.flat_map(|own| castling::sentences(own, definition, gains_rights)));
        let promoting =
            definition.piece_types().filter(|&kind| !definition.piece(kind).promotes.is_empty());
        text.extend(promoting.flat_map(|kind| promotion::sentences(self, definition, kind)));
        text.extend(in_place::sentences(self, definition));
        text.extend(definition.piece_types().flat_map(|kind| zones::places(definition, kind)));
        match &self.pawns.limit {
            PromotionLimit::None => {}
            PromotionLimit::Lost => {
                text.push(
                    "Pieces promote only to kinds of which the side has lost one.".to_owned(),
                );
            }
            PromotionLimit::Numbers(limits) => text.extend(limits.iter().map(|&(kind, most)| {
                let name = &definition.piece(kind).name;
                match most {
                    0 => format!("Nothing promotes to {}.", with_article(name)),
                    1 => format!("A side that has {} cannot promote to another.", with_article(name)),
                    most => format!("A side that has {most} pieces of the kind {name} cannot promote to another."),
                }
            })),
        }
        // If a side that cannot move passes, there is no stalemate, unless it has to drop a piece.
        if self.pass.is_none() || self.hand.as_ref().is_some_and(|hand| hand.first) {
            text.extend(stalemate(self, definition));
        }
        text.extend(self.points.iter().map(|own| points(own, self, definition)));
        text.extend(self.ends.check_limit.map(|limit| match limit {
            1 => "The first check wins.".to_owned(),
            limit => format!("A side that has given {limit} checks has won."),
        }));
        if let Some(own) = &self.ends.goal {
            text.extend(goal(own, definition));
        }
        text.extend(self.ends.connect.iter().flat_map(|own| connect(own, definition)));
        text.extend(self.ends.lose_without.iter().map(|own| minimum(own, definition)));
        text.extend(bare(self));
        text.extend(dead(self, definition));
        text.extend(self.counting.as_ref().map(|counting| {
            let rule = match counting.rule {
                CountingRule::Makruk => "makruk",
                CountingRule::Cambodian => "Cambodian chess",
                CountingRule::Asean => "ASEAN chess",
            };
            format!("In endings the weaker side counts its moves, by the rule of {rule}, and draws if it is not mated in time.")
        }));
        text
    }
}

/// Royal pieces that face each other, passes, and what kinds may not jump over or take.
fn passing(own: &RoyalDefinition, definition: &Definition) -> Vec<String> {
    let facing = match own.facing_kings {
        FacingKings::Allowed => None,
        FacingKings::Forbidden => {
            Some("Royal pieces may not face each other on an open file or rank.")
        }
        FacingKings::Part => Some(
            "A side that finds the royal pieces facing each other on an open file or rank has to part them, or to pass, which ends the game.",
        ),
    };
    let pass = own.pass.map(|rule| match (rule, definition.has_royals()) {
        (PassRule::Always, true) => {
            "A side that is not in check may pass; two passes in a row end the game."
        }
        (PassRule::Always, false) => "A side may pass; two passes in a row end the game.",
        (PassRule::Stalemate, true) => {
            "A side that has no legal move and is not in check passes; two passes in a row end the game."
        }
        (PassRule::Stalemate, false) => {
            "A side that has no legal move passes; two passes in a row end the game."
        }
    });
    let mut text: Vec<String> = facing.into_iter().chain(pass).map(str::to_owned).collect();
    for bars in &own.bars {
        let name = &definition.piece(bars.kind).name;
        for (kinds, verb) in [(&bars.jumps, "jump over"), (&bars.takes, "take")] {
            if !kinds.is_empty() {
                let (name, barred) =
                    (with_capital_article(name), with_article(&definition.names(kinds, "or")));
                text.push(format!("{name} cannot {verb} {barred}."));
            }
        }
    }
    text
}

/// Pieces that a move turns over.
fn flips(own: Flips) -> Option<&'static str> {
    Some(match own {
        Flips::None => return None,
        Flips::Enclosed => {
            "Enemies in a line between the piece that has come to a square and another of its side change sides."
        }
        Flips::Around => "Enemies around the square that a piece has come to change sides.",
        Flips::AroundJoined => {
            "Enemies around the square that a piece has come to change sides, after a drop only where a piece of its own side is beside it."
        }
    })
}

/// Points that decide drawn games.
fn points(own: &Points, game: &RoyalDefinition, definition: &Definition) -> String {
    let pieces = own.pieces.iter();
    let pieces = pieces.map(|(kind, worth)| format!("{} {worth}", definition.piece(*kind).name));
    let mut worth: Vec<String> = pieces.collect();
    for color in Color::ALL.into_iter().filter(|&color| own.extra[color] > 0) {
        worth.push(format!("{} {} more", color.name(), own.extra[color]));
    }
    let equal = own.equal.map_or("with as many each it is a draw".to_owned(), |color| {
        format!("with as many each {} wins", color.name())
    });
    let worth = if worth.is_empty() { String::new() } else { format!(" ({})", worth.join(", ")) };
    let draws = matches!(definition.repetition, Repetition::Draw | Repetition::CheckerLoses);
    let ends = [
        (draws, "a repetition"),
        (definition.move_rule.is_some(), "the move rule"),
        (game.pass.is_some() || game.facing_kings == FacingKings::Part, "a pass"),
        (own.full_board, "a full board"),
    ];
    let ends = ends.into_iter().filter(|(is_there, _)| *is_there).map(|(_, end)| end.to_owned());
    let ends = listed(&ends.collect::<Vec<_>>(), "or");
    let begin = match ends.is_empty() {
        true => "In a game that would be drawn".to_owned(),
        false => format!("Where {ends} ends the game"),
    };
    format!("{begin}, points decide{worth}; {equal}.")
}

/// The numbers of moves of turns, and what checks do within them.
fn turn_sentences(turn: &TurnRule, has_checks: bool) -> Vec<String> {
    let moves = |color: Color| count_of(turn.moves[color].into(), "move");
    let mut text = vec![if turn.moves[Color::White] == turn.moves[Color::Black] {
        format!("A turn has {}.", moves(Color::White))
    } else {
        format!(
            "A turn of White has {}, one of Black {}.",
            moves(Color::White),
            moves(Color::Black)
        )
    }];
    if turn.growth > 0 {
        let more = count_of(turn.growth.into(), "move");
        text.push(format!("With each turn of the game this grows by {more}."));
    }
    text.extend(turn.first.map(|first| {
        format!("The first turn of the game has {}.", count_of(first.into(), "move"))
    }));
    let check = has_checks.then(|| {
        match turn.check {
            TurnCheck::EndsTurn => "A check ends the turn.",
            TurnCheck::LastMove => "Only the last move of a turn may give check.",
            TurnCheck::ByTurn => {
                "A king is in check if the enemy's next turn could take it; within its own side's turn it may stand attacked."
            }
        }
        .to_owned()
    });
    text.extend(check);
    text
}

fn wall_sentence(walls: &WallDefinition, definition: &Definition) -> String {
    let what = match (&walls.name, walls.single) {
        (Some(name), true) => format!("the {name}"),
        (Some(name), false) => with_article(name),
        (None, true) => "the game's only wall".to_owned(),
        (None, false) => "a wall".to_owned(),
    };
    let place = match walls.place {
        WallPlace::Any => format!("After its move a side places {what} on an empty square"),
        WallPlace::Reach => format!(
            "After its move a side places {what} where the piece could move from its target"
        ),
        WallPlace::Origin => format!("A move puts {what} on the square that it leaves"),
    };
    let squares = walls.squares.as_ref().map(|squares| zones::by_side(squares, definition));
    let bounds = squares
        .map(|squares| format!("; only these squares may have one: {squares}"))
        .unwrap_or_default();
    format!("{place}{bounds}. Nothing enters or passes it.")
}

/// Royal pieces that may not be left attacked.
fn royals(own: &RoyalDefinition, definition: &Definition) -> String {
    let royal: Vec<PieceType> =
        definition.piece_types().filter(|&kind| definition.piece(kind).royal).collect();
    if royal.is_empty() {
        return "No piece is royal: there is neither check nor mate.".to_owned();
    }
    let names = definition.names(&royal, "or");
    match own.royals {
        Royals::One => format!("A side may not leave its {names} attacked; a mated side has lost."),
        Royals::Any => {
            format!("A side may not leave any {names} of its own attacked; a mated side has lost.")
        }
        Royals::Last => {
            format!("A side may not leave its last {names} attacked; a mated side has lost.")
        }
        Royals::LastOfAll => format!(
            "A side may not leave its last royal piece ({names}) attacked; a mated side has lost."
        ),
        Royals::All => format!(
            "A side may not leave all its royal pieces ({names}) attacked at once; a mated side has lost."
        ),
    }
}

fn stalemate(own: &RoyalDefinition, definition: &Definition) -> Vec<String> {
    let result = |stalemate| match stalemate {
        Stalemate::Draw => "draws",
        Stalemate::Loss => "has lost",
        Stalemate::Win => "has won",
        Stalemate::Majority => {
            "wins if it has more pieces than the enemy, and loses if it has fewer"
        }
    };
    let stuck = match definition.has_royals() {
        true => "is not in check and has no legal move",
        false => "has no legal move",
    };
    let [white, black] = Color::ALL.map(|color| own.stalemate[color]);
    if white == black {
        return vec![format!("A side that {stuck} {}.", result(white))];
    }
    let sentence = |color: Color| {
        format!("{}, if it {stuck}, {}.", color.name(), result(own.stalemate[color]))
    };
    Color::ALL.map(sentence).to_vec()
}

fn goal(own: &Goal, definition: &Definition) -> Vec<String> {
    let what = match own.count {
        1 => with_article(&definition.names_or_all(&own.pieces)),
        count => format!("{count} of its pieces ({})", definition.names_or_all(&own.pieces)),
    };
    let safe = if own.safe && !own.hold { " where the enemy does not attack it" } else { "" };
    let mut text = Vec::new();
    for color in Color::ALL {
        let there = &own.squares[color];
        if !there.is_empty() {
            let there = squares(there, definition.size);
            let result = if own.draws { "draws" } else { "wins" };
            text.push(format!("{} {result} with {what} on {there}{safe}.", color.name()));
        }
    }
    if own.hold {
        text.push(
            match own.safe {
                false => "They count once they have stood there through a move of the enemy.",
                true => {
                    "Attacked pieces count once they have stood there through a move of the enemy."
                }
            }
            .to_owned(),
        );
    }
    if own.reply {
        text.push(
            "The side that moves second has one more move then, if it can reach its own, and draws by that."
                .to_owned(),
        );
    }
    text
}

fn connect(own: &Connect, definition: &Definition) -> Vec<String> {
    let pieces = match own.pieces.len() == definition.pieces.len() {
        true => "pieces".to_owned(),
        false => format!("pieces ({})", definition.names(&own.pieces, "or")),
    };
    let ways = own.directions.iter().filter_map(|direction| match direction {
        Direction::East => Some("a rank"),
        Direction::North => Some("a file"),
        Direction::NorthEast => Some("a diagonal"),
        _ => None,
    });
    let ways: Vec<String> = ways.map(str::to_owned).collect();
    let row = (own.count > 0).then(|| {
        format!(
            "A side that brings {} of its {pieces} into a row on {} wins.",
            own.count,
            listed(&ways, "or")
        )
    });
    let square = (own.square > 0).then(|| {
        format!("A side that fills a square of {0} by {0} with its {pieces} wins.", own.square)
    });
    row.into_iter().chain(square).collect()
}

fn minimum(own: &Minimum, definition: &Definition) -> String {
    let who = match Color::ALL.map(|color| own.sides[color]) {
        [true, false] => Color::White.name(),
        [false, true] => Color::Black.name(),
        _ => "A side",
    };
    let names = definition.names_or_all(&own.pieces);
    match own.least {
        1 => format!("{who} without {} has lost.", with_article(&names)),
        least => format!("{who} with fewer than {least} pieces of the kind {names} has lost."),
    }
}

fn bare(own: &RoyalDefinition) -> Vec<String> {
    let sentence = |who: &str, bare| match bare {
        Bare::Allowed => None,
        Bare::Loss => Some(format!("{who} with one piece left has lost if the enemy has more.")),
        Bare::LossUnlessReturned => Some(format!(
            "{who} with one piece left has lost if the enemy has more, unless it takes the enemy's last but one at once."
        )),
    };
    let [white, black] = Color::ALL.map(|color| own.ends.bare[color]);
    if white == black {
        return sentence("A side", white).into_iter().collect();
    }
    Color::ALL
        .into_iter()
        .filter_map(|color| sentence(color.name(), own.ends.bare[color]))
        .collect()
}

fn dead(own: &RoyalDefinition, definition: &Definition) -> Option<String> {
    let returns = own.hand.as_ref().is_some_and(|hand| hand.captures);
    if !own.dead || definition.misere || returns {
        return None;
    }
    let mut cases = vec!["two royal pieces alone".to_owned()];
    if !own.dead_single.is_empty() {
        cases.push(format!("one {} beside them", definition.names(&own.dead_single, "or")));
    }
    if !own.dead_same_color.is_empty() {
        let names = definition.names(&own.dead_same_color, "and");
        let kinds = if own.dead_same_color.len() == 1 { "kind" } else { "kinds" };
        cases.push(format!(
            "any number of the {kinds} {names} beside them, all on squares of one colour"
        ));
    }
    Some(format!("Drawn for want of pieces: {}.", listed(&cases, "or")))
}
