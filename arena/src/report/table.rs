//! Report as text.

use std::fmt::{self, Display, Write};

use protocol::text::{excerpt, printable};
use variants::counted;

use crate::statistics::{
    EloEstimate, Ratings, ResultCounts, Scores, SprtDecision, SprtState, Tally,
};
use crate::{SprtModel, SprtSpec, Termination};

use super::Summary;

/// Maximum number of faults listed one by one.
const MAX_FAULTS: usize = 50;

/// Maximum number of terminations listed.
const MAX_ENDINGS: usize = 25;

/// Formats the whole report.
#[must_use]
pub fn report(summary: &Summary) -> String {
    let mut out = String::new();
    let scores = summary.statistics().scores();
    // Writing to a string cannot fail.
    let _ = match scores.names() {
        [first, second] => duel(&mut out, summary, first, second),
        _ => several(&mut out, scores),
    }
    .and_then(|()| knockout(&mut out, summary))
    .and_then(|()| general(&mut out, summary))
    .and_then(|()| faults(&mut out, summary));
    out
}

/// Writes the score of the first engine against the second.
fn duel(out: &mut String, summary: &Summary, first: &str, second: &str) -> fmt::Result {
    let tally = summary.statistics().tally();
    let total = tally.total();
    writeln!(out, "{} vs {}: {}", printable(first), printable(second), wdl(&total))?;
    let Some(elo) = EloEstimate::new(&tally) else { return Ok(()) };
    let mut line = |name: &str, text: String| writeln!(out, "  {name:<14} {text}");
    let points = total.points();
    let percent = 100.0 * elo.score;
    line("Points", format!("{points:.1} of {} ({percent:.1} %)", total.games()))?;
    let interval = interval(elo.bounds);
    line("Elo", format!("{}  (95 %: {interval})", signed(elo.elo)))?;
    if let Some((normalized, margin)) = elo.normalized {
        line("nElo", format!("{} ± {margin:.1}  (95 %)", signed(normalized)))?;
    }
    line("LOS", format!("{:.1} %", 100.0 * elo.los))?;
    line("Draws", format!("{:.1} %", percent_of(total.draws, total.games())))?;
    line("With White", wdl(&tally.white))?;
    line("With Black", wdl(&tally.black))?;
    let mut white = tally.white;
    white += tally.black.reversed();
    line("White vs Black", wdl(&white))?;
    if tally.pair_count() > 0 {
        line("Pairs", pairs(&tally))?;
    }
    if let (Some(spec), Some(state)) =
        (summary.plan().and_then(|plan| plan.sprt), summary.statistics().sprt())
    {
        line("SPRT", sprt(&spec, &state, summary.statistics().verdict()))?;
    }
    Ok(())
}

/// Formats `12 - 8 - 5  [0.580] 25`: wins, losses, draws, score and games, as in cutechess-cli.
#[must_use]
pub fn wdl(games: &ResultCounts) -> String {
    let score = games.score().map_or_else(|| "-".to_owned(), |score| format!("{score:.3}"));
    let ResultCounts { wins, losses, draws } = games;
    format!("{wins} - {losses} - {draws}  [{score}] {}", games.games())
}

fn pairs(tally: &Tally) -> String {
    let [ll, ld, even, wd, ww] = tally.pairs;
    let count = tally.pair_count();
    let alone = tally.games() - 2 * count;
    let mut text = format!("{count}: LL {ll}, LD {ld}, DD or WL {even}, WD {wd}, WW {ww}");
    if alone > 0 {
        let games = counted(alone as usize, "game", "games");
        let _ = write!(text, "; {games} without a counterpart");
    }
    text
}

fn sprt(spec: &SprtSpec, state: &SprtState, verdict: Option<SprtDecision>) -> String {
    let model = match spec.model {
        SprtModel::Logistic => "logistic",
        SprtModel::Normalized => "normalized",
        SprtModel::BayesElo => "bayeselo",
    };
    let verdict = match verdict {
        Some(SprtDecision::H0) => "H0 was accepted",
        Some(SprtDecision::H1) => "H1 was accepted",
        None => "not decided",
    };
    let SprtSpec { elo0, elo1, alpha, beta, .. } = spec;
    format!(
        "LLR {:.2} ({:.1} %), bounds {:.2} and {:.2}; elo0 {elo0}, elo1 {elo1} ({model}), alpha \
         {alpha}, beta {beta}: {verdict}",
        state.llr,
        100.0 * state.progress(),
        state.lower,
        state.upper
    )
}

