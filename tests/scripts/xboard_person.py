"""A person's moves in XBoard's window, by clicks and keys, against the engine.

Usage: xboard_person.py ENGINE [--keep FOLDER] [SCENE...]

Scenes: see SCENES. With --keep the screenshots and XBoard's logs stay in the folder. Exit code 77:
a program is missing.
"""

import argparse
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from xboard import QUIET, Screen, XBoard, folder, need

SQUARE = 36


class Person:
    """Somebody at XBoard's window."""

    def __init__(self, engine: str, screen: Screen, place: Path, game: str, *more: str):
        """`game` is a variant, then the files and ranks of its board."""
        self.place = place
        place.mkdir()
        variant, self.files, self.ranks = game.split()[0], *map(int, game.split()[1:])
        look = ["-boardSize", str(SQUARE * self.files // 8), "-animateMoving", "false"]
        look += ["-showTargetSquares", "true", "-tc", "5", "-inc", "1"]
        self.xboard = XBoard(
            screen, place, "-fcp", shlex.quote(engine), "-variant", variant, *QUIET, *look, *more
        )
        self.shots = 0
        self.flipped = False
        self.until(lambda: self.xboard.ready() and self.xboard.window(), "the window")
        time.sleep(1)
        self.number, _, _, self.width, self.height = self.xboard.window()

    def until(self, there, what: str, seconds: float = 15) -> None:
        """Waits for something."""
        end = time.monotonic() + seconds
        while not there():
            if time.monotonic() > end:
                self.shot("failed")
                raise AssertionError(f"no sign of {what}\n{self.xboard.tail()}")
            time.sleep(0.1)

    def point(self, square: str) -> tuple[int, int]:
        """Where a square is in the window; ranks are counted from 1."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        if self.flipped:
            file, rank = self.files - 1 - file, self.ranks - 1 - rank
        size = (self.width - 2) // self.files
        return 3 + file * size + size // 2, self.height - 2 - rank * size - size // 2

    def go(self, square: str) -> None:
        """Moves the pointer to a square."""
        place = map(str, self.point(square))
        self.xboard.do("xdotool", "mousemove", "--window", str(self.number), *place)
        time.sleep(0.15)

    def click(self, *squares: str) -> None:
        for square in squares:
            self.go(square)
            self.xboard.do("xdotool", "click", "1")
            time.sleep(0.4)

    def drag(self, square: str, steps: int) -> None:
        """Presses on a square and pulls backwards, which chooses another piece at each step."""
        self.go(square)
        self.xboard.do("xdotool", "mousedown", "1")
        for _ in range(steps):
            self.xboard.do("xdotool", "mousemove_relative", "--", "0", str(SQUARE // 2))
            time.sleep(0.25)
        self.shot("dragged")
        self.xboard.do("xdotool", "mouseup", "1")

    def key(self, key: str) -> None:
        """A key for the board window."""
        self.xboard.do("xdotool", "windowfocus", "--sync", str(self.number))
        self.xboard.do("xdotool", "key", "--clearmodifiers", key)
        time.sleep(0.5)

    def type(self, text: str) -> None:
        """Types a move into the board window, which opens a box for it."""
        self.xboard.do("xdotool", "windowfocus", "--sync", str(self.number))
        self.xboard.do("xdotool", "type", "--delay", "80", text)
        time.sleep(0.3)
        self.xboard.do("xdotool", "key", "Return")
        time.sleep(0.3)

    def sent(self) -> list[str]:
        """The moves that the engine got."""
        return re.findall(r">first : usermove (?:\d+ >first : )?(\S+)", self.xboard.log())

    def answered(self) -> list[str]:
        """The moves that the engine made."""
        return re.findall(r"<first : move (\S+)", self.xboard.log())

    def moved(self, *moves: str) -> None:
        """Waits until the engine has just these moves of the person."""
        self.until(lambda: self.sent() == list(moves), f"{moves}, but {self.sent()}")

    def replied(self, count: int) -> None:
        """Waits for the engine's moves."""
        self.until(lambda: len(self.answered()) >= count, f"{count} answers", 60)
        time.sleep(0.3)

    def board(self) -> str:
        """XBoard's own board, by its "Copy Position"."""
        self.key("ctrl+shift+c")
        return self.xboard.do("xclip", "-o", "-selection", "clipboard").split(" ")[0]

    def dialog(self, name: str) -> bool:
        """Whether a window of this name is open."""
        return bool(self.xboard.do("xdotool", "search", "--onlyvisible", "--name", name).strip())

    def paste(self, fen: str) -> None:
        """Sets up a position by "Paste Position"."""
        command = ["xclip", "-i", "-selection", "clipboard"]
        subprocess.run(command, input=fen, text=True, env=self.xboard.environment, check=True)
        self.key("ctrl+shift+v")
        self.until(lambda: f">first : setboard {fen}" in self.xboard.log(), "the position")

    def shot(self, name: str) -> None:
        """A picture of the screen."""
        self.shots += 1
        path = self.place / f"{self.shots}-{name}.png"
        self.xboard.do("import", "-window", "root", str(path))

    def end(self) -> None:
        log = self.xboard.log()
        self.xboard.end()
        faults = [line for line in log.splitlines() if re.search("exited|segmentation", line, re.I)]
        assert not faults, faults


def plain(play) -> None:
    """A plain move."""
    person = play("normal 8 8")
    person.click("e2", "e4")
    person.moved("e2e4")
    person.replied(1)
    person.shot("answered")
    board = person.board().split("/")
    assert board[4] == "4P3" or board[4].count("P") == 1, board
    person.end()


def jump(play) -> None:
    """A jump over two victims in Cheskers: their squares are clicked, then where it ends."""
    person = play("cheskers 8 8", "7k/8/8/4p3/8/2p5/1P6/4K3 w - - 0 1")
    person.click("b2")
    person.shot("marked")
    person.click("c3", "e5", "f6")
    person.moved("b2c3,c3e5,e5f6")
    person.shot("jumped")
    board = person.board()
    assert "p" not in board, board
    # The engine takes over.
    person.key("ctrl+b")
    person.replied(1)
    person.end()


def refused(play) -> None:
    """In Cheskers who can jump must: another move is taken back, and the reason shown."""
    fen = "7k/8/8/4p3/8/2p5/1P6/4K3 w - - 0 1"
    person = play("cheskers 8 8", fen)
    person.click("e1", "f2")
    person.moved("e1f2")
    person.until(lambda: "<first : Illegal move (" in wide(person), "the refusal")
    time.sleep(0.7)
    person.shot("refused")
    said = [line for line in wide(person).splitlines() if "<first : telluser" in line]
    assert said, "the reason is not shown"
    person.xboard.do("xdotool", "key", "Return")
    time.sleep(0.5)
    board = person.board()
    assert board == fen.split()[0], board
    # The game goes on.
    person.click("b2", "c3", "e5", "f6")
    person.moved("e1f2", "b2c3,c3e5,e5f6")
    person.end()


def wide(person: Person) -> str:
    """The log, without what its own check says of the protocol."""
    return person.xboard.log().replace("### NON-COMPLIANT! ### illegal", "Illegal")


def promotion(play) -> None:
    """A promotion with a choice: the pieces come up, one is picked."""
    person = play("normal 8 8", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "-sweepPromotions", "false")
    person.click("a7", "a8")
    person.until(lambda: person.dialog("Promotion"), "the pieces to choose from")
    person.shot("choice")
    # Queen, Rook, Bishop, Knight.
    person.xboard.do("xdotool", "key", "Tab", "Tab", "Tab", "Return")
    person.moved("a7a8n")
    assert person.board().startswith("N6k/"), person.board()
    person.end()


def drag(play) -> None:
    """A promotion by a press on the last rank and a drag, which goes through the game's pieces."""
    person = play("pacific 10 10", "9k/P9/10/10/10/10/10/10/10/4K5 w - - 0 1")
    person.click("a9")
    person.drag("a10", 3)
    person.until(person.sent, "the promotion")
    person.shot("promoted")
    # XBoard counts the ranks of this board from 0.
    [move] = person.sent()
    assert move[:4] == "a8a9" and move[4] in "mbrncfg", move
    assert person.board().startswith(f"{move[4].upper()}8k/"), person.board()
    person.end()


def crown(play) -> None:
    """A promotion with a choice at the end of a jump over two."""
    person = play("cheskers 8 8", "7k/4p3/8/2p5/1P6/8/8/4K3 w - - 0 1")
    person.click("b4", "c5", "e7")
    person.shot("marked")
    person.drag("f8", 3)
    person.until(person.sent, "the promotion")
    person.shot("promoted")
    [move] = person.sent()
    assert move[:-1] == "b4c5,c5e7,e7f8" and move[-1] in "kbc", move
    assert person.board().startswith(f"5{move[-1].upper()}1k/"), person.board()
    person.end()


def three(play) -> None:
    """A capture of three in two parts, between which the engine passes."""
    # Black has to take the pawn on g3, and leaves the king three.
    person = play("cheskers 8 8", "8/8/5p2/8/3p3k/6P1/1p6/K7 b - - 0 1")
    person.key("ctrl+b")
    person.replied(1)
    person.click("a1", "b2", "d4", "e5")
    person.moved("a1b2,b2d4,d4e5")
    person.replied(2)
    person.shot("part")
    assert person.answered()[1:] == ["@@@@"], person.answered()
    person.click("e5", "f6", "g7")
    person.moved("a1b2,b2d4,d4e5", "e5f6,f6g7")
    person.replied(3)
    person.shot("taken")
    assert person.answered()[2] != "@@@@" and "p" not in person.board(), person.answered()
    person.end()


def passant(play) -> None:
    """En passant after a triple step, as a jump; the short way, shown wrong, is refused."""
    fen = "10/5k4/4p5/10/10/3P6/10/10/5K4/10 b - - 0 1"
    person = play("pacific-gollon 10 10", fen)
    person.click("e8", "e5")
    person.moved("e7e4")
    person.click("d5", "e6")
    person.moved("e7e4", "d4e5")
    person.until(lambda: "<first : telluser" in wide(person), "the refusal")
    time.sleep(0.7)
    person.shot("refused")
    person.xboard.do("xdotool", "key", "Return")
    time.sleep(0.5)
    person.click("d5", "e5", "e6")
    person.moved("e7e4", "d4e5", "d4e4,e4e5")
    person.shot("taken")
    assert person.board() == "10/5k4/10/10/4P5/10/10/10/5K4/10", person.board()
    person.end()


def plus(play) -> None:
    """A Chesica piece is turned over by its move to the last rank alone."""
    person = play("chesica 8 8", "8/4B3/8/8/8/6q1/8/8 w - - 0 1")
    person.click("e7", "d8")
    person.moved("e7d8+")
    person.shot("turned")
    assert person.board().startswith("3+B4/"), person.board()
    person.end()


def black_first(play) -> None:
    """Black begins Cheskers: White, here the engine, passes first."""
    person = play("cheskers 8 8")
    person.key("ctrl+w")
    person.replied(1)
    assert person.answered() == ["@@@@"], person.answered()
    # XBoard turns the board around for somebody who plays Black.
    person.flipped = True
    person.click("f6", "g5")
    person.moved("f6g5")
    person.replied(2)
    person.shot("answered")
    person.end()


def white_second(play) -> None:
    """Black begins Cheskers: White, here the person, passes first."""
    person = play("cheskers 8 8")
    person.type("pass")
    person.moved("@@@@")
    person.replied(1)
    person.shot("answered")
    person.end()


def turn(play) -> None:
    """A turn of three units in Chesimals: the engine passes in between, the person at the end."""
    person = play("chesimals 16 12")
    person.click("b3", "d5")
    person.moved("b3d5")
    person.replied(1)
    person.click("c2", "c4")
    person.replied(2)
    person.click("d3", "e4")
    person.replied(3)
    person.moved("b3d5", "c2c4", "d3e4")
    assert person.answered() == ["@@@@"] * 3, person.answered()
    person.shot("three")
    person.type("pass")
    person.moved("b3d5", "c2c4", "d3e4", "@@@@")
    person.replied(4)
    assert person.answered()[3] != "@@@@", person.answered()
    person.shot("answered")
    person.end()


PLAIN = (plain, jump, refused, three, passant, turn, black_first, white_second)
PROMOTIONS = (promotion, drag, crown, plus)
SCENES = {scene.__name__: scene for scene in PLAIN + PROMOTIONS}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--keep")
    parser.add_argument("scenes", nargs="*")
    args = parser.parse_intermixed_args()
    need("xboard", "xdotool", "openbox", "import", "xclip")
    place = folder(args.keep)
    for name in args.scenes or SCENES:
        with Screen() as screen:
            manager = subprocess.Popen(
                ["openbox"],
                env=screen.environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(0.5)

            def play(game: str, fen: str = "", *more: str) -> Person:
                person = Person(args.engine, screen, place / name, game, *more)
                if fen:
                    person.paste(fen)
                return person

            try:
                SCENES[name](play)
                print(f"{name}: {SCENES[name].__doc__.splitlines()[0]}", flush=True)
            finally:
                manager.terminate()
                manager.wait()
    if args.keep is None:
        shutil.rmtree(place)


main()
