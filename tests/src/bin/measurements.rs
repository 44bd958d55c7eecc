//! Rewrites the tables of README.md and the pages under docs/ from docs/measurements/data/.

use std::fs;

use anyhow::{Context, Result};
use menagerie_tests::measurements::{load, pages, render, root};

fn main() -> Result<()> {
    let root = root();
    let sets = load(&root)?;
    for page in pages(&root)? {
        let path = root.join(&page);
        let old = fs::read_to_string(&path)?;
        let (new, _) = render(&page, &old, &sets).with_context(|| page.display().to_string())?;
        if new != old {
            fs::write(&path, new)?;
            println!("{}", page.display());
        }
    }
    Ok(())
}
