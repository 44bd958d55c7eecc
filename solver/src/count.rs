//! Counts of a table: results, the longest wins, mutual zugzwangs.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;
use variants::{Color, Notation, Position};

use crate::entropy::Histogram;
use crate::examine::Workshop;
use crate::index::Index;
use crate::lines::best_line;
use crate::placement::Placement;
use crate::probe::Lookup;
use crate::summary::{Longest, SideCounts, Summary, Zugzwangs};
use crate::value::{ILLEGAL, Value};

/// The most examples of zugzwangs.
const EXAMPLES: usize = 5;

/// Counts of some entries.
#[derive(Default)]
struct Part {
    sides: [SideCounts; 2],
    /// For each side the longest win and its entry.
    longest: [Option<(u16, u64)>; 2],
    full: u64,
    half: u64,
    examples: Vec<u64>,
    histogram: Histogram,
}

impl Part {
    fn merge(mut self, other: Part) -> Part {
        for (own, other) in self.sides.iter_mut().zip(&other.sides) {
            own.positions += other.positions;
            own.wins += other.wins;
            own.draws += other.draws;
            own.losses += other.losses;
        }
        for (own, other) in self.longest.iter_mut().zip(other.longest) {
            // The first of the longest, whatever the order in which parts end.
            let better = |(plies, entry): (u16, u64), (most, first): (u16, u64)| {
                plies > most || plies == most && entry < first
            };
            *own = match (*own, other) {
                (Some(a), Some(b)) => Some(if better(b, a) { b } else { a }),
                (a, b) => a.or(b),
            };
        }
        self.full += other.full;
        self.half += other.half;
        self.examples.extend(other.examples);
        self.examples.sort_unstable();
        self.examples.truncate(EXAMPLES);
        self.histogram.merge(&other.histogram);
        self
    }
}

/// Number of entries that are counted at once.
const CHUNK: usize = 1 << 14;

/// Counts a table that is solved.
pub(crate) fn summarize<P: Position + Notation>(template: &P, shop: &Workshop<'_>) -> Summary {
    let index = shop.index;
    let Part { sides: [white, black], longest, full, half, examples, histogram } = count(shop);
    let black = if index.has_one_side() { white } else { black };
    let fen = |entry: u64| set_up(template, index, entry);
    let lookup = |placement: &Placement| shop.solved(placement);
    let ends = shop.whole().map(|whole| whole as Lookup<'_>);
    let longest = Color::ALL.into_iter().zip(longest).filter_map(|(color, longest)| {
        let (plies, entry) = longest?;
        let (fen, position) = fen(entry)?;
        let line = best_line(&position, &lookup, ends);
        Some(Longest { winner: color.to_string(), plies, fen, line })
    });
    let longest = longest.collect();
    let examples = examples.into_iter().filter_map(|entry| Some(fen(entry)?.0)).collect();
    let zugzwangs = Zugzwangs { full, half, examples };
    let entropy = histogram.entropy();
    Summary { white, black, longest, zugzwangs, entropy, slow: None }
}

fn count(shop: &Workshop<'_>) -> Part {
    let count = |(number, codes): (usize, &[AtomicU16])| {
        let mut part = Part::default();
        for (entry, code) in (number * CHUNK..).zip(codes) {
            let code = code.load(Ordering::Relaxed);
            if code != ILLEGAL {
                part.histogram.add(Value::of_code(code));
                part.add(shop.index, shop, entry as u64, code);
            }
        }
        part
    };
    shop.codes.par_chunks(CHUNK).enumerate().map(count).reduce(Part::default, Part::merge)
}

/// The position of an entry, with its FEN.
pub(crate) fn set_up<P: Position>(template: &P, index: &Index, entry: u64) -> Option<(String, P)> {
    let placement = index.placement(entry)?;
    let mut position = template.clone();
    position.arrange(placement.men(), placement.side);
    Some((position.to_fen().text(&template.common().definition), position))
}

impl Part {
    fn add(&mut self, index: &Index, shop: &Workshop<'_>, entry: u64, code: u16) {
        let (value, weight) = (Value::of_code(code), index.weight(entry));
        let Some(placement) = index.placement(entry) else { return };
        let side = placement.side as usize;
        let counts = &mut self.sides[side];
        counts.positions += weight;
        match value {
            Value::Win(plies) => {
                counts.wins += weight;
                let longest = &mut self.longest[side];
                if longest.is_none_or(|(most, _)| plies > most) {
                    *longest = Some((plies, entry));
                }
            }
            Value::Draw => counts.draws += weight,
            Value::Loss(_) => counts.losses += weight,
        }
        if placement.side == Color::White {
            let Some(other) = index.entry(&placement.passed()) else { return };
            let other = shop.code(other);
            if other == ILLEGAL || value.sign() >= -Value::of_code(other).sign() {
                return;
            }
            if value.sign() == -1 && Value::of_code(other).sign() == -1 {
                self.full += weight;
            } else {
                self.half += weight;
            }
            if self.examples.len() < EXAMPLES {
                self.examples.push(entry);
            }
        }
    }
}
