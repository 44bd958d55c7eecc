//! Tests of the static evaluation in random positions of every game.

use proptest::prelude::*;
use variants::Catalog;

use crate::families::SearchFamily;
use crate::score::EVAL_LIMIT;
use variants::{
    AnyGame, Color, Definition, Fen, Game, Hands, Piece, PieceType, Square, Variant, with_game,
};

use super::*;

/// Plays a step for each of the given numbers, which choose it.
fn wander<P: SearchFamily>(game: &mut Game<P>, choices: &[u16]) {
    let mut steps = Vec::new();
    for &choice in choices {
        game.legal_steps(&mut steps);
        if steps.is_empty() {
            return;
        }
        game.play(steps[usize::from(choice) % steps.len()]);
    }
}

/// Returns each built-in game after some steps.
fn games(choices: &[u16]) -> Vec<(Variant, AnyGame)> {
    let catalog = Catalog::builtin();
    let variants = catalog.names().map(|name| catalog.get(name).unwrap().clone());
    variants
        .map(|definition| {
            let variant = Variant::compile(definition).unwrap();
            let mut game = variant.start();
            with_game!(&mut game, game => wander(game, choices));
            (variant, game)
        })
        .collect()
}

/// Returns the position with colours exchanged, as the layout defines Black's view.
fn mirrored(variant: &Variant, game: &AnyGame, layout: &Layout) -> AnyGame {
    let kind = PieceType::from_index(0);
    let place = |color, square| layout.piece_square(color, kind, square);
    let mut fen = Fen::parse(&game.fen(), variant.definition()).unwrap();
    for (square, piece) in &mut fen.pieces {
        let seen = place(Color::Black, *square) - place(Color::White, Square::from_index(0));
        *square = Square::from_index(seen as u8);
        *piece = Piece::new(!piece.color(), piece.kind());
    }
    fen.side = !fen.side;
    fen.checks =
        fen.checks.map(|left| variants::ByColor::new(left[Color::Black], left[Color::White]));
    fen.hands = fen.hands.map(|hands| {
        let mut other = Hands::default();
        for (color, kind) in
            Color::ALL.into_iter().flat_map(|c| hands.kinds(c).map(move |k| (c, k)))
        {
            (0..hands.count(color, kind)).for_each(|_| other.add(Piece::new(!color, kind)));
        }
        other
    });
    (fen.castling, fen.en_passant) = ("-".to_owned(), "-".to_owned());
    variant.set_up(&fen).unwrap()
}

/// Games whose sides differ: in their pieces, or as images by rotation.
const UNLIKE: [&str; 5] = ["horde", "legan", "manchu", "orda", "tamerlane"];

fn evaluator_of<P: SearchFamily>(
    _: &Game<P>,
    weights: &Weights,
    definition: &Definition,
) -> Evaluator<P> {
    Evaluator::new(definition, Some(weights), None)
}

