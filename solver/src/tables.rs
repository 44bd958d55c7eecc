//! All tables of a game that are there.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Once};

use variants::royal::RoyalDefinition;
use variants::{AnyGame, Definition, Position, with_game};

use crate::exchange::exchange;
use crate::file::{Cache, TableFile};
use crate::format::FileError;
use crate::material::Material;
use crate::metric::Metric;
use crate::placement::Placement;
use crate::probe::{turn_text, turn_values, value};
use crate::store::folder_name;
use crate::value::Value;

/// Tables of a game.
#[derive(Debug)]
pub struct Tables {
    definition: Arc<Definition>,
    fingerprint: String,
    tables: Vec<TableFile>,
    /// By metric and material: the table, and whether it has the sides exchanged.
    by_material: HashMap<(Metric, u64), (usize, bool)>,
    has_conversions: bool,
    most_men: usize,
    /// Whether the game counts points where it would be drawn, which values leave out.
    pub(crate) decides_draws: bool,
    cache: Cache,
    /// Logs the first fault of a table.
    fault: Once,
}

impl Tables {
    /// No tables yet. Decompressed blocks take at most `cache` bytes.
    #[must_use]
    pub fn new(definition: &Arc<Definition>, fingerprint: &str, cache: u64) -> Self {
        Tables {
            definition: Arc::clone(definition),
            fingerprint: fingerprint.to_owned(),
            tables: Vec::new(),
            by_material: HashMap::new(),
            has_conversions: false,
            most_men: 0,
            decides_draws: RoyalDefinition::of(definition).is_some_and(|own| own.points.is_some()),
            cache: Cache::new(cache),
            fault: Once::new(),
        }
    }

