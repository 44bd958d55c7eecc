//! Every search of every game ends with a legal turn.

use menagerie_search::{Control, Engine, Limits, SearchFamily};
use rayon::prelude::*;
use variants::{Catalog, Game, with_game};

use crate::{game, search_with};

/// Returns the next pseudorandom number.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

fn wander<P: SearchFamily>(engine: &mut Engine, start: &Game<P>, state: &mut u64) {
    let mut game = start.clone();
    let mut legal = Vec::new();
    for _ in 0..120 {
        game.legal_steps(&mut legal);
        if legal.is_empty() || game.position().decided().is_some() {
            search_with(engine, &game, &Limits::nodes(50), &[], &Control::new());
            break;
        }
        if next(state).is_multiple_of(4) {
            let limits = match next(state) % 3 {
                0 => Limits::nodes(1 + next(state) as u64 % 400),
                // A turn of many moves is searched for a win first, to the limit of nodes alone.
                1 => Limits { depth: Some(1), ..Limits::nodes(2000) },
                _ => Limits { multi_pv: 2, ..Limits::nodes(300) },
            };
            search_with(engine, &game, &limits, &[], &Control::new());
        }
        game.play(legal[next(state) % legal.len()]);
    }
}

#[test]
fn a_legal_turn_in_all_games() {
    let catalog = Catalog::builtin();
    let names: Vec<&str> = catalog.names().collect();
    names.par_iter().enumerate().for_each(|(index, name)| {
        let mut state = 7 + index as u64;
        let mut engine = Engine::new(1, 1).unwrap();
        for _ in 0..2 {
            with_game!(&game(name, ""), game => wander(&mut engine, game, &mut state));
        }
    });
}

#[test]
fn both_sides_stand_alike_at_the_start() {
    for name in Catalog::builtin().names() {
        let worth = with_game!(&game(name, ""), game => menagerie_search::evaluate(game.position(), None, None));
        // Armies that are not alike.
        let most =
            if ["monster", "horde", "manchu", "orda"].contains(&name) { i32::MAX } else { 25 };
        assert!(worth.abs() <= most, "{name} {worth}");
    }
}

#[test]
fn chess_pieces_have_their_usual_worth() {
    let any = game("chess", "");
    let definition = any.definition();
    let worth = |letter| {
        let kind = definition.piece_type(letter, false).unwrap();
        with_game!(&any, game => worth_in(game, kind))
    };
    for (letter, usual) in [('P', 100), ('N', 320), ('B', 330), ('R', 500), ('Q', 900)] {
        assert!((worth(letter) - usual).abs() <= usual / 10, "{letter} {}", worth(letter));
    }
}

fn worth_in<P: SearchFamily>(game: &Game<P>, kind: variants::PieceType) -> i32 {
    menagerie_search::piece_value::<P>(&game.position().common().definition, kind, None)
}
