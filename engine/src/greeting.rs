//! Greeting at a terminal, and the text of `help`.

use std::io::{IsTerminal, Write, stdin, stdout};

/// Name and version of the engine.
pub const NAME: &str = concat!("Menagerie ", env!("CARGO_PKG_VERSION"));
/// Author of the engine.
pub const AUTHOR: &str = "the Menagerie developers";

/// Commands of UCI, and extensions.
pub const HELP: &str = "\
This is a chess engine: it is meant to be loaded by a chess program. It speaks UCI and, after the
line `xboard`, the protocol of XBoard and WinBoard. You can type UCI's commands yourself:
  setoption name UCI_Variant value NAME     choose a game
  setoption name BoardSize value 10x10      choose a board, where the game has several
  position startpos [moves MOVE ...]        set up a game
  position fen FEN [moves MOVE ...]         set up a position
  go movetime 1000 | depth 10 | infinite    search (stop ends it)
  go perft 4                                count the leaves of the tree of legal moves
  uci, isready, ucinewgame, stop, ponderhit, debug on|off, setoption, quit
and these:
  d            show the board
  eval         show the static evaluation
  flip         give the other side the move
  bench        search fixed positions: bench [VARIANT] [depth N] [threads N]
  help         show this
On the command line there is more: menagerie --help";

/// Greets a user at a terminal; prints nothing to a program.
pub fn greet() {
    if stdin().is_terminal() && stdout().is_terminal() {
        let hello = "an engine for hybrid and large-board chess variants";
        let _ = writeln!(stdout(), "{NAME}, {hello}\n\n{HELP}\n");
    }
}