#[test]
fn pieces_that_turn_over_are_worth_the_same_in_both_forms() {
    let catalog = Catalog::builtin();
    let definition = catalog.get("kyoto-shogi").unwrap();
    let values = Values::new(definition, false);
    let worth = |letter, promoted| values.worth(definition.piece_type(letter, promoted).unwrap());
    for letter in ['P', 'S', 'L', 'N'] {
        assert_eq!(worth(letter, false), worth(letter, true), "{letter}");
    }
    assert!(worth('P', false) > worth('N', false) && worth('N', false) > 100);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn the_trace_adds_up_to_the_value(
        choices in prop::collection::vec(any::<u16>(), 0..120),
        noise in any::<u16>(),
    ) {
        for (variant, game) in games(&choices) {
            let definition = variant.definition();
            let mut weights = Weights::generic(definition);
            // No weight may hide behind another of the same size.
            for index in 0..weights.layout().len() {
                let tied = weights.layout().tied(index);
                let bit = ((tied * 37 + usize::from(noise)) % 101) as f32 / 10.0;
                let weight = weights.at(index) + Weight::new(bit, 5.0 - bit);
                weights.set_at(index, weight);
            }
            let (value, traced, side) = with_game!(&game, game => {
                let evaluator = evaluator_of(game, &weights, definition);
                let position = game.position();
                let trace = evaluator.trace(position, weights.layout());
                (evaluator.hce(position), trace.value(weights.all()), position.side())
            });
            let white = if side == Color::White { value } else { -value };
            let traced = traced.clamp(-EVAL_LIMIT as f32, EVAL_LIMIT as f32);
            let near = (white as f32 - traced).abs() <= 4.0 + traced.abs() * 0.001;
            prop_assert!(near, "{}: {} {} {}", definition.name, game.fen(), white, traced);
        }
    }

    #[test]
    fn one_look_after_the_other_sees_what_a_fresh_one_does(
        choices in prop::collection::vec(any::<u16>(), 1..200),
    ) {
        for name in ["chesimals", "chesimals2"] {
            let variant = Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap();
            let weights = Weights::generic(variant.definition());
            with_game!(&mut variant.start(), game => {
                let evaluator = evaluator_of(game, &weights, variant.definition());
                let mut eval_cache = evaluator.eval_cache();
                for choice in choices.chunks(2) {
                    wander(game, choice);
                    // Sometimes several steps are taken back at once, so that many units differ.
                    for _ in 0..if choice[0] % 8 == 0 { choice[0] % 16 } else { 0 } {
                        if game.ply() > 0 {
                            game.undo();
                        }
                    }
                    let position = game.position();
                    let seen = evaluator.look(position, &mut eval_cache);
                    prop_assert_eq!(seen, evaluator.look(position, &mut evaluator.eval_cache()));
                    prop_assert_eq!(seen.0, evaluator.hce(position));
                }
            });
        }
    }

    #[test]
    fn colours_are_alike(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        for (variant, mut game) in games(&choices) {
            // What is over is not evaluated: a king may be gone.
            if game.outcome().is_some() {
                continue;
            }
            // The number of moves of a turn depends on the side and on the move number.
            let name = variant.definition().name.as_str();
            let is_series = variant.definition().family.turn_form() == variants::TurnForm::Series;
            if !game.is_turn_start() || is_series && name != "marseillais" || UNLIKE.contains(&name) {
                continue;
            }
            let definition = variant.definition();
            let weights = Weights::generic(definition);
            let other = mirrored(&variant, &game, weights.layout());
            let value = crate::evaluate_any(&game, Some(&weights), None);
            let image = crate::evaluate_any(&other, Some(&weights), None);
            prop_assert!((value - image).abs() <= 1, "{name} {} {value} {image}", game.fen());
        }
    }
}

#[test]
fn weights_of_another_game_are_generic_ones() {
    let catalog = Catalog::builtin();
    let [chess, pacific] = ["chess", "pacific"].map(|name| catalog.get(name).unwrap());
    let mut weights = Weights::generic(chess);
    weights.set(Some("Q"), "value", &[Weight::both(1.0)]).unwrap();
    let value = |definition, kind| {
        let variant = Variant::compile(std::sync::Arc::clone(definition)).unwrap();
        crate::piece_values(&variant.start(), Some(&weights))[kind]
    };
    assert_eq!(value(chess, 4), 1);
    assert!(value(pacific, 5) > 500);
}

#[test]
fn weights_that_do_not_fit_are_refused_by_name() {
    let mut weights = Weights::generic(Catalog::builtin().get("chess").unwrap());
    let both = |value| vec![Weight::both(value)];
    let error = |result: Result<(), WeightsError>| result.unwrap_err().to_string();
    assert!(error(weights.set(Some("X"), "value", &both(1.0))).contains("X.value"));
    assert!(error(weights.set(None, "none", &both(1.0))).contains("none"));
    assert!(error(weights.set(None, "passed", &both(1.0))).contains("expected 8"));
    assert!(error(weights.set(None, "pair", &both(f32::NAN))).contains("pair"));
    assert!(weights.set(None, "pair", &both(12.0)).is_ok());
}
