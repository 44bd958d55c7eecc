//! All matches that are shown.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use arena::report::{Curve, GameNumbers, Summary, table};
use arena::{GameRecord, GameResult, Match};
use engine::causes::with_causes;
use engine::files::{FileError, shown};
use engine::library::Library;
use serde::Deserialize;
use thiserror::Error;
use variants::Variant;

use super::ending::Ending;
use super::files::{FilePlace, Files};
use super::follow::NewLine;
use super::live_game::LiveGame;
use super::messages::{CurvePoint, EntryView, LiveView, MatchView, Which};
use super::open_game::Played;
use super::rows::{difference, rows};
use super::words::{Word, Words};
use crate::describe::{GameDescription, describe};

/// Finished games in a part of the list.
const PAGE: usize = 50;
/// Most points of a curve.
const CURVE: usize = 400;
/// Most faults of a file that are shown.
const NOTES: usize = 10;

/// Error that keeps a file from being shown.
#[derive(Debug, Error)]
pub enum WatchError {
    /// File that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// File without a match.
    #[error("{}: line 1: expected a match or a game as JSON", shown(.0))]
    Content(PathBuf),
}

/// First line of a match file.
#[derive(Deserialize)]
struct Header {
    r#match: Match,
}

/// Matches that are shown.
#[derive(Debug)]
pub struct Matches {
    library: Library,
    list: Mutex<Vec<Watched>>,
    ending: Ending,
}

/// Match that is shown.
#[derive(Debug)]
struct Watched {
    name: String,
    source: Source,
    summary: Summary,
    entries: Vec<Entry>,
    words: Words,
    /// Lines that are no games.
    notes: Vec<String>,
    /// Files that cannot be read now.
    unread: Vec<String>,
    /// Number of changes of the finished games, and of those in progress.
    version: u64,
    live_version: u64,
    live: Vec<LiveGame>,
}

/// Source of the games.
#[derive(Debug)]
enum Source {
    /// A file, or the shards of a match, which may grow; of shards the numbers of their games.
    Files(Files, Option<GameNumbers>),
    /// A match that this program plays; its finished games.
    Played { variant: Variant, games: Vec<GameRecord> },
}

/// State of the files after a part of them was read.
#[derive(Debug, Default)]
struct PartRead {
    /// Whether there is more.
    has_more: bool,
    /// Errors of files that cannot be read.
    faults: Vec<FileError>,
}

/// Finished game.
#[derive(Clone, Copy, Debug)]
struct Entry {
    number: usize,
    white: Word,
    black: Word,
    result: GameResult,
    reason: Word,
    turns: u32,
    /// Its line, in a file.
    place: Option<FilePlace>,
}

impl Matches {
    /// Returns the matches of files; shards of the same match are one. Files that go on growing are
    /// followed.
    ///
    /// # Errors
    /// When a file cannot be read, or does not begin as one of games.
    pub fn of_files(library: Library, paths: &[PathBuf]) -> Result<Self, WatchError> {
        let list = Files::of(paths).into_iter().map(|files| {
            let (name, path) = (files.name(), files.first().to_owned());
            let mut watched = Watched::new(name, Source::Files(files, None), None);
            if let Some(fault) = watched.read().faults.into_iter().next() {
                return Err(fault.into());
            }
            match watched.is_foreign() {
                true => Err(WatchError::Content(path)),
                false => Ok(watched),
            }
        });
        let list = list.collect::<Result<Vec<Watched>, WatchError>>()?;
        Ok(Matches { library, list: Mutex::new(list), ending: Ending::default() })
    }