/// Writes the encounters of a knockout tournament, stage by stage.
fn knockout(out: &mut String, summary: &Summary) -> fmt::Result {
    let (Some(bracket), Some(plan)) = (summary.bracket(), summary.plan()) else { return Ok(()) };
    let name = |index: usize| {
        let engine = plan.engines.get(index);
        printable(engine.map_or("", |engine| engine.name.as_str())).into_owned()
    };
    writeln!(out, "\nKnockout:")?;
    for (stage, encounters) in (1..).zip(&bracket.stages) {
        for encounter in encounters {
            let [one, other] = encounter.engines.map(name);
            let [points, others] = encounter.points;
            write!(out, "  Stage {stage}  {one} - {other}  {points:.1} - {others:.1}")?;
            match encounter.winner {
                Some(winner) if encounter.is_tied => {
                    writeln!(out, "  (tied: {}, named first, advances)", name(winner))?;
                }
                Some(_) => writeln!(out)?,
                None => writeln!(out, "  (not finished)")?,
            }
        }
    }
    if let Some(winner) = bracket.winner {
        writeln!(out, "  Winner   {}", name(winner))?;
    }
    Ok(())
}

/// Writes ratings and the crosstable.
fn several(out: &mut String, scores: &Scores) -> fmt::Result {
    if scores.names().len() > 1 {
        out.push_str(&ranking(scores));
        out.push('\n');
        cross(out, scores)?;
    }
    Ok(())
}

/// Formats the rating table, with a line of explanation.
#[must_use]
pub fn ranking(scores: &Scores) -> String {
    let ratings = Ratings::new(scores);
    let mut table =
        TextTable::new("rlrrrrrr", &["Rank", "Name", "Elo", "±", "Games", "Points", "%", "Draws"]);
    for (rank, rating) in ratings.list.iter().enumerate() {
        let total = scores.of(rating.engine).total();
        table.row([
            (rank + 1).to_string(),
            name(scores, rating.engine),
            signed(rating.elo),
            format!("{:.1}", rating.margin),
            total.games().to_string(),
            format!("{:.1}", total.points()),
            format!("{:.1} %", 100.0 * total.score().unwrap_or(0.5)),
            format!("{:.1} %", percent_of(total.draws, total.games())),
        ]);
    }
    let mut out = table.to_string();
    out.push_str("Maximum likelihood ratings, mean 0, one virtual draw per player; ± is 95 %.\n");
    if !ratings.connected {
        out.push_str(
            "The games do not connect all players: ratings of different groups are not comparable.\n",
        );
    }
    out
}

/// Writes the crosstable, in the order of the ratings.
fn cross(out: &mut String, scores: &Scores) -> fmt::Result {
    let order: Vec<usize> = Ratings::new(scores).list.iter().map(|rating| rating.engine).collect();
    let heads = (1..=order.len()).map(|rank| rank.to_string());
    let heads: Vec<String> = ["".to_owned(), "Name".to_owned()].into_iter().chain(heads).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = TextTable::new("rlr", &heads);
    for (rank, &own) in order.iter().enumerate() {
        let cells = order.iter().map(|&other| {
            let total = scores.between(own, other).total();
            match total.games() {
                _ if own == other => "x".to_owned(),
                0 => "-".to_owned(),
                games => format!("{:.1}/{games}", total.points()),
            }
        });
        table.row([(rank + 1).to_string(), name(scores, own)].into_iter().chain(cells));
    }
    write!(out, "{table}")
}

