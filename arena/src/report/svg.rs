//! SVG charts: the Elo difference over a match, the scores of a game.
//!
//! Blue and vermillion of Okabe and Ito's palette, which is safe for colour-blind readers
//! (<https://jfly.uni-koeln.de/color/>), on a white background in any viewer.

use plotters::prelude::*;
use protocol::text::printable;
use thiserror::Error;

use crate::{GameRecord, RecordedScore};

use super::{Curve, Summary};

const SIZE: (u32, u32) = (960, 540);
/// Colour of the first curve, of Okabe and Ito's colour-blind safe palette.
pub const BLUE: RGBColor = RGBColor(0, 114, 178);
/// Colour of the second curve.
pub const VERMILLION: RGBColor = RGBColor(213, 94, 0);
/// Colour of text and axes.
pub const INK: RGBColor = RGBColor(34, 34, 34);

/// Upper bound of the score axis, in pawns; mates are drawn there.
const MAX_PAWNS: f64 = 10.0;

/// Upper bound of the Elo axis.
const MAX_ELO: f64 = 800.0;

/// Maximum number of points of a curve; no screen shows more.
const MAX_POINTS: usize = 1000;

/// Comment in all pictures, by which they are recognised.
pub const MARK: &str = "<!-- made by menagerie -->\n";

/// Error of a chart.
#[derive(Debug, Error)]
pub enum DrawError {
    /// Nothing to draw.
    #[error("nothing to draw: {0}")]
    Empty(&'static str),
    /// Backend error.
    #[error("the picture cannot be drawn: {0}")]
    Backend(String),
}

/// Draws the Elo difference of the first engine to the second after each of their games, with its
/// interval.
///
/// # Errors
/// When there are no games.
pub fn elo_curve(summary: &Summary) -> Result<String, DrawError> {
    let (Some(first), Some(second)) = (
        summary.statistics().scores().names().first(),
        summary.statistics().scores().names().get(1),
    ) else {
        return Err(DrawError::Empty("no two engines"));
    };
    let points = summary.curve(MAX_POINTS);
    let Some(last) = points.last() else { return Err(DrawError::Empty("no games of these two")) };
    let (low, high) = elo_range(&points);
    let clamp = |elo: f64| elo.clamp(low, high);
    let title = format!("{} vs {}: Elo difference", printable(first), printable(second));
    let draw = |area: &Area<'_>| -> Result<(), Error> {
        let games = 1.0..(last.games as f64).max(2.0);
        let mut chart = frame(area, &title)?.build_cartesian_2d(games, low..high)?;
        mesh(&mut chart, "games", "Elo (95 % interval)")?;
        let upper = points.iter().map(|point| (point.games as f64, clamp(point.bounds.1)));
        let lower = points.iter().rev().map(|point| (point.games as f64, clamp(point.bounds.0)));
        let band: Vec<(f64, f64)> = upper.chain(lower).collect();
        chart.draw_series([Polygon::new(band, BLUE.mix(0.2).filled())])?;
        zero(&mut chart, 1.0, (last.games as f64).max(2.0))?;
        let line = points.iter().map(|point| (point.games as f64, clamp(point.elo)));
        chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2)))?;
        area.present()?;
        Ok(())
    };
    picture(draw)
}

/// Draws the scores of both engines over a game, from White's view.
///
/// # Errors
/// When the game has no scores.
pub fn score_curve(record: &GameRecord) -> Result<String, DrawError> {
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for (index, mv) in record.moves.iter().enumerate() {
        let Some(score) = mv.score else { continue };
        let turns = record.opening.len() + index;
        let is_white = record.is_white(index);
        let own = pawns(score);
        if is_white {
            white.push((1.0 + turns as f64 / 2.0, own));
        } else {
            black.push((1.0 + turns as f64 / 2.0, -own));
        }
    }
    let ends = white.iter().chain(&black).map(|&(x, _)| x);
    let last = ends.fold(0.0, f64::max);
    if last == 0.0 {
        return Err(DrawError::Empty("the game has no scores"));
    }
    let (white_name, black_name) = (printable(&record.white), printable(&record.black));
    let title = format!("Game {}: {white_name} vs {black_name}, {}", record.number, record.result);
    let draw = |area: &Area<'_>| -> Result<(), Error> {
        let right = last.max(2.0);
        let (white_label, black_label) =
            (format!("{white_name} (White)"), format!("{black_name} (Black)"));
        let area = legend(area, &[(&white_label, BLUE), (&black_label, VERMILLION)])?;
        let mut chart =
            frame(&area, &title)?.build_cartesian_2d(1.0..right, -MAX_PAWNS..MAX_PAWNS)?;
        mesh(&mut chart, "move", "score in pawns, White's view (10: decided)")?;
        zero(&mut chart, 1.0, right)?;
        for (points, color) in [(&white, BLUE), (&black, VERMILLION)] {
            chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
        }
        area.present()?;
        Ok(())
    };
    picture(draw)
}