    /// Returns a match that this program is about to play.
    #[must_use]
    pub fn of_match(library: Library, path: &Path, plan: &Match, variant: &Variant) -> Self {
        let source = Source::Played { variant: variant.clone(), games: Vec::new() };
        let watched = Watched::new(shown(path), source, Some(plan.clone()));
        Matches { library, list: Mutex::new(vec![watched]), ending: Ending::default() }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Watched>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games whose rules are known.
    pub(super) fn library(&self) -> &Library {
        &self.library
    }

    /// The end of the match that this program plays, and the pages that wait for it.
    pub(super) fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Reads new lines of the files: to be called regularly.
    pub(crate) fn poll(&self) {
        let mut has_more = true;
        while has_more {
            has_more = false;
            // The lock is released in between, so that pages get their answers.
            for watched in self.list().iter_mut() {
                let read = watched.read();
                has_more |= read.has_more;
                watched.note_unread(&read.faults);
            }
        }
    }

    /// Adds a game in progress.
    pub(super) fn begin(&self, game: LiveGame) {
        if let Some(watched) = self.list().first_mut() {
            watched.live.push(game);
            watched.live.sort_by_key(|game| game.played.number);
            watched.live_version += 1;
        }
    }

    /// Changes a game in progress.
    pub(super) fn update(&self, number: usize, change: impl FnOnce(&mut LiveGame)) {
        if let Some(watched) = self.list().first_mut()
            && let Some(game) = watched.live.iter_mut().find(|game| game.played.number == number)
        {
            change(game);
            watched.live_version += 1;
        }
    }

    /// Adds a finished game of the match that this program plays.
    pub(super) fn finish(&self, record: &GameRecord) {
        if let Some(watched) = self.list().first_mut() {
            watched.live.retain(|game| game.played.number != record.number);
            watched.live_version += 1;
            watched.add(record, None);
            if let Source::Played { games, .. } = &mut watched.source {
                games.push(record.clone());
            }
        }
    }

    /// Returns the matches that have changed since these numbers of changes, which are updated.
    pub(super) fn changed(&self, seen: &mut Vec<u64>) -> Vec<MatchView> {
        let list = self.list();
        seen.resize(list.len(), 0);
        let changed = list.iter().zip(seen).enumerate().filter_map(|(of, (watched, seen))| {
            let is_new = watched.version != *seen;
            *seen = watched.version;
            is_new.then(|| watched.view(of, list.len()))
        });
        changed.collect()
    }

    /// Returns the games in progress of the matches where they have changed.
    pub(super) fn changed_live(
        &self,
        seen: &mut Vec<u64>,
    ) -> Vec<(usize, Option<GameDescription>, Vec<LiveView>)> {
        let list = self.list();
        seen.resize(list.len(), 0);
        let changed = list.iter().zip(seen).enumerate().filter_map(|(of, (watched, seen))| {
            let old = std::mem::replace(seen, watched.live_version);
            if watched.live_version == old {
                return None;
            }
            let game = match &watched.source {
                Source::Played { variant, .. } if old == 0 => Some(describe(variant.definition())),
                _ => None,
            };
            Some((of, game, watched.live.iter().map(LiveGame::view).collect()))
        });
        changed.collect()
    }

    /// Returns a part of the list of finished games, the last ones first, and their number.
    pub(super) fn entries(&self, of: usize, skip: usize) -> Option<(usize, Vec<EntryView>)> {
        let list = self.list();
        let watched = list.get(of)?;
        let last = watched.entries.iter().enumerate().rev().skip(skip).take(PAGE);
        let entries = last.map(|(index, entry)| watched.entry(index, entry)).collect();
        Some((watched.entries.len(), entries))
    }

    /// Returns a game.
    ///
    /// # Errors
    /// When it is not there any more: the reason.
    pub(super) fn game(&self, of: usize, which: Which) -> Result<Played, String> {
        let list = self.list();
        let watched = list.get(of).ok_or("no such match")?;
        let index = match which {
            Which::Live(number) => {
                let live = watched.live.iter().find(|game| game.played.number == number);
                if let Some(live) = live {
                    return Ok(live.played.clone());
                }
                // It has ended in between.
                watched.entries.iter().rposition(|entry| entry.number == number)
            }
            Which::Ended(index) => Some(index),
        };
        let index = index.ok_or("no such game")?;
        let entry = watched.entries.get(index).ok_or("no such game")?;
        match (&watched.source, entry.place) {
            (Source::Files(files, _), Some(place)) => {
                let bytes = files.line(place).map_err(|error| error.to_string())?;
                let record = serde_json::from_slice::<GameRecord>(&bytes);
                record.map(Played::from).map_err(|error| error.to_string())
            }
            (Source::Played { games, .. }, _) => {
                Ok(games.get(index).ok_or("no such game")?.clone().into())
            }
            (Source::Files(..), None) => Err("no such game".to_owned()),
        }
    }
}

impl Watched {
    fn new(name: String, source: Source, plan: Option<Match>) -> Self {
        Watched {
            name,
            source,
            summary: Summary::new(plan),
            entries: Vec::new(),
            words: Words::default(),
            notes: Vec::new(),
            unread: Vec::new(),
            version: 1,
            live_version: 1,
            live: Vec::new(),
        }
    }

    /// Whether no line of a file could be read as a match or a game.
    fn is_foreign(&self) -> bool {
        self.summary.plan().is_none() && self.entries.is_empty() && !self.notes.is_empty()
    }

