//! Writes the table of the last turns against a lone chief, `search/data/lone-chief.bin`, in five
//! minutes on two processors and with 4 GB of memory: `cargo run --release -p menagerie-tests --bin lone-chief`.

use std::path::Path;

use anyhow::Context;

fn main() -> anyhow::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/data/lone-chief.bin");
    let table = menagerie_tests::lone_chief::table();
    std::fs::write(&path, &table).with_context(|| path.display().to_string())?;
    println!("{} bytes", table.len());
    Ok(())
}
