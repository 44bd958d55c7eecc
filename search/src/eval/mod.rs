//! What a position is worth by its looks: a sum of weights over what is seen.
//!
//! Nothing here names a game: which weights there are follows from the definition, what they are is
//! data ([`Weights`]). One walk over the position tells what counts how often; a [`Sink`] adds it up,
//! or lists it for whoever fits weights. Where there is a net ([`Net`]), its word counts instead,
//! or beside it where a turn moves several units, but for positions in which a side has nothing left.

mod armies;
mod generic;
mod jumping;
mod layout;
mod piece_square;
mod royal;
mod sink;
#[cfg(test)]
mod tests;
mod values;
mod weight;
mod weights;

use std::marker::PhantomData;
use std::sync::Arc;

use nets::{Accumulators, Net};
use variants::{Bits, Color, Definition, Family, Fen, Piece, PieceType, Position};

pub use self::layout::{Group, Layout};
pub use self::weight::Weight;
pub use self::weights::{Weights, WeightsError};

use self::armies::{ArmiesTerms, Seen};
use self::jumping::JumpingTerms;
use self::royal::{Balance, RoyalTerms};
use self::sink::{Compiled, Placed, Sink, Sum, Tracer};
use self::values::Values;
use crate::score::{EVAL_LIMIT, Value, WdlModel};

/// Percent that the weights' word counts beside the net's where a turn moves several units, if not said.
/// The search knows it there anyway, and both together are better than either: among so many turns
/// there is always one of which one of them thinks too well.
const ARMIES_BLEND: Value = 50;

/// What one family looks at.
enum Terms<B> {
    Royal(Box<RoyalTerms<B>>),
    Jumping(Box<JumpingTerms<B>>),
    Armies(Box<ArmiesTerms<B>>),
}

/// The evaluation of one game, made once for its definition and weights.
pub(crate) struct Evaluator<P: Position> {
    compiled: Compiled,
    terms: Terms<P::Bits>,
    /// The kinds that neither promote nor are royal, with their worth in centipawns.
    officers: Vec<(PieceType, i32)>,
    /// By kind, in centipawns.
    worth: [i32; PieceType::MAX],
    royal: [bool; PieceType::MAX],
    by_worth: Vec<PieceType>,
    /// Where the weight of being to move is.
    tempo: usize,
    /// The worth of the officers in the first position, of both sides.
    full: i32,
    /// What its values mean for the result.
    pub(crate) wdl: WdlModel,
    net: Option<Arc<Net>>,
    /// How much the weights' word counts beside the net's, in percent.
    blend: Value,
    position: PhantomData<fn(P)>,
}

/// What a thread saw of the last position that it looked at.
pub(crate) struct EvalCache<B> {
    /// Of army games.
    seen: Option<Seen<B>>,
    placed: Placed,
}

impl<B> Default for EvalCache<B> {
    fn default() -> Self {
        EvalCache { seen: None, placed: Placed::default() }
    }
}

/// How a position's evaluation comes about: it is the sum of all weights, each as often as it
/// counts and between its opening and ending as the phase says, times the scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The indices of weights that count, and how often: for White, less for Black.
    pub counts: Vec<(u32, f32)>,
    /// From 0, the ending, to 1, the opening.
    pub phase: f32,
    /// The part of White's advantage that counts, and of Black's.
    pub scale: [f32; 2],
}

impl Trace {
    /// What the position is worth with these weights, in centipawns for White.
    #[must_use]
    pub fn value(&self, weights: &[Weight]) -> f32 {
        let sum = self.counts.iter().map(|&(index, times)| {
            let weight = weights.get(index as usize).copied().unwrap_or_default();
            times * (weight.opening * self.phase + weight.ending * (1.0 - self.phase))
        });
        let sum: f32 = sum.sum();
        sum * self.scale[usize::from(sum < 0.0)]
    }
}

impl<P: Position> Evaluator<P> {
    /// The evaluation with these weights, or, where they are another game's, generic ones; and
    /// with a net, if it is for this game.
    pub(crate) fn new(
        definition: &Definition,
        weights: Option<&Weights>,
        net: Option<&Arc<Net>>,
    ) -> Self {
        let mut evaluator = match weights.filter(|weights| weights.fit(definition)) {
            Some(weights) => Self::with(definition, weights),
            None => Self::with(definition, &Weights::generic(definition)),
        };
        evaluator.net = net.filter(|net| net.fits(definition)).cloned();
        evaluator
    }

    /// The same where the weights' word counts so many percent beside the net's; `None`: as many as is
    /// usual in the game.
    pub(crate) fn blended(mut self, percent: Option<u8>) -> Self {
        if let Some(percent) = percent {
            self.blend = Value::from(percent.min(100));
        }
        self
    }

