//! `highlight`: marks on the target squares of a piece.

use super::codec::CodecBoard;
use crate::{Target, TargetKind};

impl CodecBoard {
    /// Writes the marks as a FEN's first field, with colours for pieces. They have meanings for
    /// XBoard: at cyan the move continues, magenta asks for a promotion.
    pub(super) fn colors(self, targets: &[Target]) -> String {
        let mut out = String::new();
        for rank in (0..self.ranks()).rev() {
            let mut empty = 0;
            for file in 0..self.files() {
                let here = targets
                    .iter()
                    .filter(|target| (target.square.file, target.square.rank) == (file, rank))
                    .max_by_key(|target| weight(target.kind));
                match here {
                    None => empty += 1,
                    Some(target) => {
                        push_empty(&mut out, &mut empty);
                        out.push(color(target.kind));
                    }
                }
            }
            push_empty(&mut out, &mut empty);
            if rank > 0 {
                out.push('/');
            }
        }
        out
    }
}

fn push_empty(out: &mut String, empty: &mut u32) {
    if *empty > 0 {
        out.push_str(&empty.to_string());
        *empty = 0;
    }
}

fn color(kind: TargetKind) -> char {
    match kind {
        TargetKind::Quiet => 'Y',
        TargetKind::Capture => 'R',
        TargetKind::Jump => 'C',
        TargetKind::Promotion => 'M',
    }
}

/// Priority of a mark if a square is a target in several ways: the one that XBoard needs.
fn weight(kind: TargetKind) -> u32 {
    match kind {
        TargetKind::Quiet => 0,
        TargetKind::Capture => 1,
        TargetKind::Jump => 2,
        TargetKind::Promotion => 3,
    }
}
