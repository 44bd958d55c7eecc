//! Random openings: random legal turns, with a short search to check the balance.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::time::{Duration, Instant};

use protocol::InfoScore;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use search::{Control, Engine, Limits, SearchRequest, WdlModel};
use variants::{AnyGame, Variant, counted};

use super::{Opening, OpeningError};
use crate::Evenness;
use crate::random::{Purpose, random_stream, random_turn};
use engine::evaluation::{self, Evaluation};
use engine::search_job::{real_time, run_search};

/// Maximum number of attempts per opening; then the most balanced one seen is used.
const ATTEMPTS: usize = 100;

/// Time until the first report on a search for openings; each time between two is twice as long.
const WAIT: Duration = Duration::from_secs(4);

/// Nodes of the balance search.
const NODES: u64 = 20_000;

/// Nodes of the search before it, which rejects what is far from balanced.
const FIRST_NODES: u64 = NODES / 10;

impl Evenness {
    /// Whether the bound accepts a position in which one side leads by `away` centipawns, 0 or
    /// more.
    pub(super) fn allows(self, away: i32, model: &WdlModel) -> bool {
        match self {
            Evenness::Centipawns(most) => away <= i32::from(most),
            Evenness::Chances { percent } => {
                100.0 * model.expectation(f64::from(away)) <= f64::from(percent)
            }
        }
    }
}

/// Plays random turns from the start, and returns them with the game after them; `None` if the game
/// is over before or after the last one.
pub fn random_opening(
    variant: &Variant,
    plies: usize,
    numbers: &mut ChaCha8Rng,
) -> Option<(Opening, AnyGame)> {
    let mut pick = |count: usize| (numbers.next_u64() % count.max(1) as u64) as usize;
    let fen = variant.definition().shuffled_start(&mut pick);
    opening_from(variant, fen, plies, numbers)
}

/// Plays random turns from a position; `None` is the start.
fn opening_from(
    variant: &Variant,
    fen: Option<String>,
    plies: usize,
    numbers: &mut ChaCha8Rng,
) -> Option<(Opening, AnyGame)> {
    let mut game = match &fen {
        Some(fen) => variant.game(fen).ok()?,
        None => variant.start(),
    };
    let turns = random_line(&mut game, plies, numbers)?;
    Some((Opening { fen, turns }, game))
}

/// Returns the start position with the other side to move; `None` if it is not legal so.
fn other_start(variant: &Variant) -> Option<String> {
    let fen = variant.start().fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let side = fields.get_mut(1)?;
    *side = match *side {
        "w" => "b",
        "b" => "w",
        _ => return None,
    };
    let fen = fields.join(" ");
    variant.game(&fen).is_ok().then_some(fen)
}

/// Makes random turns and returns them; `None` if the game is over before or after the last one.
pub fn random_line(
    game: &mut AnyGame,
    plies: usize,
    numbers: &mut ChaCha8Rng,
) -> Option<Vec<String>> {
    let mut turns = Vec::with_capacity(plies);
    while game.outcome().is_none() {
        if turns.len() == plies {
            return Some(turns);
        }
        turns.push(random_turn(game, numbers)?);
    }
    None
}

/// Returns the score by which one side leads, in centipawns, by a short search of an engine without
/// memory of earlier ones; `None` for a mate score.
pub fn imbalance(
    engine: &mut Engine,
    game: &AnyGame,
    evaluation: &Evaluation,
    nodes: u64,
) -> Option<i32> {
    engine.new_game();
    let (clock, control) = (real_time(), Control::new());
    let request = SearchRequest::new(game, Limits::nodes(nodes), &clock, &control);
    match run_search(engine, &request, evaluation, &mut |_| {}).score? {
        InfoScore::Centipawns(value) => Some(value.saturating_abs()),
        InfoScore::Mate(_) => None,
    }
}

/// Receiver of the number of openings found so far.
pub type OpeningReport = Box<dyn Fn(usize) + Send>;

