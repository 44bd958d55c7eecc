//! Progress display of a match: a bar on a terminal, lines in cutechess-cli's format on a pipe.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use protocol::text::printable;

use super::report::table::{interval, ranking, signed, wdl};
use super::statistics::{EloEstimate, SprtDecision, SprtState, Statistics};
use super::{GameRecord, Match, game_specs};

/// Progress display of a match. Write errors are ignored: the match continues without a reader.
pub struct Progress {
    output: Output,
    names: Vec<String>,
    total: usize,
    /// Number of games of all shards.
    whole: usize,
    every: usize,
    done: usize,
    /// Games played before this process, once known.
    before: Option<usize>,
    began: Instant,
    printed: Option<usize>,
}

/// Destination of the output.
enum Output {
    Bar(ProgressBar),
    Lines(Box<dyn Write + Send>),
    /// Closed by the reader.
    Closed,
}

impl Progress {
    /// Writes to standard output: a bar if `is_terminal`, lines otherwise. `total` is the maximum
    /// number of games. The Elo estimate is printed after every `every` games, or at the end only
    /// if `every` is 0.
    #[must_use]
    pub fn new(plan: &Match, total: usize, every: usize, is_terminal: bool) -> Self {
        if is_terminal {
            return Self::bar(plan, total, every, ProgressDrawTarget::stdout());
        }
        Self::lines(plan, total, every, Box::new(std::io::stdout()))
    }

    /// Writes lines to `out`.
    #[must_use]
    pub fn lines(plan: &Match, total: usize, every: usize, out: Box<dyn Write + Send>) -> Self {
        Self::with(plan, total, every, Output::Lines(out))
    }

    /// Draws a bar on `target`.
    #[must_use]
    pub fn bar(plan: &Match, total: usize, every: usize, target: ProgressDrawTarget) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        // The template is valid, and the default bar would do as well.
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}\n{msg}") {
            bar.set_style(style);
        }
        Self::with(plan, total, every, Output::Bar(bar))
    }

    fn with(plan: &Match, total: usize, every: usize, output: Output) -> Self {
        let names = plan.engines.iter().map(|engine| printable(&engine.name).into_owned());
        let (names, began) = (names.collect(), Instant::now());
        let shards = plan.shard.map_or(1, |shard| shard.count());
        let whole = if shards > 1 { game_specs(plan).len() } else { total };
        Progress { output, names, total, whole, every, done: 0, before: None, began, printed: None }
    }

    /// Reports that a game began; `number` counts from 1.
    pub fn started(&mut self, number: usize, white: &str, black: &str) {
        let (white, black) = (printable(white), printable(black));
        // Games that break the ties of a knockout tournament were not counted.
        let whole = self.whole.max(number);
        self.line(&format!("Started game {number} of {whole} ({white} vs {black})"));
    }

    /// Reports that a game ended; `statistics` include it.
    pub fn finished(&mut self, record: &GameRecord, statistics: &Statistics) {
        self.done = usize::try_from(statistics.scores().games()).unwrap_or(usize::MAX);
        self.before.get_or_insert(self.done.saturating_sub(1));
        if let Output::Bar(bar) = &self.output {
            bar.set_message(self.message(statistics));
            bar.set_position(self.done as u64);
            for fault in &record.faults {
                bar.println(format!("Game {}: {}", record.number, printable(&fault.to_string())));
            }
            return;
        }
        let GameRecord { number, result, .. } = record;
        let (white, black) = (printable(&record.white), printable(&record.black));
        let reason = printable(&record.reason);
        self.line(&format!("Finished game {number} ({white} vs {black}): {result} {{{reason}}}"));
        if let [first, second] = self.names.as_slice() {
            let score = wdl(&statistics.tally().total());
            self.line(&format!("Score of {first} vs {second}: {score}"));
        }
        if self.every > 0 && self.done.is_multiple_of(self.every) {
            self.strength(statistics);
        }
    }

    /// Reports a warning.
    pub fn warning(&mut self, text: &str) {
        let text = format!("Warning: {}", printable(text));
        match &self.output {
            Output::Bar(bar) => bar.println(text),
            _ => self.line(&text),
        }
    }

    /// Reports that the match ended or was stopped.
    pub fn finish(&mut self, statistics: &Statistics) {
        if let Output::Bar(bar) = &self.output {
            bar.abandon_with_message(self.message(statistics));
            return;
        }
        if self.printed != Some(self.done) || self.done == 0 {
            self.strength(statistics);
        }
        self.line("Finished match");
    }

    /// Returns the message below the bar.
    fn message(&self, statistics: &Statistics) -> String {
        let mut parts = Vec::new();
        if let [first, second] = self.names.as_slice() {
            let tally = statistics.tally();
            parts.push(format!("{first} vs {second}: {}", wdl(&tally.total())));
            if let Some(elo) = EloEstimate::new(&tally) {
                parts.push(format!("Elo {}", difference(&elo)));
            }
        }
        if let Some(state) = statistics.sprt() {
            let SprtState { llr, lower, upper, .. } = state;
            let mut text = format!("LLR {llr:.2} ({lower:.2}, {upper:.2})");
            text.push_str(accepted(statistics.verdict()));
            parts.push(text);
        }
        if let Some(left) = self.left() {
            parts.push(format!("{} left", HumanDuration(left)));
        }
        parts.join("  ")
    }

    /// Estimates the remaining time from the games played.
    fn left(&self) -> Option<Duration> {
        let played = self.done.checked_sub(self.before?).filter(|&played| played > 0)?;
        let games = self.total.checked_sub(self.done).filter(|&games| games > 0)?;
        let seconds = self.began.elapsed().as_secs_f64() / played as f64 * games as f64;
        Duration::try_from_secs_f64(seconds.round()).ok()
    }

    /// Prints the current Elo estimate.
    fn strength(&mut self, statistics: &Statistics) {
        self.printed = Some(self.done);
        if self.names.len() == 2 {
            let tally = statistics.tally();
            if let Some(elo) = EloEstimate::new(&tally) {
                let draws = tally.total().draw_ratio().unwrap_or(0.0);
                self.line(&format!(
                    "Elo difference: {}, LOS: {:.1} %, DrawRatio: {:.1} %",
                    difference(&elo),
                    100.0 * elo.los,
                    100.0 * draws
                ));
            }
        } else {
            for line in ranking(statistics.scores()).lines() {
                self.line(line);
            }
        }
        if let Some(state) = statistics.sprt() {
            let SprtState { llr, lower, upper, .. } = state;
            let share = 100.0 * state.progress();
            let accepted = accepted(statistics.verdict());
            self.line(&format!(
                "SPRT: llr {llr:.2} ({share:.1}%), lbound {lower:.2}, ubound {upper:.2}{accepted}"
            ));
        }
    }

    /// Writes a line; the bar omits it.
    fn line(&mut self, text: &str) {
        let Output::Lines(out) = &mut self.output else { return };
        let written = writeln!(out, "{text}").and_then(|()| out.flush());
        if let Err(error) = written {
            log::warn!("cannot write the match's progress any more: {error}");
            self.output = Output::Closed;
        }
    }
}

