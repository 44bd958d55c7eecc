//! The options, as every protocol and the manual know them: one table.

use protocol::{OptionSpec, Options};

pub const VARIANT: &str = "UCI_Variant";
pub const VARIANT_PATH: &str = "VariantPath";
pub const BOARD_SIZE: &str = "BoardSize";
pub const THREADS: &str = "Threads";
pub const HASH: &str = "Hash";
pub const CLEAR_HASH: &str = "Clear Hash";
pub const PONDER: &str = "Ponder";
pub const MULTI_PV: &str = "MultiPV";
pub const ANALYSE_MODE: &str = "UCI_AnalyseMode";
pub const SHOW_WDL: &str = "UCI_ShowWDL";
pub const MOVE_OVERHEAD: &str = "Move Overhead";
pub const LOG_FILE: &str = "Debug Log File";

/// The game at the start.
pub const DEFAULT_VARIANT: &str = "chess";
/// What `BoardSize` is called where a game is played on its own board.
pub const NATIVE: &str = "native";

/// The size of the table at the start, in MB.
pub const DEFAULT_HASH: i64 = 16;
/// The largest table, in MB: a terabyte.
const MAX_HASH: i64 = 1 << 20;
/// More threads than this no machine gives to one engine.
pub const MAX_THREADS: i64 = 512;
const MAX_MULTI_PV: i64 = 256;
const DEFAULT_OVERHEAD: i64 = 10;
const MAX_OVERHEAD: i64 = 10_000;

/// The option that chooses the game.
pub fn variant_option(names: Vec<String>) -> OptionSpec {
    OptionSpec::combo(VARIANT, DEFAULT_VARIANT, names).help("The game that is played.")
}

/// The table, all options at their defaults.
pub fn table(names: Vec<String>) -> Result<Options, protocol::OptionError> {
    Options::new([
        variant_option(names),
        OptionSpec::string(VARIANT_PATH, "").help("A file with games of your own."),
        OptionSpec::string(BOARD_SIZE, NATIVE)
            .help("The board, where the game has several: native, or FILESxRANKS such as 10x10."),
        OptionSpec::spin(THREADS, 1, 1, MAX_THREADS).help("How many threads search."),
        OptionSpec::spin(HASH, DEFAULT_HASH, 1, MAX_HASH)
            .unit("MB")
            .help("The size of the table that the threads share."),
        OptionSpec::button(CLEAR_HASH).help("Forget what was searched."),
        OptionSpec::check(PONDER, false).help("Think on the other side's time, if the GUI does."),
        OptionSpec::spin(MULTI_PV, 1, 1, MAX_MULTI_PV).help("How many best lines are shown."),
        OptionSpec::check(ANALYSE_MODE, false).help("Whether the GUI analyses, not plays."),
        OptionSpec::check(SHOW_WDL, false).help("Show the chances to win, draw and lose."),
        OptionSpec::spin(MOVE_OVERHEAD, DEFAULT_OVERHEAD, 0, MAX_OVERHEAD)
            .unit("ms")
            .help("Time that is lost between the engine and the clock."),
        OptionSpec::string(LOG_FILE, "").help("Where to write a log; empty: nowhere."),
    ])
}
