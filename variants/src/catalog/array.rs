//! Arrays for boards of other sizes.

use super::keys::ARRAY;
use crate::definition::{Array, split_letters};
use crate::reading::{Item, Kinds, quoted};
use crate::{BoardSize, counted};

/// Reads the arrays for boards of other sizes.
pub(super) fn array(item: &Item<'_>, kinds: &Kinds) -> Option<Array> {
    let table = item.section("a table with min, max and rows")?;
    table.expect_keys(ARRAY, |_| None);
    let [min, max] = ["min", "max"].map(|key| {
        let item = table.required(key, "an even number of files and ranks")?;
        let number = item.number(2, BoardSize::MAX.into())? as u8;
        if number % 2 == 1 {
            item.unexpected("an even number");
            return None;
        }
        Some(number)
    });
    let expected = "a table of White's rows, from the back, by the number of files";
    let rows = table.required("rows", expected).and_then(|item| item.section(expected));
    let (min, max, section) = (min?, max?, rows?);
    if min > max {
        table.fault(format!("min is {min} and max {max}: expected min to be no more than max"));
        return None;
    }
    let widths: Vec<u8> = (min..=max).step_by(2).collect();
    let keys: Vec<String> = widths.iter().map(u8::to_string).collect();
    section.expect_keys(&keys.iter().map(String::as_str).collect::<Vec<_>>(), |_| None);
    let rows: Vec<Option<(u8, Vec<String>)>> = widths
        .iter()
        .zip(&keys)
        .map(|(&width, key)| {
            let item = section.required(key, "White's rows, from the back")?;
            Some((width, rows_of(&item, width, min, kinds)?))
        })
        .collect();
    Some(Array { min, max, rows: rows.into_iter().collect::<Option<_>>()? })
}

/// Reads White's rows on a board of some width.
fn rows_of(item: &Item<'_>, width: u8, min_ranks: u8, kinds: &Kinds) -> Option<Vec<String>> {
    let rows = item.list("an array of White's rows, from the back")?;
    let most = usize::from(min_ranks / 2);
    if rows.is_empty() || rows.len() > most {
        item.fault(format!("{}: expected from 1 to {most}", counted(rows.len(), "row", "rows")));
        return None;
    }
    let rows: Vec<Option<String>> = rows
        .iter()
        .map(|row| {
            let text = row.text("a letter for each dark square")?;
            let letters = split_letters(text);
            if letters.len() != usize::from(width / 2) {
                let (found, letters) =
                    (quoted(text), counted((width / 2).into(), "letter", "letters"));
                row.fault(format!("{found}: expected {letters}, one for each dark square"));
                return None;
            }
            if let Some(bad) = letters.iter().find(|letter| kinds.find(letter).is_none()) {
                kinds.unknown(row, bad);
                return None;
            }
            Some(text.to_owned())
        })
        .collect();
    rows.into_iter().collect()
}