/// Drawing backend for SVG text.
pub type Backend<'a> = SVGBackend<'a>;
/// Drawing area of a chart.
pub type Area<'a> = DrawingArea<Backend<'a>, plotters::coord::Shift>;
type Plane =
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>;
type Chart<'a, 'b> = ChartContext<'a, Backend<'b>, Plane>;
/// Error of a drawing closure.
pub type Error = Box<dyn std::error::Error>;

/// Draws a chart of the default size on white; returns its SVG text.
///
/// # Errors
/// When the closure or the backend fails.
pub fn picture(draw: impl FnOnce(&Area<'_>) -> Result<(), Error>) -> Result<String, DrawError> {
    let mut out = String::new();
    let area = SVGBackend::with_string(&mut out, SIZE).into_drawing_area();
    let drawn = area.fill(&WHITE).map_err(Error::from).and_then(|()| draw(&area));
    drawn.map_err(|error| DrawError::Backend(error.to_string()))?;
    // The closing tags are written when the area is dropped.
    drop(area);
    if let Some(end) = out.rfind("</svg>") {
        out.insert_str(end, MARK);
    }
    Ok(out)
}

/// Height of a legend, in pixels.
const LEGEND: i32 = 30;

/// Draws the legend of a chart at its lower edge. Returns the area above it for the curves, so that
/// the legend never covers one.
///
/// # Errors
/// When drawing fails.
pub fn legend<'a>(area: &Area<'a>, entries: &[(&str, RGBColor)]) -> Result<Area<'a>, Error> {
    const LINE: i32 = 20;
    const GAP: i32 = 8;
    let height = area.dim_in_pixel().1 as i32;
    let (above, strip) = area.split_vertically(height - LEGEND);
    let style = ("sans-serif", 16).into_font().color(&INK);
    let (mut x, y) = (72, LEGEND / 2 - GAP);
    for &(name, color) in entries {
        strip.draw(&PathElement::new([(x, y), (x + LINE, y)], color.stroke_width(2)))?;
        x += LINE + GAP;
        strip.draw(&Text::new(name, (x, y - 8), style.clone()))?;
        x += strip.estimate_text_size(name, &style)?.0 as i32 + 3 * GAP;
    }
    Ok(above)
}

fn frame<'a, 'b>(
    area: &'a Area<'b>,
    title: &str,
) -> Result<ChartBuilder<'a, 'b, Backend<'b>>, Error> {
    let mut builder = ChartBuilder::on(area);
    builder
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .caption(title, ("sans-serif", 20).into_font().color(&INK));
    Ok(builder)
}

fn mesh(chart: &mut Chart<'_, '_>, x: &str, y: &str) -> Result<(), Error> {
    chart
        .configure_mesh()
        .x_desc(x)
        .y_desc(y)
        .x_label_formatter(&whole)
        .y_label_formatter(&|y| format!("{y:.0}"))
        .light_line_style(WHITE)
        .bold_line_style(INK.mix(0.15))
        .axis_style(INK)
        .label_style(("sans-serif", 14).into_font().color(&INK))
        .axis_desc_style(("sans-serif", 16).into_font().color(&INK))
        .draw()?;
    Ok(())
}

/// Labels whole numbers only: games and moves are counts.
pub fn whole(x: &f64) -> String {
    if (x - x.round()).abs() < 1e-6 { format!("{x:.0}") } else { String::new() }
}

/// Draws the line of even strength.
fn zero(chart: &mut Chart<'_, '_>, left: f64, right: f64) -> Result<(), Error> {
    chart.draw_series([PathElement::new([(left, 0.0), (right, 0.0)], INK.mix(0.6))])?;
    Ok(())
}

/// Returns the Elo range to draw. The first games, whose intervals are wide, do not count.
fn elo_range(points: &[Curve]) -> (f64, f64) {
    let (mut low, mut high) = (-10.0f64, 10.0f64);
    for point in points.iter().skip(points.len() / 10) {
        for end in [point.bounds.0, point.elo, point.bounds.1] {
            let end = end.clamp(-MAX_ELO, MAX_ELO);
            (low, high) = (low.min(end), high.max(end));
        }
    }
    (low, high)
}

fn pawns(score: RecordedScore) -> f64 {
    match score {
        RecordedScore::Cp(cp) => (f64::from(cp) / 100.0).clamp(-MAX_PAWNS, MAX_PAWNS),
        RecordedScore::Mate(moves) if moves > 0 => MAX_PAWNS,
        RecordedScore::Mate(_) => -MAX_PAWNS,
    }
}
