//! Rules of the built-in games for people: their sections of `RULES.md`, as HTML.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use variants::RULES;

/// Sections that mention games without stating their rules.
const OTHERS: [&str; 2] = ["Common to all games", "Counts to check a second program by"];

/// Mark of decisions in the rules.
const DECIDED: &str = "**[decided";
/// Explanation of the mark, which stands at the head of the file.
const DECISIONS: &str = "*[decided]* marks what the sources of the game leave open, and this program \
                         has decided.\n\n";

/// Returns the section on a built-in game as HTML; `None` if there is none.
pub(crate) fn section(name: &str, title: &str) -> Option<String> {
    let code = format!("`{name}`");
    let sections = || {
        let sections = RULES.split("\n## ").skip(1);
        let split = sections.filter_map(|section| section.split_once('\n'));
        split.filter(|(heading, _)| !OTHERS.contains(heading))
    };
    let own = sections().find(|(heading, _)| *heading == title);
    let (heading, text) = own.or_else(|| sections().find(|(_, text)| text.contains(&code)))?;
    let decided = if text.contains(DECIDED) { DECISIONS } else { "" };
    Some(to_html(&format!("## {heading}\n\n{decided}{text}")))
}

/// Renders Markdown. Links inside the file become plain text, as the page has one section alone.
fn to_html(text: &str) -> String {
    let mut inside = false;
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter(|event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            inside = !dest_url.starts_with("https:");
            !inside
        }
        Event::End(TagEnd::Link) => !std::mem::take(&mut inside),
        _ => true,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

#[cfg(test)]
mod tests {
    use engine::library::Library;

    use super::*;

    #[test]
    fn every_builtin_game_has_a_section() {
        let library = Library::builtin();
        for name in library.names() {
            let title = &library.definition(&name).unwrap().title;
            let html = section(&name, title).unwrap_or_default();
            assert!(html.starts_with("<h2>") && !html.contains("href=\"#"), "{name}: {html}");
        }
        assert!(section("cheskers", "Cheskers").unwrap().contains("Cheskers"));
        let marked = section("cheskers", "Cheskers").unwrap();
        assert!(marked.contains("<em>[decided]</em> marks"), "{marked}");
        let plain = section("chess", "Chess").unwrap();
        assert_eq!(plain.contains("[decided"), plain.contains("<em>[decided]</em> marks"));
        assert!(section("no-such-game", "No such game").is_none());
    }
}
