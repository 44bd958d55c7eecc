//! Origins of attacks on a square, in games whose attacks are leaps and whole lines.

use super::kinds::Kind;
use crate::{Bits, Board, BoardSize, ByColor, Color, Lines, PieceType, Square};

/// Number of classes of leapers that are looked at together.
const GROUP: usize = 4;

/// Kinds whose leaps attack alike.
struct LeaperClass<B> {
    kinds: Vec<PieceType>,
    /// The squares from which such a piece attacks a square, by its colour.
    attackers: ByColor<Vec<B>>,
}

/// The squares from which pieces of one colour attack a square.
#[derive(Clone, Copy)]
pub(super) struct Origins<B> {
    /// Rank and file through the square.
    pub cross: B,
    /// Diagonals through the square.
    pub diagonals: B,
    /// Origins of the first classes of leapers.
    leaps: [B; GROUP],
}

/// Origins of attacks on each square of a board.
pub(super) struct Sources<B> {
    classes: Vec<LeaperClass<B>>,
    /// By colour and square.
    origins: ByColor<Vec<Origins<B>>>,
    /// Origins of further classes of leapers, by colour and square; most games have none.
    more: ByColor<Vec<[B; GROUP]>>,
}

/// Leapers of one side, by their classes.
#[derive(Clone, Copy)]
pub(super) struct Leapers<B> {
    first: [B; GROUP],
    more: [B; GROUP],
}

impl<B: Bits> Leapers<B> {
    /// Removes the leapers on some squares.
    pub fn remove(&mut self, squares: B) {
        self.first.iter_mut().chain(&mut self.more).for_each(|set| *set &= !squares);
    }
}

impl<B: Bits> Sources<B> {
    /// Groups the kinds of a game by what they attack.
    pub fn new(kinds: &[Kind<B>], lines: &Lines<B>, size: BoardSize) -> Self {
        let classes = leaper_classes(kinds);
        let group = |first: usize, color: Color, square: Square| {
            std::array::from_fn(|index| {
                let class = classes.get(first + index);
                class.map_or(B::EMPTY, |class| class.attackers[color][square.index()])
            })
        };
        let origins = |color: Color, square: Square| Origins {
            cross: lines.orthogonal(square, B::EMPTY),
            diagonals: lines.diagonal(square, B::EMPTY),
            leaps: group(0, color, square),
        };
        let of_origins = |color| size.iter().map(|square| origins(color, square)).collect();
        let of_more = |color| match classes.len() > GROUP {
            true => size.iter().map(|square| group(GROUP, color, square)).collect(),
            false => Vec::new(),
        };
        let (origins, more) = (ByColor::from_fn(of_origins), ByColor::from_fn(of_more));
        Sources { origins, more, classes }
    }

    /// Number of squares of the board.
    #[inline]
    pub fn squares(&self) -> usize {
        self.origins[Color::White].len()
    }

    /// Whether there are as few classes of leapers as it knows.
    pub fn is_complete(&self) -> bool {
        self.classes.len() <= 2 * GROUP
    }

    /// The leapers of a side, by their classes.
    #[inline]
    pub fn leapers(&self, board: &Board<B>, side: B) -> Leapers<B> {
        let mut leapers = Leapers { first: [B::EMPTY; GROUP], more: [B::EMPTY; GROUP] };
        for (set, class) in leapers.first.iter_mut().zip(&self.classes) {
            *set = board.kinds(&class.kinds) & side;
        }
        if self.classes.len() > GROUP {
            for (set, class) in leapers.more.iter_mut().zip(&self.classes[GROUP..]) {
                *set = board.kinds(&class.kinds) & side;
            }
        }
        leapers
    }

    /// Origins of attacks on a square by pieces of a colour.
    #[inline]
    pub fn of(&self, color: Color, square: Square) -> &Origins<B> {
        &self.origins[color][square.index()]
    }

    /// The leapers of a colour that attack a square.
    #[inline]
    pub fn leaping(&self, color: Color, square: Square, leapers: &Leapers<B>) -> B {
        let found = meet(&self.of(color, square).leaps, &leapers.first);
        match self.more[color].get(square.index()) {
            None => found,
            Some(more) => found | meet(more, &leapers.more),
        }
    }

    /// The pieces of both sides that attack a square by leaps.
    pub fn leapers_on(&self, board: &Board<B>, square: Square) -> B {
        let mut found = B::EMPTY;
        for class in &self.classes {
            let pieces = board.kinds(&class.kinds);
            for color in Color::ALL {
                found |= class.attackers[color][square.index()] & pieces & board.side(color);
            }
        }
        found
    }
}

/// The squares that both groups have, class by class.
#[inline]
fn meet<B: Bits>(one: &[B; GROUP], other: &[B; GROUP]) -> B {
    let [a, b, c, d] = one;
    let [e, f, g, h] = other;
    (*a & *e | *b & *f) | (*c & *g | *d & *h)
}

/// Groups the kinds that leap by what they attack.
fn leaper_classes<B: Bits>(kinds: &[Kind<B>]) -> Vec<LeaperClass<B>> {
    let mut classes: Vec<LeaperClass<B>> = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        if Color::ALL.iter().all(|&color| kind.captures[color].iter().all(|set| set.is_empty())) {
            continue;
        }
        let name = PieceType::from_index(index);
        match classes.iter_mut().find(|class| class.attackers == kind.attackers) {
            Some(class) => class.kinds.push(name),
            None => {
                classes.push(LeaperClass { kinds: vec![name], attackers: kind.attackers.clone() })
            }
        }
    }
    classes
}