/// Writes the part that does not depend on the pairings.
fn general(out: &mut String, summary: &Summary) -> fmt::Result {
    let scores = summary.statistics().scores();
    if scores.games() == 0 {
        return writeln!(out, "No games.");
    }
    let variants: Vec<_> = summary.variants().iter().map(|name| printable(name)).collect();
    writeln!(out, "\nGames: {} of {}", scores.games(), variants.join(", "))?;
    if scores.alone() > 0 {
        writeln!(
            out,
            "  {} of an engine against itself, which do not measure strength",
            scores.alone()
        )?;
    }
    if let Some(length) = summary.length() {
        writeln!(out, "  {length:.1} turns on average")?;
    }
    for name in scores.names() {
        if let Some(seconds) = summary.time_per_move(name) {
            writeln!(out, "  {} takes {} for a turn on average", printable(name), time(seconds))?;
        }
    }
    writeln!(out, "\nHow they ended:")?;
    let endings = summary.endings();
    let (listed, rest) = endings.split_at(endings.len().min(MAX_ENDINGS));
    let mut table = TextTable::new("rll", &[]);
    for ending in listed {
        let reason = match ending.reason.as_str() {
            "" => "(no reason given)".to_owned(),
            reason => excerpt(reason),
        };
        // Some reasons say it themselves.
        let kind = match kind(ending.termination) {
            kind if reason.contains(kind) => String::new(),
            kind => format!("({kind})"),
        };
        table.row([ending.games.to_string(), reason, kind]);
    }
    write!(out, "{table}")?;
    if !rest.is_empty() {
        let games: u64 = rest.iter().map(|ending| ending.games).sum();
        writeln!(out, "{games} in {} other ways", rest.len())?;
    }
    Ok(())
}

fn kind(termination: Termination) -> &'static str {
    match termination {
        Termination::Rules => "",
        Termination::Adjudication => "adjudication",
        Termination::Resignation => "resignation",
        Termination::Agreement => "agreement",
        Termination::Fault(_) => "fault",
    }
}

/// Writes faults by engine and kind, then one by one.
fn faults(out: &mut String, summary: &Summary) -> fmt::Result {
    let faults = summary.faults();
    if faults.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nFaults:")?;
    let mut counts: Vec<(String, usize)> = Vec::new();
    for (_, fault) in faults {
        let what = format!("{} {}", printable(&fault.engine), fault.kind);
        match counts.iter_mut().find(|(known, _)| *known == what) {
            Some((_, count)) => *count += 1,
            None => counts.push((what, 1)),
        }
    }
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let mut table = TextTable::new("rl", &[]);
    for (what, count) in counts {
        table.row([count.to_string(), what]);
    }
    write!(out, "{table}")?;
    writeln!(out)?;
    for (number, fault) in faults.iter().take(MAX_FAULTS) {
        writeln!(out, "Game {number}: {}", printable(&fault.to_string()))?;
    }
    if faults.len() > MAX_FAULTS {
        writeln!(out, "and {} more", faults.len() - MAX_FAULTS)?;
    }
    Ok(())
}

fn name(scores: &Scores, engine: usize) -> String {
    scores.names().get(engine).map(|name| printable(name).into_owned()).unwrap_or_default()
}

fn percent_of(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn time(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.2} ms", seconds * 1000.0) } else { format!("{seconds:.2} s") }
}

/// Formats `+12.3`, `-4.0`, `0.0`, `+inf`.
#[must_use]
pub fn signed(elo: f64) -> String {
    // Rounding must not give a negative zero.
    if elo.abs() < 0.05 { "0.0".to_owned() } else { format!("{elo:+.1}") }
}

/// Formats `-20.1 to +78.9`, or the finite end.
#[must_use]
pub fn interval(bounds: (f64, f64)) -> String {
    match (bounds.0.is_finite(), bounds.1.is_finite()) {
        (true, true) => format!("{} to {}", signed(bounds.0), signed(bounds.1)),
        (true, false) => format!("at least {}", signed(bounds.0)),
        (false, true) => format!("at most {}", signed(bounds.1)),
        (false, false) => "anything".to_owned(),
    }
}

/// Columns, aligned by `l` or `r` for each; the last alignment applies to all further columns.
struct TextTable<'a> {
    align: &'a str,
    rows: Vec<Vec<String>>,
}

impl<'a> TextTable<'a> {
    fn new(align: &'a str, heads: &[&str]) -> Self {
        let mut table = TextTable { align, rows: Vec::new() };
        if !heads.is_empty() {
            table.row(heads.iter().map(|&head| head.to_owned()));
        }
        table
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl Display for TextTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let align = self.align.chars().nth(column).or(self.align.chars().last());
                line.push_str("  ");
                let _ = match align {
                    Some('l') => write!(line, "{cell:<width$}"),
                    _ => write!(line, "{cell:>width$}"),
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
