"""A match in XBoard, checked: nothing illegal, nobody forfeits, and XBoard's board is the engine's.

Usage: xboard_match.py ENGINE VARIANT [options] [-- more options of XBoard]

Prints a line per game. Exit code 77: a program is missing.
"""

import argparse
import re
import shlex
import shutil
import sys

from xboard import HERE, Engine, Played, Screen, XBoard, folder, need, played

# XBoard marks words of the protocol that its own check does not know.
KNOWN = r"NON-COMPLIANT! ### (piece|highlight|choice|click|stat01|resign$)"
FOUL = (
    "illegal|forfeit|invalid|non-compliant|false |flag|exited unexpectedly|error|hung|timed? ?out"
    "|recogni[sz]ed as|malformed|ambiguous|failed"
)
# Lines that only look like it.
HARMLESS = r"what stands where|(accepted|feature) |option="
PASS = "@@@@"
# The results as XBoard numbers them in its log.
WINNER = {"26": "white", "27": "black", "28": "draw"}
RESULT = re.compile(r"^GameEnds\((\d+), (.*), (\d+)\)$")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("variant")
    parser.add_argument("--opponent", help="another engine, instead of the same")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--tc", default="0:02", help="minutes or minutes:seconds")
    parser.add_argument("--inc", default="0.02", help="seconds a move")
    parser.add_argument("--moves", type=int, default=250, help="longer games are a draw")
    parser.add_argument("--boards", action="store_true", help="compare the board after each move")
    parser.add_argument("--play-on", action="store_true", help="nobody resigns or offers a draw")
    parser.add_argument("--size", help="another board, such as 10x10")
    parser.add_argument("--limit", type=float, default=600, help="seconds for the whole match")
    parser.add_argument("--keep", help="a folder for XBoard's files, which is emptied first")
    parser.add_argument("rest", nargs="*")
    given = sys.argv[1:]
    rest = []
    if "--" in given:
        cut = given.index("--")
        given, rest = given[:cut], given[cut + 1 :]
    done = parser.parse_args(given)
    done.rest = rest
    return done


def main() -> None:
    args = arguments()
    place = folder(args.keep)
    ours = shlex.quote(args.engine)
    # An opponent may be an adapter with the program behind it.
    words = shlex.split(args.opponent or "") + ["polyglot"] * ("-sUCI" in args.rest)
    need(*(word for word in words if not word.startswith("-")))
    first, second = ours, args.opponent or ours
    options = []
    if args.boards:
        between = f"{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'xboard_board.py'))} "
        first, second = between + first, between + second
        options = ["-forceIllegalMoves"]
    wishes = ["ResignScore=0", "DrawMoves=0"] if args.play_on else []
    wishes += [f"BoardSize={args.size}"] if args.size else []
    if wishes:
        options += ["-firstOptions", ",".join(wishes), "-secondOptions", ",".join(wishes)]
    with Screen() as screen:
        xboard = XBoard(
            screen,
            place,
            *["-fcp", first, "-scp", second, "-variant", args.variant],
            *["-mg", args.games, "-matchPause", "300", "-tc", args.tc, "-inc", args.inc],
            *["-adjudicateDrawMoves", args.moves, "-saveGameFile", place / "games.pgn"],
            *["-savePositionFile", place / "positions.fen", *options, *args.rest],
        )
        xboard.wait(args.limit)
    check(args, xboard)
    if args.keep is None:
        shutil.rmtree(place)


def check(args: argparse.Namespace, xboard: XBoard) -> None:
    log = xboard.log()
    # How another engine speaks is its own affair.
    ours = (line for line in log.splitlines() if not (args.opponent and "<second:" in line))
    faults = [
        line
        for line in ours
        if re.search(FOUL, line, re.IGNORECASE)
        and not re.search(HARMLESS, line)
        and not re.search(KNOWN, line)
    ]
    assert not faults, "\n".join(faults[:20])
    games = played(log, bool(args.opponent))
    assert len(games) == args.games, f"{len(games)} games\n{xboard.tail()}"
    ends = [found.groups() for line in log.splitlines() if (found := RESULT.match(line))]
    ends = [(WINNER.get(code), why) for code, why, _ in ends if why != "(null)"]
    assert len(ends) >= args.games, f"{ends}\n{xboard.tail()}"
    for number, (game, last) in enumerate(zip(games, xboard.last_boards(), strict=True), 1):
        game.saw(last)
        winner, why = ends[number - 1]
        assert winner, f"no result: {why}"
        compared = compare(args, game, winner, why)
        moves = len(game.moves)
        say = f"{args.variant}, game {number}: {moves} moves, {compared} boards, {winner}: {why}"
        print(say, flush=True)


def compare(args: argparse.Namespace, game: Played, winner: str | None, why: str) -> int:
    """Plays the game once more, and compares the boards and the result."""
    engine = Engine(shlex.quote(args.engine), args.variant, args.size)
    compared = within = 0
    board = engine.board()
    for number, move in enumerate(game.moves, 1):
        engine.play(move)
        before, board = board, engine.board()
        if (seen := game.fens.get(number)) is None:
            continue
        if board == before and seen != before and PASS in game.moves[number - 1 : number + 1]:
            # A part of a capture, or the pass after it: the engine shows it when it is complete.
            within += 1
            continue
        assert seen == board, f"after {number} moves, {move}: {seen}, the engine has {board}"
        compared += 1
    over = engine.over()
    engine.quit()
    if over:
        assert over == winner, f"XBoard says {winner} ({why}), the engine {over}"
    else:
        assert "mate" not in why, f"XBoard says {why}, the engine that the game goes on"
    # XBoard saves the last board but one when it ends the game itself.
    least = len(game.moves) - 1 if args.boards else 1
    assert compared + within >= least, f"{compared} of {len(game.moves)} boards"
    return compared


main()
