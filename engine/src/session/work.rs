//! Start, stop and results of tasks.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::{BenchParameters, Event, InfoScore, SearchInfo};
use search::{Control, Engine};

use super::background::OnStop;
use super::{Session, lock};
use crate::bench;
use crate::causes::with_causes;
use crate::options;
use crate::perft;
use crate::search_job;
use crate::task::{
    Effect, Place, Purpose, Task, TaskKind, TaskMessage, TaskReport, TaskResult, TaskSender,
};
use crate::turns;

/// Most time that memory is provided for before the answer to `isready`.
const WARM_UP: Duration = Duration::from_millis(100);

impl Session {
    /// Prepares the engine for the next search, unless a task runs; then continues.
    pub(super) fn prepare(&mut self, then: impl FnOnce(&mut Session) + Send + 'static) {
        if self.task.is_some() {
            return then(self);
        }
        let (engine, game) = (self.engine_for(&self.strength()), self.game.clone());
        let evaluation = self.evaluations.of(game.definition());
        let endings = Arc::clone(&self.endings);
        self.run_in_background("isready", OnStop::Finish, move |_| {
            // Tables are opened now, so that the first search is in time.
            let _ = endings.of(game.definition());
            let mut engine = lock(&engine);
            search_job::prepare(&mut engine, &game, &evaluation);
            engine.warm_up(WARM_UP);
            Effect::new(then)
        });
    }

    /// Stops tasks without an end of their own, and prevents new ones.
    pub fn end_endless(&mut self) {
        if !self.ends_by_itself() {
            self.stop();
            self.cecp.stop_playing();
        }
    }

    /// Stops the current task, and drops the queued commands.
    pub fn stop_all(&mut self) {
        self.stop();
        self.stop_background();
        self.waiting.clear();
        self.deferred.clear();
        self.cecp.stop_playing();
    }

    /// Drops everything that is pending.
    pub fn abandon(&mut self) {
        self.task = None;
        self.background = None;
        self.waiting.clear();
        self.deferred.clear();
    }

    pub(super) fn stop(&mut self) {
        match &self.task {
            Some(task) => {
                task.control.stop();
                self.stopping = true;
            }
            None => self.debug(|| "stop: nothing is running".to_owned()),
        }
    }

    /// Stops the current task and discards its result.
    pub(super) fn abort_search(&mut self) {
        if let Some(task) = &mut self.task {
            task.dropped = true;
            self.stop();
        }
    }

    pub(super) fn ponder_hit(&mut self) {
        if let Some(task) = &mut self.task
            && let TaskKind::Search { purpose, bounded } = &mut task.kind
        {
            task.control.ponder_hit();
            // The clock runs from now on, if there is one.
            *bounded |= self.ends_after_hit;
            if *purpose == Purpose::Ponder {
                *purpose = Purpose::Move;
            }
        } else {
            self.debug(|| "ponderhit: no search is running".to_owned());
        }
    }

    /// Starts a task; the events that it returns are sent at its end.
    pub(super) fn begin(
        &mut self,
        kind: TaskKind,
        run: impl FnOnce(&Control, &TaskSender<Session>) -> TaskResult<Session> + Send + 'static,
    ) {
        self.tasks += 1;
        match Task::start(&self.place, self.tasks, kind, &self.messages, run) {
            Ok(task) => self.task = Some(task),
            Err(error) => {
                self.error(format!("cannot start a thread: {error}"));
                if let TaskKind::Search { purpose, .. } = kind {
                    self.answer_failed_search(purpose);
                }
            }
        }
    }

    /// Handles a message of a task.
    pub fn handle_message(&mut self, message: TaskMessage<Session>) {
        if let Some(report) = self.handle_background(message.id, message.report) {
            if self.task.as_ref().is_none_or(|task| task.id != message.id) {
                return;
            }
            if !self.handle_task(report) {
                return;
            }
        }
        self.resume();
        self.advance();
    }

    /// Handles a report of the task; returns whether it has ended.
    fn handle_task(&mut self, report: TaskReport<Session>) -> bool {
        let last = match report {
            TaskReport::Begin(job) => {
                job.run();
                return false;
            }
            TaskReport::Event(event) => {
                self.forward_event(&event);
                return false;
            }
            TaskReport::Done(last) => Ok(last),
            TaskReport::Panicked(text) => Err(text),
        };
        // The end is reported when all that follows is possible.
        let Some(task) = self.task.take() else { return false };
        self.stopping = false;
        match last {
            Ok(_) if task.dropped => {}
            Ok(TaskResult::Events(events)) => events.iter().for_each(|event| self.send(event)),
            Ok(TaskResult::Effect(effect)) => effect.apply(self),
            Ok(TaskResult::SearchOutput(answer)) => {
                if let Some(purpose) = task.purpose() {
                    self.handle_output(purpose, *answer, task.begin);
                }
            }
            Err(text) => {
                log::error!("{:?} panicked: {text}", task.kind);
                self.error(format!("internal error: {text}"));
                self.replace_engine();
                if let (Some(purpose), false) = (task.purpose(), task.dropped) {
                    self.answer_failed_search(purpose);
                }
            }
        }
        for command in std::mem::take(&mut self.deferred).into_iter().rev() {
            self.waiting.push_front(command);
        }
        true
    }

