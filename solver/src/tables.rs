//! All tables of a game that are there.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use variants::{AnyGame, Definition, Position, with_game};

use crate::file::{Cache, TableFile};
use crate::format::FileError;
use crate::material::Material;
use crate::placement::Placement;
use crate::probe::{turn_text, turn_values, value};
use crate::store::{EXTENSION, folder_name};
use crate::value::Value;

/// Tables of a game.
#[derive(Debug)]
pub struct Tables {
    definition: Arc<Definition>,
    fingerprint: String,
    tables: Vec<TableFile>,
    /// By material: the table, and whether it has the sides exchanged.
    by_material: HashMap<u64, (usize, bool)>,
    most_men: usize,
    cache: Cache,
}

impl Tables {
    /// No tables yet. Decompressed blocks take at most so many bytes.
    #[must_use]
    pub fn new(definition: &Arc<Definition>, fingerprint: &str, cache: u64) -> Self {
        Tables {
            definition: Arc::clone(definition),
            fingerprint: fingerprint.to_owned(),
            tables: Vec::new(),
            by_material: HashMap::new(),
            most_men: 0,
            cache: Cache::new(cache),
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
            Err(source) => return (tables, vec![FileError::Io { path: own, source }]),
        };
        let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
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
        let material = table.material();
        self.most_men = self.most_men.max(material.men());
        self.by_material.entry(material.swapped().key()).or_insert((number, true));
        self.by_material.insert(material.key(), (number, false));
        self.tables.push(table);
    }

    /// The tables.
    #[must_use]
    pub fn files(&self) -> &[TableFile] {
        &self.tables
    }

    /// The table of some material, with the sides as they are or exchanged.
    #[must_use]
    pub fn file(&self, material: &Material) -> Option<&TableFile> {
        self.by_material.get(&material.key()).and_then(|&(number, _)| self.tables.get(number))
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
        let Some(&(number, swapped)) = self.by_material.get(&placement.material_key()) else {
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
        self.stored(placement).ok().flatten()
    }

    /// The value of a position; `None` where no table has it. Its history is not asked for.
    #[must_use]
    pub fn probe<P: Position>(&self, position: &P) -> Option<Value> {
        let men = variants::Bits::count(position.board().occupied()) as usize;
        if men > self.most_men {
            return None;
        }
        // In the tree of a search nearly all positions are plain.
        if position.is_plain() && position.is_turn_start() && position.decided().is_none() {
            return self.lookup(&Placement::of(position.board(), position.side())?);
        }
        value(&mut position.clone(), &|placement| self.lookup(placement))
    }

    /// The values of all legal turns of a position, as their steps, for the side to move; `None` where one is
    /// unknown.
    #[must_use]
    pub fn turns<P: Position>(&self, position: &P) -> Option<Vec<(Vec<P::Step>, Value)>> {
        let men = variants::Bits::count(position.board().occupied()) as usize;
        if men > self.most_men + 1 || self.most_men == 0 {
            return None;
        }
        turn_values(&mut position.clone(), &|placement| self.lookup(placement))
    }

    /// The value of a game's position; `None` where no table has it.
    #[must_use]
    pub fn value_of(&self, game: &AnyGame) -> Option<Value> {
        with_game!(game, game => self.probe(game.position()))
    }

    /// The legal turns of a game's position with their values; `None` where one is unknown.
    #[must_use]
    pub fn turns_of(&self, game: &AnyGame) -> Option<Vec<(String, Value)>> {
        with_game!(game, game => {
            let position = game.position();
            let turns = self.turns(position)?;
            let text = |(turn, value): (Vec<_>, _)| (turn_text(position, &turn), value);
            Some(turns.into_iter().map(text).collect())
        })
    }
}
