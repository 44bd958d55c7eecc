use crate::statistics::tests::{WIDE, plan, record};
use crate::{Fault, FaultKind, GameRecord, MoveRecord, RecordedScore, Termination};

use super::{Summary, svg, table};

/// Returns a match of three pairs and one more game, with a fault, times and scores.
fn duel() -> Summary {
    let mut summary = Summary::new(Some(plan(&["a<&", "b"], Some(WIDE))));
    for round in 1..=3 {
        summary.add(&record(round, "a<&", "b", "1-0"));
        summary.add(&record(round, "b", "a<&", "1/2-1/2"));
    }
    summary.add(&scored());
    summary
}

fn scored() -> GameRecord {
    let mut game = record(4, "a<&", "b", "0-1");
    let turn = |time_us, score| MoveRecord {
        turn: "x".to_owned(),
        time_us,
        score,
        depth: None,
        nodes: None,
    };
    game.opening = vec!["e2e4".to_owned()];
    game.moves = vec![
        turn(1_000, Some(RecordedScore::Cp(10))),
        turn(250_000, Some(RecordedScore::Cp(-2000))),
        turn(3_000, Some(RecordedScore::Cp(5))),
        turn(1_000, None),
        turn(2_000, Some(RecordedScore::Mate(2))),
        turn(749_000, Some(RecordedScore::Mate(-2))),
    ];
    game.number = 7;
    (game.termination, game.reason) =
        (Termination::Fault(FaultKind::Time), "a<& loses on time".to_owned());
    let text = "1.2 s of 1 s\nused".to_owned();
    game.faults = vec![Fault { engine: "a<&".to_owned(), kind: FaultKind::Time, text }];
    game
}

#[test]
fn the_text_of_a_duel() {
    let expected = "\
a<& vs b: 3 - 1 - 3  [0.643] 7
  Points         4.5 of 7 (64.3 %)
  Elo            ELO
  nElo           NELO
  LOS            LOS
  Draws          42.9 %
  With White     3 - 1 - 0  [0.750] 4
  With Black     0 - 0 - 3  [0.500] 3
  White vs Black 3 - 1 - 3  [0.643] 7
  Pairs          3: LL 0, LD 0, DD or WL 0, WD 3, WW 0; 1 game without a counterpart
  SPRT           SPRT

Games: 7 of chess
  1.0 turns on average
  a<& takes 0.33 s for a turn on average
  b takes 2.00 ms for a turn on average

How they ended:
  6  (no reason given)
  1  a<& loses on time  (fault)

Faults:
  1  a<& lost on time

Game 7: a<& lost on time: 1.2 s of 1 s\\nused
";
    let text = table::report(&duel());
    for (line, expected) in text.lines().zip(expected.lines()) {
        let begin = ["  Elo  ", "  nElo ", "  LOS ", "  SPRT "];
        match begin.iter().find(|&&begin| expected.starts_with(begin)) {
            Some(begin) => assert!(line.starts_with(begin), "{line}"),
            None => assert_eq!(line, expected),
        }
    }
    assert_eq!(text.lines().count(), expected.lines().count(), "{text}");
    assert!(
        text.contains("bounds -2.94 and 2.94; elo0 0, elo1 200 (logistic), alpha 0.05"),
        "{text}"
    );
    let mut won = Summary::new(None);
    (0..20).for_each(|_| won.add(&record(0, "a", "b", "1-0")));
    assert!(table::report(&won).contains("Elo            +inf  (95 %: at least +286.6)\n"));
    assert_eq!(table::report(&Summary::new(None)), "No games.\n");
}

#[test]
fn the_text_of_a_tournament() {
    let mut summary = Summary::new(None);
    for (white, black, result) in
        [("a", "b", "1-0"), ("a", "b", "1-0"), ("b", "c", "1/2-1/2"), ("d", "d", "1-0")]
    {
        summary.add(&record(0, white, black, result));
    }
    let text = table::report(&summary);
    let lines: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["Rank", "Name", "Elo", "±", "Games", "Points", "%", "Draws"]);
    assert_eq!(lines[1][..2], ["1", "a"]);
    assert_eq!(lines[1][4..], ["2", "2.0", "100.0", "%", "0.0", "%"]);
    assert_eq!(lines[3][..2], ["3", "b"]);
    assert!(lines[4].join(" ").contains("one virtual draw per player; ± is 95 %"));
    assert_eq!(lines[7], ["1", "a", "x", "-", "2.0/2"]);
    assert_eq!(lines[9], ["3", "b", "0.0/2", "0.5/1", "x"]);
    assert!(text.contains("1 of an engine against itself"));
}