    /// Reads some of the new lines of its files.
    fn read(&mut self) -> PartRead {
        let Source::Files(files, numbers) = &mut self.source else { return PartRead::default() };
        let (new, are_shards) = (files.read(), files.are_shards());
        if new.is_new {
            *numbers = None;
            self.summary = Summary::new(None);
            self.entries.clear();
            self.notes.clear();
            self.version += 1;
        }
        for (file, line) in &new.lines {
            self.line(*file, line);
        }
        if are_shards {
            self.summary.decide_by_all();
        }
        PartRead { has_more: new.has_more, faults: new.faults }
    }

    fn line(&mut self, file: usize, line: &NewLine) {
        if line.number == 1
            && let Ok(header) = serde_json::from_slice::<Header>(&line.bytes)
        {
            self.begin(Some(header.r#match).filter(|plan| plan.check().is_ok()));
            return;
        }
        let fault = match serde_json::from_slice::<GameRecord>(&line.bytes) {
            Ok(record) => match self.is_counted(record.number) {
                Some(false) => return self.add(&record, Some((file, line.place))),
                Some(true) => format!("game {} is in another file too", record.number),
                None => format!("the match has no game {}", record.number),
            },
            Err(error) => error.to_string(),
        };
        if let Source::Files(files, _) = &self.source {
            self.note(format!("{}line {}: {fault}", files.prefix(file), line.number));
        }
    }

    /// Takes the settings of a match from a file; later shards have the same.
    fn begin(&mut self, plan: Option<Match>) {
        let Source::Files(files, numbers) = &mut self.source else { return };
        if numbers.is_some() {
            return;
        }
        let plan = if files.are_shards() {
            let plan = plan.map(|plan| Match { shard: None, ..plan });
            *numbers = plan.as_ref().map(GameNumbers::of);
            plan
        } else {
            plan
        };
        self.summary = Summary::new(plan);
        self.version += 1;
    }

    /// Whether another shard has a game, which is counted from now on; `None` if the match does not
    /// have it.
    fn is_counted(&mut self, number: usize) -> Option<bool> {
        match &mut self.source {
            Source::Files(_, Some(numbers)) => numbers.add(number).map(|is_new| !is_new),
            _ => Some(false),
        }
    }

    fn note(&mut self, note: String) {
        if self.notes.len() < NOTES && !self.notes.contains(&note) {
            self.notes.push(note);
            self.version += 1;
        }
    }

    /// Notes the files that cannot be read now, in place of those that could not before.
    fn note_unread(&mut self, faults: &[FileError]) {
        let unread: Vec<String> =
            faults.iter().map(|fault| with_causes(fault)).take(NOTES).collect();
        if unread != self.unread {
            self.unread = unread;
            self.version += 1;
        }
    }

    /// Counts a finished game.
    fn add(&mut self, record: &GameRecord, place: Option<FilePlace>) {
        self.summary.add(record);
        let turns = record.opening.len() + record.moves.len();
        self.entries.push(Entry {
            number: record.number,
            white: self.words.add(&record.white),
            black: self.words.add(&record.black),
            result: record.result,
            reason: self.words.add(&record.reason),
            turns: u32::try_from(turns).unwrap_or(u32::MAX),
            place,
        });
        self.version += 1;
    }

    fn entry(&self, index: usize, entry: &Entry) -> EntryView {
        EntryView {
            index,
            number: entry.number,
            white: self.words.text(entry.white).to_owned(),
            black: self.words.text(entry.black).to_owned(),
            result: entry.result.text(),
            reason: self.words.text(entry.reason).to_owned(),
            turns: entry.turns as usize,
        }
    }

    fn view(&self, of: usize, matches: usize) -> MatchView {
        let scores = self.summary.statistics().scores();
        MatchView {
            of,
            name: self.name.clone(),
            engines: scores.names().to_vec(),
            variants: self.summary.variants().to_vec(),
            games: scores.games(),
            total: self.summary.plan().map(|plan| plan.game_count()),
            matches,
            live: matches!(self.source, Source::Played { .. }),
            table: rows(&self.summary),
            curve: self.summary.curve(CURVE).into_iter().map(curve_point).collect(),
            difference: difference(&self.summary),
            report: table::report(&self.summary),
            notes: self.unread.iter().chain(&self.notes).cloned().collect(),
        }
    }
}

/// Returns a point as the page shows it.
fn curve_point(point: Curve) -> CurvePoint {
    let finite = |number: f64| Some(number).filter(|number| number.is_finite());
    CurvePoint {
        games: point.games,
        elo: finite(point.elo),
        low: finite(point.bounds.0),
        high: finite(point.bounds.1),
    }
}