/// Report on a search for openings that takes long.
struct Waiting {
    /// Receiver of the number of openings found so far.
    report: OpeningReport,
    /// Time of the next report.
    next: Instant,
    wait: Duration,
}

impl Waiting {
    fn look(&mut self, made: usize) {
        if Instant::now() >= self.next {
            (self.report)(made);
            self.wait *= 2;
            self.next = Instant::now() + self.wait;
        }
    }
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting").finish_non_exhaustive()
    }
}

/// Generator of openings, in order.
#[derive(Debug)]
pub(super) struct Generator {
    variant: Variant,
    plies: usize,
    bound: Option<Evenness>,
    /// WDL model of the variant.
    model: WdlModel,
    seed: u64,
    /// Start position of every second opening, if it differs.
    other_start: Option<String>,
    engine: Engine,
    made: Vec<Opening>,
    /// Keys of the positions after the openings.
    seen: HashSet<u64>,
    /// Cached imbalance of positions, by key; `None` is a mate score.
    looks: HashMap<u64, Option<i32>>,
    /// Number of openings with a larger imbalance than requested.
    unbalanced: usize,
    /// Number of openings that lead to the position of another.
    repeated: usize,
    warnings: Vec<String>,
    waiting: Option<Waiting>,
}

/// Attempt at an opening.
struct Try {
    opening: Opening,
    key: u64,
    /// Imbalance in centipawns; 0 if not searched.
    away: i32,
    /// Whether the imbalance exceeds the bound.
    unbalanced: bool,
    /// Whether it leads to the position of an earlier opening.
    repeated: bool,
}

impl Generator {
    pub(super) fn new(
        variant: &Variant,
        plies: usize,
        bound: Option<Evenness>,
        seed: u64,
    ) -> Result<Self, OpeningError> {
        let engine = Engine::new(1, 1).map_err(OpeningError::Engine)?;
        let model = evaluation::bundled(variant.definition()).wdl();
        let (variant, made, seen) = (variant.clone(), Vec::new(), HashSet::new());
        Ok(Generator {
            variant,
            plies,
            bound,
            model,
            seed,
            other_start: None,
            engine,
            made,
            seen,
            looks: HashMap::new(),
            unbalanced: 0,
            repeated: 0,
            warnings: Vec::new(),
            waiting: None,
        })
    }

    /// Begins every second opening with the other side, where the rules allow that.
    pub(super) fn begin_with_either(&mut self) {
        self.other_start = other_start(&self.variant);
    }

    /// See [`Openings::reporting`](super::Openings::reporting).
    pub(super) fn report_to(&mut self, report: OpeningReport) {
        self.waiting = Some(Waiting { report, next: Instant::now() + WAIT, wait: WAIT });
    }

    /// Returns the opening of that number, from 0. All earlier ones are generated first, so that
    /// duplicates do not depend on the order of the calls.
    pub(super) fn get(&mut self, index: usize) -> Result<Opening, OpeningError> {
        if let Some(waiting) = &mut self.waiting {
            waiting.next = Instant::now() + WAIT;
        }
        while self.made.len() <= index {
            let made = self.make(self.made.len())?;
            self.count(&made);
            self.seen.insert(made.key);
            self.made.push(made.opening);
        }
        Ok(self.made.get(index).cloned().unwrap_or_default())
    }

    fn make(&mut self, index: usize) -> Result<Try, OpeningError> {
        let mut numbers = random_stream(self.seed, Purpose::Opening, index);
        let mut best: Option<Try> = None;
        for _ in 0..ATTEMPTS {
            if let Some(waiting) = &mut self.waiting {
                waiting.look(self.made.len());
            }
            let Some(tried) = self.attempt(index, &mut numbers) else { continue };
            if !tried.repeated && !tried.unbalanced {
                return Ok(tried);
            }
            // A duplicate is better than a decided opening.
            let rank = |tried: &Try| (tried.unbalanced, tried.repeated, tried.away);
            if best.as_ref().is_none_or(|best| rank(&tried) < rank(best)) {
                best = Some(tried);
            }
        }
        let (plies, attempts) = (self.plies, ATTEMPTS);
        best.ok_or(OpeningError::TooLong { plies, attempts })
    }

