"""Chess variants: rules, notation and an engine."""

from os import PathLike
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union, final

__version__: str

class MenagerieError(ValueError):
    """Invalid input."""

class VariantError(MenagerieError):
    """Unknown variant or invalid definition."""

class FenError(MenagerieError):
    """Invalid position."""

class IllegalMoveError(MenagerieError):
    """Illegal move."""

class GameOverError(MenagerieError):
    """Game without a legal move."""

class TooManyMovesError(MenagerieError):
    """Turns that are too many to list."""

class OptionError(MenagerieError):
    """Invalid option or limit."""

class SearchError(RuntimeError):
    """Failure of the engine."""

def variants() -> List[str]:
    """Returns the names of the built-in variants."""

def load_variants(toml: str) -> Dict[str, Variant]:
    """Reads definitions (TOML) and returns their variants by name."""

@final
class Variant:
    """Variant: the rules of a game on a board.

    A size such as "10x10" chooses the board, in games with several.
    """

    def __new__(cls, name: str, size: Optional[str] = None) -> Variant: ...
    @property
    def name(self) -> str:
        """Name."""
    @property
    def title(self) -> str:
        """Title."""
    @property
    def size(self) -> str:
        """Board size, such as "8x8"."""
    @property
    def start(self) -> str:
        """Start position as a FEN."""
    @property
    def pieces(self) -> Dict[str, str]:
        """Names of the pieces by their letters in a FEN."""

@final
class Outcome:
    """Result of a game."""

    @property
    def winner(self) -> Optional[str]:
        """"white" or "black"; None for a draw."""
    @property
    def reason(self) -> str:
        """Reason, such as "checkmate"."""
    @property
    def result(self) -> str:
        """Result as in PGN: "1-0", "0-1" or "1/2-1/2"."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """Game of any variant: a position with its history."""

    def __new__(
        cls,
        variant: Union[str, Variant] = "chess",
        fen: Optional[str] = None,
        moves: Sequence[str] = (),
        *,
        size: Optional[str] = None,
    ) -> Game: ...
    @property
    def variant(self) -> Variant:
        """Variant."""
    @property
    def turn(self) -> str:
        """Side to move: "white" or "black"."""
    @property
    def moves(self) -> List[str]:
        """Turns since the start, the unfinished one last."""
    @property
    def has_steps(self) -> bool:
        """Whether a turn may have several steps."""
    @property
    def is_turn_start(self) -> bool:
        """Whether no step of the turn has been made yet."""
    def legal_moves(self, limit: int = 100_000) -> List[str]:
        """Returns the legal turns, or the ways to finish the one in progress."""
    def legal_steps(self) -> List[str]:
        """Returns the legal steps; "end" ends a turn."""
    def push(self, text: str) -> str:
        """Makes a turn, or the rest of the one in progress, and returns it in the game's own notation."""
    def push_step(self, step: str) -> None:
        """Makes one step of a turn."""
    def end_turn(self) -> None:
        """Ends the turn in progress."""
    def pop(self) -> str:
        """Takes back the last turn, or the steps of the one in progress, and returns it."""
    def fen(self) -> str:
        """Returns the position as a FEN; in the middle of a turn, with the side that goes on."""
    def san(self, text: str) -> str:
        """Returns a legal move in SAN, or PDN in draughts; in games that have neither, in their own notation."""
    def outcome(self) -> Optional[Outcome]:
        """Returns the result; None if the game goes on."""
    def perft(self, depth: int) -> int:
        """Returns the number of leaves of the tree of legal steps."""
    def divide(self, depth: int) -> Dict[str, int]:
        """Returns the number of leaves below each legal step."""
    def render(self, *, color: bool = False, flipped: bool = False) -> str:
        """Returns the board as text."""
    def copy(self) -> Game:
        """Returns an independent copy, with its history."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...

@final
class TableValue:
    """Exact value of a position for the side to move."""

    @property
    def wdl(self) -> int:
        """1: a win, 0: a draw, -1: a loss."""
    @property
    def plies(self) -> int:
        """Plies to the end; 0 for a draw."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Tables:
    """Endgame tables in a folder, made by `menagerie solve`."""

    def __new__(cls, folder: Union[str, PathLike[str]]) -> Tables: ...
    def probe(self, game: Game, metric: str = "end") -> Optional[TableValue]:
        """Returns the value of a game's position; None if no table has it."""
    def moves(self, game: Game, metric: str = "end") -> Optional[Dict[str, TableValue]]:
        """Returns the legal turns with their values for the side to move; None if one of them is unknown."""

@final
class Info:
    """Line of a search, for the side to move."""

    @property
    def multipv(self) -> int:
        """Rank of the line, from 1."""
    @property
    def cp(self) -> Optional[int]:
        """Score in centipawns; None if it is a mate."""
    @property
    def mate(self) -> Optional[int]:
        """Full moves to mate, negative if the side to move loses; None if there is no mate."""
    @property
    def wdl(self) -> Optional[Tuple[int, int, int]]:
        """Win, draw and loss rates, in thousandths."""
    @property
    def depth(self) -> int:
        """Depth, in plies."""
    @property
    def seldepth(self) -> Optional[int]:
        """Selective depth, in plies."""
    @property
    def nodes(self) -> int:
        """Nodes searched."""
    @property
    def nps(self) -> int:
        """Nodes per second."""
    @property
    def time(self) -> int:
        """Time since the search began, in ms."""
    @property
    def pv(self) -> List[str]:
        """Principal variation."""

@final
class Engine:
    """Engine: search threads, transposition table and evaluations of all variants.

    Options are those of the engine in UCI, such as `skill_level=5`.
    """

    def __new__(
        cls,
        threads: int = 1,
        hash_mb: int = 16,
        *,
        eval_file: Union[str, PathLike[str]] = "",
        use_nnue: bool = True,
        skill_level: int = 20,
        uci_limit_strength: bool = False,
        uci_elo: int = ...,
        skill_seed: int = 0,
        table_path: Union[str, PathLike[str]] = "bundled",
    ) -> Engine: ...
    def analyse(
        self,
        game: Game,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        movetime: Optional[int] = None,
        multipv: int = 1,
    ) -> List[Info]:
        """Returns the best lines of a game, at full strength; none if the game has no legal move."""
    def play(
        self,
        game: Game,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        movetime: Optional[int] = None,
        clock: Optional[int] = None,
        increment: int = 0,
        movestogo: Optional[int] = None,
    ) -> str:
        """Returns the engine's move, at the strength of its options.

        On a clock, `clock` is the time left and `increment` the time added for each move, in ms;
        `movestogo` is the number of moves to the next time control.
        """
    def clear(self) -> None:
        """Clears the transposition table and all that was learnt in earlier searches."""