    /// Forwards an event of a task, if it is to be shown.
    fn forward_event(&mut self, event: &Event) {
        let Some(task) = self.task.as_ref().filter(|task| !task.dropped) else { return };
        let purpose = task.purpose();
        let Event::Info(info) = event else { return self.send(event) };
        self.update_best(info);
        // Search information is soon out of date: it is dropped rather than delayed.
        if !self.cecp.shows(purpose) || self.output.is_full() {
            return;
        }
        match purpose {
            Some(Purpose::Ponder) => {
                let mut info = info.clone();
                // The PV starts at the GUI's position.
                info.pv.splice(0..0, self.cecp.expected().cloned());
                self.send(&Event::Info(info));
            }
            _ => self.send(event),
        }
    }

    /// Replaces an engine that panicked.
    fn replace_engine(&mut self) {
        let (threads, megabytes) = {
            let engine = self.engine();
            (engine.threads(), engine.hash_megabytes())
        };
        match Engine::new(threads, megabytes) {
            Ok(engine) => self.engine = Arc::new(Mutex::new(engine)),
            Err(error) => self.error(error.to_string()),
        }
        if let Err(error) = self.skill.replace_engine() {
            self.error(error.to_string());
        }
    }

    /// Answers a search that panicked with any legal move, to avoid a loss on time.
    fn answer_failed_search(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::BestMove => {}
            Purpose::Move => return self.play_any(),
            Purpose::Ponder | Purpose::Analysis | Purpose::Hint => return self.cecp.stop_playing(),
        }
        let best = self.game.any_turn();
        let best = best.and_then(|text| turns::read(&mut self.game, &text));
        self.send(&Event::Info(SearchInfo {
            depth: 1,
            seldepth: Some(1),
            multipv: Some(1),
            score: Some(InfoScore::Centipawns(0)),
            hashfull: Some(0),
            pv: best.iter().cloned().collect(),
            ..SearchInfo::default()
        }));
        self.send(&Event::BestMove { best, ponder: None });
    }

    fn threads(&self) -> usize {
        self.options.spin(options::THREADS).and_then(|n| usize::try_from(n).ok()).unwrap_or(1)
    }

    pub(super) fn perft(&mut self, depth: u32) {
        if depth > perft::MAX_DEPTH {
            self.error(format!("go perft: '{depth}' is not from 0 to {}", perft::MAX_DEPTH));
            return;
        }
        if depth == 0 {
            self.send(&Event::PerftTotal(1));
            return;
        }
        let threads = search::usable_threads(self.threads());
        let pool = match self.place {
            Place::Threads => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => Some(pool),
                Err(error) => return self.error(format!("go perft: {error}")),
            },
            Place::Owner(_) => None,
        };
        let game = self.game.clone();
        self.begin(TaskKind::Perft, move |control, _| {
            let count = || perft::divide_until(&game, depth, control);
            let counts = pool.map_or_else(count, |pool| pool.install(count));
            let Some(counts) = counts else {
                return TaskResult::Events(vec![Event::InfoString("perft: stopped".to_owned())]);
            };
            let total = counts.iter().map(|(_, count)| count).sum();
            let line = |(mv, count)| Event::PerftLine { mv, count };
            let lines = counts.into_iter().map(line).chain([Event::PerftTotal(total)]);
            TaskResult::Events(lines.collect())
        });
    }

    pub(super) fn bench(&mut self, wanted: BenchParameters) {
        let threads = wanted.threads.map_or(self.threads(), |threads| threads as usize);
        let plan = match bench::BenchPositions::new(
            &self.library,
            wanted.variant.as_deref(),
            wanted.depth,
        ) {
            Ok(plan) => plan,
            Err(error) => return self.error(format!("bench: {}", with_causes(&error))),
        };
        let evaluations = self.evaluations.clone();
        self.begin(TaskKind::Bench, move |control, sender| {
            let mut say = |line: &str| sender.send_event(Event::Text(line.to_owned()));
            match plan.run(threads, &evaluations, control, &mut say) {
                Ok(summary) => TaskResult::Events(vec![Event::Text(summary)]),
                Err(error) => {
                    let text = format!("bench: {}", with_causes(&error));
                    TaskResult::Events(vec![Event::Error(text)])
                }
            }
        });
    }
}
