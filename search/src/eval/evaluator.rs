//! The evaluator: a game's evaluation, compiled for the search.

use std::marker::PhantomData;
use std::sync::Arc;

use nets::{Accumulators, Net};
use variants::{Bits, Color, Definition, Fen, Piece, PieceType};

use super::balance::Balance;
use super::generic::values;
use super::layout::Layout;
use super::sink::{Compiled, Placed, Sink, Sum, Tracer};
use super::weight::Weight;
use super::weights::Weights;
use crate::families::{FamilyTerms, SearchFamily, heuristics};
use crate::score::{EVAL_LIMIT, Value, WdlModel};
use crate::sort::sort_by_key;

/// Static evaluation of one game, built once for its definition and weights.
pub(crate) struct Evaluator<P: SearchFamily> {
    compiled: Compiled,
    terms: P::Terms,
    /// Piece types that neither promote nor are royal, with their values in centipawns.
    officers: Vec<(PieceType, i32)>,
    /// Values by piece type, in centipawns.
    worth: [i32; PieceType::MAX],
    royal: [bool; PieceType::MAX],
    by_worth: Vec<PieceType>,
    /// Index of the tempo weight.
    tempo: usize,
    /// Total value of the officers in the start position, of both sides.
    full: i32,
    /// WDL model of its values.
    pub(crate) wdl: WdlModel,
    net: Option<Arc<Net>>,
    /// Share of the HCE in the blend, in percent.
    blend: Value,
    /// 1, or -1 in games with `misere`, where the terms count for the other side.
    sign: Value,
    position: PhantomData<fn(P)>,
}

/// Incremental evaluation state of one thread: the last evaluated position.
pub(crate) struct EvalCache<P: SearchFamily> {
    /// Terms of the family, where they are cached.
    seen: Option<<P::Terms as FamilyTerms<P>>::Seen>,
    placed: Placed,
}

/// Trace of the HCE of a position: the value is the sum of all weights times their counts, each
/// interpolated between middlegame and endgame by the phase, and the bias, times the scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Indices of weights with their counts: White's less Black's.
    pub counts: Vec<(u32, f32)>,
    /// Game phase, from 0 (endgame) to 1 (middlegame).
    pub phase: f32,
    /// Scale of White's advantage, and of Black's.
    pub scale: [f32; 2],
    /// Constant of the game, in centipawns for White, before scaling.
    pub bias: f32,
}

impl Trace {
    /// Returns the HCE with these weights, in centipawns for White.
    #[must_use]
    pub fn value(&self, weights: &[Weight]) -> f32 {
        let sum = self.counts.iter().map(|&(index, times)| {
            let weight = weights.get(index as usize).copied().unwrap_or_default();
            times * (weight.opening * self.phase + weight.ending * (1.0 - self.phase))
        });
        let sum: f32 = sum.sum::<f32>() + self.bias;
        sum * self.scale[usize::from(sum < 0.0)]
    }
}

impl<P: SearchFamily> Evaluator<P> {
    /// Creates the evaluation with these weights, or generic ones if they are of another game; and
    /// with the net, if it is of this game.
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

    /// Sets the share of the HCE in the blend, in percent; `None`: the game's default.
    pub(crate) fn blended(mut self, percent: Option<u8>) -> Self {
        if let Some(percent) = percent {
            self.blend = Value::from(percent.min(100));
        }
        self
    }