    /// Opens the tables of a game below a folder. Files that are not tables of the game are left out,
    /// and their faults returned.
    #[must_use]
    pub fn open(
        definition: &Arc<Definition>,
        fingerprint: &str,
        folder: &Path,
        cache: u64,
    ) -> (Self, Vec<FileError>) {
        let mut tables = Tables::new(definition, fingerprint, cache);
        let mut faults = Vec::new();
        let own = folder.join(folder_name(definition));
        let files = match fs::read_dir(&own) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (tables, faults),
            Err(cause) => return (tables, vec![FileError::Io { path: own, cause }]),
        };
        let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        let extensions = Metric::ALL.map(Metric::extension);
        paths.retain(|path| {
            path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension))
        });
        paths.sort();
        for path in paths {
            match TableFile::open(&path, definition, fingerprint) {
                Ok(table) => tables.add(table),
                Err(fault) => faults.push(fault),
            }
        }
        (tables, faults)
    }

    /// Adds a table.
    pub fn add(&mut self, table: TableFile) {
        let number = self.tables.len();
        let (material, metric) = (table.material(), table.header().metric);
        if metric.is_end() {
            self.most_men = self.most_men.max(material.men());
        }
        self.by_material.entry((metric, material.swapped().key())).or_insert((number, true));
        self.by_material.insert((metric, material.key()), (number, false));
        self.has_conversions |= !metric.is_end();
        self.tables.push(table);
    }

    /// Reads the tables of some materials as a whole, and leaves out those that are damaged; returns their faults.
    pub fn remove_damaged(&mut self, wanted: &[(Material, Metric)]) -> Vec<FileError> {
        let mut faults = Vec::new();
        let mut damaged = Vec::new();
        for (material, metric) in wanted {
            let Some(file) = self.file(material, *metric) else { continue };
            if let Err(fault) = file.check_entries(&self.definition).and_then(|()| file.check()) {
                damaged.push((file.material().key(), *metric));
                faults.push(fault);
            }
        }
        if !damaged.is_empty() {
            let files = std::mem::take(&mut self.tables);
            self.by_material.clear();
            (self.has_conversions, self.most_men) = (false, 0);
            let is_sound = |file: &TableFile| {
                !damaged.contains(&(file.material().key(), file.header().metric))
            };
            files.into_iter().filter(is_sound).for_each(|file| self.add(file));
        }
        faults
    }

    /// The tables.
    #[must_use]
    pub fn files(&self) -> &[TableFile] {
        &self.tables
    }

    /// The table of some material, with the sides as they are, or exchanged where the rules are the same for both.
    #[must_use]
    pub fn file(&self, material: &Material, metric: Metric) -> Option<&TableFile> {
        let &(number, swapped) = self.by_material.get(&(metric, material.key()))?;
        let is_same = !swapped || exchange(&self.definition, material).is_some();
        self.tables.get(number).filter(|_| is_same)
    }

    /// The game.
    #[must_use]
    pub fn definition(&self) -> &Arc<Definition> {
        &self.definition
    }

    /// Fingerprint of the game's definition.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The most pieces that a table has; 0: there are no tables.
    #[must_use]
    pub fn most_men(&self) -> usize {
        self.most_men
    }

    /// The stored value of a position without castling and captures en passant; `None` where there is no
    /// table for it.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn stored(&self, placement: &Placement) -> Result<Option<Value>, FileError> {
        self.stored_to(placement, Metric::End)
    }

    fn stored_to(&self, placement: &Placement, metric: Metric) -> Result<Option<Value>, FileError> {
        let Some(&(number, swapped)) = self.by_material.get(&(metric, placement.material_key()))
        else {
            return Ok(None);
        };
        let Some(table) = self.tables.get(number) else { return Ok(None) };
        let Some(index) = table.index(&self.definition) else { return Ok(None) };
        let entry = if swapped && !index.material().is_even() {
            index.swap().and_then(|image| index.entry(&placement.swapped(image)))
        } else {
            index.entry(placement)
        };
        entry.map(|entry| table.value(entry, &self.cache)).transpose()
    }

    fn lookup(&self, placement: &Placement) -> Option<Value> {
        self.lookup_to(placement, Metric::End)
    }

    fn lookup_conversion(&self, placement: &Placement) -> Option<Value> {
        self.lookup_to(placement, Metric::Conversion)
    }

    /// A search goes on without a damaged table, whose fault is logged once.
    fn lookup_to(&self, placement: &Placement, metric: Metric) -> Option<Value> {
        self.stored_to(placement, metric).unwrap_or_else(|fault| {
            self.fault.call_once(|| log::warn!("{fault}"));
            None
        })
    }

    /// The value of a position; `None` where no table has it. Its history is not asked for.
    #[must_use]
    pub fn probe<P: Position>(&self, position: &P) -> Option<Value> {
        let men = variants::Bits::count(position.board().occupied()) as usize;
        if men > self.most_men {
            return None;
        }
        // In the tree of a search nearly all positions are plain.
        if men > 0
            && position.is_plain()
            && position.is_turn_start()
            && position.decided().is_none()
        {
            return self.lookup(&Placement::of(position.board(), position.side())?);
        }
        value(&mut position.clone(), &|placement| self.lookup(placement), None)
    }

    /// The value of a position with its distance to conversion; `None` where no table has it. Its history is not
    /// asked for.
    #[must_use]
    pub fn probe_conversion<P: Position>(&self, position: &P) -> Option<Value> {
        if !self.has_conversions {
            return None;
        }
        let conversion = |placement: &Placement| self.lookup_conversion(placement);
        value(&mut position.clone(), &conversion, Some(&|placement| self.lookup(placement)))
    }

    /// The values of all legal turns of a position, as their steps, for the side to move; `None` where one is
    /// unknown.
    #[must_use]
    pub fn turns<P: Position>(
        &self,
        position: &P,
        metric: Metric,
    ) -> Option<Vec<(Vec<P::Step>, Value)>> {
        let men = variants::Bits::count(position.board().occupied()) as usize;
        if men > self.most_men + 1 || self.most_men == 0 {
            return None;
        }
        let position = &mut position.clone();
        let end = |placement: &Placement| self.lookup(placement);
        match metric {
            Metric::End => turn_values(position, &end, None),
            Metric::Conversion => {
                let conversion = |placement: &Placement| self.lookup_conversion(placement);
                turn_values(position, &conversion, Some(&end))
            }
        }
    }

    /// The value of a game's position; `None` where no table has it.
    #[must_use]
    pub fn value_of(&self, game: &AnyGame, metric: Metric) -> Option<Value> {
        with_game!(game, game => match metric {
            Metric::End => self.probe(game.position()),
            Metric::Conversion => self.probe_conversion(game.position()),
        })
    }

    /// The legal turns of a game's position with their values; `None` where one is unknown.
    #[must_use]
    pub fn turns_of(&self, game: &AnyGame, metric: Metric) -> Option<Vec<(String, Value)>> {
        with_game!(game, game => {
            let position = game.position();
            let turns = self.turns(position, metric)?;
            let text = |(turn, value): (Vec<_>, _)| (turn_text(position, &turn), value);
            Some(turns.into_iter().map(text).collect())
        })
    }
}
