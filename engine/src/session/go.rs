//! Start of searches.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use protocol::{Event, Go, InfoScore, SearchInfo};
use search::{Control, Limits, SearchRequest, TimeControl};
use variants::{AnyGame, AnyTurn, Color, Outcome, counted};

use super::Session;
use crate::options;
use crate::search_job::{real_time, run_search};
use crate::strength::weak_search;
use crate::task::{Purpose, TaskKind, TaskResult, TaskSender};

impl Session {
    /// Starts a search of the position.
    pub(super) fn go(&mut self, go: &Go) {
        for error in &go.unread {
            self.send(&Event::Unreadable(error.clone()));
        }
        let limits = limits(go, self.game.side(), &self.settings());
        let limits = self.with_lag(limits, self.game.side());
        let bounded = !limits.infinite && !limits.ponder && ends_by_itself(&limits);
        let kind = TaskKind::Search { purpose: Purpose::BestMove, bounded };
        self.begin_search(self.game.clone(), limits, go.search_moves.clone(), kind);
    }

    /// Starts a search of a position, restricted to some turns; all, if none of them is legal.
    pub(super) fn begin_search(
        &mut self,
        mut game: AnyGame,
        limits: Limits,
        wanted: Vec<String>,
        kind: TaskKind,
    ) {
        self.debug(|| format!("search with {limits:?}"));
        self.ends_after_hit = !limits.infinite && ends_by_itself(&limits);
        let shows_wdl = self.options.check(options::SHOW_WDL).unwrap_or_default();
        let evaluation = self.evaluations.of(game.definition());
        let endings = Arc::clone(&self.endings);
        let strength = self.strength_of(&limits, kind);
        let (engine, seed) = (self.engine_for(&strength), self.skill_seed());
        let is_asked = matches!(kind, TaskKind::Search { purpose: Purpose::BestMove, .. });
        self.begin(kind, move |control, sender| {
            if is_asked && !game.has_legal_step() {
                return no_move(&mut game, &limits, control, sender);
            }
            let only = legal_moves(&mut game, &wanted, sender);
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let mut say = |info: SearchInfo| {
                let wdl = info.wdl.filter(|_| shows_wdl);
                sender.send_event(Event::Info(SearchInfo { wdl, ..info }));
            };
            let clock = real_time();
            let tables = endings.of(game.definition());
            let tables = tables.as_deref();
            let request =
                SearchRequest { game: &game, limits, only: &only, clock: &clock, control, tables };
            let answer = match strength.handicap() {
                Some(handicap) => {
                    weak_search(&mut engine, &request, &evaluation, handicap, seed, &mut say)
                }
                None => run_search(&mut engine, &request, &evaluation, &mut say),
            };
            TaskResult::SearchOutput(Box::new(answer))
        });
    }

    /// Adds the lag to the limits of a search for a move of this side.
    pub(super) fn with_lag(&mut self, limits: Limits, side: Color) -> Limits {
        if limits.ponder || limits.infinite {
            self.lag.skip();
            return limits;
        }
        Limits { lag: self.lag.begin(side, limits.clock.as_ref()), ..limits }
    }

    /// Returns the options of a search.
    pub(super) fn settings(&self) -> SearchSettings {
        let number = |name| self.options.spin(name).unwrap_or_default();
        SearchSettings {
            overhead: Duration::from_millis(number(options::MOVE_OVERHEAD).unsigned_abs()),
            multi_pv: usize::try_from(number(options::MULTI_PV)).unwrap_or(1),
        }
    }
}

/// Maximum number of `searchmoves` that are parsed. A GUI sends no more than there are legal moves.
const MAX_SEARCH_MOVES: usize = 4096;
/// Maximum number of illegal `searchmoves` that are reported one by one.
const MAX_REPORTED: usize = 8;
/// Time after which no more of them are reported one by one.
const REPORT_TIME: Duration = Duration::from_millis(20);

