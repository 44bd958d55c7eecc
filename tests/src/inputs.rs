//! Bytes from outside, read as each of the formats that there are: nothing panics, and what is read
//! holds what the format promises. `fuzz/` feeds these functions with cargo-fuzz, the suite with
//! mutations of the seeds.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use engine::library::Library;
use nets::{Inputs, Net, NetHeader};
use protocol::{Cecp, Dialect, Uci};
use variants::{Catalog, Fen, Variant};

use crate::Random;
use crate::table_input::{table, table_files};

/// A format: its name, its reader, and inputs that are valid or nearly so.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name of its fuzz target.
    pub name: &'static str,
    /// Reads an input.
    pub read: fn(&[u8]),
    /// Valid inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All formats.
pub const FORMATS: [Format; 9] = [
    Format { name: "fen", read: fen, seeds: fens },
    Format { name: "definition", read: definition, seeds: definitions },
    Format { name: "uci", read: uci, seeds: uci_lines },
    Format { name: "cecp", read: cecp, seeds: cecp_lines },
    Format { name: "net", read: net, seeds: net_files },
    Format { name: "pgn", read: pgn, seeds: pgn_files },
    Format { name: "openings", read: openings, seeds: opening_lines },
    Format { name: "import", read: import, seeds: imports },
    Format { name: "table", read: table, seeds: table_files },
];

/// A format by its name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The bundled games, compiled once.
fn games() -> &'static [Variant] {
    static GAMES: OnceLock<Vec<Variant>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let catalog = Catalog::builtin();
        let definitions = catalog.names().filter_map(|name| catalog.get(name)).map(Arc::clone);
        definitions.filter_map(|definition| Variant::compile(definition).ok()).collect()
    })
}

/// The game that the first byte chooses, and the bytes after it.
fn chosen(data: &[u8]) -> Option<(&'static Variant, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((&games()[usize::from(first) % games().len()], rest))
}

