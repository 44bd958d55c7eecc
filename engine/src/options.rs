//! Option table of all protocols and of the manual.

use std::str::FromStr;

use protocol::{OptionSpec, Options, Protocol};
use variants::BoardSize;

use crate::endings::BUNDLED;
use crate::strength::{MAX_ELO, MAX_SKILL, MIN_ELO, Strength};

/// Name of the option that chooses the game.
pub const VARIANT: &str = "UCI_Variant";
/// Name of the option for a file with definitions of games.
pub const VARIANT_PATH: &str = "VariantPath";
/// Name of the option for files with networks or evaluation weights.
pub const EVAL_FILE: &str = "EvalFile";
/// Name of the option for the folder with endgame tables.
pub const TABLE_PATH: &str = "TablePath";
/// Name of the option that turns networks on and off.
pub const USE_NNUE: &str = "Use NNUE";
/// Name of the option that chooses the board, in games with several.
pub const BOARD_SIZE: &str = "BoardSize";
/// Name of the option for the number of search threads.
pub const THREADS: &str = "Threads";
/// Name of the option for the size of the transposition table, in MB.
pub const HASH: &str = "Hash";
/// Name of the button that clears the transposition table.
pub const CLEAR_HASH: &str = "Clear Hash";
/// Name of the option by which a GUI announces that it will ponder.
pub const PONDER: &str = "Ponder";
/// Name of the option for the number of principal variations.
pub const MULTI_PV: &str = "MultiPV";
/// Name of the option by which a GUI announces analysis.
pub const ANALYSE_MODE: &str = "UCI_AnalyseMode";
/// Name of the option that shows win, draw and loss rates beside scores.
pub const SHOW_WDL: &str = "UCI_ShowWDL";
/// Name of the option for the skill level.
pub const SKILL_LEVEL: &str = "Skill Level";
/// Name of the option by which `UCI_Elo` limits the strength, instead of the skill level.
pub const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
/// Name of the option for the strength in Elo.
pub const ELO: &str = "UCI_Elo";
/// Name of the option for the random seed of moves below full strength.
pub const SKILL_SEED: &str = "Skill Seed";
/// Name of the option that writes castling as in Chess960.
pub const CHESS960: &str = "UCI_Chess960";
/// Name of the option for the latency reserved for GUI and network per move, in ms.
pub const MOVE_OVERHEAD: &str = "Move Overhead";
/// Name of the option for the score at which the engine resigns, in centipawns.
pub const RESIGN_SCORE: &str = "ResignScore";
/// Name of the option for the number of moves with such a score before it resigns.
pub const RESIGN_MOVES: &str = "ResignMoves";
/// Name of the option for the score at which a draw is accepted, in centipawns.
pub const DRAW_SCORE: &str = "DrawScore";
/// Name of the option for the number of moves with such a score before a draw.
pub const DRAW_MOVES: &str = "DrawMoves";
/// Name of the option for a log file of all input and output.
pub const LOG_FILE: &str = "Debug Log File";

/// Default game.
pub const DEFAULT_VARIANT: &str = "chess";
/// Value of `BoardSize` for a game's default board.
pub const NATIVE: &str = "native";

/// Default size of the transposition table, in MB.
pub const DEFAULT_HASH: i64 = 16;
/// Maximum size of the transposition table, in MB: a terabyte.
pub const MAX_HASH: i64 = 1 << 20;
/// Maximum number of threads.
pub const MAX_THREADS: i64 = 512;
const MAX_MULTI_PV: i64 = 256;
const MAX_SEED: i64 = i32::MAX as i64;
const DEFAULT_OVERHEAD: i64 = 10;
const MAX_OVERHEAD: i64 = 10_000;

/// Returns the option that chooses the game.
pub fn variant_option(names: Vec<String>) -> OptionSpec {
    OptionSpec::combo(VARIANT, DEFAULT_VARIANT, names).help("Game to play.").only(Protocol::Uci)
}

