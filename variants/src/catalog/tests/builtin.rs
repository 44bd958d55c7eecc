use std::collections::BTreeSet;

use toml::de::{DeTable, DeValue};

use crate::catalog::keys::{ARRAY, COMMON, PIECE};
use crate::families::FAMILIES;
use crate::jumping::{CaptureRule, JumpingDefinition};
use crate::royal::RoyalDefinition;
use crate::*;

const EXAMPLE: &str = include_str!("../../../definitions/example.toml");

/// All built-in games in their order: name, family, board, number of kinds, start.
const GAMES: &str = "\
chess royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
pacific royal 10x10 10 c1f1gg1f1c/rnmbqkbmnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNMBQKBMNR/C1F1GG1F1C w - - 0 1
pacific-gollon royal 10x10 10 c1f1gg1f1c/rnmbqkbmnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNMBQKBMNR/C1F1GG1F1C w KQkq - 0 1
pacific-triple royal 10x10 10 c1f1gg1f1c/rnmbqkbmnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNMBQKBMNR/C1F1GG1F1C w - - 0 1
pacific-castling royal 10x10 10 c1f1gg1f1c/rnmbqkbmnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNMBQKBMNR/C1F1GG1F1C w KQkq - 0 1
capablanca royal 10x8 8 rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
janus royal 10x8 7 rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1
chancellor royal 9x9 7 rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq - 0 1
amazon royal 8x8 6 rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1
knightmate royal 8x8 6 rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1
cheskers jumping 8x8 4 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1
cheskers-free jumping 8x8 4 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1
cheskers-most jumping 8x8 4 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1
chesica jumping 8x8 6 1q1q1q1q/r1r1r1r1/1b1b1b1b/8/8/B1B1B1B1/1R1R1R1R/Q1Q1Q1Q1 w - - 0 1
english-draughts jumping 8x8 2 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1
suicide-checkers jumping 8x8 2 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1
international-draughts jumping 10x10 2 1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1 w - - 0 1
canadian-draughts jumping 12x12 2 1m1m1m1m1m1m/m1m1m1m1m1m1/1m1m1m1m1m1m/m1m1m1m1m1m1/1m1m1m1m1m1m/12/12/M1M1M1M1M1M1/1M1M1M1M1M1M/M1M1M1M1M1M1/1M1M1M1M1M1M/M1M1M1M1M1M1 w - - 0 1
brazilian-draughts jumping 8x8 2 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w - - 0 1
frisian-draughts jumping 10x10 2 1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1 w - - 0 1
russian-draughts jumping 8x8 2 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w - - 0 1
pool-checkers jumping 8x8 2 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1
spanish-draughts jumping 8x8 2 m1m1m1m1/1m1m1m1m/m1m1m1m1/8/8/1M1M1M1M/M1M1M1M1/1M1M1M1M w - - 0 1
czech-draughts jumping 8x8 2 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w - - 0 1
thai-draughts jumping 8x8 2 1m1m1m1m/m1m1m1m1/8/8/8/8/1M1M1M1M/M1M1M1M1 w - - 0 1
italian-draughts jumping 8x8 2 m1m1m1m1/1m1m1m1m/m1m1m1m1/8/8/1M1M1M1M/M1M1M1M1/1M1M1M1M w - - 0 1
turkish-draughts jumping 8x8 2 8/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/8 w - - 0 1
armenian-draughts jumping 8x8 2 8/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/8 w - - 0 1
chesimals armies 16x12 12 1ege1t1tp1p1hwh1/1gdg1sqsnkn1wow1/1ege1t1tp1p1hwh1/16/16/16/16/16/16/1EGE1T1TP1P1HWH1/1GDG1SQSNKN1WOW1/1EGE1T1TP1P1HWH1 w - - 0 1
chesimals2 armies 16x12 12 1ege1t1tp1p1hwh1/1gdg1sqsnkn1wow1/1ege1t1tp1p1hwh1/16/16/16/16/16/16/1EGE1T1TP1P1HWH1/1GDG1SQSNKN1WOW1/1EGE1T1TP1P1HWH1 w - - 0 1
kingofthehill royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
3check royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1
5check royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1
racingkings royal 8x8 5 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1
antichess royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
giveaway royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
losers royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
codrus royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
extinction royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
kinglet royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
threekings royal 8x8 6 knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w - - 0 1
coregal royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
shatranj royal 8x8 6 rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1
breakthrough royal 8x8 1 pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1
grand royal 10x10 8 r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1
opulent royal 10x10 10 rw6wr/clbnqknbla/pppppppppp/10/10/10/10/PPPPPPPPPP/CLBNQKNBLA/RW6WR w - - 0 1
horde royal 8x8 6 rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1
torpedo royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
pawnsideways royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
legan royal 8x8 6 knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1
crazyhouse royal 8x8 10 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
loop royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
chessgi royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
capahouse royal 10x8 14 rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[] w KQkq - 0 1
pocketknight royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1
placement royal 8x8 6 8/pppppppp/8/8/8/8/PPPPPPPP/8[NNBBRRQKnnbbrrqk] w - - 0 1
seirawan royal 8x8 8 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1
minishogi royal 5x5 10 rbsgk/4p/5/P4/KGSBR[] w - - 0 1
shogi royal 9x9 14 lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1
kyoto-shogi royal 5x5 9 p+nks+l/5/5/5/+LSK+NP[] w - - 0 1
micro-shogi royal 4x5 9 kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1
xiangqi royal 9x10 7 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
minixiangqi royal 7x7 5 rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1
manchu royal 9x10 8 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w - - 0 1
janggi royal 9x10 7 rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1
shako royal 10x10 8 c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1
grasshopper royal 8x8 7 rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1
omega royal 12x12 8 w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W w KQkq - 0 1
wildebeest royal 11x10 8 rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KQkq - 0 1
tamerlane royal 13x10 23 *e1c1d1d1c1e*/1rntzgkvztnr*/*pwlfquijbho*/*11*/*11*/*11*/*11*/*PWLFQUIJBHO*/*RNTZGKVZTNR1/*E1C1D1D1C1E* w - - 0 1
orda royal 8x8 10 lhaykahl/8/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
marseillais royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
balanced-marseillais royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
progressive royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
italian-progressive royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
monster royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/2PPPP2/4K3 w kq - 0 1
doublemove royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
fischerandom royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
caparandom royal 10x8 8 rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
makruk royal 8x8 6 rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1
cambodian royal 8x8 6 rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1
asean royal 8x8 6 rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1
sittuyin royal 8x8 6 8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[NNSSRRKFnnssrrkf] w - - 0 1
atomic royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
duck royal 8x8 6 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
amazons royal 10x10 1 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";

fn game(name: &str) -> Definition {
    Catalog::builtin().get(name).expect(name).as_ref().clone()
}

fn royal(name: &str) -> RoyalDefinition {
    RoyalDefinition::of(&game(name)).expect(name).clone()
}

fn jumping(name: &str) -> JumpingDefinition {
    JumpingDefinition::of(&game(name)).expect(name).clone()
}

#[test]
fn draughts_have_short_names() {
    let catalog = Catalog::builtin();
    for short in "international canadian brazilian frisian russian pool spanish czech thai italian \
        turkish armenian"
        .split(' ')
    {
        let name = &catalog.get(short).expect(short).name;
        assert!(name.strip_prefix(short).is_some_and(|end| end.starts_with('-')), "{short}");
    }
    assert!(catalog.get("suicide").is_none() && catalog.get("").is_none());
}

#[test]
fn builtin_games_are_as_the_rules_say() {
    let catalog = Catalog::builtin();
    let names: Vec<&str> = catalog.names().collect();
    let found: Vec<String> = names
        .iter()
        .map(|name| {
            let game = game(name);
            assert!(game.title != *name && !game.description.is_empty(), "{name}");
            let (family, kinds) = (game.family.name(), game.pieces.len());
            format!("{} {family} {} {kinds} {}", game.name, game.size, game.start)
        })
        .collect();
    assert_eq!(found.join("\n"), GAMES);
}

#[test]
fn an_heir_differs_by_its_own_keys_alone() {
    let letters = |name: &str| -> String { game(name).pieces.iter().map(|p| p.letter).collect() };
    assert_eq!(letters("amazon"), "PNBRKA");
    assert_eq!(letters("knightmate"), "PBRQKM");
    let moves = |name: &str, letter: char| {
        let game = game(name);
        game.piece(game.piece_type(letter, false).unwrap()).moves.text().to_owned()
    };
    assert_eq!(moves("pacific-gollon", 'P'), "fmWfceFifmnDifmnH");
    assert_eq!(moves("pacific-castling", 'P'), "fmWfceFifmnD");
    assert_eq!((moves("knightmate", 'K'), moves("knightmate", 'M')), ("N".into(), "K".into()));
    assert_eq!((moves("chesimals", 'H'), moves("chesimals2", 'H')), ("K".into(), "K[K-fK]".into()));
    let games = ["cheskers", "cheskers-free", "cheskers-most"];
    let expected = [CaptureRule::Multiple, CaptureRule::Free, CaptureRule::Most];
    assert_eq!(games.map(|name| jumping(name).capture), expected);
}

#[test]
fn castling_goes_where_the_rules_say() {
    // King's file, then rook from, king to and rook to on either side.
    let files = |name: &str| {
        let castling = royal(name).castling?;
        let castling = castling.sides[Color::White].clone();
        let (k, q) = (castling.king_side?, castling.queen_side?);
        let files = [k.rook_from, k.king_to, k.rook_to, q.rook_from, q.king_to, q.rook_to];
        let letter = |file: u8| (b'a' + file) as char;
        let text: String = std::iter::once(castling.king).chain(files).map(letter).collect();
        Some(format!("{text}{}", castling.rank + 1))
    };
    for (name, expected) in [
        ("chess", Some("ehgfacd1")),
        ("pacific", None),
        ("pacific-triple", None),
        ("pacific-gollon", Some("fjihacd2")),
        ("pacific-castling", Some("fjihacd2")),
        ("capablanca", Some("fjihacd1")),
        ("janus", Some("ejihabc1")),
        ("chancellor", Some("eigfacd1")),
        ("amazon", Some("ehgfacd1")),
        ("knightmate", Some("ehgfacd1")),
    ] {
        assert_eq!(files(name).as_deref(), expected, "{name}");
        let game = game(name);
        let royal = royal(name);
        assert_eq!(royal.promotion_rank, game.size.ranks() - 1);
        assert_eq!(royal.initial_rank, if name.starts_with("pacific") { 2 } else { 1 });
    }
}

#[test]
fn other_sizes_start_as_the_rules_say() {
    let sized = |name: &str, size: &str| game(name).resized(size.parse().unwrap()).unwrap();
    for (name, size, start) in [
        (
            "cheskers",
            "12x10",
            "1c1b1k1k1c1b/p1p1p1p1p1p1/1p1p1p1p1p1p/12/12/12/12/P1P1P1P1P1P1/1P1P1P1P1P1P/B1C1K1K1B1C1 b - - 0 1",
        ),
        (
            "cheskers-most",
            "16x16",
            "1c1b1c1k1k1b1c1b/p1p1p1p1p1p1p1p1/1p1p1p1p1p1p1p1p/16/16/16/16/16/16/16/16/16/16/P1P1P1P1P1P1P1P1/1P1P1P1P1P1P1P1P/B1C1B1K1K1C1B1C1 b - - 0 1",
        ),
        (
            "chesica",
            "10x10",
            "1q1q1q1q1q/r1r1r1r1r1/1b1b1b1b1b/10/10/10/10/B1B1B1B1B1/1R1R1R1R1R/Q1Q1Q1Q1Q1 w - - 0 1",
        ),
    ] {
        let game = sized(name, size);
        assert_eq!((game.start.as_str(), game.size.to_string().as_str()), (start, size));
    }
    for name in ["cheskers", "chesica"] {
        let game = game(name);
        let sizes = game.sizes();
        assert_eq!((sizes.len(), sizes[0]), (25, game.size));
        for size in sizes {
            let resized = game.resized(size).unwrap();
            assert_eq!(resized.size, size);
            assert_eq!(
                crate::Fen::parse(&resized.start, &resized).unwrap().text(&resized),
                resized.start
            );
        }
        let made = game.start_from(game.array.as_ref().unwrap(), game.size);
        assert_eq!(made, Some(game.start));
    }
}

#[test]
fn a_size_that_a_game_lacks_is_refused() {
    for (name, size, message) in [
        (
            "cheskers",
            "9x8",
            "cheskers is not played on a board of 9x8: expected even numbers of files and ranks \
             from 8 to 16",
        ),
        ("chess", "10x8", "chess is not played on a board of 10x8: expected 8x8"),
    ] {
        let error = game(name).resized(size.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(game("chess").sizes(), [game("chess").size]);
}

#[test]
fn the_example_reads() {
    let (catalog, names) = Catalog::builtin().with_file(EXAMPLE).unwrap_or_else(|faults| {
        panic!("{}", faults.iter().map(|f| format!("{f}\n")).collect::<String>())
    });
    let families: BTreeSet<&str> =
        names.iter().map(|name| catalog.get(name).unwrap().family.name()).collect();
    assert_eq!(families.len(), 3);
    let listed: Vec<&str> = catalog.names().skip(GAMES.lines().count()).collect();
    assert_eq!(listed, names);
    assert_eq!(catalog.get("mini-jumpers").unwrap().sizes().len(), 4);
    assert_eq!(catalog.get("cheskers-long-clock").unwrap().move_rule, Some(200));
    let amazons = catalog.get("mini-chess-amazons").unwrap();
    assert!(RoyalDefinition::of(amazons).unwrap().castling.is_none());
    assert_eq!(amazons.title, "mini-chess-amazons");
}

#[test]
fn the_example_explains_every_key() {
    fn collect<'t>(table: &'t DeTable<'_>, keys: &mut BTreeSet<&'t str>) {
        for (key, value) in table {
            keys.insert(key.get_ref());
            match value.get_ref() {
                DeValue::Table(table) => collect(table, keys),
                DeValue::Array(list) => {
                    list.iter()
                        .filter_map(|v| v.get_ref().as_table())
                        .for_each(|t| collect(t, keys));
                }
                _ => {}
            }
        }
    }
    let parsed = DeTable::parse(EXAMPLE).unwrap();
    let mut found = BTreeSet::new();
    collect(parsed.get_ref(), &mut found);
    let mut known = vec![COMMON, PIECE, ARRAY];
    for family in FAMILIES {
        known.extend([family.game_keys, family.piece_keys]);
        known.extend(family.tables);
    }
    for key in known.concat() {
        assert!(found.contains(key), "'{key}' is not in the example");
    }
}

#[test]
fn a_file_builds_on_another() {
    let (first, names) = Catalog::builtin().with_file(EXAMPLE).unwrap();
    assert!(first.clone().with_file(EXAMPLE).is_err(), "no game twice");
    let text = "[slow]\ninherits = 'mini-jumpers'\nmove-rule = 9";
    let (second, added) = first.with_file(text).unwrap();
    assert_eq!(added, ["slow"]);
    assert_eq!(second.names().count(), GAMES.lines().count() + names.len() + 1);
    assert_eq!(second.get("slow").unwrap().move_rule, Some(9));
    assert!(first.get("slow").is_none());
}

#[test]
fn every_kind_of_piece_comes_into_play() {
    for name in Catalog::builtin().names() {
        let definition = Catalog::builtin().get(name).unwrap().clone();
        let absent: Vec<_> = definition
            .absent_kinds()
            .into_iter()
            .map(|kind| definition.piece(kind).name.clone())
            .collect();
        assert_eq!(absent, Vec::<String>::new(), "{name}");
    }
}
