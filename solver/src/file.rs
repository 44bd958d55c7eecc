//! Files of tables, open for reading.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rayon::prelude::*;
use variants::Definition;

use crate::format::{FileError, Header, MAGIC, MOST_HEADER, VERSION};
use crate::index::Index;
use crate::material::Material;
use crate::metric::Metric;
use crate::value::Value;

/// Bytes of decompressed blocks that files keep.
#[derive(Debug)]
pub(crate) struct Cache {
    kept: AtomicU64,
    most: u64,
}

impl Cache {
    pub(crate) fn new(most: u64) -> Self {
        Cache { kept: AtomicU64::new(0), most }
    }
}

/// A table's file, open for reading.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    header: Header,
    material: Material,
    index: OnceLock<Option<Index>>,
    file: Mutex<File>,
    /// For each block its first byte, its length and its checksum.
    places: Vec<(u64, u32, u32)>,
    blocks: Vec<OnceLock<Box<[u8]>>>,
    bytes: u64,
}

impl TableFile {
    /// Opens a file and checks its header, its game and its length.
    ///
    /// # Errors
    /// When it cannot be read, or is not a table of this game.
    pub fn open(
        path: &Path,
        definition: &Definition,
        fingerprint: &str,
    ) -> Result<Self, FileError> {
        let table = Reader::open(path)?.read(definition)?;
        let header = &table.header;
        if header.fingerprint != fingerprint {
            let shown = |game: &str, board: &str| format!("{game} on {board}");
            let found = shown(&header.game, &header.board);
            let mut expected = shown(&definition.name, &definition.size.to_string());
            if found == expected {
                expected = "the rules of this definition".to_owned();
            }
            return Err(FileError::OtherGame { path: path.to_owned(), found, expected });
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        let named = Metric::ALL.into_iter().find(|metric| extension == Some(metric.extension()));
        if named.is_some_and(|metric| metric != header.metric) {
            let (path, found) = (path.to_owned(), header.metric);
            return Err(FileError::OtherMetric { path, found });
        }
        Ok(table)
    }

    /// The file's header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The material.
    #[must_use]
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// Length of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn index(&self, definition: &Definition) -> Option<&Index> {
        let make = || Index::new(definition, &self.material);
        self.index.get_or_init(make).as_ref().filter(|index| index.len() == self.header.entries)
    }

    /// The value of an entry.
    pub(crate) fn value(&self, entry: u64, cache: &Cache) -> Result<Value, FileError> {
        let (number, place) =
            (entry as usize / self.header.block, entry as usize % self.header.block);
        let code = |block: &[u8]| {
            let code = if self.header.codes.is_empty() {
                let pair = block.get(2 * place..2 * place + 2)?;
                Some(u16::from_le_bytes([pair[0], pair[1]]))
            } else {
                self.header.codes.get(usize::from(*block.get(place)?)).copied()
            };
            code.map(Value::of_code)
        };
        let kept = self.blocks.get(number).ok_or_else(|| self.damaged("an entry is missing"))?;
        let value = match kept.get() {
            Some(block) => code(block),
            None => {
                let block = self.read_block(number)?;
                let value = code(&block);
                let bytes = block.len() as u64;
                if cache.kept.load(Ordering::Relaxed) + bytes <= cache.most {
                    // Another thread may have read it meanwhile.
                    if kept.set(block.into()).is_ok() {
                        cache.kept.fetch_add(bytes, Ordering::Relaxed);
                    }
                }
                value
            }
        };
        value.ok_or_else(|| self.damaged("an entry is missing"))
    }

    fn read_block(&self, number: usize) -> Result<Vec<u8>, FileError> {
        let io = |cause| FileError::Io { path: self.path.clone(), cause };
        let &(start, length, sum) =
            self.places.get(number).ok_or_else(|| self.damaged("a block is missing"))?;
        let mut packed = vec![0; length as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(start)).map_err(io)?;
            file.read_exact(&mut packed).map_err(io)?;
        }
        if crc32fast::hash(&packed) != sum {
            return Err(self.damaged("the checksum of a block differs"));
        }
        let most = self.header.block * self.header.width();
        decompress_to_vec_with_limit(&packed, most)
            .map_err(|_| self.damaged("a block cannot be decompressed"))
    }

    fn damaged(&self, what: &'static str) -> FileError {
        FileError::Damaged { path: self.path.clone(), what }
    }

    /// Compares the number of entries with that of the pieces' squares.
    ///
    /// # Errors
    /// When they differ, as in a table that an older build made with more squares.
    pub fn check_entries(&self, definition: &Definition) -> Result<(), FileError> {
        match self.index(definition) {
            Some(_) => Ok(()),
            None => Err(self.damaged("the number of entries is not that of its pieces' squares")),
        }
    }

    /// Reads all blocks.
    ///
    /// # Errors
    /// When one is damaged.
    pub fn check(&self) -> Result<(), FileError> {
        (0..self.places.len())
            .into_par_iter()
            .try_for_each(|number| self.read_block(number).map(drop))
    }
}

