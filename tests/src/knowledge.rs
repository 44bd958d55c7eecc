//! Pages of `docs/knowledge/`, generated from the results of `menagerie solve --json` in its folder `data`, and of
//! `menagerie study` in `data/studies`.

mod studies;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use solver::{Results, SideCounts, TableResults};
use variants::counted;

/// Folder of the pages, below the root of the repository.
const FOLDER: &str = "docs/knowledge";

/// Returns the pages with their content, the index among them.
///
/// # Errors
/// If the data cannot be read.
pub fn pages(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let folder = root.join(FOLDER);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("data"))?.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
    files.retain(|path| path.is_file());
    files.sort();
    let mut pages = Vec::new();
    let mut rows = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read(&file)?;
        let results: Results =
            serde_json::from_slice(&text).with_context(|| file.display().to_string())?;
        let (board, tables) = (&results.board, results.tables.len());
        let some = if results.men.is_none() { ", some material" } else { "" };
        let men = results.tables.iter().map(men).max().unwrap_or(0);
        let title = format!("{}, {men} pieces{some}", results.title);
        let row = format!("| [{title}]({name}.md) | {board} | {tables} | {} |", results.date);
        rows.push((results.title.clone(), men, row));
        let studies = studies::sections(&folder.join("data"), &name)?;
        pages.push((folder.join(format!("{name}.md")), page(&results, &name, &text, &studies)?));
    }
    rows.sort();
    let rows: String = rows.into_iter().map(|(_, _, row)| row + "\n").collect();
    pages.push((folder.join("README.md"), INDEX.to_owned() + &rows));
    Ok(pages)
}

const INDEX: &str = "\
# Knowledge

Exact results of endings, made by `menagerie solve` ([Solving](../guide/solving.md) explains the terms). Some pages also have
results of `menagerie study` ([Studies](../guide/matches.md#studies)): piece values at two node limits and, in games with few
first moves, the score of each first move in these games and in one search, of 60 or 600 million nodes on one core. The
pages are generated from the files in `data` by
`cargo run -p menagerie-tests --bin knowledge`.

| game, pieces at most | board | tables | date |
| --- | --- | --- | --- |
";

fn men(table: &TableResults) -> usize {
    table.material.chars().filter(char::is_ascii_uppercase).count()
}

fn page(results: &Results, name: &str, data: &[u8], studies: &str) -> Result<String> {
    let Results { title, game, board, fingerprint, menagerie, date, tables, .. } = results;
    let most = tables.iter().map(men).max().unwrap_or(0);
    let games = if studies.is_empty() { "" } else { ", and results of games" };
    let mut out = format!("# {title}: endings of {most} pieces{games}\n\n");
    let which = match results.men {
        Some(men) => format!("All material of up to {men} pieces with which a game goes on"),
        None => "Some material".to_owned(),
    };
    writeln!(
        out,
        "{which}, on the board of {board}: the exact value of every position. Shares are those of the \
         legal positions, with White and with Black to move, in percent and in the order won, drawn and lost for the side to move. If both sides have the same rules, a row also covers the material with the \
         colours reversed. Entropy and file size are in bits per entry.\n"
    )?;
    for note in &results.notes {
        writeln!(out, "- {note}")?;
    }
    results_of(&mut out, tables)?;
    slow_wins(&mut out, tables)?;
    longest_wins(&mut out, tables)?;
    out += studies;
    writeln!(out, "## Data\n")?;
    writeln!(
        out,
        "[data/{name}.json](data/{name}.json) (CRC-32 {:08x}), with counts, mutual zugzwangs and lines; written by \
         menagerie {menagerie} on {date} for the definition with fingerprint {fingerprint}:\n",
        crc32fast::hash(data)
    )?;
    let material = match results.men {
        Some(men) => format!("--men {men}"),
        None => tables.iter().map(|table| table.material.as_str()).collect::<Vec<_>>().join(" "),
    };
    writeln!(out, "```sh\nmenagerie solve {game} {material} --json\n```")?;
    Ok(out)
}

/// Writes a row of numbers for each table.
fn results_of(out: &mut String, tables: &[TableResults]) -> Result<()> {
    writeln!(out, "\n## Results\n")?;
    writeln!(
        out,
        "| material | positions | White to move | Black to move | longest win | mutual zugzwangs | entropy | file |"
    )?;
    writeln!(out, "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |")?;
    for table in tables {
        let summary = &table.summary;
        let longest =
            |longest: &solver::Longest| format!("{} in {}", longest.side(), longest.moves());
        let longest: Vec<String> = summary.longest.iter().map(longest).collect();
        let zugzwangs = match (summary.zugzwangs.full, summary.zugzwangs.half) {
            (0, half) => half.to_string(),
            (full, half) => format!("{} ({full} lost by both)", full + half),
        };
        // Of data from before it was measured: none.
        let entropy = summary.entropy.distance;
        writeln!(
            out,
            "| `{}` | {} | {} | {} | {} | {zugzwangs} | {entropy:.2} | {:.2} |",
            table.material,
            summary.white.positions + summary.black.positions,
            shares(&summary.white),
            shares(&summary.black),
            longest.join(", "),
            8.0 * table.bytes as f64 / table.entries.max(1) as f64,
        )?;
    }
    Ok(())
}

/// Writes the wins that the move rule ends, in games that have one.
fn slow_wins(out: &mut String, tables: &[TableResults]) -> Result<()> {
    let slow: Vec<_> =
        tables.iter().filter_map(|table| Some((table, table.summary.slow.as_ref()?))).collect();
    if !slow.is_empty() {
        writeln!(out, "\n## Wins that the move rule ends\n")?;
    }
    let ended = slow.iter().filter(|(_, slow)| slow.positions > 0);
    for (table, slow) in ended.clone() {
        writeln!(out, "- `{}`: {}", table.material, lower_first(&slow.to_string()))?;
    }
    if !slow.is_empty() && ended.count() == 0 {
        writeln!(out, "None: each win makes progress in time.")?;
    }
    Ok(())
}

/// Writes the longest wins of each table, with a line of play.
fn longest_wins(out: &mut String, tables: &[TableResults]) -> Result<()> {
    writeln!(out, "\n## Longest wins\n")?;
    for table in tables {
        for longest in &table.summary.longest {
            let (side, moves_of) = (longest.side(), longest.moves());
            let moves = counted(moves_of.into(), "move", "moves");
            writeln!(out, "**`{}`**: {side} wins in {moves}\n", table.material)?;
            writeln!(out, "```\n{}\n{}\n```\n", longest.fen, wrapped(&longest.line))?;
        }
    }
    Ok(())
}

/// A sentence after a colon.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Won, drawn and lost, in percent.
fn shares(counts: &SideCounts) -> String {
    let share = |number: u64| {
        let percent = 100.0 * number as f64 / counts.positions.max(1) as f64;
        // 100 and 0 mean all and none.
        let inner = percent.clamp(0.1, 99.9);
        let exact = number == 0 || number == counts.positions;
        if exact { format!("{percent:.0}") } else { format!("{inner:.1}") }
    };
    format!("{} / {} / {}", share(counts.wins), share(counts.draws), share(counts.losses))
}

/// Moves in lines of moderate length.
fn wrapped(moves: &[String]) -> String {
    const MOST: usize = 110;
    let mut lines = vec![String::new()];
    for text in moves {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(text),
            Some(line) if line.len() + 1 + text.len() <= MOST => {
                line.push(' ');
                line.push_str(text);
            }
            _ => lines.push(text.clone()),
        }
    }
    lines.join("\n")
}