/// A byte for the game, then a FEN: a position that is read is written as a FEN of the same position,
/// and all its first steps can be played.
fn fen(data: &[u8]) {
    let Some((variant, rest)) = chosen(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    match variant.game(text) {
        Ok(mut game) => {
            let written = game.fen();
            let again = variant.game(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!((again.fen(), again.key()), (written, game.key()));
            for step in game.step_texts() {
                let mut next = game.clone();
                next.play_step(&step).unwrap_or_else(|error| panic!("{step}: {error}"));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A file of definitions: every board of a game that is read has a start, and every fault a place.
fn definition(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Catalog::builtin().with_file(text) {
        Ok((catalog, names)) => {
            for definition in names.iter().filter_map(|name| catalog.get(name)) {
                assert!(Fen::parse(&definition.start, definition).is_ok());
                assert!(
                    definition.sizes().into_iter().all(|size| definition.resized(size).is_ok())
                );
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            assert!(faults.iter().all(|fault| fault.line >= 1 && fault.column >= 1));
        }
    }
}

/// Lines of a conversation: an error is one short line.
fn lines(dialect: &mut dyn Dialect, data: &[u8]) {
    for line in data.split(|&byte| byte == b'\n') {
        if let Err(error) = dialect.parse(line) {
            let text = error.to_string();
            assert!(!text.contains(char::is_control) && text.chars().count() < 300, "{text:?}");
        }
    }
}

fn uci(data: &[u8]) {
    lines(&mut Uci::new(), data);
}

fn cecp(data: &[u8]) {
    lines(&mut Cecp::new(), data);
}

/// A byte for the game, then the file of a net, whose checksum is made right: a net that is read is
/// written as the same bytes, and evaluates the start.
fn net(data: &[u8]) {
    let Some((variant, rest)) = chosen(data) else { return };
    let mut file = rest.to_vec();
    mend(&mut file);
    let Ok(net) = Net::read(&file, variant.definition()) else { return };
    let again = Net::read(&net.write(), variant.definition());
    assert!(again.is_ok_and(|again| again == net));
    let fen = Fen::parse(&variant.definition().start, variant.definition());
    for side in variants::Color::ALL {
        let pieces = fen.iter().flat_map(|fen| fen.pieces.iter().copied());
        let _ = net.evaluate(pieces.collect::<Vec<_>>(), side);
    }
}

/// Makes the checksum of a net's file right, where its numbers are not compressed.
pub fn mend(file: &mut [u8]) {
    if !file.starts_with(b"menagerie net 1\n") {
        return;
    }
    let mut ends = file.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at);
    let (Some(start), Some(end)) = (ends.nth(1), file.len().checked_sub(4)) else { return };
    if start < end {
        let sum = crc32fast::hash(&file[start + 1..end]);
        file[end..].copy_from_slice(&sum.to_le_bytes());
    }
}

/// A file of games, PGN or JSON lines.
fn pgn(data: &[u8]) {
    let path = Path::new("games");
    let library = Library::builtin();
    if let Err(error) = arena::report::read::read_from(path, data, &library, &mut |_| {}) {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

/// A byte for the game, then a line of openings: a FEN, an EPD or turns.
fn openings(data: &[u8]) {
    let Some((variant, rest)) = chosen(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    match arena::openings::read_line(text, variant) {
        Ok(Some(opening)) => {
            let start = opening.fen.as_ref().map_or(Ok(variant.start()), |fen| variant.game(fen));
            let mut game = start.unwrap_or_else(|error| panic!("{opening:?}: {error}"));
            for turn in &opening.turns {
                game.play_turn(turn).unwrap_or_else(|error| panic!("{opening:?}: {error}"));
            }
        }
        Ok(None) => {}
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

/// Games of other programs: what is made of them is a definition that can be read.
fn import(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let catalog = Catalog::builtin();
    let all = [convert::read_ini(text, &catalog, &[]), convert::read_diagram(text, "x", &catalog)];
    for import in all {
        assert!(import.lines().iter().all(|line| !line.contains('\n')), "{:?}", import.lines());
        let toml = import.toml();
        let reading = catalog.read_file(&toml);
        assert!(toml.is_empty() || reading.faults.is_empty(), "{:?}\n{toml}", reading.faults);
    }
}

/// For each game the byte that chooses it, before each of some texts.
fn for_games(texts: impl Fn(&Variant) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let each = (0_u8..).zip(games()).flat_map(|(number, variant)| {
        let texts = texts(variant);
        texts.into_iter().map(move |text| [&[number], &text[..]].concat())
    });
    each.collect()
}

fn fens() -> Vec<Vec<u8>> {
    for_games(|variant| {
        let (mut game, mut random) = (variant.start(), Random::new(1));
        let mut texts = vec![game.fen().into_bytes()];
        for _ in 0..20 {
            let steps = game.step_texts();
            if steps.is_empty() || game.play_step(random.choose(&steps).as_str()).is_err() {
                break;
            }
            texts.push(game.fen().into_bytes());
        }
        texts
    })
}

fn definitions() -> Vec<Vec<u8>> {
    let own = include_str!("../../variants/definitions/example.toml");
    let short = "[short]\ninherits = \"chess\"\nstart = \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"\n";
    [own, short].map(|text| text.as_bytes().to_vec()).to_vec()
}

fn uci_lines() -> Vec<Vec<u8>> {
    let texts = [
        "uci\nsetoption name Hash value 4\nsetoption name UCI_Variant value pacific\nisready\n",
        "position startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000 winc 10 binc 10 movestogo 4\n",
        "position fen 4k3/8/8/8/8/8/8/4K2R b - - 9 1 moves e8e7\ngo searchmoves h1h2 depth 3\n",
        "go infinite\nstop\nponderhit\ngo mate 2\ngo perft 3\nbench chess depth 2\nd\neval\nquit\n",
    ];
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}

fn cecp_lines() -> Vec<Vec<u8>> {
    let texts = [
        "xboard\nprotover 2\naccepted usermove\nnew\nvariant normal\nlevel 40 5 0\ntime 3000\notim 1\n",
        "force\nsetboard 4k3/8/8/8/8/8/8/4K2R b - - 9 1\nusermove e8e7\ngo\nping 3\nundo\nremove\n",
        "edit\n#\nKe1\nc\nKe8\n.\nanalyze\n.\nexit\nhard\neasy\npost\nst 1\nsd 4\nresult 1-0 {x}\nquit\n",
        "lift e2\nput e4\noption Hash=4\nmemory 16\ncores 2\ndraw\n?\nexclude e2e4\ninclude all\nhint\n",
    ];
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}

/// Nets of the least size, with small weights.
fn net_files() -> Vec<Vec<u8>> {
    const HIDDEN: usize = 32;
    for_games(|variant| {
        let definition = variant.definition();
        let inputs = Inputs::new(definition);
        let header = NetHeader {
            variant: definition.name.clone(),
            board: inputs.size().to_string(),
            pieces: inputs.letters().to_vec(),
            hidden: HIDDEN,
            buckets: 1,
            patterns: 0,
            hands: 0,
            origin: String::new(),
        };
        let mut file = b"menagerie net 1\n".to_vec();
        file.extend(serde_json::to_vec(&header).unwrap_or_default());
        file.push(b'\n');
        let (mut random, count) = (Random::new(2), (inputs.len() + 3) * HIDDEN);
        for _ in 0..count {
            let number = random.below(41) as i16 - 20;
            file.extend(number.to_le_bytes());
        }
        file.extend([0; 8]);
        mend(&mut file);
        let compressed = Net::read(&file, definition).map(|net| net.write());
        std::iter::once(file).chain(compressed).collect()
    })
}

fn pgn_files() -> Vec<Vec<u8>> {
    let games = include_str!("../verdicts/xboard.pgn");
    let first = games.match_indices("[Event ").nth(2).map_or(games, |(end, _)| &games[..end]);
    let own = "[Event \"a \\\"b\\\"\"]\n[Variant \"pacific\"]\n[White \"x\"]\n[Black \"y\"]\n\
        [Result \"1/2-1/2\"]\n\n1. a2a4 {+0.10/3, 0.05s} a9a7 {book} ; rest\n1/2-1/2\n";
    [first, own].map(|text| text.as_bytes().to_vec()).to_vec()
}

fn opening_lines() -> Vec<Vec<u8>> {
    for_games(|variant| {
        let mut game = variant.start();
        let fen = game.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let turn = game.step_texts().first().cloned().unwrap_or_default();
        let lines = [
            format!("startpos moves {turn}"),
            format!("fen {fen} moves {turn}"),
            format!("{} hmvc 2; fmvn 4; id \"a b\";", fields.join(" ")),
            turn,
        ];
        lines.map(String::into_bytes).to_vec()
    })
}

fn imports() -> Vec<Vec<u8>> {
    let texts = [
        "[one:chess]\nmaxFile = 10\ncustomPiece1 = c:fsCmNN\npromotionPieceTypes = qc\n\
            startFen = rncbqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNCBQKBCNR w KQkq - 0 1\n",
        "# two\n[two:one]\nflagRegionWhite = *8 a1\nflagPiece = k\ncastling = false\n\
            doubleStepRegionWhite = *2 *3\nextinctionValue = loss\nextinctionPieceTypes = q\n",
        "files=6 ranks=6 promoChoice=Q promoZone=2\npawn::::a2-f2\nking:K:KisO2::c1\n\
            queen::::d1\ncamel:C:mCcfN::a1,f1\n",
    ];
    let mut seeds = texts.map(|text| text.as_bytes().to_vec()).to_vec();
    seeds.push([texts[0], texts[1]].concat().into_bytes());
    seeds
}

/// An input with some of its bytes replaced, removed, doubled or exchanged for those of another.
#[must_use]
pub fn mutated(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    const SCRAPS: [&[u8]; 12] = [
        b"",
        b"\0",
        b"-1",
        b"99999999999999999999",
        b"\"",
        b"+",
        b"/",
        b" ",
        b"\xff\xfe",
        b"\r\n",
        b"{",
        b"\\",
    ];
    let mut bytes = input.to_vec();
    for _ in 0..1 + random.below(4) {
        let start = random.below(bytes.len() + 1);
        let end = (start + random.below(8)).min(bytes.len());
        let part = match random.below(4) {
            0 => random.choose(&SCRAPS).to_vec(),
            1 => vec![random.number() as u8],
            2 => bytes[start..end].repeat(2),
            _ => {
                let from = random.below(other.len() + 1);
                other[from..(from + random.below(12)).min(other.len())].to_vec()
            }
        };
        bytes.splice(start..end, part);
    }
    bytes
}

/// The next mutation of a format's seeds, of which there is one at least.
#[must_use]
pub fn next(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let (one, other) = (random.choose(seeds), random.choose(seeds));
    mutated(random, one, other)
}
