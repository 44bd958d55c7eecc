//! Embeds the net that the variable `MENAGERIE_EVALFILE` names at build time, if it is set, in place
//! of the bundled net of its game.

use std::env;
use std::fs;
use std::path::Path;

/// Name of the variable.
const VARIABLE: &str = "MENAGERIE_EVALFILE";

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let file = env::var(VARIABLE).ok().filter(|path| !path.is_empty());
    let net = match &file {
        Some(path) => {
            println!("cargo::rerun-if-changed={path}");
            if !Path::new(path).is_absolute() || !Path::new(path).is_file() {
                println!("cargo::error={VARIABLE}={path}: expected the absolute path of a net");
            }
            format!("Some(include_bytes!({path:?}))")
        }
        None => "None".to_owned(),
    };
    let text = format!(
        "/// Net that was chosen at build time.\npub const CHOSEN: Option<&[u8]> = {net};\n"
    );
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("chosen_net.rs"), text).expect("OUT_DIR can be written");
}
