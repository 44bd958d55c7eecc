//! Study as one HTML page without other files, for a reader who does not have this program.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use variants::{Definition, counted};

use super::board::board;
use super::estimate::{Estimate, whole};
use super::findings::Findings;

/// Maximum number of terminations and of first turns listed.
const MOST_LINES: usize = 12;

/// Width of a picture, in units of its own.
const WIDTH: f64 = 640.0;

/// Returns the page of a study.
#[must_use]
pub fn page(findings: &Findings, definition: &Definition) -> String {
    let Findings { title, size, games, .. } = findings;
    let heading = format!("{title}: a study of {}", counted(*games, "game", "games"));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (heading) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                h1 { (title) }
                p.lead { (counted(*games, "game", "games")) " of an engine against itself, on a board of " (size) "." }
                div.parts {
                    div { (board(definition).unwrap_or_default()) }
                    div {
                        h2 { "Rules" }
                        @for sentence in definition.sentences() { p { (sentence) } }
                    }
                }
                @if *games == 0 {
                    p { "No finished games." }
                } @else {
                    (results(findings))
                    (armies(findings))
                    div.parts {
                        div { (ends(findings)) }
                        div { (first_turns(findings)) }
                    }
                    (lengths(findings))
                    (pieces(findings))
                }
                p.note {
                    "Made with Menagerie " (env!("CARGO_PKG_VERSION"))
                    ". Intervals contain the true value with a probability of 95 %, for players of \
                     the strength of these games."
                }
            }
        }
    };
    page.into_string()
}

