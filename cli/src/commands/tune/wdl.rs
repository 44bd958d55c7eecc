//! `menagerie tune wdl`: fit of the WDL model.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, bail};
use engine::files::shown;
use engine::library::Library;
use protocol::text::printable;
use search::WdlModel;
use variants::counted;

use crate::args;
use arena::report::read::read_all;
use arena::statistics::Z95;
use training::tune::reliability::bands;
use training::tune::samples::{Sample, samples};
use training::tune::wdl::{fit, log_loss};

/// Scores of one game in the files.
#[derive(Default)]
struct EngineSamples {
    games: usize,
    samples: Vec<Sample>,
}

/// Fits the model to the games in files, for each variant separately, and prints it.
pub fn wdl(library: &Library, args: &args::TuneWdl) -> Result<ExitCode> {
    let mut sources: BTreeMap<String, EngineSamples> = BTreeMap::new();
    let is_wanted = |variant: &str| args.variant.as_ref().is_none_or(|wanted| wanted == variant);
    let mut played: BTreeMap<String, usize> = BTreeMap::new();
    let read = read_all(&args.files, library, &mut |game| {
        *played.entry(game.variant.clone()).or_default() += 1;
        if is_wanted(&game.variant) {
            let source = sources.entry(game.variant.clone()).or_default();
            let before = source.samples.len();
            source.samples.extend(samples(&game, source.games, args.engine.as_deref()));
            source.games += usize::from(source.samples.len() > before);
        }
    })?;
    for note in read.iter().flat_map(|source| &source.notes) {
        writeln!(io::stderr(), "menagerie: {note}")?;
    }
    sources.retain(|_, source| source.games > 0);
    if sources.is_empty() {
        let files: Vec<String> = args.files.iter().map(|path| shown(path)).collect();
        let game = args.variant.as_ref().map_or(String::new(), |game| format!(" of {game}"));
        let engine = args.engine.as_ref().map_or(String::new(), |name| format!(" by {name}"));
        let games = counted(played.values().sum(), "game", "games");
        let known: Vec<&str> = played.keys().map(String::as_str).collect();
        let known =
            if known.is_empty() { String::new() } else { format!(" of {}", known.join(", ")) };
        bail!("{}: no scores{game}{engine} in {games}{known}", files.join(", "));
    }
    let mut out = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for (index, (variant, source)) in sources.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let EngineSamples { games, samples } = source;
        let variant = printable(variant);
        match fit(samples) {
            Ok(found) => {
                writeln!(
                    out,
                    "{variant}: {} of {}",
                    counted(samples.len(), "position", "positions"),
                    counted(*games, "game", "games")
                )?;
                let WdlModel { half, slope } = found.model;
                writeln!(out, "[wdl]\nhalf = {half:.1}  # ± {:.1} (95%)", Z95 * found.half_error)?;
                writeln!(out, "slope = {slope:.1}  # ± {:.1} (95%)", Z95 * found.slope_error)?;
                write!(out, "{}", ModelTable { samples, model: &found.model })?;
            }
            Err(error) => {
                code = ExitCode::FAILURE;
                writeln!(io::stderr(), "menagerie: {variant}: {error}")?;
            }
        }
    }
    Ok(code)
}

/// Log loss of a model, compared with the default one.
struct ModelTable<'a> {
    samples: &'a [Sample],
    model: &'a WdlModel,
}

impl fmt::Display for ModelTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = WdlModel::default();
        let losses = [&default, self.model].map(|model| log_loss(self.samples, model));
        writeln!(f, "Log loss: {:.4} before, {:.4} after", losses[0], losses[1])?;
        writeln!(f, "Points    Positions   Win          Draw         Loss   (% expected, % seen)")?;
        for (index, band) in bands(self.samples, self.model).iter().enumerate() {
            let from = index as f64 / 10.0;
            write!(f, "{from:.1}-{:.1} {:>12}", from + 0.1, band.positions)?;
            if band.positions > 0 {
                for (expected, seen) in band.expected.iter().zip(band.seen) {
                    write!(f, "   {:>4.1} {:>5.1}", 100.0 * expected, 100.0 * seen)?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
