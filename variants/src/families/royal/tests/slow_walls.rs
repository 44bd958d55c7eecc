//! Walls, stated again, and games with them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::random::check;
use super::slow::{Change, World};
use super::{Royal, moves};
use crate::royal::WallPlace;
use crate::zobrist::split_mix;
use crate::{Bits, Definition, Fen, Notation, Piece, Position, Square};

impl World<'_> {
    /// The walls that there can be after a change that leaves these pieces on the board.
    pub(super) fn walls_after(
        &self,
        change: &Change,
        pieces: &BTreeMap<Square, Piece>,
    ) -> Vec<Vec<Square>> {
        let Some(rule) = &self.royal.walls else { return vec![Vec::new()] };
        let may_stand = |square: &Square| {
            !pieces.contains_key(square)
                && !self.walls.contains(square)
                && !self.royal.holes.contains(square)
                && rule.squares.as_ref().is_none_or(|squares| squares[self.side].contains(square))
        };
        let with = |square: Square| {
            let mut walls = if rule.single { Vec::new() } else { self.walls.clone() };
            walls.push(square);
            walls.sort_unstable();
            walls
        };
        let empty: Vec<Square> = self.definition.size.iter().filter(may_stand).collect();
        match rule.place {
            WallPlace::Any => empty.into_iter().map(with).collect(),
            WallPlace::Origin => {
                let from = change.removed[0];
                let none = if rule.single { Vec::new() } else { self.walls.clone() };
                vec![if may_stand(&from) { with(from) } else { none }]
            }
            WallPlace::Reach => {
                let after = self.world_after(pieces, &self.walls);
                let Some((to, piece)) = change.put.first().map(|put| (put.0, pieces.get(&put.0)))
                else {
                    return Vec::new();
                };
                let Some(&piece) = piece else { return Vec::new() };
                let kind = self.definition.piece(piece.kind());
                let mut reached = BTreeSet::new();
                for path in self.paths(kind, to, self.side) {
                    if after.may_begin(self.side, to, &path) && path.modes.quiet {
                        reached.extend(after.landings(self.side, kind, &path));
                    }
                }
                reached.into_iter().filter(may_stand).map(with).collect()
            }
        }
    }

    /// The walls that may follow a legal move, each as all walls after it.
    fn walls_of(&self, text: &str) -> BTreeSet<Vec<Square>> {
        let mut found = BTreeSet::new();
        for change in self.changes().into_iter().chain(self.castlings()) {
            if change.text != text {
                continue;
            }
            let pieces = self.pieces_after(&change);
            for walls in self.walls_after(&change, &pieces) {
                if self.is_safe(&change, &self.world_after(&pieces, &walls)) {
                    found.insert(walls);
                }
            }
        }
        found
    }
}

/// Plays a random game with walls, and returns the number of its positions.
pub(super) fn play_walled<B: Bits>(definition: Definition, mut seed: u64) -> usize {
    let definition = Arc::new(definition);
    let rules = Arc::new(Royal::<B>::compile(Arc::clone(&definition)));
    let fen = Fen::parse(&definition.start, &definition).unwrap();
    let mut position = Royal::from_fen(&rules, &fen).unwrap();
    let mut played = Vec::new();
    let mut positions = 0;
    for _ in 0..60 {
        check(&position);
        positions += 1;
        let mut steps = Vec::new();
        position.generate(&mut steps);
        if steps.is_empty() {
            break;
        }
        let step = steps[split_mix(&mut seed) as usize % steps.len()];
        let text = position.step_text(step);
        let world = World::new(&definition, &position.to_fen());
        let (after, walls) = (world.moves(), world.walls_of(&text));
        let side = position.side();
        played.push((position.clone(), step, position.play(step)));
        assert_eq!(position.key(), position.key_from_scratch(), "{text}");
        if !position.is_turn_start() {
            assert_eq!((position.side(), position.decided()), (side, None));
            let found = moves(&position);
            let expected: BTreeSet<String> = walls
                .iter()
                .map(|walls| {
                    let is_new = |square: &&Square| !world.walls.contains(square);
                    let wall = walls.iter().find(is_new).unwrap();
                    definition.size.name(step.to()) + &definition.size.name(*wall)
                })
                .collect();
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{text}");
            assert_eq!(position.count(), found.len() as u64);
            let mut steps = Vec::new();
            position.generate(&mut steps);
            let step = steps[split_mix(&mut seed) as usize % steps.len()];
            played.push((position.clone(), step, position.play(step)));
            assert_eq!(position.key(), position.key_from_scratch(), "{text}");
        }
        assert_eq!(position.side(), !side);
        let fen = position.to_fen();
        let pieces: BTreeMap<_, _> = fen.pieces.into_iter().collect();
        assert_eq!(pieces, after[&text], "{text}");
        assert!(walls.contains(&fen.walls), "{text} {:?} {walls:?}", fen.walls);
    }
    for (before, step, undo) in played.into_iter().rev() {
        position.undo(step, undo);
        assert_eq!(position, before);
    }
    positions
}
