//! Names of imported games.

use variants::Catalog;

/// The longest name.
const LONGEST: usize = 40;

/// Returns a name that a file may give a game: `wanted` if it is valid.
pub(crate) fn name(wanted: &str, catalog: &Catalog, used: &[String]) -> String {
    let fits =
        |name: &str| catalog.refuses_name(name).is_none() && !used.iter().any(|used| used == name);
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let mut wanted: String = wanted.chars().take(LONGEST - 6).map(plain).collect();
    if wanted.trim_matches('-').is_empty() {
        wanted = "game".to_owned();
    }
    if fits(&wanted) {
        return wanted;
    }
    let own = format!("my-{wanted}");
    if fits(&own) {
        return own;
    }
    // Some words select a game of XBoard's own wherever they occur in a name: a hyphen within them
    // prevents that.
    let middles = (1..wanted.len()).rev();
    let parted = middles.map(|at| format!("{}-{}", &wanted[..at], &wanted[at..]));
    let numbered = (2..1000).map(|number| format!("game-{number}"));
    parted.chain(numbered).find(|name| fits(name)).unwrap_or(wanted)
}
