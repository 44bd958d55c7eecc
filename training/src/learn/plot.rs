//! Training chart: the loss over the epochs, and the strength over the rounds.

use plotters::prelude::*;

use super::Result;
use super::folder::Folder;
use super::state::RunState;
use arena::report::svg::{Area, BLUE, Error, INK, VERMILLION, legend, picture, whole};
use engine::files::write;

/// Upper bound of the Elo axis.
const MAX_ELO: f64 = 1200.0;

/// Strength of a round's network, relative to the HCE.
struct Point {
    round: f64,
    elo: f64,
    /// Interval, relative to the network before it.
    bounds: (f64, f64),
    kept: bool,
}

/// Draws the training chart of a folder, if there is data.
///
/// # Errors
/// When the chart cannot be drawn or written.
pub fn write_picture(state: &RunState, folder: &Folder) -> Result<()> {
    if losses(state).is_empty() {
        return Ok(());
    }
    let text = picture(|area| {
        let (left, right) = area.split_horizontally(area.dim_in_pixel().0 / 2);
        draw_losses(&left, state)?;
        draw_strength(&right, state)?;
        area.present()?;
        Ok(())
    })?;
    Ok(write(&folder.picture(), text.as_bytes())?)
}

/// Returns the losses of each round's epochs, with epochs numbered over all rounds.
fn losses(state: &RunState) -> Vec<Vec<(f64, [f64; 2])>> {
    let nets = state.rounds.iter().filter_map(|round| round.net.as_ref());
    let mut epochs = (1..).map(f64::from);
    nets.map(|net| epochs.by_ref().zip(net.losses.iter().copied()).collect()).collect()
}

/// Returns the strength of each round's network: its gain over the best before, added to that
/// one's.
fn points(state: &RunState) -> Vec<Point> {
    let mut points = Vec::new();
    let mut best = 0.0;
    for (index, round) in state.rounds.iter().enumerate() {
        let Some(test) = round.test else { continue };
        let Some(elo) = test.score.elo() else { continue };
        let clamp = |elo: f64| (best + elo).clamp(-MAX_ELO, MAX_ELO);
        let point = Point {
            round: index as f64 + 1.0,
            elo: clamp(elo.elo),
            bounds: (clamp(elo.bounds.0), clamp(elo.bounds.1)),
            kept: test.kept,
        };
        if test.kept {
            best = point.elo;
        }
        points.push(point);
    }
    points
}

/// Chart with axes, for these ranges.
macro_rules! chart {
    ($area:expr, $title:expr, $x:expr, $y:expr, $x_name:expr, $y_name:expr, $digits:expr) => {{
        let mut chart = ChartBuilder::on($area)
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .caption($title, ("sans-serif", 20).into_font().color(&INK))
            .build_cartesian_2d($x, $y)?;
        chart
            .configure_mesh()
            .x_desc($x_name)
            .y_desc($y_name)
            .x_label_formatter(&whole)
            .y_label_formatter(&|y| format!("{y:.*}", $digits))
            .light_line_style(WHITE)
            .bold_line_style(INK.mix(0.15))
            .axis_style(INK)
            .label_style(("sans-serif", 14).into_font().color(&INK))
            .axis_desc_style(("sans-serif", 16).into_font().color(&INK))
            .draw()?;
        chart
    }};
}

fn draw_losses(area: &Area<'_>, state: &RunState) -> std::result::Result<(), Error> {
    let rounds = losses(state);
    let (low, high) = range(rounds.iter().flatten().flat_map(|&(_, losses)| losses));
    let epochs = 1.0..(rounds.iter().map(Vec::len).sum::<usize>() as f64).max(2.0);
    let series = [(0, BLUE, "training"), (1, VERMILLION, "validation")];
    let area = legend(area, &series.map(|(_, color, name)| (name, color)))?;
    let mut chart =
        chart!(&area, "Loss", epochs, low..high, "epochs of all rounds", "mean square", 4);
    for (index, color, _) in series {
        // Rounds have different training data: no line connects them.
        for epochs in &rounds {
            let line = epochs.iter().map(|&(epoch, losses)| (epoch, losses[index]));
            chart.draw_series(LineSeries::new(line, color.stroke_width(2)).point_size(2))?;
        }
    }
    Ok(())
}

fn draw_strength(area: &Area<'_>, state: &RunState) -> std::result::Result<(), Error> {
    let points = points(state);
    let ends = points.iter().flat_map(|point| [point.bounds.0, point.elo, point.bounds.1]);
    let (low, high) = range(ends.chain([0.0]));
    let rounds = 0.0..(state.rounds.len() as f64).max(1.0) + 0.5;
    let title = "Elo over the evaluation by weights";
    let mut chart = chart!(area, title, rounds, low..high, "round", "Elo (95 % interval)", 0);
    let kept = points.iter().filter(|point| point.kept).map(|point| (point.round, point.elo));
    let line = [(0.0, 0.0)].into_iter().chain(kept);
    chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2)))?;
    for point in &points {
        let color = if point.kept { BLUE } else { VERMILLION };
        let (x, (low, high)) = (point.round, point.bounds);
        chart.draw_series([PathElement::new([(x, low), (x, high)], color.stroke_width(1))])?;
        let dot = Circle::new((x, point.elo), 4, color.filled());
        chart.draw_series([dot])?;
    }
    Ok(())
}

/// Returns the minimum and maximum of some numbers, with a margin.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers
        .fold((f64::MAX, f64::MIN), |(low, high), number| (low.min(number), high.max(number)));
    let room = ((high - low) * 0.05).max(high.abs() * 1e-3 + 1e-6);
    (low - room, high + room)
}