/// Checks that tags are nested properly and text is escaped; returns the colour and the number of
/// points of each line and area.
#[track_caller]
fn check_xml(text: &str) -> Vec<(String, usize)> {
    let (mut open, mut points) = (Vec::new(), Vec::new());
    let text = text.replace(svg::MARK, "");
    let mut rest = text.trim();
    while let Some((before, after)) = rest.split_once('<') {
        for reference in before.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;", "apos;"];
            assert!(known.iter().any(|known| reference.starts_with(known)), "{before}");
        }
        assert!(!before.contains('>') && !before.chars().any(|c| c.is_control() && c != '\n'));
        let (tag, after) = after.split_once('>').unwrap();
        rest = after;
        let name = tag.split([' ', '/']).next().unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let attribute = |name: &str| {
            let value = tag.split_once(&format!(" {name}=\""))?.1;
            value.split('"').next().map(str::to_owned)
        };
        if let Some(list) = attribute("points") {
            let color = attribute("stroke").filter(|stroke| stroke != "none");
            let color = color.or(attribute("fill")).unwrap_or_default();
            points.push((color, list.split_whitespace().count()));
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    points
}

const BLUE: &str = "#0072B2";
const VERMILLION: &str = "#D55E00";

fn of_color(points: &[(String, usize)], color: &str) -> Vec<usize> {
    let own = points.iter().filter(|(own, _)| own == color);
    let mut counts: Vec<usize> = own.map(|&(_, count)| count).collect();
    counts.sort_unstable();
    counts
}

#[test]
fn pictures_hold_the_points() {
    let svg = svg::elo_curve(&duel()).unwrap();
    let points = check_xml(&svg);
    // Curve of seven games, with its band.
    assert_eq!(of_color(&points, BLUE), [7, 14]);
    for text in ["a&lt;&amp; vs b: Elo difference", "games", "Elo (95 % interval)", "#FFFFFF"] {
        assert!(svg.contains(text), "{text}");
    }
    let svg = svg::score_curve(&scored()).unwrap();
    let points = check_xml(&svg);
    // After an opening of one turn Black has three scores and White two; the rest is the legend.
    assert_eq!(of_color(&points, BLUE), [2, 2]);
    assert_eq!(of_color(&points, VERMILLION), [2, 3]);
    for text in ["Game 7: a&lt;&amp; vs b, 0-1", "a&lt;&amp; (White)", "b (Black)", "move"] {
        assert!(svg.contains(text), "{text}");
    }
}

#[test]
fn the_legend_is_beneath_all_curves() {
    let mut record = scored();
    // Black's scores are at the lower edge of the curves, and at the upper.
    record.moves[0].score = Some(RecordedScore::Cp(2000));
    record.moves[2].score = Some(RecordedScore::Cp(-2000));
    let svg = svg::score_curve(&record).unwrap();
    let lines = svg.lines().filter(|line| line.contains("<polyline"));
    let heights =
        lines.filter(|line| line.contains(BLUE) || line.contains(VERMILLION)).map(|line| {
            let points = line.split_once("points=\"").unwrap().1.split('"').next().unwrap();
            let heights = points.split_whitespace().map(|point| point.split_once(',').unwrap().1);
            heights.map(|height| height.parse().unwrap()).collect::<Vec<f64>>()
        });
    let heights: Vec<Vec<f64>> = heights.collect();
    let [first, second, curves @ ..] = &heights[..] else { panic!("{svg}") };
    assert!(first == second && first[0] == first[1], "{heights:?}");
    assert!(curves.iter().flatten().all(|&height| height < first[0] - 20.0), "{heights:?}");
}

#[test]
fn pictures_of_little() {
    assert!(svg::elo_curve(&Summary::new(None)).is_err());
    assert!(svg::score_curve(&record(1, "a", "b", "1-0")).is_err());
    let mut summary = Summary::new(None);
    summary.add(&record(0, "a\u{1}", "b", "1-0"));
    check_xml(&svg::elo_curve(&summary).unwrap());
    // More games than a screen shows.
    (0..5000).for_each(|_| summary.add(&record(0, "b", "a\u{1}", "1-0")));
    let points = check_xml(&svg::elo_curve(&summary).unwrap());
    let [curve, band] = of_color(&points, BLUE)[..] else { panic!("{points:?}") };
    assert!(curve > 500 && curve <= 1000 && band == 2 * curve, "{curve} {band}");
}
