//! Reasons why a move is illegal, in terms of the family's rules.

use super::data::RoyalDefinition;
use super::ends::Royals;
use super::in_place::in_place;
use super::in_place_rules::InPlace;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::explain::Case;
use crate::illegal::Illegal;
use crate::{Bits, PieceType, Position, Square};

/// Returns the reason why a well-formed text is not a legal step.
pub(super) fn explain<B: Bits>(case: &Case<'_, Royal<B>>) -> Illegal {
    let Some(royal) = RoyalDefinition::of(case.definition()) else { return Illegal::Other };
    let size = case.definition().size;
    if case.position.has_to_drop() {
        return Illegal::MustDrop;
    }
    if case.position.awaits_wall() {
        let wall = case.position.wall_noun();
        let waller = case.position.waller();
        return if case.first.from == waller && case.legs.len() == 1 {
            Illegal::WallPlace { wall, square: case.name(case.last.to) }
        } else {
            Illegal::Wall { wall, from: case.name(waller) }
        };
    }
    if case.first.from == case.last.to && royal.pass.is_some() {
        return Illegal::Pass;
    }
    if case.legs.len() > 1 {
        return Illegal::TooLong(case.name(case.first.to));
    }
    if case.position.may_mean_castling(case.first.from, case.last.to)
        && !case.reaches(case.last.to, false)
    {
        return case.position.why_no_castling_to(case.first.from, case.last.to);
    }
    let (kind, us) = (case.piece.kind(), case.piece.color());
    if let Some(own) = &royal.pawns.in_place
        && own.pieces.contains(&kind)
        && let Some(why) = unpromoted(case, own)
    {
        return why;
    }
    let initial = royal.initial_squares(size, kind, us);
    let has_moved =
        case.position.rules.kind(kind).unmoved && !case.position.gates.contains(case.first.from);
    let at_home = initial.contains(&case.first.from) && !has_moved;
    if !case.reaches(case.last.to, at_home) || !may_hop(case) {
        return case.cannot_go(at_home);
    }
    let step = RoyalStep::new(case.first.from, case.last.to, StepKind::Plain);
    let mut position = case.position.clone();
    if position.is_check_too_early() && position.is_safe_after(step) && position.would_check(step) {
        return Illegal::ChecksEarly;
    }
    if case.position.lacks_promotion(kind, step) {
        Illegal::NoPromotionLeft
    } else if case.position.opens_facing(step) {
        Illegal::KingsFace
    } else if let Some(own) = blasted_royal(case.position, step) {
        Illegal::BlastsOwn(case.definition().piece(own).name.clone())
    } else if !position.is_safe_after(step) {
        if royal.royals == Royals::One { Illegal::Check } else { Illegal::RoyalsAttacked }
    } else if case.position.has_duty() {
        Illegal::MustCapture
    } else if !royal.give_check {
        Illegal::GivesCheck
    } else if case.is_en_passant_square(case.last.to) {
        // The piece that it takes stood in the way of an attack.
        Illegal::Check
    } else {
        Illegal::Other
    }
}

/// Whether a hopper may hop over what stands between it and the target; true for other pieces.
fn may_hop<B: Bits>(case: &Case<'_, Royal<B>>) -> bool {
    let (position, kind, from) = (case.position, case.piece.kind(), case.first.from);
    let mut paths = position.rules.kind(kind).paths[position.side][from.index()].iter();
    let enemy = position.board.side(!position.side);
    !paths.any(|path| path.modes.hop.is_some())
        || position.targets(kind, from, position.board.occupied(), enemy).contains(case.last.to)
}

/// Returns the reason why a piece does not promote in place of a move that ends on a square, if that could
/// be meant.
fn unpromoted<B: Bits>(case: &Case<'_, Royal<B>>, own: &InPlace) -> Option<Illegal> {
    let (from, to, kind) = (case.first.from, case.last.to, case.piece.kind());
    let position = case.position;
    let targets = &position.rules.kind(kind).promotes[position.side];
    let is_end = |&&target: &&PieceType| position.ends_in_place(own, target, from).contains(to);
    let target = *targets.iter().find(is_end)?;
    if from != to && case.reaches(to, true) {
        return None;
    }
    let step = in_place(from, to, target);
    Some(if !position.is_ripe(own, kind, from) {
        if from != to {
            return None;
        }
        let piece = case.definition().piece(kind).name.clone();
        Illegal::PromotesElsewhere { piece, square: case.name(from) }
    } else if position.promotions(position.rules.kind(kind)).next().is_none() {
        Illegal::NoPromotionLeft
    } else if !position.clone().is_safe_after(step) {
        Illegal::Check
    } else if !own.attack && position.attacks_in_place(step) {
        Illegal::PromotionAttacks
    } else {
        return None;
    })
}

/// Returns the royal piece of one's own that the blast of a capture removes.
fn blasted_royal<B: Bits>(position: &Royal<B>, step: RoyalStep) -> Option<PieceType> {
    let definition = &position.common().definition;
    let mut removed = None;
    position.visit_debris(step, &mut |_, piece| {
        if piece.color() == position.side && definition.is_royal(piece.kind()) {
            removed = Some(piece.kind());
        }
    });
    removed
}

/// Returns the reason why a piece cannot be dropped on a square.
pub(super) fn explain_drop<B: Bits>(position: &Royal<B>, kind: PieceType, to: Square) -> Illegal {
    let definition = &position.common().definition;
    let (piece, square) = (definition.piece(kind).name.clone(), definition.size.name(to));
    let Some(hand) = position.rules.hand.as_deref() else { return Illegal::NoHands };
    if !hand.drops {
        return Illegal::NoDrops;
    }
    if !position.is_in_hand(kind) {
        return Illegal::NotInHand(piece);
    }
    if position.board.get(to).is_some() {
        return Illegal::NotEmpty(square);
    }
    if !hand.may_drop(position.side, kind, to) {
        return Illegal::DropZone { piece, square };
    }
    if !position.droppable(hand, B::bit(to)).contains(to) {
        return Illegal::DropPlace(square);
    }
    if hand.full_files(kind, position.board.pieces(position.side, kind)).contains(to) {
        return Illegal::DropFile(piece);
    }
    let step = RoyalStep::dropping(kind, to);
    if !position.clone().is_safe_after(step) {
        return Illegal::Check;
    }
    if position.drop_checks(step) {
        if !hand.give_check {
            return Illegal::DropCheck;
        }
        if hand.no_mate.contains(&kind) {
            return Illegal::DropMate(piece);
        }
    }
    if position.has_duty() { Illegal::MustCapture } else { Illegal::Other }
}
