//! The page's files, compiled into the program.

/// File of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

macro_rules! assets {
    ($($name:literal $kind:ident;)+) => {
        &[$(Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("../page/", $name)) },)+]
    };
}

/// All files.
pub(crate) const ASSETS: &[Asset] = assets! {
    "index.html" HTML;
    "style.css" STYLE;
    "icon.svg" IMAGE;
    "main.js" SCRIPT;
    "state.js" SCRIPT;
    "draw.js" SCRIPT;
    "choose.js" SCRIPT;
    "explore.js" SCRIPT;
    "node.js" SCRIPT;
    "games.js" SCRIPT;
    "load.js" SCRIPT;
    "settings.js" SCRIPT;
    "ask.js" SCRIPT;
    "link.js" SCRIPT;
    "focus.js" SCRIPT;
    "press.js" SCRIPT;
    "message.js" SCRIPT;
    "words.js" SCRIPT;
    "board.js" SCRIPT;
    "moves.js" SCRIPT;
    "pieces.js" SCRIPT;
    "glyph.js" SCRIPT;
    "panel.js" SCRIPT;
    "tree.js" SCRIPT;
    "numbers.js" SCRIPT;
    "squares.js" SCRIPT;
    "dialog.js" SCRIPT;
    "sound.js" SCRIPT;
    "watch.html" HTML;
    "watch.css" STYLE;
    "watch.js" SCRIPT;
    "curve.js" SCRIPT;
    "miniature.js" SCRIPT;
};

/// Page with the game on the board.
pub(crate) const BOARD: &str = "index.html";
/// Page of matches.
pub(crate) const MATCHES: &str = "watch.html";

/// Returns a file by its name.
pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_for_nothing_else() {
        let total: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(total < 500_000, "{total} bytes");
        for asset in ASSETS {
            let text = std::str::from_utf8(asset.bytes).unwrap();
            let outside = text.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !outside.contains("http://") && !outside.contains("https://"),
                "{}",
                asset.name
            );
        }
        assert!(find(BOARD).is_some() && find(MATCHES).is_some());
        assert!(find("../Cargo.toml").is_none());
    }
}
