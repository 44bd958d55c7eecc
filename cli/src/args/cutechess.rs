//! Options of cutechess-cli and fastchess, for people who are used to them, with their counterparts
//! here (<https://github.com/cutechess/cutechess>, <https://github.com/Disservin/fastchess>).

use std::cell::LazyCell;

use clap::{Command, CommandFactory};

use super::Cli;

/// Options there, and their counterparts here.
const OPTIONS: [(&str, &str); 57] = [
    ("engine", "--engine KEY=VALUE..."),
    ("each", "--each KEY=VALUE..."),
    ("variant", "--variant NAME"),
    ("concurrency", "--concurrency N"),
    ("draw", "--draw movenumber=N movecount=N score=N"),
    ("resign", "--resign movecount=N score=N [twosided=true]"),
    ("maxmoves", "--maxmoves N"),
    ("tb", "--tb DIR, of `menagerie solve`"),
    ("tbpieces", "nothing: all tables in the folder of --tb decide"),
    ("tbignore50", "nothing: a win that the move rule may come before is played on"),
    ("tournament", "--tournament round-robin, gauntlet or knockout"),
    ("event", "--event NAME"),
    ("games", "--games N"),
    ("rounds", "--rounds N"),
    ("sprt", "--sprt elo0=E0 elo1=E1 [alpha=A] [beta=B] [model=logistic|normalized|bayeselo]"),
    ("ratinginterval", "--ratinginterval N"),
    ("scoreinterval", "nothing: the score is shown after every game"),
    ("outcomeinterval", "menagerie match report, at any time"),
    ("debug", "--log FILE"),
    ("openings", "--openings FILE [--order sequential|random]; EPD and PGN are recognised"),
    ("bookmode", "--openings FILE: EPD, PGN, or lines of moves"),
    ("book", "--openings FILE: EPD, PGN, or lines of moves"),
    ("pgnout", "--out NAME, which writes NAME.jsonl and NAME.pgn"),
    ("livepgnout", "--out NAME: NAME.pgn has all finished games"),
    ("epdout", "--out NAME: NAME.jsonl has the final position of each game (final_fen)"),
    ("recover", "--recover"),
    ("repeat", "nothing: two games are played from each opening; --games N --rounds M: N games"),
    ("noswap", "nothing: colours are reversed in the two games of an opening"),
    ("reverse", "nothing: colours are reversed in the two games of an opening"),
    ("swap", "nothing: colours are reversed in the two games of an opening"),
    ("seeds", "nothing: engines are seeded in the order in which they are named"),
    ("site", "--event NAME"),
    ("srand", "--seed N"),
    ("wait", "nothing: games begin as soon as the last has ended"),
    ("resultformat", "menagerie match report"),
    ("report", "nothing: pairs of games are in the report"),
    ("output", "nothing: the output is cutechess-cli's"),
    ("log", "--log FILE"),
    ("config", "--resume NAME.jsonl"),
    ("autosaveinterval", "nothing: each game is on disk when it has ended; --resume NAME.jsonl"),
    ("startup-ms", "nothing: engines have 35 seconds for their introduction"),
    ("ping-ms", "nothing: engines have 15 seconds for their readyok"),
    ("use-affinity", "nothing: the system places processes"),
    ("force-concurrency", "--concurrency N"),
    ("crc32", "nothing: files of games have checksums of programs and nets"),
    ("quick", "--engine cmd=PROGRAM --engine cmd=PROGRAM --each tc=CLOCK"),
    ("strict", "nothing: the rules are always kept"),
    ("dump-config", "nothing: the settings are in line 1 of NAME.jsonl"),
    ("engines", "--engine KEY=VALUE..., once for each engine"),
    ("ucinewgame-ms", "nothing: engines have 15 seconds for their readyok"),
    ("show-latency", "menagerie match report, which has the time of a turn"),
    ("randomseed", "--seed N"),
    ("compliance", "nothing: every engine is tried before the first game"),
    ("testEnv", "nothing: output is the same everywhere"),
    ("pgnin", "menagerie match report FILE"),
    ("version", "menagerie --version"),
    ("help", "menagerie match --help"),
];

/// Words of an engine there, and their counterparts here.
const ENGINE_WORDS: [(&str, &str); 8] = [
    ("book", "--openings FILE, for both engines"),
    ("bookdepth", "--openings FILE, for both engines"),
    ("trust", "nothing: the rules decide every result"),
    ("whitepov", "nothing: scores are read for the side to move"),
    ("tscale", "tc=CLOCK with the time itself"),
    ("plies", "depth=N"),
    ("args", "arg=ARGUMENT, once for each argument"),
    ("config", "cmd=PROGRAM and options"),
];

