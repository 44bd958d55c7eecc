//! Keys of a jumping game in definition files.

use super::data::{
    CaptureRule, ChainPromotion, ChainRules, Duty, Ending, JumpingDefinition, Landing, Priority,
    Removal,
};
use crate::families::reading::{Keys, ReadFamily, StartFault};
use crate::reading::{Item, Kinds, Section};
use crate::{BoardSize, Definition, Fen, Pdn, PdnDefinition, PdnSquares, PieceType};

/// Keys of an ending.
const ENDING: Keys = &["pieces", "against", "kings-alone", "plies"];

/// The largest number of a game in PDN.
const MOST_PDN_TYPE: u32 = 999;

/// Maximum value of a piece for the value of a capture.
const MOST_PRIZE: u32 = 10_000;

impl ReadFamily for JumpingDefinition {
    const GAME_KEYS: Keys = &[
        "duty",
        "capture",
        "lose-without",
        "progress",
        "array",
        "removal",
        "landing",
        "chain-promotion",
        "half-turn",
        "king-moves",
        "endings",
        "pdn-type",
        "pdn-squares",
    ];
    const PIECE_KEYS: Keys = &["promotes", "jumps", "cannot-jump", "prize"];
    const TABLES: &'static [Keys] = &[ENDING];
    const ENDS: Keys = &["lose-without"];

    fn read(game: &Section<'_>, _: Option<BoardSize>, kinds: &Kinds) -> Option<Self> {
        let duty = game
            .any("duty")
            .map(|item| item.choice(&[("jumps", Duty::Jumps), ("captures", Duty::Captures)]));
        let capture = game.any("capture").map(|item| capture(&item));
        let [lose_without, progress] = ["lose-without", "progress"]
            .map(|key| game.optional(key).map_or(Some(Vec::new()), |item| kinds.several(&item)));
        let chains = chains(game, kinds);
        let duty = duty.unwrap_or(Some(Duty::Jumps));
        let (capture, priority) = capture.unwrap_or(Some((CaptureRule::Free, Vec::new())))?;
        let mut chains = chains?;
        chains.priority = priority;
        let pdn = pdn(game)?;
        if duty? == Duty::Captures && chains != ChainRules::default() {
            let item = game.any("duty")?;
            item.fault(
                "'captures': expected \"jumps\" in a game that says more about jumps than \
                 `capture`, `lose-without` and `progress`",
            );
            return None;
        }
        Some(JumpingDefinition {
            duty: duty?,
            capture,
            lose_without: lose_without?,
            progress: progress?,
            chains,
            pdn,
        })
    }

    fn check_start(&self, fen: &Fen, definition: &Definition) -> Result<(), StartFault> {
        fen.expect_no_marks().map_err(|error| error.to_string())?;
        let check = |pdn| Pdn::check(pdn, fen, definition);
        let checked = self.pdn.as_ref().map_or(Ok(()), check);
        checked.map_err(|message| StartFault::of("pdn-squares", message))
    }
}

/// Reads the game's notation in PDN, if it has one; `None` after noting a fault.
#[allow(clippy::option_option)]
fn pdn(game: &Section<'_>) -> Option<Option<PdnDefinition>> {
    let number = game.read_optional("pdn-type", |item| item.number(0, MOST_PDN_TYPE))?;
    let Some(item) = game.optional("pdn-squares") else {
        if let Some(item) = game.optional("pdn-type") {
            item.fault("expected `pdn-squares` too, such as \"N2\"");
            return None;
        }
        return Some(None);
    };
    let expected = "A or N and the corner of the first square, such as \"N2\"";
    let Some(squares) = PdnSquares::parse(item.text(expected)?) else {
        item.unexpected(expected);
        return None;
    };
    Some(Some(PdnDefinition { number, squares }))
}

