//! Values follow from those after the moves.

use menagerie_solver::{Index, Material, Metric, TableFile, Tables, Value, verify};
use variants::{Catalog, Variant, with_game};

use crate::{FINGERPRINT, Solved, solved, solved_to};

/// Compares every `step`th position of a table with what its moves lead to.
#[track_caller]
fn check(solved: &Solved, material: &str, step: usize, metric: Metric) {
    let definition = solved.tables.definition();
    let material = Material::parse(material, definition).unwrap();
    let index = Index::new(definition, &material).unwrap();
    let mut seen = 0;
    with_game!(&solved.game, game => {
        let mut position = game.position().clone();
        for entry in (0..index.len()).step_by(step) {
            let Some(placement) = index.placement(entry) else { continue };
            if !position.arrange(placement.men(), placement.side) {
                continue;
            }
            let value = match metric {
                Metric::End => solved.tables.probe(&position),
                Metric::Conversion => solved.tables.probe_conversion(&position),
            };
            let value = value.unwrap();
            if value.distance() == 0 && value != Value::Draw || position.has_insufficient_material() {
                continue;
            }
            let turns = solved.tables.turns(&position, metric);
            let best = turns.into_iter().flatten().max_by_key(|(_, value)| value.rank());
            let fen = position.to_fen().text(definition);
            assert_eq!(best.map_or(Value::Draw, |(_, value)| value), value, "{fen}");
            seen += 1;
        }
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn three_men() {
    check(&solved("chess", &["KRvK"]), "KRvK", 1, Metric::End);
    check(&solved("chesica", &["QvR"]), "QvR", 1, Metric::End);
    check(&solved("pacific", &["KCvK"]), "KCvK", 7, Metric::End);
    check(&solved("atomic", &["KQvK"]), "KQvK", 1, Metric::End);
    check(&solved("antichess", &["RvN"]), "RvN", 1, Metric::End);
    check(&solved("shatranj", &["KRvK"]), "KRvK", 7, Metric::End);
    check(&solved("chesimals", &["KvQ"]), "KvQ", 1, Metric::End);
}

#[test]
fn random_entries_have_the_values_of_their_moves() {
    let solved = solved_to("chess", &["KRvK"], Metric::Conversion);
    let material = Material::parse("KRvK", solved.tables.definition()).unwrap();
    for metric in Metric::ALL {
        let file = solved.tables.file(&material, metric).unwrap();
        let seen = verify(&solved.game, &solved.tables, file, 3000, 1).unwrap();
        assert!((1000..3000).contains(&seen), "{seen}");
    }
    // The same tables by other rules.
    let catalog = Catalog::builtin();
    let atomic = catalog.get("atomic").unwrap().clone();
    let mut wrong = Tables::new(&atomic, FINGERPRINT, u64::MAX);
    for name in ["KvK.egt", "KRvK.egt"] {
        let path = solved.folder.path().join("chess-8x8").join(name);
        wrong.add(TableFile::open(&path, &atomic, FINGERPRINT).unwrap());
    }
    let game = Variant::compile(atomic).unwrap().start();
    let file = wrong.file(&material, Metric::End).unwrap();
    let error = verify(&game, &wrong, file, 3000, 1).unwrap_err().to_string();
    assert!(error.contains(" in the table, "), "{error}");
}

#[test]
fn conversions() {
    let pawn = solved_to("chess", &["KPvK"], Metric::Conversion);
    check(&pawn, "KPvK", 7, Metric::Conversion);
    let in_time = |clock: u32, pawn_on: &str| {
        let fen = format!("8/8/8/1k6/8/8/{pawn_on} w - - {clock} 60");
        let value = pawn.tables.value_in_time(&pawn.variant.game(&fen).unwrap());
        value.map(|value| value.to_string())
    };
    let won = "K5P1/8";
    assert_eq!(in_time(45, won).as_deref(), Some("win in 28 (55 plies)"));
    assert_eq!(in_time(46, won).as_deref(), Some("win, conversion in 10 (19 plies)"));
    assert_eq!(in_time(81, won).as_deref(), Some("win, conversion in 10 (19 plies)"));
    assert_eq!(in_time(82, won).as_deref(), Some("draw by the move rule"));
    assert_eq!(in_time(99, "P7/7K").as_deref(), Some("draw"));
    check(
        &solved_to("english-draughts", &["KMvK"], Metric::Conversion),
        "KMvK",
        3,
        Metric::Conversion,
    );
}

#[test]
#[ignore = "a minute: four men with pawns"]
fn pawns_of_both_sides() {
    check(&solved("chess", &["KPvKP"]), "KPvKP", 101, Metric::End);
}
