//! Referee of one game between two players.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use solver::Tables;
use variants::{AnyGame, ByColor, Color, FenError, TurnError, Variant};

use super::adjudication::{AdjudicatedResult, Adjudicator, ScoredTurn};
use super::clock::PlayerClock;
use super::reason;
use super::time_of_day::TimeOfDay;
use super::turn_text::make_turn;
use super::{
    Action, Adjudication, Ask, Fault, FaultKind, GameRecord, GameResult, MoveRecord, Opening,
    Player, Setup, Termination, Thought, TurnLimits,
};

/// Number of turns after which a game without a rule to end it is drawn.
const MAX_TURNS: usize = 10_000;

/// Settings of a game to be played.
#[derive(Clone, Copy, Debug)]
pub struct GamePlan<'a> {
    /// Game number, from 1.
    pub number: usize,
    /// Round, from 1.
    pub round: usize,
    /// Names of the players.
    pub names: ByColor<&'a str>,
    /// Limits of the players.
    pub limits: ByColor<&'a TurnLimits>,
    /// Variant.
    pub variant: &'a Variant,
    /// Board size, where it differs from the variant's own.
    pub size: Option<&'a str>,
    /// Opening.
    pub opening: &'a Opening,
    /// Adjudication rules.
    pub adjudication: Adjudication,
    /// Endgame tables by which games are adjudicated.
    pub tables: Option<&'a Tables>,
    /// Random seed of built-in players.
    pub seed: u64,
}

/// Finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Record of the game.
    pub record: GameRecord,
    /// Sides whose player has to be dropped.
    pub unusable: ByColor<bool>,
}

/// Event of a game in progress.
#[derive(Clone, Copy, Debug)]
pub enum RefereeEvent<'a> {
    /// The players are ready.
    Start {
        /// Position before the opening.
        fen: &'a str,
        /// Turns of the opening.
        opening: &'a [String],
        /// Time left of White and Black.
        clocks: [Option<Duration>; 2],
    },
    /// A player has made a turn.
    Turn {
        /// The turn.
        record: &'a MoveRecord,
        /// Time left of White and Black.
        clocks: [Option<Duration>; 2],
    },
}

/// Opening that is invalid in this variant.
#[derive(Debug, thiserror::Error)]
pub enum BadOpening {
    /// Invalid position.
    #[error("the opening's position: {0}")]
    Fen(FenError),
    /// Invalid turn.
    #[error("the opening: {0}")]
    Turn(TurnError),
}

