//! Bytes read as files of endgame tables.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use solver::{Index, Material, Metric, Settings, TableFile, Tables, plan, solve};
use variants::{Catalog, Definition, Variant};

/// The fingerprint of all games here.
const FINGERPRINT: &str = "fuzz";
/// Entries that are read of a file.
const MOST_ENTRIES: u64 = 3000;

fn definition() -> Arc<Definition> {
    let chess = Catalog::builtin().get("chess").cloned();
    chess.unwrap_or_else(|| panic!("chess is bundled"))
}

/// A file, as it is and with checksums that fit: it is read or refused, and so is each of its entries.
pub(crate) fn table(data: &[u8]) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let definition = definition();
    let mut mended = data.to_vec();
    mend(&mut mended);
    for bytes in [data, &mended] {
        // Without an extension, distances of either metric are read.
        let path = folder.path().join("table");
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{error}"));
        match TableFile::open(&path, &definition, FINGERPRINT) {
            Ok(table) => read(table, &definition),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn read(table: TableFile, definition: &Arc<Definition>) {
    let _ = table.check();
    let material = table.material().clone();
    let mut tables = Tables::new(definition, FINGERPRINT, 1 << 16);
    tables.add(table);
    // More pieces have too many placements to be numbered here.
    if material.men() > 3 {
        return;
    }
    let Some(index) = Index::new(definition, &material) else { return };
    for entry in 0..index.len().min(MOST_ENTRIES) {
        if let Some(placement) = index.placement(entry) {
            let _ = tables.stored(&placement);
        }
    }
}

/// Makes the checksums fit, as far as the header and the index of blocks can be found.
fn mend(file: &mut [u8]) -> Option<()> {
    let word =
        |file: &[u8], at: usize| Some(u32::from_le_bytes(*file.get(at..)?.first_chunk()?) as usize);
    let set = |file: &mut [u8], at: usize, sum: u32| {
        file.get_mut(at..at.checked_add(4)?)?.copy_from_slice(&sum.to_le_bytes());
        Some(())
    };
    let header = 16..16usize.checked_add(word(file, 12)?)?;
    let sum = crc32fast::hash(file.get(header.clone())?);
    set(file, header.end, sum)?;
    let text: serde_json::Value = serde_json::from_slice(file.get(header.clone())?).ok()?;
    let number = |name: &str| text.get(name)?.as_u64();
    let blocks = number("entries")?.div_ceil(number("block")?.max(1));
    let list = header.end + 4;
    let end = list.checked_add(usize::try_from(blocks).ok()?.checked_mul(8)?)?;
    let mut start = end.checked_add(4)?;
    file.get(list..start)?;
    for place in (list..end).step_by(8) {
        let length = word(file, place)?;
        let sum = crc32fast::hash(file.get(start..start.checked_add(length)?)?);
        set(file, place + 4, sum)?;
        start += length;
    }
    let sum = crc32fast::hash(file.get(list..end)?);
    set(file, end, sum)
}

/// Tables of two and three pieces, with distances of both metrics.
pub(crate) fn table_files() -> Vec<Vec<u8>> {
    solved().unwrap_or_else(|error| panic!("{error}"))
}

fn solved() -> anyhow::Result<Vec<Vec<u8>>> {
    let folder = tempfile::tempdir()?;
    let definition = definition();
    let game = Variant::compile(definition.clone())?.start();
    let mut tables = Tables::new(&definition, FINGERPRINT, u64::MAX);
    let wanted = Material::parse("KBvK", &definition)?;
    let stop = AtomicBool::new(false);
    let replace = |path: &Path, write: &mut dyn FnMut(&mut File) -> std::io::Result<()>| {
        write(&mut File::create(path)?)
    };
    let settings = Settings { stop: &stop, progress: &|_| {}, replace: &replace };
    for table in &plan(&game, &[wanted], Metric::Conversion, &tables)?.tables {
        solve(&game, &table.material, table.metric, &mut tables, folder.path(), &settings)?;
    }
    let own = folder.path().join(solver::folder_name(&definition));
    let mut paths: Vec<_> =
        fs::read_dir(own)?.map(|file| Ok(file?.path())).collect::<anyhow::Result<_>>()?;
    paths.sort();
    paths.into_iter().map(|path| Ok(fs::read(path)?)).collect()
}