    fn with(definition: &Definition, weights: &Weights) -> Self {
        let values = Values::new(definition);
        let layout = weights.layout();
        let terms = match &definition.family {
            Family::Royal(_) => {
                Terms::Royal(Box::new(RoyalTerms::new(definition, &values, layout)))
            }
            Family::Jumping(own) => {
                Terms::Jumping(Box::new(JumpingTerms::new(definition, own, layout)))
            }
            Family::Armies(own) => {
                Terms::Armies(Box::new(ArmiesTerms::new(definition, own, &values, layout)))
            }
        };
        let pieces = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
        let full = pieces.iter().map(|(_, piece)| values.officer(piece.kind())).sum::<i32>().max(1);
        let (mut worth, mut is_royal) = ([0; PieceType::MAX], [false; PieceType::MAX]);
        for kind in definition.piece_types() {
            let weight = weights.at(layout.value(kind));
            let fitted = ((weight.opening + weight.ending) / 2.0).round() as i32;
            let royal = values::is_royal(definition, kind);
            is_royal[kind.index()] = royal;
            worth[kind.index()] = if royal { values.worth(kind) } else { fitted.max(1) };
        }
        let mut by_worth: Vec<_> = definition.piece_types().collect();
        by_worth.sort_by_key(|kind| worth[kind.index()]);
        Evaluator {
            royal: is_royal,
            by_worth,
            compiled: Compiled::new(weights),
            terms,
            officers: definition
                .piece_types()
                .map(|kind| (kind, values.officer(kind)))
                .filter(|&(_, worth)| worth > 0)
                .collect(),
            worth,
            tempo: layout.term("tempo"),
            full,
            wdl: weights.wdl.unwrap_or_default(),
            net: None,
            blend: match definition.family {
                Family::Armies(_) => ARMIES_BLEND,
                Family::Royal(_) | Family::Jumping(_) => 0,
            },
            position: PhantomData,
        }
    }

    /// What taking a piece of a kind brings, in centipawns.
    #[inline]
    pub(crate) fn value(&self, kind: PieceType) -> i32 {
        self.worth[kind.index()]
    }

    /// Whether the game hangs on a piece of a kind, so that it is no part of an exchange.
    #[inline]
    pub(crate) fn is_royal(&self, kind: PieceType) -> bool {
        self.royal[kind.index()]
    }

    /// All kinds, the least valuable first.
    #[inline]
    pub(crate) fn by_worth(&self) -> &[PieceType] {
        &self.by_worth
    }

    /// What a side's pieces of a kind attack; nothing where taking is no exchange on one square.
    #[inline]
    pub(crate) fn attacks(&self, position: &P, color: Color, kind: PieceType) -> P::Bits {
        match &self.terms {
            Terms::Royal(terms) => terms.attacks(position, color, kind),
            Terms::Jumping(_) | Terms::Armies(_) => P::Bits::EMPTY,
        }
    }

    /// Whether the side to move has more than pieces that promote and royals: else a pass may be
    /// better than any move (<https://www.chessprogramming.org/Zugzwang>).
    pub(crate) fn has_officers(&self, position: &P) -> bool {
        let (board, side) = (position.board(), position.side());
        self.officers.iter().any(|&(kind, _)| board.pieces(side, kind).any())
    }

    /// Whether the side to move might still win with this turn, in games whose turns have several
    /// steps; never, where turns have one.
    #[inline]
    pub(crate) fn may_win(&self, position: &P) -> bool {
        match &self.terms {
            Terms::Armies(terms) => terms.may_win(position),
            _ => false,
        }
    }

    /// Whether the side to move might take a chief with this turn.
    pub(crate) fn may_take_chief(&self, position: &P) -> bool {
        matches!(&self.terms, Terms::Armies(terms) if terms.may_take_chief(position))
    }

    /// Whether an army depends on a piece.
    pub(crate) fn is_chief(&self, piece: Piece) -> bool {
        matches!(&self.terms, Terms::Armies(terms) if terms.is_chief(piece.kind()))
    }

    /// What a thread needs to look at one position after the other, in games whose turns have
    /// several steps.
    pub(crate) fn eval_cache(&self) -> EvalCache<P::Bits> {
        match &self.terms {
            Terms::Armies(terms) => {
                EvalCache { seen: Some(terms.nothing_seen()), ..EvalCache::default() }
            }
            _ => EvalCache::default(),
        }
    }