    /// Plays random turns; returns `None` if the game is then over or nearly so.
    fn attempt(&mut self, index: usize, numbers: &mut ChaCha8Rng) -> Option<Try> {
        let (opening, game) = match self.other_start.clone().filter(|_| index % 2 == 1) {
            Some(fen) => opening_from(&self.variant, Some(fen), self.plies, numbers)?,
            None => random_opening(&self.variant, self.plies, numbers)?,
        };
        let key = game.key();
        let away = match self.bound {
            None => 0,
            Some(bound) => match self.looks.get(&key) {
                Some(&known) => known?,
                None => {
                    let away = self.away(&game, bound);
                    self.looks.insert(key, away);
                    away?
                }
            },
        };
        let unbalanced = self.bound.is_some_and(|bound| !bound.allows(away, &self.model));
        let repeated = self.seen.contains(&key);
        Some(Try { opening, key, away, unbalanced, repeated })
    }

    /// Counts an unbalanced or duplicate opening, and warns of the first of each kind.
    fn count(&mut self, made: &Try) {
        let (plies, number) = (self.plies, self.made.len() + 1);
        if made.repeated {
            self.repeated += 1;
            if self.repeated == 1 {
                self.warnings.push(format!(
                    "opening {number} leads to the position of an earlier one: {ATTEMPTS} attempts of \
                     {plies} random turns found no other"
                ));
            }
        }
        let Some(bound) = self.bound.filter(|_| made.unbalanced) else { return };
        self.unbalanced += 1;
        if self.unbalanced == 1 {
            let asked = match bound {
                Evenness::Centipawns(most) => format!("within {most} cp"),
                Evenness::Chances { percent } => format!("within {percent} %"),
            };
            let percent = 100.0 * self.model.expectation(f64::from(made.away));
            self.warnings.push(format!(
                "opening {number} is not balanced: {ATTEMPTS} attempts of {plies} random turns found \
                 none {asked}; the nearest gives one side {percent:.0} % ({} cp)",
                made.away
            ));
        }
    }

    /// See [`Openings::warning`](super::Openings::warning).
    pub(super) fn warning(&mut self) -> Option<String> {
        (!self.warnings.is_empty()).then(|| self.warnings.remove(0))
    }

    /// See [`Openings::lacking`](super::Openings::lacking).
    pub(super) fn lacking(&self) -> Option<String> {
        let count = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
        let unbalanced = count(self.unbalanced, "not balanced as asked");
        let repeated = count(self.repeated, "with the position of an earlier one");
        let parts: Vec<String> = unbalanced.into_iter().chain(repeated).collect();
        (!parts.is_empty()).then(|| {
            format!("of {}: {}", counted(self.made.len(), "opening", "openings"), parts.join(", "))
        })
    }

    #[cfg(test)]
    pub(super) fn model(&self) -> &WdlModel {
        &self.model
    }

    /// Returns the imbalance of a position; `None` for a mate score.
    ///
    /// One by which a side leads by more than twice the bound after a tenth of the nodes is not
    /// searched on: in games with long turns nearly all are so, and a search takes long.
    pub(super) fn away(&mut self, game: &AnyGame, bound: Evenness) -> Option<i32> {
        let evaluation = evaluation::bundled(game.definition());
        let first = imbalance(&mut self.engine, game, &evaluation, FIRST_NODES)?;
        if !bound.allows(first / 2, &self.model) {
            return Some(first);
        }
        imbalance(&mut self.engine, game, &evaluation, NODES)
    }
}
