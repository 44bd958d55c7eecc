"""Tests the Python module `menagerie`.

python_package.py ROOT    ROOT: the repository, with its pages and tables
"""

import copy
import doctest
import pathlib
import random
import re
import subprocess
import sys
import threading
import time
import traceback

import menagerie

ROOT = pathlib.Path(sys.argv[1])
GAMES = ["chess", "cheskers", "pacific", "chesimals", "crazyhouse", "chesica", "xiangqi"]
MOST_LEAVES = 300_000


def tables():
    """Perft of the referee's tables."""
    for name in GAMES:
        checked = 0
        for line in (ROOT / f"tests/tables/{name}.perft").read_text().splitlines():
            if line.startswith("#") or not line.strip():
                continue
            fen, *counts = [field.strip() for field in line.split(";")]
            game = menagerie.Game(name, fen)
            for count in counts:
                depth, leaves = count.removeprefix("D").split()
                if int(leaves) <= MOST_LEAVES:
                    assert game.perft(int(depth)) == int(leaves), (name, fen, count)
                    checked += 1
        assert checked > 0, name
        yield f"{name} {checked}"


def random_turn(game, numbers):
    """Makes a random turn, step by step; false if the game is over."""
    if game.outcome():
        return False
    turns = len(game.moves)
    while len(game.moves) == turns or not game.is_turn_start:
        game.push_step(numbers.choice(game.legal_steps()))
        if game.outcome():
            break
    return True


def every_game_goes_forth_and_back():
    numbers = random.Random(1)
    for name in menagerie.variants():
        game = menagerie.Game(name)
        fens = [game.fen()]
        while len(fens) < 30 and random_turn(game, numbers):
            fens.append(game.fen())
        assert len(game.moves) == len(fens) - 1, name
        again = menagerie.Game(name, moves=game.moves)
        assert again.fen() == game.fen() and again.moves == game.moves, name
        for branch in (game.copy(), copy.copy(game), copy.deepcopy(game)):
            while branch.moves:
                fens_left = fens[: len(branch.moves)]
                branch.pop()
                assert branch.fen() == fens_left[-1], name
        assert game.fen() == fens[-1], name
        assert game.render() and repr(game) and isinstance(game.variant, menagerie.Variant)
        assert menagerie.Game(game.variant).fen() == game.variant.start
    yield f"{len(menagerie.variants())} variants"


def whole_turns():
    game = menagerie.Game("balanced-marseillais", moves=["e2e4"])
    turns = game.legal_moves()
    assert len(turns) == len(set(turns)) > 300, len(turns)
    for turn in turns[::37]:
        assert game.push(turn) == turn
        assert game.turn == "white" and game.pop() == turn
    game.push_step("e7e5")
    rest = game.legal_moves()
    assert "d7d5" in rest and len(rest) == len([turn for turn in turns if turn.startswith("e7e5,")])
    assert game.pop() == "e7e5" and game.moves == ["e2e4"]
    game = menagerie.Game("chesimals")
    fails(menagerie.TooManyMovesError, "more than 50 turns", game.legal_moves, 50)
    assert game.moves == [] and game.is_turn_start


def python_chess():
    """Random games, move by move; skipped where python-chess is missing."""
    try:
        import chess
    except ImportError:
        yield "skipped: the package chess is not installed"
        return
    numbers = random.Random(2)
    moves = 0
    for _ in range(20):
        board, game = chess.Board(), menagerie.Game()
        while not game.outcome() and len(game.moves) < 200:
            legal = sorted(move.uci() for move in board.legal_moves)
            assert game.legal_moves() == legal, board.fen()
            move = chess.Move.from_uci(numbers.choice(legal))
            san = board.san(move)
            assert game.san(move.uci()) == san, (board.fen(), move)
            before = game.fen()
            assert game.push(san) == move.uci()
            assert game.pop() == move.uci() and game.fen() == before
            game.push(move.uci())
            board.push(move)
            assert chess.Board(game.fen()) == board, (board.fen(), game.fen())
            moves += 1
        if outcome := game.outcome():
            ended = board.is_checkmate() or board.is_stalemate() or board.is_repetition(3)
            ended = ended or board.halfmove_clock >= 100 or board.is_insufficient_material()
            assert ended, (board.fen(), outcome)
            if board.is_checkmate():
                assert outcome.result == board.result()
    yield f"{moves} moves"


def fails(error, part, call, *args, **named):
    try:
        call(*args, **named)
    except error as raised:
        assert part in str(raised), raised
        assert isinstance(raised, (ValueError, IndexError)), raised
        return
    raise AssertionError(f"{call} {args} {named} raised nothing")