/// Plays a game and reports its turns; returns `None` if `stop` was set before it ended.
///
/// # Errors
/// When the opening is invalid in the variant.
pub fn play(
    plan: &GamePlan<'_>,
    players: &mut ByColor<&mut dyn Player>,
    stop: &AtomicBool,
    report: &dyn Fn(RefereeEvent<'_>),
) -> Result<Option<Played>, BadOpening> {
    let mut table = GameInProgress::new(plan)?;
    let mut unusable = ByColor::default();
    for color in Color::ALL {
        if let Err(fault) = players[color].new_game(&table.setup(color)) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            unusable[color] = true;
            if color == Color::Black {
                // White has begun a game, and is notified of its end.
                let reason = reason::fault(color, fault.kind);
                players[Color::White].game_over(GameResult::White, &reason, &table.turns);
            }
            return Ok(Some(Played { record: table.lost_by(color, fault), unusable }));
        }
    }
    report(RefereeEvent::Start {
        fen: &table.fen,
        opening: &table.turns,
        clocks: table.time_left(),
    });
    let mut mover = None;
    let ending = loop {
        if let Some(outcome) = table.game.outcome() {
            break Ending::new(
                outcome.winner,
                Termination::Rules,
                reason::rules(outcome, table.game.definition()),
            );
        }
        if let Some(ending) = table.after_turn.take() {
            break ending;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let side = table.game.side();
        let clocks = ByColor::from_fn(|color| table.clocks[color].state());
        let ask = Ask {
            game: &table.game,
            turns: &table.turns,
            clocks: &clocks,
            deadline: table.clocks[side].deadline(),
            draw_offered: table.draw_offered,
        };
        if let Some(mover) = mover.filter(|&mover| mover != side) {
            players[mover].ponder(&ask);
        }
        let thought = players[side].think(&ask);
        mover = Some(side);
        if thought.is_err() && stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(ending) = thought.map_or_else(
            |fault| Some(Ending::fault(side, fault)),
            |thought| table.answer(side, thought),
        ) {
            break ending;
        }
        if let Some(record) = table.moves.last() {
            report(RefereeEvent::Turn { record, clocks: table.time_left() });
        }
    };
    if let (Some(fault), Some(winner)) = (&ending.fault, ending.result.winner()) {
        unusable[!winner] = fault.kind.needs_restart();
    }
    for color in Color::ALL {
        if !unusable[color] {
            players[color].game_over(ending.result, &ending.reason, &table.turns);
        }
    }
    Ok(Some(Played { record: table.record(ending), unusable }))
}

/// Returns the record of a game that a player could not begin.
///
/// # Errors
/// When the opening is invalid in the variant.
pub fn forfeit(plan: &GamePlan<'_>, loser: Color, fault: Fault) -> Result<GameRecord, BadOpening> {
    Ok(GameInProgress::new(plan)?.lost_by(loser, fault))
}

/// Termination of a game.
#[derive(Clone, Debug)]
struct Ending {
    result: GameResult,
    termination: Termination,
    reason: String,
    fault: Option<Fault>,
}

impl Ending {
    fn new(winner: Option<Color>, termination: Termination, reason: String) -> Self {
        Ending { result: GameResult::won_by(winner), termination, reason, fault: None }
    }

    fn fault(loser: Color, fault: Fault) -> Self {
        let (kind, reason) = (fault.kind, reason::fault(loser, fault.kind));
        let fault = Some(fault);
        Ending { fault, ..Ending::new(Some(!loser), Termination::Fault(kind), reason) }
    }

    fn resignation(loser: Color) -> Self {
        Ending::new(Some(!loser), Termination::Resignation, reason::resignation(loser))
    }

    fn agreement() -> Self {
        Ending::new(None, Termination::Agreement, reason::AGREEMENT.to_owned())
    }

    fn verdict(verdict: AdjudicatedResult) -> Self {
        let winner = match verdict {
            AdjudicatedResult::Win(winner) | AdjudicatedResult::TableWin(winner) => Some(winner),
            AdjudicatedResult::Draw | AdjudicatedResult::TooLong | AdjudicatedResult::TableDraw => {
                None
            }
        };
        Ending::new(winner, Termination::Adjudication, reason::adjudication(verdict))
    }
}

/// Game in progress.
struct GameInProgress<'a> {
    plan: &'a GamePlan<'a>,
    game: AnyGame,
    /// Position before the opening.
    fen: String,
    /// All turns, the opening's included.
    turns: Vec<String>,
    moves: Vec<MoveRecord>,
    clocks: ByColor<PlayerClock>,
    adjudicator: Adjudicator,
    /// Whether the last turn came with a draw offer.
    draw_offered: bool,
    /// Termination after the last turn, unless the rules end the game.
    after_turn: Option<Ending>,
    began: TimeOfDay,
    since: Instant,
}

impl<'a> GameInProgress<'a> {
    fn new(plan: &'a GamePlan<'a>) -> Result<Self, BadOpening> {
        let mut game = match &plan.opening.fen {
            Some(fen) => plan.variant.game(fen).map_err(BadOpening::Fen)?,
            None => plan.variant.start(),
        };
        let fen = game.fen();
        let mut turns = Vec::new();
        for turn in &plan.opening.turns {
            turns.push(make_turn(&mut game, turn).map_err(BadOpening::Turn)?);
        }
        Ok(GameInProgress {
            plan,
            game,
            fen,
            turns,
            moves: Vec::new(),
            clocks: ByColor::from_fn(|color| PlayerClock::new(plan.limits[color])),
            adjudicator: Adjudicator::new(plan.adjudication),
            draw_offered: false,
            after_turn: None,
            began: TimeOfDay::now(),
            since: Instant::now(),
        })
    }

    /// Time left of White and Black.
    fn time_left(&self) -> [Option<Duration>; 2] {
        Color::ALL.map(|color| self.clocks[color].state().remaining)
    }