/// Returns a message about the words of `menagerie match` that are another program's options; `None`
/// if there are none. Words are those after the program's name.
pub fn message(words: &[String]) -> Option<String> {
    let is_match = words.iter().any(|word| word == "match");
    let lead = if is_match {
        ""
    } else {
        let begins = words.first().is_some_and(|word| word.starts_with('-'));
        let engines = ["-engine", "--engine", "-engines", "-quick"];
        if !begins || !words.iter().any(|word| engines.contains(&word.as_str())) {
            return None;
        }
        // Other commands have options of these names too.
        let own = Cli::command();
        let is_command = |word: &String| own.get_subcommands().any(|sub| sub.get_name() == word);
        if words.iter().any(is_command) {
            return None;
        }
        "matches are played by `menagerie match`\n"
    };
    let own = LazyCell::new(own_options);
    let mut named = Vec::new();
    for word in words {
        let Some(name) = word.strip_prefix('-') else { continue };
        let (name, is_long) = name.strip_prefix('-').map_or((name, false), |name| (name, true));
        let found = OPTIONS.iter().find(|(own, _)| *own == name);
        // With two dashes some are options here.
        let found = found.filter(|_| !is_long || !own.iter().any(|own| own == name));
        named.extend(found.filter(|found| !named.contains(found)));
    }
    match named[..] {
        [] if !is_match => Some(lead.trim_end().to_owned()),
        [] => words_of_values(words),
        [(name, here)] => Some(format!(
            "{lead}'-{name}' is an option of other match runners: expected here {here}"
        )),
        _ => {
            let width = named.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
            let lines = named.iter().map(|(name, here)| format!("\n  -{name:<width$}  {here}"));
            let lines: String = lines.collect();
            Some(format!("{lead}options of other match runners, and what is expected here:{lines}"))
        }
    }
}

/// Returns the names of the options of `menagerie` and of `menagerie match`.
fn own_options() -> Vec<String> {
    let mut command = Cli::command();
    command.build();
    let own = command.find_subcommand("match").into_iter();
    let options = std::iter::once(&command).chain(own).flat_map(Command::get_arguments);
    options.filter_map(|option| option.get_long()).map(str::to_owned).collect()
}

/// Returns a message about the first value of an option that another program has.
fn words_of_values(words: &[String]) -> Option<String> {
    if let Some(message) = engine_word(words) {
        return Some(message);
    }
    // `--openings file=x format=epd order=random`
    let at = words.iter().position(|word| word == "--openings")? + 1;
    let file = words.get(at)?.strip_prefix("file=")?;
    let order = words.iter().find_map(|word| word.strip_prefix("order="));
    let order = order.map(|order| format!(" --order {order}")).unwrap_or_default();
    Some(format!("'--openings file=...': expected here --openings {file}{order}"))
}

/// Returns a message about the first word of an engine that another program has.
fn engine_word(words: &[String]) -> Option<String> {
    let mut is_engine = false;
    for word in words {
        if word.starts_with('-') {
            is_engine = ["--engine", "--each"].contains(&word.as_str());
            continue;
        }
        let key = word.split('=').next().unwrap_or_default();
        let found = ENGINE_WORDS.iter().find(|(own, _)| is_engine && *own == key);
        if let Some((_, here)) = found {
            return Some(format!(
                "'{word}' is a word of other match runners: expected here {here}"
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn of(line: &str) -> Option<String> {
        message(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn other_programs_words_get_the_words_here() {
        let each = of("match -each tc=1+1 --rounds 5").unwrap();
        assert_eq!(
            each,
            "'-each' is an option of other match runners: expected here --each KEY=VALUE..."
        );
        let both = of("match -each tc=1+1 -rounds 5 -each tc=2").unwrap();
        let expected = "options of other match runners, and what is expected here:
  -each    --each KEY=VALUE...
  -rounds  --rounds N";
        assert_eq!(both, expected);
        let bare = of("-rounds 5 -engine cmd=a").unwrap();
        let lead = "matches are played by `menagerie match`";
        assert!(bare.starts_with(&format!("{lead}\noptions of other")), "{bare}");
        assert_eq!(of("--engine cmd=a --rounds 5").unwrap(), lead);
        let book = of("match --openings file=a.epd format=epd order=random plies=8").unwrap();
        assert_eq!(book, "'--openings file=...': expected here --openings a.epd --order random");
        let word = of("match --engine cmd=x tscale=2 --rounds 5").unwrap();
        let expected = "'tscale=2' is a word of other match runners: expected here tc=CLOCK with \
                        the time itself";
        assert_eq!(word, expected);
        let long = of("match --engine cmd=a --repeat --games 4").unwrap();
        assert!(long.contains("expected here nothing: two games are played"), "{long}");
        for line in [
            "--variant-path own.toml play chess --engine none",
            "--variant-path=own.toml study chess --engine x",
            "match --event plies=3",
            "match --each tc=1",
            "match -h",
            "perft -each",
            "-h",
            "--variant-path a.toml match --engine cmd=a",
            "match --openings a.epd",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
        // All options in the help of both programs.
        for name in "engine each variant concurrency draw resign maxmoves tb tbpieces tbignore50 \
                     tournament event games rounds sprt ratinginterval outcomeinterval debug \
                     openings bookmode pgnout livepgnout epdout recover noswap reverse seeds site \
                     srand wait resultformat repeat version help engines scoreinterval report \
                     output log config autosaveinterval use-affinity force-concurrency crc32 quick \
                     strict show-latency startup-ms ucinewgame-ms ping-ms randomseed compliance"
            .split_whitespace()
        {
            assert!(of(&format!("match -{name} x")).is_some(), "{name}");
        }
        let names: HashSet<_> = OPTIONS.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), OPTIONS.len());
    }
}
