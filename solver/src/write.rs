//! Files of tables, written.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};

use miniz_oxide::deflate::compress_to_vec;
use rayon::prelude::*;

use crate::format::{BLOCK, FileError, Header, MAGIC, Replace, VERSION};
use crate::value::{ILLEGAL, Value};

/// Compression, of at most 10.
const LEVEL: u8 = 8;

/// Writes a table with a function that replaces files.
pub(crate) fn write(
    path: &Path,
    mut header: Header,
    codes: &[AtomicU16],
    replace: Replace<'_>,
) -> Result<(), FileError> {
    let io = |cause| FileError::Io { path: path.to_owned(), cause };
    let mut used = codes.par_chunks(BLOCK).map(distinct).reduce(Vec::new, |mut one, other| {
        one.extend(other);
        one.sort_unstable();
        one.dedup();
        one
    });
    if used.len() > 256 {
        used.clear();
    }
    header.codes = if used.is_empty() && header.entries == 0 { vec![0] } else { used };
    let selected = (!header.codes.is_empty()).then_some(&header.codes[..]);
    let blocks: Vec<Vec<u8>> = codes
        .par_chunks(BLOCK)
        .map(|codes| compress_to_vec(&packed(codes, selected), LEVEL))
        .collect();
    let text = serde_json::to_vec(&header).map_err(|error| io(error.into()))?;
    let mut list = Vec::with_capacity(8 * blocks.len());
    for block in &blocks {
        list.extend((block.len() as u32).to_le_bytes());
        list.extend(crc32fast::hash(block).to_le_bytes());
    }
    let (version, length) = (VERSION.to_le_bytes(), (text.len() as u32).to_le_bytes());
    let (text_sum, list_sum) = (crc32fast::hash(&text), crc32fast::hash(&list));
    let (text_sum, list_sum) = (text_sum.to_le_bytes(), list_sum.to_le_bytes());
    let head: [&[u8]; 7] = [MAGIC, &version, &length, &text, &text_sum, &list, &list_sum];
    let mut content = |file: &mut File| {
        let mut out = io::BufWriter::new(file);
        let blocks = blocks.iter().map(Vec::as_slice);
        head.into_iter().chain(blocks).try_for_each(|bytes| out.write_all(bytes))?;
        out.flush()
    };
    replace(path, &mut content).map_err(io)
}

/// Codes as they are written: entries that are no positions are as the one before, which is shorter.
fn written(codes: &[AtomicU16]) -> impl Iterator<Item = u16> + '_ {
    let first = codes.iter().map(|code| code.load(Ordering::Relaxed)).find(|&code| code != ILLEGAL);
    let mut last = first.unwrap_or(Value::Draw.code());
    codes.iter().map(move |code| {
        let code = code.load(Ordering::Relaxed);
        if code != ILLEGAL {
            // A draw has one code.
            last = Value::of_code(code).code();
        }
        last
    })
}

fn distinct(codes: &[AtomicU16]) -> Vec<u16> {
    let mut used: Vec<u16> = written(codes).collect();
    used.sort_unstable();
    used.dedup();
    used
}

fn packed(codes: &[AtomicU16], selected: Option<&[u16]>) -> Vec<u8> {
    match selected {
        Some(used) => {
            written(codes).map(|code| used.binary_search(&code).unwrap_or(0) as u8).collect()
        }
        None => written(codes).flat_map(u16::to_le_bytes).collect(),
    }
}