/// Returns the table, all options at their defaults.
pub fn table(names: Vec<String>) -> Result<Options, protocol::OptionError> {
    Options::new([
        variant_option(names),
        OptionSpec::string(VARIANT_PATH, "").help("File with definitions of your own games."),
        OptionSpec::string(EVAL_FILE, "")
            .help("Files with networks or evaluation weights; empty: the bundled ones."),
        OptionSpec::check(USE_NNUE, true).help("Use the game's neural network, if it has one."),
        OptionSpec::string(TABLE_PATH, BUNDLED)
            .help("Folder with endgame tables; bundled: those of the installation; empty: none."),
        OptionSpec::string(BOARD_SIZE, NATIVE)
            .help("Board, in games with several: native, or FILESxRANKS such as 10x10."),
        OptionSpec::spin(THREADS, 1, 1, MAX_THREADS)
            .help("Number of search threads.")
            .only(Protocol::Uci),
        OptionSpec::spin(HASH, DEFAULT_HASH, 1, MAX_HASH)
            .unit("MB")
            .help("Size of the transposition table.")
            .only(Protocol::Uci),
        OptionSpec::button(CLEAR_HASH).help("Clear the transposition table."),
        OptionSpec::check(PONDER, false)
            .help("The GUI may let the engine ponder.")
            .only(Protocol::Uci),
        OptionSpec::spin(MULTI_PV, 1, 1, MAX_MULTI_PV).help("Number of principal variations."),
        OptionSpec::spin(SKILL_LEVEL, MAX_SKILL.into(), 0, MAX_SKILL.into())
            .help("Playing strength, from a beginner (0) to full strength (20)."),
        OptionSpec::check(LIMIT_STRENGTH, false)
            .help("Limit the strength to UCI_Elo, instead of Skill Level."),
        OptionSpec::spin(ELO, MIN_ELO.into(), MIN_ELO.into(), MAX_ELO.into())
            .help("Playing strength in Elo, if UCI_LimitStrength is set."),
        OptionSpec::spin(SKILL_SEED, 0, 0, MAX_SEED)
            .help("Random seed of moves below full strength; 0: another in each game."),
        OptionSpec::check(ANALYSE_MODE, false)
            .help("Set by GUIs during analysis.")
            .only(Protocol::Uci),
        OptionSpec::check(SHOW_WDL, false)
            .help("Show win, draw and loss rates, per mille.")
            .only(Protocol::Uci),
        OptionSpec::check(CHESS960, false)
            .help("Write castling as from the king's square to the rook's, as in Chess960.")
            .only(Protocol::Uci),
        OptionSpec::spin(MOVE_OVERHEAD, DEFAULT_OVERHEAD, 0, MAX_OVERHEAD)
            .unit("ms")
            .help("Latency reserved for GUI and network per move."),
        OptionSpec::spin(RESIGN_SCORE, 1000, 0, 100_000)
            .unit("cp")
            .help("Resign below minus this score; 0: never.")
            .only(Protocol::Cecp),
        OptionSpec::spin(RESIGN_MOVES, 5, 1, 100)
            .unit("moves")
            .help("Moves with such a score before the engine resigns.")
            .only(Protocol::Cecp),
        OptionSpec::spin(DRAW_SCORE, 10, 0, 1000)
            .unit("cp")
            .help("Largest score that counts as even.")
            .only(Protocol::Cecp),
        OptionSpec::spin(DRAW_MOVES, 10, 0, 100)
            .unit("moves")
            .help(
                "Moves with an even score before a draw is offered; 0: never offer or accept one.",
            )
            .only(Protocol::Cecp),
        OptionSpec::string(LOG_FILE, "")
            .help("File for a log of all input and output; empty: none."),
    ])
}

/// Returns the nearest valid value of [`THREADS`].
pub fn threads(threads: u64) -> i64 {
    i64::try_from(threads).unwrap_or(MAX_THREADS).clamp(1, MAX_THREADS)
}

/// Returns the playing strength that the options state.
pub fn strength(options: &Options) -> Strength {
    let number = |name| options.spin(name).unwrap_or_default();
    if options.check(LIMIT_STRENGTH).unwrap_or_default() {
        return Strength::elo(u16::try_from(number(ELO)).unwrap_or(u16::MAX));
    }
    Strength::skill(u8::try_from(number(SKILL_LEVEL)).unwrap_or(MAX_SKILL))
}

/// Parses a value of [`BOARD_SIZE`]; `None` for a game's default board.
pub fn board_size(text: &str) -> Result<Option<BoardSize>, <BoardSize as FromStr>::Err> {
    if text.is_empty() || text.eq_ignore_ascii_case(NATIVE) {
        return Ok(None);
    }
    text.to_ascii_lowercase().parse().map(Some)
}