/// A file that is being opened.
struct Reader<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Reader<'a> {
    fn open(path: &'a Path) -> Result<Self, FileError> {
        let io = |cause| FileError::Io { path: path.to_owned(), cause };
        // To open a pipe would wait for its other end.
        if !fs::metadata(path).map_err(io)?.is_file() {
            return Err(FileError::Foreign(path.to_owned()));
        }
        let file = File::open(path).map_err(io)?;
        Ok(Reader { path, file })
    }

    fn damaged(&self, what: &'static str) -> FileError {
        FileError::Damaged { path: self.path.to_owned(), what }
    }

    fn bytes(&mut self, number: usize) -> Result<Vec<u8>, FileError> {
        let mut bytes = vec![0; number];
        match self.file.read_exact(&mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(self.damaged("the file is too short"))
            }
            Err(cause) => Err(FileError::Io { path: self.path.to_owned(), cause }),
        }
    }

    fn number(&mut self) -> Result<u32, FileError> {
        let bytes = self.bytes(4)?;
        Ok(bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes)))
    }

    fn read(mut self, definition: &Definition) -> Result<TableFile, FileError> {
        let foreign = |_| FileError::Foreign(self.path.to_owned());
        let io = |cause| FileError::Io { path: self.path.to_owned(), cause };
        let mut magic = [0; 8];
        self.file.read_exact(&mut magic).map_err(foreign)?;
        if magic != *MAGIC {
            return Err(FileError::Foreign(self.path.to_owned()));
        }
        let version = self.number()?;
        if version != VERSION {
            return Err(FileError::Version { path: self.path.to_owned(), found: version });
        }
        let length = self.number()?;
        if length > MOST_HEADER {
            return Err(self.damaged("the header is too long"));
        }
        let text = self.bytes(length as usize)?;
        if self.number()? != crc32fast::hash(&text) {
            return Err(self.damaged("the checksum of the header differs"));
        }
        let header: Header =
            serde_json::from_slice(&text).map_err(|_| self.damaged("the header cannot be read"))?;
        let file_bytes = self.file.metadata().map_err(io)?.len();
        let is_odd = header.block == 0 || header.block > 1 << 20 || header.codes.len() > 256;
        let blocks = header.entries.div_ceil(header.block.max(1) as u64);
        if is_odd || blocks > file_bytes / 8 {
            return Err(self.damaged("the header does not fit the file"));
        }
        let list = self.bytes(8 * blocks as usize)?;
        if self.number()? != crc32fast::hash(&list) {
            return Err(self.damaged("the checksum of the index differs"));
        }
        let mut start = 8 + 4 + 4 + u64::from(length) + 4 + list.len() as u64 + 4;
        let word = |bytes: &[u8]| bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let mut places = Vec::with_capacity(blocks as usize);
        for place in list.chunks_exact(8) {
            let (length, sum) = (word(place), word(&place[4..]));
            places.push((start, length, sum));
            start += u64::from(length);
        }
        if start != file_bytes {
            return Err(self.damaged("the file has another length than its index"));
        }
        // Of another game it need not be readable.
        let other = || FileError::OtherGame {
            path: self.path.to_owned(),
            found: format!("{} on {}", header.game, header.board),
            expected: format!("{} on {}", definition.name, definition.size),
        };
        let material = Material::parse(&header.material, definition).map_err(|_| other())?;
        Ok(TableFile {
            path: self.path.to_owned(),
            material,
            index: OnceLock::new(),
            file: Mutex::new(self.file),
            blocks: places.iter().map(|_| OnceLock::new()).collect(),
            places,
            bytes: file_bytes,
            header,
        })
    }
}