/// Reads captures that may be chosen: a word, or several that are looked at in turn.
fn capture(item: &Item<'_>) -> Option<(CaptureRule, Vec<Priority>)> {
    const WORDS: [(&str, Priority); 6] = [
        ("multiple", Priority::Multiple),
        ("most", Priority::Most),
        ("value", Priority::Value),
        ("by-king", Priority::ByKing),
        ("most-kings", Priority::MostKings),
        ("kings-first", Priority::KingsFirst),
    ];
    if !item.is_list() {
        let free = ("free", None);
        let words: Vec<_> =
            std::iter::once(free).chain(WORDS.map(|(word, rule)| (word, Some(rule)))).collect();
        return Some(match item.choice(&words)? {
            None => (CaptureRule::Free, Vec::new()),
            Some(Priority::Multiple) => (CaptureRule::Multiple, Vec::new()),
            Some(Priority::Most) => (CaptureRule::Most, Vec::new()),
            Some(other) => (CaptureRule::Free, vec![other]),
        });
    }
    let mut priority = Vec::new();
    for item in item.list("criteria")? {
        let criterion = item.choice(&WORDS)?;
        if priority.contains(&criterion) {
            item.unexpected("each criterion once");
            return None;
        }
        priority.push(criterion);
    }
    Some((CaptureRule::Free, priority))
}

/// Reads the rules of chains, but for the preferred captures.
fn chains(game: &Section<'_>, kinds: &Kinds) -> Option<ChainRules> {
    let removal = game
        .any("removal")
        .map(|item| item.choice(&[("at-once", Removal::AtOnce), ("at-end", Removal::AtEnd)]));
    let landing = game
        .any("landing")
        .map(|item| item.choice(&[("any", Landing::Any), ("next", Landing::Next)]));
    let promotion = game.any("chain-promotion").map(|item| {
        item.choice(&[
            ("stops", ChainPromotion::Stops),
            ("goes-on", ChainPromotion::GoesOn),
            ("at-end", ChainPromotion::AtEnd),
        ])
    });
    let half_turn = game.any("half-turn").map(|item| item.flag());
    let king_moves = game.read_optional("king-moves", |item| item.number(1, 7));
    let endings = game.optional("endings").map_or(Some(Vec::new()), |item| {
        item.list("an array of tables")?.iter().map(ending).collect()
    });
    let (spares, prizes) = pieces(game, kinds)?;
    Some(ChainRules {
        priority: Vec::new(),
        removal: removal.unwrap_or(Some(Removal::default()))?,
        landing: landing.unwrap_or(Some(Landing::default()))?,
        promotion: promotion.unwrap_or(Some(ChainPromotion::default()))?,
        no_half_turn: !half_turn.unwrap_or(Some(true))?,
        spares,
        prizes,
        king_moves: king_moves?,
        endings: endings?,
    })
}

fn ending(item: &Item<'_>) -> Option<Ending> {
    let table = item.section("a table, such as { pieces = 3, against = 1, plies = 32 }")?;
    table.expect_keys(ENDING, |_| None);
    let number =
        |key: &str, most| table.required(key, "a number").and_then(|item| item.number(1, most));
    let [pieces, against] = ["pieces", "against"].map(|key| number(key, 100));
    let plies = number("plies", 10_000);
    let kings_alone = table.any("kings-alone").map_or(Some(false), |item| item.flag());
    Some(Ending { pieces: pieces?, against: against?, kings_alone: kings_alone?, plies: plies? })
}

/// Values of a key of pieces, by kind.
type ByKind<T> = Vec<(PieceType, T)>;

/// Reads the kinds that a kind cannot jump over, and its value for captures.
fn pieces(game: &Section<'_>, kinds: &Kinds) -> Option<(ByKind<Vec<PieceType>>, ByKind<u32>)> {
    let (mut spares, mut prizes) = (Vec::new(), Vec::new());
    let mut sound = true;
    // Faults of the tables themselves are noted where the moves are read.
    let section = game.optional("pieces")?.section("a table")?;
    for kind in kinds.iter() {
        let item =
            section.items().find_map(|(key, item)| (key == kinds.name(kind)).then_some(item));
        let Some(table) = item.filter(Item::is_table).and_then(|item| item.section("a table"))
        else {
            continue;
        };
        if let Some(item) = table.optional("cannot-jump") {
            match kinds.several(&item) {
                Some(others) => spares.push((kind, others)),
                None => sound = false,
            }
        }
        if let Some(item) = table.optional("prize") {
            match item.number(1, MOST_PRIZE) {
                Some(prize) => prizes.push((kind, prize)),
                None => sound = false,
            }
        }
    }
    sound.then_some((spares, prizes))
}