    fn with(definition: &Definition, weights: &Weights) -> Self {
        let (values, layout) = (values(definition), weights.layout());
        let terms = P::Terms::new(definition, &values, layout);
        let pieces = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
        let full = pieces.iter().map(|(_, piece)| values.officer(piece.kind())).sum::<i32>().max(1);
        let (mut worth, mut is_royal) = ([0; PieceType::MAX], [false; PieceType::MAX]);
        for kind in definition.piece_types() {
            let weight = weights.at(layout.value(kind));
            let fitted = ((weight.opening + weight.ending) / 2.0).round() as i32;
            let royal = definition.is_royal(kind);
            is_royal[kind.index()] = royal;
            worth[kind.index()] = if royal { values.worth(kind) } else { fitted.max(1) };
        }
        let mut by_worth: Vec<_> = definition.piece_types().collect();
        sort_by_key(&mut by_worth, |kind| i64::from(worth[kind.index()]));
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
            blend: heuristics(&definition.family).blend(),
            sign: if definition.misere { -1 } else { 1 },
            position: PhantomData,
        }
    }

    /// Returns the value of a piece type, in centipawns.
    #[inline]
    pub(crate) fn value(&self, kind: PieceType) -> i32 {
        self.worth[kind.index()]
    }

    /// Whether a piece type is royal, and so no part of an exchange.
    #[inline]
    pub(crate) fn is_royal(&self, kind: PieceType) -> bool {
        self.royal[kind.index()]
    }

    /// Returns all piece types, the least valuable first.
    #[inline]
    pub(crate) fn by_worth(&self) -> &[PieceType] {
        &self.by_worth
    }

    /// Returns the attacks of a side's pieces of one type; empty where captures are not exchanges
    /// on one square.
    #[inline]
    pub(crate) fn attacks(&self, position: &P, color: Color, kind: PieceType) -> P::Bits {
        self.terms.attacks(position, color, kind)
    }

    /// Returns the number of pieces of the side to move beside those that promote and royals, and
    /// `u32::MAX` with pieces in hand: without any zugzwang is likely, with one it is possible
    /// (<https://www.chessprogramming.org/Zugzwang>).
    pub(crate) fn count_officers(&self, position: &P) -> u32 {
        let (board, side) = (position.board(), position.side());
        if position.hands().is_some_and(|hands| !hands.is_empty(side)) {
            return u32::MAX;
        }
        self.officers.iter().map(|&(kind, _)| board.pieces(side, kind).count()).sum()
    }

    /// Whether the side to move might still win with this turn, in games whose turns have several
    /// steps; false in others.
    #[inline]
    pub(crate) fn may_win(&self, position: &P) -> bool {
        self.terms.may_win(position)
    }

    /// Whether the side to move might capture a chief with this turn.
    pub(crate) fn may_take_chief(&self, position: &P) -> bool {
        self.terms.may_take_chief(position)
    }

    /// Whether a piece is a chief.
    pub(crate) fn is_chief(&self, piece: Piece) -> bool {
        self.terms.is_chief(piece.kind())
    }

    /// Returns the number of turns in which the enemy captures the side to move's last unit, a royal
    /// chief, whatever it does; `None` where that is not known.
    pub(crate) fn lone_chief_turns(&self, position: &P) -> Option<u32> {
        self.terms.lone_chief_turns(position)
    }

    /// Returns the groups of units of the side to move of which [`Evaluator::lone_chief_turns`] may know
    /// how they catch the enemy's last one, the nearest first.
    pub(crate) fn hunters(&self, position: &P) -> Vec<P::Bits> {
        self.terms.hunters(position)
    }

    /// Returns a new evaluation cache, used in games whose turns have several steps.
    pub(crate) fn eval_cache(&self) -> EvalCache<P> {
        EvalCache { seen: self.terms.nothing_seen(), placed: Placed::default() }
    }

    /// Returns the HCE, as [`Evaluator::hce`], and an estimate of the side to move's loss, in
    /// centipawns, if the enemy were to move; 0 where turns have one step. Updates incrementally
    /// from the last position; `eval_cache` is from [`Evaluator::eval_cache`].
    pub(crate) fn look(&self, position: &P, eval_cache: &mut EvalCache<P>) -> (Value, Value) {
        let Some(seen) = &mut eval_cache.seen else { return (self.hce(position), 0) };
        let (terms, placed, compiled) = (&self.terms, &mut eval_cache.placed, &self.compiled);
        terms.renew(position, seen, |color, kind, gone, come| {
            gone.iter().for_each(|square| placed.lift(compiled, color, kind, square));
            come.iter().for_each(|square| placed.put(compiled, color, kind, square));
        });
        let mut sum = Sum::of(compiled, *placed);
        sum.add(position.side(), self.tempo, 1);
        terms.add_seen(position, seen, &mut sum);
        let eval = self.verdict(position, sum, &self.officers(position));
        (eval, terms.risk(position, seen, &self.worth))
    }

    /// Returns an accumulator stack for `plies` plies, if there is a net.
    pub(crate) fn accumulators(&self, plies: usize) -> Option<Accumulators<P::Bits>> {
        self.net.as_ref().map(|net| Accumulators::new(net, plies))
    }

    /// Returns the static evaluation in centipawns for the side to move, `ply` plies from the root;
    /// `accumulators` are from [`Evaluator::accumulators`].
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

    /// Returns the net's evaluation; `None` where only the HCE applies.
    #[inline]
    pub(crate) fn by_net(
        &self,
        position: &P,
        accumulators: &mut Option<Accumulators<P::Bits>>,
        ply: usize,
    ) -> Option<Value> {
        let (net, accumulators) = (self.net.as_ref()?, accumulators.as_mut()?);
        let board = position.board();
        // Nets do not learn to win against a bare king: training games are adjudicated before.
        if Color::ALL.iter().any(|&color| !board.side(color).has_several()) {
            return None;
        }
        let value = accumulators.evaluate(net, board, position.hands(), position.side(), ply);
        Some(value.clamp(-EVAL_LIMIT, EVAL_LIMIT))
    }

    /// Returns the blend of net and HCE.
    #[inline]
    pub(crate) fn together(&self, net: Value, hce: Value) -> Value {
        (net * (100 - self.blend) + hce * self.blend) / 100
    }

    /// Returns the HCE for the side to move.
    pub(crate) fn hce(&self, position: &P) -> Value {
        let mut sum = Sum::new(&self.compiled);
        let balance = self.walk(position, &mut sum);
        self.verdict(position, sum, &balance)
    }

    /// Interpolates a sum by phase, scales it, and returns it for the side to move.
    fn verdict(&self, position: &P, sum: Sum<'_>, balance: &Balance) -> Value {
        let blend = sum.total().blend(self.phase(balance)) + 16 * balance.bias;
        // Divides by 256: centipawns and scale are both in sixteenths.
        let white = self.sign * blend * balance.scale[usize::from(blend < 0)] / 256;
        let relative = if position.side() == Color::White { white } else { -white };
        relative.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Returns the trace of the HCE.
    pub(crate) fn trace(&self, position: &P, layout: &Layout) -> Trace {
        let mut tracer = Tracer::new(layout);
        let balance = self.walk(position, &mut tracer);
        let counts = (0..).zip(tracer.counts).filter(|&(_, times)| times != 0.0).collect();
        let phase = self.phase(&balance) as f32 / 256.0;
        let scale = balance.scale.map(|scale| (self.sign * scale) as f32 / 16.0);
        Trace { counts, phase, scale, bias: balance.bias as f32 }
    }

    /// Returns the game phase, from 0 (endgame) to 256 (middlegame).
    #[inline]
    fn phase(&self, balance: &Balance) -> i32 {
        (balance.officers.min(self.full) * 256) / self.full
    }

    /// Passes all terms to the sink.
    #[inline]
    fn walk(&self, position: &P, sink: &mut impl Sink) -> Balance {
        sink.add(position.side(), self.tempo, position.moves_left() as i32);
        self.terms.walk(position, sink).unwrap_or_else(|| self.officers(position))
    }

    /// Returns the balance by the officers.
    fn officers(&self, position: &P) -> Balance {
        let board = position.board();
        let worth = |&(kind, worth): &(PieceType, i32)| board.kind(kind).count() as i32 * worth;
        Balance {
            officers: self.officers.iter().map(worth).sum(),
            scale: self.terms.scale(position),
            bias: 0,
        }
    }
}