def errors():
    game, engine = menagerie.Game(), menagerie.Engine()
    fails(menagerie.VariantError, "unknown variant 'ches'", menagerie.Game, "ches")
    fails(menagerie.VariantError, "9x9", menagerie.Game, "chess", size="9x9")
    fails(menagerie.VariantError, "", menagerie.Game, "chess", size="x")
    fails(menagerie.VariantError, "line 2", menagerie.load_variants, "[a]\nb = 1\n")
    fails(menagerie.VariantError, "line 1", menagerie.load_variants, "[")
    fails(menagerie.FenError, "invalid side to move", menagerie.Game, "chess", "8/8/8/8/8/8/8/8 x - - 0 1")
    fails(menagerie.FenError, "", menagerie.Game, "chess", "")
    fails(menagerie.IllegalMoveError, "no piece on e3", game.push, "e3e4")
    fails(menagerie.IllegalMoveError, "e3e4", menagerie.Game, "chess", None, ["e2e4", "e7e5", "e3e4"])
    fails(menagerie.IllegalMoveError, "", game.push, "\0" * 100_000)
    fails(menagerie.IllegalMoveError, "", game.push_step, "end")
    fails(menagerie.IllegalMoveError, "", game.end_turn)
    fails(menagerie.IllegalMoveError, "", game.san, "Nc4")
    fails(IndexError, "no move to take back", game.pop)
    fails(menagerie.OptionError, "at most 100", game.perft, 101)
    fails(menagerie.OptionError, "missing limit", engine.analyse, game)
    fails(menagerie.OptionError, "missing limit", engine.play, game)
    # On a clock alone.
    assert engine.play(game, clock=500, increment=5, movestogo=40) in game.legal_moves()
    fails(menagerie.OptionError, "multipv '0'", engine.analyse, game, nodes=1, multipv=0)
    fails(menagerie.OptionError, "'Threads': '0'", menagerie.Engine, 0)
    fails(menagerie.OptionError, "'Hash': '0'", menagerie.Engine, 1, 0)
    fails(menagerie.OptionError, "MB", menagerie.Engine, hash_mb=1 << 20)
    fails(menagerie.OptionError, "unknown option 'speed'", menagerie.Engine, speed=1)
    fails(menagerie.OptionError, "'Skill Level': '21'", menagerie.Engine, skill_level=21)
    fails(menagerie.OptionError, "'Use NNUE': 'maybe'", menagerie.Engine, use_nnue="maybe")
    lost = menagerie.Game("chess", moves=["f3", "e5", "g4", "Qh4"])
    fails(menagerie.GameOverError, "over", engine.play, lost, nodes=10)
    fails(menagerie.IllegalMoveError, "the game is over (checkmate)", lost.push, "a2a3")
    assert engine.analyse(lost, nodes=10) == [] and lost.legal_moves() == []
    missing = menagerie.Engine(eval_file=ROOT / "no-such.net")
    fails(menagerie.OptionError, "no-such.net", missing.play, game, nodes=10)
    other = menagerie.Engine(eval_file=ROOT / "engine/nets/pacific.net")
    fails(menagerie.OptionError, "for pacific, not for chess", other.play, game, nodes=10)
    assert other.play(menagerie.Game("pacific"), nodes=100)
    for call, args in ((game.push, (1,)), (game.perft, ("a",)), (menagerie.Game, (1,))):
        try:
            call(*args)
        except TypeError:
            continue
        raise AssertionError(f"{call} {args} raised no TypeError")
    try:
        game.perft(-1)
    except OverflowError:
        pass
    assert game.fen() == game.variant.start


def searches():
    engine = menagerie.Engine()
    for name in menagerie.variants():
        game = menagerie.Game(name)
        legal = game.copy()
        move = legal.push(engine.play(game, nodes=200))
        assert legal.turn != game.turn or game.has_steps, (name, move)
    game = menagerie.Game("chess", moves=["e4", "e5"])
    engine.clear()
    lines = engine.analyse(game, nodes=20_000, multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3], lines
    assert len({line.pv[0] for line in lines}) == 3
    for line in lines:
        branch = game.copy()
        for move in line.pv:
            branch.push(move)
        assert (line.cp is None) != (line.mate is None) and line.depth > 0 and line.nodes > 0
        assert sum(line.wdl) == 1000 and line.seldepth >= 1 and line.nps > 0 and line.time >= 0
    engine.clear()
    again = engine.analyse(game, nodes=20_000, multipv=3)
    assert [repr(line) for line in again] == [repr(line) for line in lines]
    weak = [menagerie.Engine(skill_level=0, skill_seed=seed) for seed in (1, 1, 2, 3, 4, 5)]
    moves = [one.play(game, nodes=1000) for one in weak]
    assert moves[0] == moves[1] and len(set(moves)) > 1, moves
    elo = menagerie.Engine(uci_limit_strength=True, uci_elo=1500)
    assert elo.play(game, nodes=1000) in game.legal_moves()
    # In the middle of a turn the rest of it is searched.
    game = menagerie.Game("chesimals")
    game.push_step("c3c4")
    game.push(engine.play(game, nodes=200))
    assert game.turn == "black" and game.moves[0].startswith("c3c4,"), game.moves


