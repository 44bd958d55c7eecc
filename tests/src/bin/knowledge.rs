//! Rewrites the pages of docs/knowledge/ from docs/knowledge/data/.

use std::fs;

use anyhow::Result;
use menagerie_tests::knowledge::pages;
use menagerie_tests::measurements::root;

fn main() -> Result<()> {
    for (path, text) in pages(&root())? {
        fs::write(&path, text)?;
        println!("{}", path.display());
    }
    Ok(())
}