    /// A position by the weights alone, as [`Evaluator::hce`], and about how much the side to
    /// move would lose, in centipawns, if the enemy were to move; 0 where turns have one step. What
    /// is as it was at the last look is not looked at again; `eval_cache` is from [`Evaluator::eval_cache`].
    pub(crate) fn look(&self, position: &P, eval_cache: &mut EvalCache<P::Bits>) -> (Value, Value) {
        let (Terms::Armies(terms), Some(seen)) = (&self.terms, &mut eval_cache.seen) else {
            return (self.hce(position), 0);
        };
        let (placed, compiled) = (&mut eval_cache.placed, &self.compiled);
        terms.renew(position, seen, |color, kind, gone, come| {
            gone.iter().for_each(|square| placed.lift(compiled, color, kind, square));
            come.iter().for_each(|square| placed.put(compiled, color, kind, square));
        });
        let mut sum = Sum::of(compiled, *placed);
        sum.add(position.side(), self.tempo, 1);
        terms.tell(position, seen, &mut sum);
        let eval = self.verdict(position, sum, &self.officers(position));
        (eval, terms.risk(position, seen, &self.worth))
    }

    /// What a thread needs to follow positions of so many plies with the net, if there is one.
    pub(crate) fn accumulators(&self, plies: usize) -> Option<Accumulators<P::Bits>> {
        self.net.as_ref().map(|net| Accumulators::new(net, plies))
    }

    /// The position's worth in centipawns from the view of the side to move, so many plies from
    /// where a search began; `accumulators` are from [`Evaluator::accumulators`].
    #[inline]
    pub(crate) fn evaluate(
        &self,
        position: &P,
        accumulators: &mut Option<Accumulators<P::Bits>>,
        ply: usize,
    ) -> Value {
        match self.by_net(position, accumulators, ply) {
            Some(net) if self.blend == 0 => net,
            Some(net) => self.together(net, self.hce(position)),
            None => self.hce(position),
        }
    }

    /// The same by the net alone; `None` where the weights judge.
    #[inline]
    pub(crate) fn by_net(
        &self,
        position: &P,
        accumulators: &mut Option<Accumulators<P::Bits>>,
        ply: usize,
    ) -> Option<Value> {
        let (net, accumulators) = (self.net.as_ref()?, accumulators.as_mut()?);
        let board = position.board();
        // Wins against a bare king are not learnt from games that end before.
        if Color::ALL.iter().any(|&color| !board.side(color).has_several()) {
            return None;
        }
        let value = accumulators.evaluate(net, board, position.side(), ply);
        Some(value.clamp(-EVAL_LIMIT, EVAL_LIMIT))
    }

    /// What the words of the net and of the weights come to.
    #[inline]
    pub(crate) fn together(&self, net: Value, hce: Value) -> Value {
        (net * (100 - self.blend) + hce * self.blend) / 100
    }

    /// The same by the weights alone.
    pub(crate) fn hce(&self, position: &P) -> Value {
        let mut sum = Sum::new(&self.compiled);
        let balance = self.walk(position, &mut sum);
        self.verdict(position, sum, &balance)
    }

    /// What the sum of all that counts means for the side to move.
    fn verdict(&self, position: &P, sum: Sum<'_>, balance: &Balance) -> Value {
        let blend = sum.total().blend(self.phase(balance));
        // In sixteenths twice: of a centipawn, and of what counts.
        let white = blend * balance.scale[usize::from(blend < 0)] / 256;
        let relative = if position.side() == Color::White { white } else { -white };
        relative.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// How the evaluation comes about.
    pub(crate) fn trace(&self, position: &P, layout: &Layout) -> Trace {
        let mut tracer = Tracer::new(layout);
        let balance = self.walk(position, &mut tracer);
        let counts = (0..).zip(tracer.counts).filter(|&(_, times)| times != 0.0).collect();
        let phase = self.phase(&balance) as f32 / 256.0;
        Trace { counts, phase, scale: balance.scale.map(|scale| scale as f32 / 16.0) }
    }

    /// How much of the opening is left, in 256ths.
    #[inline]
    fn phase(&self, balance: &Balance) -> i32 {
        (balance.officers.min(self.full) * 256) / self.full
    }

    /// Tells all that counts.
    #[inline]
    fn walk(&self, position: &P, sink: &mut impl Sink) -> Balance {
        sink.add(position.side(), self.tempo, 1);
        match &self.terms {
            Terms::Royal(terms) => return terms.walk(position, sink),
            Terms::Jumping(terms) => terms.walk(position, sink),
            Terms::Armies(terms) => terms.walk(position, sink),
        }
        self.officers(position)
    }

    /// The balance where all that a side gains counts.
    fn officers(&self, position: &P) -> Balance {
        let board = position.board();
        let worth = |&(kind, worth): &(PieceType, i32)| board.kind(kind).count() as i32 * worth;
        Balance { officers: self.officers.iter().map(worth).sum(), scale: [16; 2] }
    }
}