    fn setup(&self, color: Color) -> Setup<'a> {
        let plan = self.plan;
        Setup {
            variant: plan.variant,
            fen: plan.opening.fen.as_deref(),
            color,
            limits: plan.limits[color],
            opponent_limits: plan.limits[!color],
            opponent: plan.names[!color],
            seed: plan.seed,
        }
    }

    /// Applies a player's action; returns the termination if it ends the game at once.
    fn answer(&mut self, side: Color, thought: Thought) -> Option<Ending> {
        let Thought { action, elapsed, score, depth, nodes } = thought;
        let allowed = self.clocks[side].allowance();
        if action != Action::Resign && !self.clocks[side].charge(elapsed) {
            let text = late(elapsed, allowed, self.plan.limits[side].margin());
            return Some(self.fault(side, FaultKind::Time, text));
        }
        let offered = self.draw_offered;
        let (text, offers_draw) = match action {
            Action::Turn { text, offers_draw } => (text, offers_draw),
            Action::Resign => return Some(Ending::resignation(side)),
            Action::AcceptDraw if offered => return Some(Ending::agreement()),
            Action::AcceptDraw => {
                let text = "it accepts a draw that was not offered".to_owned();
                return Some(self.fault(side, FaultKind::Protocol, text));
            }
            Action::Claim { result, comment } => {
                return Some(self.claim(side, result, &comment, offered));
            }
        };
        let turn = match make_turn(&mut self.game, &text) {
            Ok(turn) => turn,
            Err(error) => {
                return Some(self.fault(side, FaultKind::IllegalMove, error.to_string()));
            }
        };
        self.turns.push(turn.clone());
        let time_us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        self.moves.push(MoveRecord { turn, time_us, score, depth, nodes });
        self.draw_offered = offers_draw;
        let turns = self.turns.len();
        let judged = ScoredTurn { side, score, turns, progress: self.game.clock() == 0 };
        let verdict = self.adjudicator.turn(judged);
        let verdict = self.by_tables().or(verdict);
        self.after_turn = if offered && offers_draw {
            Some(Ending::agreement())
        } else {
            let too_long = (turns >= MAX_TURNS).then_some(AdjudicatedResult::TooLong);
            verdict.or(too_long).map(Ending::verdict)
        };
        None
    }

    /// Adjudicates by endgame tables: draws, and wins that the move rule leaves time for.
    fn by_tables(&self) -> Option<AdjudicatedResult> {
        let side = self.game.side();
        Some(match self.plan.tables?.value_in_time(&self.game)?.sign() {
            0 => AdjudicatedResult::TableDraw,
            1.. => AdjudicatedResult::TableWin(side),
            ..0 => AdjudicatedResult::TableWin(!side),
        })
    }

    /// Handles a claim of a result while the game goes on by the rules.
    fn claim(&self, side: Color, result: GameResult, comment: &str, offered: bool) -> Ending {
        match result.winner() {
            Some(winner) if winner != side => Ending::resignation(side),
            None if offered => Ending::agreement(),
            _ => {
                let comment = protocol::text::excerpt(comment);
                let text = format!("false claim: {result} {{{comment}}}");
                self.fault(side, FaultKind::Protocol, text)
            }
        }
    }

    fn fault(&self, side: Color, kind: FaultKind, text: String) -> Ending {
        Ending::fault(side, Fault { engine: self.plan.names[side].to_owned(), kind, text })
    }

    fn lost_by(self, loser: Color, fault: Fault) -> GameRecord {
        self.record(Ending::fault(loser, fault))
    }

    fn record(self, ending: Ending) -> GameRecord {
        let plan = self.plan;
        let mut turns = self.turns;
        turns.truncate(plan.opening.turns.len());
        let [white_limits, black_limits] = Color::ALL.map(|color| plan.limits[color].to_string());
        GameRecord {
            number: plan.number,
            round: plan.round,
            white: plan.names[Color::White].to_owned(),
            black: plan.names[Color::Black].to_owned(),
            variant: plan.variant.definition().name.clone(),
            size: plan.size.map(str::to_owned),
            fen: self.fen,
            opening: turns,
            moves: self.moves,
            result: ending.result,
            termination: ending.termination,
            reason: ending.reason,
            faults: ending.fault.into_iter().collect(),
            white_limits,
            black_limits,
            began: self.began.millis(),
            duration_ms: u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX),
            final_fen: self.game.fen(),
        }
    }
}

/// Formats the delay of a late answer.
fn late(elapsed: Duration, allowed: Option<Duration>, margin_ms: u64) -> String {
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    let allowed = allowed.unwrap_or_default();
    let mut text = format!("it took {} of {}", seconds(elapsed), seconds(allowed));
    if margin_ms > 0 {
        text += &format!(" with a margin of {}", seconds(Duration::from_millis(margin_ms)));
    }
    text
}