/// Returns a table that scrolls by itself where it is too wide.
fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Markup {
    html! {
        div.wide {
            table {
                thead { tr { @for head in heads { th { (head) } } } }
                tbody {
                    @for row in rows { tr { @for cell in row { td { (cell) } } } }
                }
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn results(findings: &Findings) -> Markup {
    let results = &findings.results;
    let share = |count: usize| 100.0 * count as f64 / findings.games as f64;
    let parts = [("won", results.won), ("drawn", results.drawn), ("lost", results.lost)];
    html! {
        h2 { "Is it fair?" }
        div.shares role="img" aria-label=(format!(
            "won {}, drawn {}, lost {}", results.won, results.drawn, results.lost
        )) {
            @for (name, count) in parts {
                span class=(name) style=(format!("width: {:.2}%", share(count))) {}
            }
        }
        ul.key {
            @for (name, count) in parts {
                li { i class=(name) {} (name) " " (count) " (" (percent(share(count) / 100.0)) ")" }
            }
        }
        p {
            "Results of the side that moves first (" (results.first) " at the start). "
            @if let (Some(score), Some(elo)) = (results.score, results.elo) {
                "It scores " strong { (percent(score.value)) } " ("
                (percent(score.low)) " to " (percent(score.high))
                "), an advantage of " strong { (whole(elo.value)) " Elo" } " ("
                (whole(elo.low)) " to " (whole(elo.high)) "): "
                (verdict(score)) " "
            }
            @let rate = results.draw_rate;
            (percent(rate.value)) " of the games are drawn (" (percent(rate.low)) " to "
            (percent(rate.high)) ")."
        }
        @if findings.balanced_openings {
            p.note { "The openings were chosen as balanced, which hides an advantage of the start." }
        }
    }
}

fn armies(findings: &Findings) -> Markup {
    if findings.armies.is_empty() {
        return Markup::default();
    }
    html! {
        h2 { "Army against army" }
        p {
            "The sides begin with different pieces. Each line has the results of one army; what both \
             have is not named."
        }
        (table(
            &["Army", "Against", "Score", "Elo", "Won", "Drawn", "Lost", "Moved first"],
            findings.armies.iter().take(MOST_LINES).map(|pair| {
                vec![
                    pair.army.clone(),
                    pair.against.clone(),
                    pair.score.map(|score| percent(score.value)).unwrap_or_default(),
                    pair.elo.map(Estimate::in_elo).unwrap_or_default(),
                    pair.won.to_string(),
                    pair.drawn.to_string(),
                    pair.lost.to_string(),
                    format!("{} of {}", pair.moved_first, pair.games()),
                ]
            }),
        ))
        @if findings.armies.len() > MOST_LINES {
            p.note { (findings.armies.len() - MOST_LINES) " more pairs of armies met." }
        }
        @for pair in findings.armies.iter().take(MOST_LINES) {
            @if let Some(note) = pair.note() {
                p.note { (pair.army) " against " (pair.against) ": " (note) "." }
            }
        }
    }
}

/// Returns a sentence on fairness for an interval of the score.
fn verdict(score: Estimate) -> &'static str {
    if score.low > 0.5 {
        "the side that moves first is favoured."
    } else if score.high < 0.5 {
        "the side that moves second is favoured."
    } else {
        "these games do not show which side is favoured."
    }
}

fn ends(findings: &Findings) -> Markup {
    html! {
        h2 { "How games end" }
        (table(
            &["End", "Games", "Share"],
            findings.ends.iter().take(MOST_LINES).map(|end| {
                let share = percent(end.games as f64 / findings.games as f64);
                vec![end.reason.clone(), end.games.to_string(), share]
            }),
        ))
    }
}

fn first_turns(findings: &Findings) -> Markup {
    html! {
        h2 { "First moves" }
        (table(
            &["Move", "Games", "Score", "95 %", "Search"],
            findings.first_turns.iter().take(MOST_LINES).map(|first| {
                let band = first.band.map_or(String::new(), |band| {
                    format!("{} to {}", percent(band.low), percent(band.high))
                });
                let score = if first.games > 0 { percent(first.score) } else { String::new() };
                vec![first.turn.clone(), first.games.to_string(), score, band, first.search()]
            }),
        ))
        @if findings.first_turns.len() > MOST_LINES {
            p.note { (findings.first_turns.len() - MOST_LINES) " more were played." }
        }
    }
}

fn lengths(findings: &Findings) -> Markup {
    html! {
        h2 { "How long is a game?" }
        (histogram(&findings.lengths))
        (table(
            &["", "Mean", "Median", "10 % below", "10 % above"],
            findings.figures.iter().map(|figure| {
                let numbers = figure.values.map_or(["none", "", "", ""].map(str::to_owned), |of| {
                    [
                        format!("{:.1}", of.mean),
                        of.median.to_string(),
                        of.low.to_string(),
                        of.high.to_string(),
                    ]
                });
                [figure.name.to_owned()].into_iter().chain(numbers).collect()
            }),
        ))
        p {
            (percent(findings.capturing_turns)) " of the turns take something; the most taken in one \
             turn: " (findings.most_captures) "."
        }
    }
}

/// Draws how many games had which number of turns.
fn histogram(lengths: &[usize]) -> Markup {
    const BINS: usize = 24;
    const HEIGHT: f64 = 180.0;
    let (Some(&first), Some(&last)) = (lengths.first(), lengths.last()) else {
        return Markup::default();
    };
    let step = (last - first + 1).div_ceil(BINS).max(1);
    let mut counts = vec![0usize; (last - first) / step + 1];
    for length in lengths {
        if let Some(count) = counts.get_mut((length - first) / step) {
            *count += 1;
        }
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let width = WIDTH / counts.len() as f64;
    html! {
        figure {
            svg viewBox=(format!("0 0 {WIDTH} {}", HEIGHT + 24.0)) role="img"
                aria-label=(format!("Numbers of turns from {first} to {last}")) {
                @for (index, &count) in counts.iter().enumerate() {
                    @let height = HEIGHT * count as f64 / most as f64;
                    @let from = first + index * step;
                    rect x=(format!("{:.1}", index as f64 * width + 1.0))
                        y=(format!("{:.1}", HEIGHT - height))
                        width=(format!("{:.1}", (width - 2.0).max(1.0)))
                        height=(format!("{height:.1}")) {
                        title { (format!("{from} to {} turns: {count}", from + step - 1)) }
                    }
                }
                text x="0" y=(HEIGHT + 18.0) { (first) " turns" }
                text x=(WIDTH) y=(HEIGHT + 18.0) text-anchor="end" { (last) " turns" }
            }
            figcaption.note { "Games by their number of turns, both sides counted." }
        }
    }
}

fn pieces(findings: &Findings) -> Markup {
    html! {
        h2 { "What is a piece worth?" }
        p {
            "By how much one more piece of a kind changes the result, from " (findings.positions)
            " quiet positions."
        }
        (values(findings))
        (table(
            &["Piece", "Elo", &format!("{} = 100", findings.unit), "Engine"],
            findings.pieces.iter().map(|piece| {
                let plain = |of: Estimate| format!("{:.0} ± {:.0}", of.value, of.half());
                vec![
                    format!("{} {}", piece.letter, piece.name),
                    piece.elo.map_or("too few games apart".to_owned(), Estimate::in_elo_with_half),
                    piece.relative.map_or("-".to_owned(), plain),
                    piece.engine.map(|value| value.to_string()).unwrap_or_default(),
                ]
            }),
        ))
        @if let Some(elo) = findings.moved_first {
            p { "Having moved first, at equal material: " (elo.in_elo_with_half()) " Elo." }
        }
    }
}

/// Draws the values with their intervals.
fn values(findings: &Findings) -> Markup {
    const ROW: f64 = 26.0;
    const LABEL: f64 = 190.0;
    let known: Vec<_> =
        findings.pieces.iter().filter_map(|piece| Some((piece, piece.elo?))).collect();
    if known.is_empty() {
        return Markup::default();
    }
    let low = known.iter().fold(0.0, |low: f64, (_, elo)| low.min(elo.low));
    let high = known.iter().fold(1.0, |high: f64, (_, elo)| high.max(elo.high));
    let at = |elo: f64| LABEL + (WIDTH - LABEL - 10.0) * (elo - low) / (high - low);
    let place = |elo: f64| format!("{:.1}", at(elo));
    let height = ROW * known.len() as f64;
    html! {
        figure {
            svg viewBox=(format!("0 0 {WIDTH} {}", height + 22.0)) role="img"
                aria-label="Values of the pieces in Elo, with intervals" {
                line.grid x1=(place(0.0)) x2=(place(0.0)) y1="0" y2=(height) {}
                @for (index, (piece, elo)) in known.iter().enumerate() {
                    @let middle = ROW * (index as f64 + 0.5);
                    text x="0" y=(middle + 4.0) { (piece.name) }
                    line x1=(place(elo.low)) x2=(place(elo.high)) y1=(middle) y2=(middle) {}
                    circle cx=(place(elo.value)) cy=(middle) r="5" {
                        title { (format!("{}: {:+.0} Elo", piece.name, elo.value)) }
                    }
                }
                text x=(place(0.0)) y=(height + 18.0) text-anchor="middle" { "0" }
                text x=(WIDTH) y=(height + 18.0) text-anchor="end" { (format!("{high:+.0} Elo")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use variants::{Catalog, Variant};

    use super::*;
    use crate::store::tests::record;
    use crate::study::Study;

    #[test]
    fn a_page_is_complete_and_escaped() {
        let mut definition = (**Catalog::builtin().get("chess").unwrap()).clone();
        definition.title = "<script>alert(1)</script>".to_owned();
        let variant = Variant::compile(definition.into()).unwrap();
        let mut study = Study::new(variant.clone());
        let empty = page(&Findings::new(&study, &[]), variant.definition());
        assert!(empty.contains("No finished games."), "{empty}");
        for number in 1..=4 {
            study.add(&record(number)).unwrap();
        }
        let findings = Findings::new(&study, &[100, 300]);
        let text = page(&findings, variant.definition());
        for part in [
            "Is it fair?",
            "Black mates",
            "f3",
            "4 games of an engine",
            "What is a piece worth?",
            "&lt;script&gt;alert(1)",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("<script") && !text.contains("src=") && !text.contains("href="));
        assert_eq!(text.matches("<circle").count(), 32);
        // The same as data.
        let data = serde_json::to_value(&findings).unwrap();
        assert_eq!(data["results"]["lost"], 4);
        assert_eq!(data["first_turns"][0]["turn"], "f3");
    }
}
