//! Damaged and foreign files.

use std::fs;
use std::path::Path;

use menagerie_solver::{FileError, Material, Metric, TableFile, Tables, plan};
use variants::Catalog;

use crate::{FINGERPRINT, solved, solved_to};

fn open(path: &Path) -> Result<(), FileError> {
    let catalog = Catalog::builtin();
    TableFile::open(path, catalog.get("chess").unwrap(), FINGERPRINT)?.check()
}

#[test]
fn every_changed_byte_and_every_missing_one_is_seen() {
    let solved = solved("chess", &["KQvK"]);
    let path = solved.folder.path().join("chess-8x8/KQvK.egt");
    let bytes = fs::read(&path).unwrap();
    assert!(open(&path).is_ok());
    let bad = solved.folder.path().join("bad.egt");
    for place in (0..200).chain((200..bytes.len()).step_by(97)) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&bad, &changed).unwrap();
        assert!(open(&bad).is_err(), "byte {place}");
        fs::write(&bad, &bytes[..place]).unwrap();
        assert!(open(&bad).is_err(), "{place} bytes");
    }
    fs::write(&bad, [&bytes[..], b"x"].concat()).unwrap();
    assert!(open(&bad).is_err(), "a byte too many");
}

#[test]
fn a_file_has_the_metric_of_its_extension() {
    let solved = solved_to("chess", &["KPvK"], Metric::Conversion);
    let folder = solved.folder.path().join("chess-8x8");
    let error = |from: &str, to: &str| {
        fs::copy(folder.join(from), folder.join(to)).unwrap();
        open(&folder.join(to)).unwrap_err().to_string()
    };
    assert!(
        error("KPvK.egc", "other.egt")
            .contains("distances to the conversion: expected extension .egc")
    );
    assert!(
        error("KPvK.egt", "other.egc").contains("distances to the end: expected extension .egt")
    );
    assert!(open(&folder.join("KPvK.egc")).is_ok());
}

#[test]
fn tables_of_other_rules_are_refused() {
    let solved = solved("chess", &["KvK"]);
    let path = solved.folder.path().join("chess-8x8/KvK.egt");
    let catalog = Catalog::builtin();
    let error = |game: &str, fingerprint: &str| {
        let definition = catalog.get(game).unwrap();
        TableFile::open(&path, definition, fingerprint).unwrap_err().to_string()
    };
    assert!(error("chess", "other").contains("expected the rules of this definition"));
    assert!(error("knightmate", "other").contains("chess on 8x8"));
    // They are not opened with the others.
    let definition = catalog.get("chess").unwrap();
    let (tables, faults) = Tables::open(definition, "other", solved.folder.path(), 0);
    assert_eq!((tables.files().len(), faults.len()), (0, 1));
    let (tables, faults) = Tables::open(definition, FINGERPRINT, solved.folder.path(), 0);
    assert_eq!((tables.files().len(), faults.len()), (1, 0));
}

#[test]
fn a_table_is_that_of_the_exchanged_sides_where_they_can_be_exchanged() {
    // Both sides race to the same rank in the second.
    for (game, is_one) in [("chess", true), ("racingkings", false)] {
        let solved = solved(game, &["KRvK"]);
        let material = |text| Material::parse(text, solved.tables.definition()).unwrap();
        let is_there = |text| solved.tables.file(&material(text), Metric::End).is_some();
        assert!(is_there("KRvK"), "{game}");
        assert_eq!(is_there("KvKR"), is_one, "{game}");
        let plan = plan(&solved.game, &[material("KRvKR")], Metric::End, &solved.tables).unwrap();
        let expected = if is_one { 1 } else { 2 };
        assert_eq!((plan.tables.len(), plan.there.len()), (expected, 2), "{game}");
    }
}

#[test]
fn a_damaged_table_is_left_out_and_made_again() {
    let solved = solved("chess", &["KQvK"]);
    let path = solved.folder.path().join("chess-8x8/KQvK.egt");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    let definition = solved.tables.definition();
    let (mut tables, faults) = Tables::open(definition, FINGERPRINT, solved.folder.path(), 0);
    assert!(faults.is_empty(), "the blocks are read later: {faults:?}");
    let wanted = [Material::parse("KQvK", definition).unwrap()];
    let there = plan(&solved.game, &wanted, Metric::End, &tables).unwrap().there;
    assert_eq!(there.len(), 2);
    assert_eq!(tables.remove_damaged(&there).len(), 1);
    let plan = plan(&solved.game, &wanted, Metric::End, &tables).unwrap();
    assert_eq!((plan.tables.len(), plan.there.len()), (1, 1));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_table_and_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("KQvK.egt");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert!(matches!(open(&path), Err(FileError::Foreign(_))));
}
