//! Moves of jumping games, written for a board in the spellings of engines and of GUIs, and read again.

use protocol::client::cecp::MoveCodec;
use protocol::{BoardMove, Cecp, Dialect, Event, GameEvent, HostMove, Turn, split};
use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use variants::{AnyGame, Catalog, Variant};

use super::super::Record;
use crate::info::variant_info;
use crate::library::Library;
use crate::turns;

/// Chains that go on after a promotion of choice, over neighbours and from afar.
const ZOO: &str = r#"
[zoo]
family = "jumping"
board = "8x8"
start = "1m1l1m1n/m1m1m1m1/8/8/8/8/1M1M1M1M/N1M1L1M1 w - - 0 1"
chain-promotion = "goes-on"
removal = "at-end"
move-rule = 40
[zoo.pieces]
M = { name = "man", moves = "mfWmfF", jumps = "K", promotes = "+M+N" }
L = { name = "long man", moves = "mfW", jumps = "fRfB", promotes = "+N" }
"+M" = { name = "bishop king", moves = "mB", jumps = "B" }
"+N" = { name = "rook king", moves = "mR", jumps = "R" }
N = { name = "knight", moves = "mN", jumps = "D" }
"#;

/// Spelling of moves on a board.
struct Spelling {
    cecp: Cecp,
    codec: MoveCodec,
}

impl Spelling {
    fn new(variant: &Variant) -> Self {
        let info = variant_info(variant, &Library::builtin());
        let mut cecp = Cecp::new();
        cecp.write(&Event::Variant(info.clone()), &mut String::new());
        Spelling { cecp, codec: MoveCodec::new(&info) }
    }

    /// The spellings of a move: the engine's, and a GUI's.
    fn of(&mut self, mv: &BoardMove) -> [String; 2] {
        let mut line = String::new();
        self.cecp.write(&Event::Game(GameEvent::Move(mv.clone())), &mut line);
        let sent = line.trim_end().strip_prefix("move ").expect("a move").to_owned();
        [sent, self.codec.write(mv)]
    }

    /// Plays a turn in a spelling, its parts one by one, the other side passing between them.
    fn play(&mut self, turn: &Turn, spelling: usize, game: &mut AnyGame) -> Result<(), String> {
        let mut record = Record::new(game.side());
        for (number, part) in split(turn).iter().enumerate() {
            if number > 0 {
                record.play(game, &HostMove::Pass)?;
            }
            let text = &self.of(part)[spelling];
            let mv = self.cecp.read_move(text).map_err(|error| error.to_string())?;
            record.play(game, &mv).map_err(|error| format!("{text}: {error}"))?;
        }
        Ok(())
    }
}

/// Plays random games; each legal turn, written and read, has to come to its position.
fn check_games(variant: &Variant, games: u64, chains: &mut usize) {
    let mut spelling = Spelling::new(variant);
    let name = &variant.definition().name;
    for seed in 0..games {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        let mut game = variant.start();
        for _ in 0..120 {
            let turns = turns::single_steps(&mut game);
            if turns.is_empty() || game.outcome().is_some() {
                break;
            }
            let fen = game.fen();
            for turn in &turns {
                let mut after = game.clone();
                after.play_turn(&turn.text).unwrap();
                for kind in 0..2 {
                    let mut played = game.clone();
                    let done = spelling.play(turn, kind, &mut played);
                    assert_eq!(done, Ok(()), "{name} {fen}: {}", turn.text);
                    assert_eq!(played.fen(), after.fen(), "{name} {fen}: {}", turn.text);
                }
                *chains +=
                    usize::from(turn.text.contains(',') && !turn.text.ends_with(char::is_numeric));
            }
            let turn = &turns[numbers.random_range(0..turns.len())];
            game.play_turn(&turn.text).unwrap();
        }
    }
}

#[test]
fn chains_with_a_choice_of_promotions_are_read_as_they_are_written() {
    let (catalog, _) = Catalog::builtin().with_file(ZOO).unwrap();
    let zoo = Variant::compile(catalog.get("zoo").unwrap().clone()).unwrap();
    let mut chains = 0;
    check_games(&zoo, 60, &mut chains);
    assert!(chains > 20, "{chains}");
}

#[test]
fn turns_of_jumping_games_are_read_as_they_are_written() {
    let catalog = Catalog::builtin();
    for name in catalog.names().map(str::to_owned).collect::<Vec<_>>() {
        let definition = catalog.get(&name).unwrap();
        if definition.family.name() == "jumping" {
            let variant = Variant::compile(definition.clone()).unwrap();
            check_games(&variant, 2, &mut 0);
        }
    }
}