def endgame_tables():
    """Tables of KQvK, which the test has made."""
    tables = menagerie.Tables("tables")
    fails(menagerie.OptionError, "no-such-folder", menagerie.Tables, "no-such-folder")
    fails(menagerie.OptionError, "no-such-folder", menagerie.Engine, table_path="no-such-folder")
    assert tables.probe(menagerie.Game()) is None and tables.moves(menagerie.Game()) is None
    assert tables.probe(menagerie.Game("cheskers")) is None
    game = menagerie.Game("chess", "8/8/8/8/3k4/8/8/KQ6 w - - 0 1")
    engine = menagerie.Engine(table_path=pathlib.Path("tables"))
    while not game.outcome():
        value, moves = tables.probe(game), tables.moves(game)
        assert sorted(moves) == game.legal_moves()
        best = engine.play(game, depth=3)
        # A loss may be met by any move: the table knows the slowest.
        assert value.wdl == -1 or moves[best] == value, (game.fen(), best, moves)
        game.push(best)
    assert game.outcome().reason == "checkmate"
    assert tables.probe(game) == tables.probe(game.copy()) and tables.probe(game).plies == 0
    assert len({hash(tables.probe(game)), hash(value)}) == 2


def other_threads_run():
    """While one thread searches, another counts; the GIL is released."""
    engine, game = menagerie.Engine(), menagerie.Game()
    done = threading.Event()

    def search():
        engine.analyse(game, nodes=1_000_000)
        done.set()

    worker = threading.Thread(target=search)
    worker.start()
    counted = 0
    while not done.is_set():
        counted += 1
        game.push("e2e4")
        game.pop()
        time.sleep(0.001)
    worker.join()
    assert counted > 20, counted
    yield f"counted to {counted}"


INTERRUPTED = """
import os, signal, sys, threading, time, menagerie
# A shell that starts programs in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
engine, game = menagerie.Engine(), menagerie.Game()
for call in (lambda: engine.play(game, depth=200), lambda: game.perft(20)):
    try:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        call()
    except KeyboardInterrupt:
        continue
    sys.exit("not interrupted")
assert engine.play(game, nodes=100) in game.legal_moves()
"""


def ctrl_c():
    if sys.platform != "win32":
        subprocess.run([sys.executable, "-c", INTERRUPTED], check=True, timeout=120)


def pages():
    """The examples of the pages."""
    for page in ("docs/guide/python.md", "python/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
        failed, tried = doctest.DocTestRunner().run(examples)
        assert tried > 0 and failed == 0, page
        yield f"{page} {tried}"


def stubs():
    """The stub names all that the module has, and nothing else."""
    import ast

    tree = ast.parse((ROOT / "python/menagerie.pyi").read_text(encoding="utf-8"))
    stubbed = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            defined = {inner.name for inner in node.body if isinstance(inner, ast.FunctionDef)}
            stubbed[node.name] = {name for name in defined if not name.startswith("__")}
        elif isinstance(node, ast.FunctionDef):
            stubbed[node.name] = None
    public = {name for name in dir(menagerie) if not name.startswith("_") and name != "menagerie"}
    assert public == set(stubbed), public ^ set(stubbed)
    for name, members in stubbed.items():
        thing = getattr(menagerie, name)
        assert (thing.__doc__ or "").strip(), name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            found = {member for member in vars(thing) if not member.startswith("__")}
            assert found == members, (name, found ^ members)


def example():
    """The example reads a study's data."""
    value = {"value": 100.0, "low": 90.0, "high": 110.0}
    pieces = [
        {"letter": "P", "name": "pawn", "elo": value, "engine": 80},
        {"letter": "N", "name": "knight", "elo": {**value, "value": 300.0}, "engine": 240},
        {"letter": "Q", "name": "queen", "elo": None, "engine": 900},
    ]
    import json
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "study.json"
        study = {"title": "Chess", "games": 7, "positions": 90, "pieces": pieces}
        path.write_text(json.dumps(study), encoding="utf-8")
        script = ROOT / "python/examples/piece_values.py"
        done = subprocess.run([sys.executable, script, path], check=True, capture_output=True, text=True)
    title, head, *rows = done.stdout.splitlines()
    assert title.startswith("Chess, 7 games") and head.split()[0] == "letter", done.stdout
    assert [row.split()[1] for row in rows] == ["pawn", "knight"], done.stdout
    assert [float(field) for field in rows[1].split()[2:]] == [300, 90, 110, 300, 100], done.stdout


def main():
    checks = (
        tables, every_game_goes_forth_and_back, whole_turns, python_chess, errors, searches,
        endgame_tables, other_threads_run, ctrl_c, pages, stubs, example,
    )
    failed = 0
    for check in checks:
        begin = time.monotonic()
        try:
            note = ", ".join(check() or []) or "ok"
        except Exception:  # noqa: BLE001: the others are worth a look too.
            note = traceback.format_exc()
            failed += 1
        print(f"{check.__name__}: {note} ({time.monotonic() - begin:.1f} s)", flush=True)
    sys.exit(failed)


main()