/// Formats `40.7 +/- 30.4`, or the finite end of the interval.
fn difference(elo: &EloEstimate) -> String {
    match elo.margin() {
        Some(margin) => format!("{:.1} +/- {margin:.1}", elo.elo + 0.0),
        None => format!("{} ({})", signed(elo.elo), interval(elo.bounds)),
    }
}

fn accepted(verdict: Option<SprtDecision>) -> &'static str {
    match verdict {
        Some(SprtDecision::H0) => " - H0 was accepted",
        Some(SprtDecision::H1) => " - H1 was accepted",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::statistics::tests::{WIDE, plan, record};

    #[derive(Clone, Default)]
    struct Sink {
        text: Arc<Mutex<Vec<u8>>>,
        broken: bool,
    }

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut text = self.text.lock().unwrap();
            text.extend_from_slice(bytes);
            if self.broken { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn play(progress: &mut Progress, plan: &Match) {
        let mut statistics = Statistics::new(plan);
        for (number, (white, black, result)) in
            [("a", "b", "1-0"), ("b", "a", "1/2-1/2")].into_iter().enumerate()
        {
            progress.started(number + 1, white, black);
            let mut game = record(1, white, black, result);
            game.number = number + 1;
            game.reason = "White mates\n".to_owned();
            statistics.add(&game);
            progress.finished(&game, &statistics);
        }
        progress.warning("b \u{1b} is slow");
        progress.finish(&statistics);
    }

    #[test]
    fn lines_are_those_of_cutechess() {
        let (sink, plan) = (Sink::default(), plan(&["a", "b"], Some(WIDE)));
        play(&mut Progress::lines(&plan, 20, 2, Box::new(sink.clone())), &plan);
        let text = String::from_utf8(sink.text.lock().unwrap().clone()).unwrap();
        let expected = [
            "Started game 1 of 20 (a vs b)",
            "Finished game 1 (a vs b): 1-0 {White mates\\n}",
            "Score of a vs b: 1 - 0 - 0  [1.000] 1",
            "Started game 2 of 20 (b vs a)",
            "Finished game 2 (b vs a): 1/2-1/2 {White mates\\n}",
            "Score of a vs b: 1 - 0 - 1  [0.750] 2",
            "Elo difference: 190.8 +/- ",
            "SPRT: llr 0.",
            "Warning: b \\x1b is slow",
            "Finished match",
        ];
        assert_eq!(text.lines().count(), expected.len(), "{text}");
        for (line, expected) in text.lines().zip(expected) {
            assert!(line.starts_with(expected), "{line}");
        }
        assert!(
            text.contains(", DrawRatio: 50.0 %\n")
                && text.contains("%), lbound -2.94, ubound 2.94\n"),
            "{text}"
        );
    }

    #[test]
    fn nobody_has_to_read() {
        let plan = plan(&["a", "b", "c"], None);
        let sink = Sink { broken: true, ..Sink::default() };
        play(&mut Progress::lines(&plan, 20, 1, Box::new(sink.clone())), &plan);
        // One attempt, then silence.
        assert_eq!(sink.text.lock().unwrap().as_slice(), b"Started game 1 of 20 (a vs b)");
        play(&mut Progress::bar(&plan, 20, 1, ProgressDrawTarget::hidden()), &plan);
    }

    #[test]
    fn a_bar_tells_the_score_and_the_time_left() {
        let plan = plan(&["a", "b"], Some(WIDE));
        let mut progress = Progress::bar(&plan, 20, 1, ProgressDrawTarget::hidden());
        let mut statistics = Statistics::new(&plan);
        statistics.add(&record(1, "a", "b", "0-1"));
        // A resumed match: the game was played before.
        statistics.add(&record(1, "b", "a", "0-1"));
        progress.began = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        progress.finished(&record(1, "b", "a", "0-1"), &statistics);
        let text = progress.message(&statistics);
        assert!(text.starts_with("a vs b: 1 - 1 - 0  [0.500] 2  Elo 0.0 +/- "), "{text}");
        assert!(text.contains("LLR -0.") && text.ends_with("3 minutes left"), "{text}");
    }
}