/// Returns the legal ones of the moves. The others are reported and ignored; if none is legal, all
/// moves are searched.
fn legal_moves(
    game: &mut AnyGame,
    wanted: &[String],
    sender: &TaskSender<Session>,
) -> Vec<AnyTurn> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let texts: Vec<&str> =
        wanted.iter().map(String::as_str).filter(|text| seen.insert(*text)).collect();
    let read = &texts[..texts.len().min(MAX_SEARCH_MOVES)];
    let turns = game.read_turns(read);
    let illegal: Vec<_> = read.iter().zip(&turns).filter(|(_, turn)| turn.is_none()).collect();
    let begin = Instant::now();
    let mut reported = 0;
    for (text, _) in illegal.iter().take(MAX_REPORTED) {
        // In games with very many moves the search for the reason takes as long.
        if begin.elapsed() > REPORT_TIME {
            break;
        }
        if let Err(error) = game.turn_course(text) {
            sender.send_event(Event::Error(format!("go searchmoves: {error}: ignored")));
        }
        reported += 1;
    }
    let more = illegal.len() - reported + texts.len() - read.len();
    if more > 0 {
        let moves = counted(more, "more move", "more moves");
        sender.send_event(Event::Error(format!("go searchmoves: {moves}: ignored")));
    }
    let legal: Vec<AnyTurn> = turns.into_iter().flatten().collect();
    if legal.is_empty() {
        let text = "go searchmoves: no legal move given: all moves are searched";
        sender.send_event(Event::Error(text.into()));
    }
    legal
}

/// Answers in a position without legal moves: at once, or when that is allowed.
fn no_move(
    game: &mut AnyGame,
    limits: &Limits,
    control: &Control,
    sender: &TaskSender<Session>,
) -> TaskResult<Session> {
    let outcome = game.outcome();
    if let Some(outcome) = outcome {
        sender.send_event(Event::InfoString(format!("the game is over: {outcome}")));
    }
    sender.send_event(Event::Info(SearchInfo {
        depth: 0,
        seldepth: Some(0),
        multipv: Some(1),
        score: Some(final_score(outcome, game.side())),
        hashfull: Some(0),
        ..SearchInfo::default()
    }));
    if limits.infinite || limits.ponder {
        control.wait(limits.infinite);
    }
    TaskResult::Events(vec![Event::BestMove { best: None, ponder: None }])
}

/// Returns the score of a finished game for the side to move.
fn final_score(outcome: Option<Outcome>, side: Color) -> InfoScore {
    match outcome.and_then(|outcome| outcome.winner) {
        Some(winner) if winner == side => InfoScore::Mate(1),
        Some(_) => InfoScore::Mate(0),
        None => InfoScore::Centipawns(0),
    }
}

/// Options of a search.
pub(super) struct SearchSettings {
    /// Latency reserved per move.
    pub overhead: Duration,
    /// Number of principal variations.
    pub multi_pv: usize,
}
/// Time of a search with unreadable limits.
const UNREAD_TIME: Duration = Duration::from_secs(1);

fn limits(go: &Go, side: Color, settings: &SearchSettings) -> Limits {
    let limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.movetime.map(Duration::from_millis),
        clock: clock(go, side),
        overhead: settings.overhead,
        lag: Duration::ZERO,
        infinite: go.infinite,
        ponder: go.ponder,
        multi_pv: settings.multi_pv,
    };
    if ends_by_itself(&limits) || limits.ponder || limits.infinite {
        return limits;
    }
    if go.unread.is_empty() && go.movestogo.is_none() {
        // A bare `go` has no limit: it searches until `stop`.
        Limits { infinite: true, ..limits }
    } else {
        // A limit was intended, and `stop` may not follow.
        Limits { move_time: Some(UNREAD_TIME), ..limits }
    }
}

fn ends_by_itself(limits: &Limits) -> bool {
    limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some()
}

/// Returns the clock of the side to move. If only the opponent's is given, it is used for both: a
/// GUI that sends one clock expects an answer in time too.
fn clock(go: &Go, side: Color) -> Option<TimeControl> {
    let (ours, theirs) = match side {
        Color::White => ((go.wtime, go.winc), (go.btime, go.binc)),
        Color::Black => ((go.btime, go.binc), (go.wtime, go.winc)),
    };
    let remaining = ours.0.or(theirs.0);
    let increment = ours.1.or(theirs.1);
    if remaining.is_none() && increment.is_none() {
        return None;
    }
    Some(TimeControl {
        remaining: Duration::from_millis(remaining.unwrap_or(0)),
        increment: Duration::from_millis(increment.unwrap_or(0)),
        moves_to_go: go.movestogo,
    })
}
