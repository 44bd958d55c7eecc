//! Games by their names as people and other programs write them.

use std::sync::Arc;

use super::Catalog;
use crate::definition::Definition;
use crate::reading::nearest;

/// The longest text that is compared with names.
const LONGEST: usize = 100;

/// Other names of games in the files of other programs and on servers, without spaces and hyphens.
const ALIASES: [(&str, &str); 17] = [
    ("standard", "chess"),
    ("normal", "chess"),
    ("orthodox", "chess"),
    ("fromposition", "chess"),
    ("960", "fischerandom"),
    ("frc", "fischerandom"),
    ("fischerrandom", "fischerandom"),
    ("crc", "caparandom"),
    ("koth", "kingofthehill"),
    ("threechecks", "3check"),
    ("zh", "crazyhouse"),
    ("schess", "seirawan"),
    ("chinese", "xiangqi"),
    ("japanese", "shogi"),
    ("micro", "micro-shogi"),
    ("checkers", "english-draughts"),
    ("americancheckers", "english-draughts"),
];

impl Catalog {
    /// A game by its name or its title, without regard to case, spaces and hyphens, or by another
    /// name that programs have for it.
    #[must_use]
    pub fn meant(&self, text: &str) -> Option<&Arc<Definition>> {
        if text.len() > LONGEST {
            return None;
        }
        let lower = text.trim().to_lowercase();
        let wanted = bare(&lower);
        let short = wanted.strip_suffix("chess").filter(|short| !short.is_empty());
        let known = || {
            let wanted = [Some(wanted.as_str()), short];
            let known = |&(alias, _): &&(&str, &str)| wanted.contains(&Some(alias));
            ALIASES.iter().find(known).and_then(|&(_, name)| self.get(name))
        };
        self.get(text)
            .or_else(|| self.get(&lower))
            .or_else(|| self.find_by(|game| bare(&game.name) == wanted))
            .or_else(|| self.find_by(|game| bare(&game.title) == wanted))
            .or_else(known)
            .or_else(|| self.get(&wanted))
            .or_else(|| self.get(short?))
    }

    fn find_by(&self, accepts: impl Fn(&Definition) -> bool) -> Option<&Arc<Definition>> {
        self.names().filter_map(|name| self.get(name)).find(|game| accepts(game))
    }

    /// The names of the games that an unknown name may mean, the nearest first, at most three.
    #[must_use]
    pub fn near(&self, text: &str) -> Vec<&str> {
        if text.len() > LONGEST {
            return Vec::new();
        }
        let wanted = bare(text);
        let spelled = self.names().map(|name| (bare(name), name));
        let mut near = nearest(&wanted, spelled);
        let titled = |name| Some((bare(&self.get(name)?.title), name));
        near.extend(nearest(&wanted, self.names().filter_map(titled)));
        near.sort_by_key(|&(distance, _)| distance);
        let mut names: Vec<&str> = Vec::new();
        for (_, name) in near {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(3);
        names
    }
}

/// A name in small letters, without spaces and hyphens.
fn bare(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace() && !"-_".contains(*c));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_programs_are_understood() {
        let catalog = Catalog::builtin();
        for (text, name) in [
            ("Three-check", "3check"),
            ("King of the Hill", "kingofthehill"),
            ("Racing Kings", "racingkings"),
            ("Standard", "chess"),
            ("From Position", "chess"),
            ("normal", "chess"),
            ("Chess 960", "fischerandom"),
            ("Chess960", "fischerandom"),
            ("Pacific Chess", "pacific"),
            ("Duck", "duck"),
            ("Horde Chess", "horde"),
            ("International draughts", "international-draughts"),
            ("Russian", "russian-draughts"),
            ("chesimals II", "chesimals2"),
            (" ATOMIC ", "atomic"),
        ] {
            assert_eq!(catalog.meant(text).map(|game| game.name.as_str()), Some(name), "{text}");
        }
        for text in ["", "chess game", "nonsense", "draughts", "-", &"chess ".repeat(1000)] {
            assert!(catalog.meant(text).is_none(), "{text}");
        }
        for (_, name) in ALIASES {
            assert!(catalog.get(name).is_some(), "{name}");
        }
        for name in catalog.names() {
            let title = &catalog.get(name).unwrap().title;
            assert_eq!(catalog.meant(title).unwrap().name, name, "{title}");
        }
    }

    #[test]
    fn a_game_of_a_file_goes_before_other_names() {
        let text = "[standard]\ninherits = 'atomic'\n";
        let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
        assert_eq!(catalog.meant("Standard").unwrap().name, "standard");
    }

    #[test]
    fn near_names_are_suggested() {
        let catalog = Catalog::builtin();
        assert_eq!(catalog.near("ches"), ["chess"]);
        assert_eq!(catalog.near("three-chek"), ["3check"]);
        assert_eq!(catalog.near("racingking"), ["racingkings"]);
        assert!(catalog.near("nothing-like-it").is_empty());
        assert!(catalog.near(&"x".repeat(1000)).is_empty());
    }
}
