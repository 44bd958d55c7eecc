"""XBoard on a screen of its own, and what its log tells.

A module for the scripts beside it. What is missing on a machine ends a script with exit code 77 and
a line that says so.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
MISSING = 77
# Debian's games live here, and not every PATH names it.
os.environ["PATH"] += os.pathsep + "/usr/games"
# Without the hint that XBoard lays over the board.
QUIET = ["-messageSuppress", "Right-clicking menu item or dialog text pops up help on it"]
# Settings of the person who runs this change nothing.
for name in ("RUST_LOG", "RUST_BACKTRACE"):
    os.environ.pop(name, None)


def need(*programs: str) -> None:
    """Ends the script when a program is not installed."""
    for program in programs:
        if shutil.which(program) is None:
            print(f"{program} is not installed")
            sys.exit(MISSING)


class Screen:
    """An X server that shows its picture to nobody."""

    def __init__(self, size: str = "1400x1100"):
        need("Xvfb")
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"]
        command += ["-screen", "0", f"{size}x24"]
        self.server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.display = ":" + number.readline().strip()
        assert self.display != ":", "Xvfb did not start"

    def environment(self) -> dict[str, str]:
        """What a program needs to show itself here."""
        return os.environ | {"DISPLAY": self.display, "LC_ALL": "C"}

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_) -> None:
        self.server.terminate()
        self.server.wait()


class XBoard:
    """A running XBoard, with a home of its own, so that nobody's settings matter."""

    def __init__(self, screen: Screen, folder: Path, *args: str):
        need("xboard")
        self.folder = folder
        self.debug, self.games = folder / "debug", folder / "games.pgn"
        self.positions = folder / "positions.fen"
        home = folder / "home"
        home.mkdir(exist_ok=True)
        command = ["xboard", "-saveSettingsOnExit", "false"]
        command += ["-debug", "-nameOfDebugFile", self.debug]
        command += ["-engineDebugOutput", "3", "-xexit", "-popupExitMessage", "false"]
        command += ["-animateMoving", "false", *args]
        self.environment = screen.environment() | {"HOME": str(home)}
        self.process = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=(folder / "out").open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait(self, seconds: float) -> None:
        """Waits for its end; ends it and fails when that takes too long."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.end()
            raise AssertionError(f"XBoard did not end within {seconds} s\n{self.tail()}") from None

    def end(self) -> None:
        """Ends it and the engines that it started."""
        for what in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, what)
            except ProcessLookupError:
                break
            time.sleep(0.3)
            if self.process.poll() is not None and what == signal.SIGTERM:
                continue
        self.process.wait()

    def log(self) -> str:
        return self.debug.read_text(errors="replace") if self.debug.exists() else ""

    def last_boards(self) -> list[str]:
        """The last board of each game, as a FEN."""
        return self.positions.read_text().splitlines()

    def ready(self) -> bool:
        """Whether the first engine has answered all that XBoard asked so far."""
        log = self.log()
        asked = re.findall(r">first : ping (\d+)", log)
        return bool(asked) and f"<first : pong {asked[-1]}" in log

    def window(self) -> tuple[int, int, int, int, int] | None:
        """The board's window: its number, where it is, its width and height."""
        found = self.do("xdotool", "search", "--onlyvisible", "--name", "^xboard").split()
        if not found:
            return None
        text = self.do("xdotool", "getwindowgeometry", "--shell", found[-1])
        numbers = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", text)}
        place = (numbers.get(key) for key in ("WINDOW", "X", "Y", "WIDTH", "HEIGHT"))
        return None if None in (place := tuple(place)) else place

    def do(self, *command: str) -> str:
        """Runs a command on its screen."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return done.stdout

    def tail(self, lines: int = 40) -> str:
        return "\n".join(self.log().splitlines()[-lines:])


class Played:
    """A game of a match: the moves that XBoard passed on, as it spelt them, and its boards."""

    def __init__(self):
        self.moves = []
        # XBoard's FENs, by the number of moves before them.
        self.fens = {}

    def saw(self, fen: str) -> None:
        words = fen.split()
        if len(words) > 2:
            self.fens[2 * (int(words[-1]) - 1) + (words[1] == "b")] = words[0]


# `usermove` and the move are written by two calls, each with the time and the engine's name.
SENT = re.compile(r"^\d+ >(?:first |second): (.*)$")
USERMOVE = re.compile(r"^usermove (?:\d+ >(?:first |second): )?(\S+)$")


def played(log: str, opponent: bool = False) -> list[Played]:
    """The games of a match, as the engines got them.

    With another engine as the second, its moves and the first one's own: others than this engine
    need not be told of moves by `usermove`.
    """
    games = []
    for line in log.splitlines():
        if line.startswith("New game ("):
            games.append(Played())
        sent = SENT.match(line)
        if not games:
            continue
        if opponent and (found := re.match(r"\d+ <first : move (\S+)", line)):
            games[-1].moves.append(found[1])
        if not sent or opponent and ">second:" in line:
            continue
        if found := USERMOVE.match(sent[1]):
            games[-1].moves.append(found[1])
        elif sent[1].startswith("setboard "):
            games[-1].saw(sent[1].removeprefix("setboard "))
    return games


class Engine:
    """The engine itself, asked by XBoard's protocol."""

    def __init__(self, program: str, variant: str, size: str | None = None):
        self.process = subprocess.Popen(
            shlex.split(program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pings = 0
        wish = [f"option BoardSize={size}"] if size else []
        start = ["xboard", "protover 2", *wish, "new", f"variant {variant}", "force"]
        self.told = self.ask(*start)

    def ask(self, *lines: str) -> list[str]:
        """What it says to some lines."""
        self.pings += 1
        self.process.stdin.write("\n".join(lines) + f"\nping {self.pings}\n")
        self.process.stdin.flush()
        said = []
        for line in self.process.stdout:
            if line.strip() == f"pong {self.pings}":
                return said
            said.append(line.rstrip("\n"))
        raise AssertionError(f"the engine ended after {lines}")

    def board(self) -> str:
        """The pieces' places, as in a FEN."""
        for line in self.ask("d"):
            if found := re.match(r"#?\s*Fen: (\S+)", line):
                return found[1]
        raise AssertionError("no FEN in the answer to d")

    def over(self) -> str | None:
        """Who has won, or that it is a draw; nothing while the game goes on."""
        found = re.search(r"The game is over: (\w+)", "\n".join(self.ask("d")))
        return found and found[1]

    def play(self, move: str) -> None:
        said = self.ask(f"usermove {move}")
        wrong = [line for line in said if line.startswith(("Illegal", "Error"))]
        assert not wrong, f"{move}: {wrong}"

    def quit(self) -> None:
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        self.process.wait(10)


def folder(keep: str | None = None) -> Path:
    """A fresh folder, or a given one, emptied."""
    if keep is None:
        return Path(tempfile.mkdtemp(prefix="menagerie-xboard-"))
    shutil.rmtree(keep, ignore_errors=True)
    Path(keep).mkdir(parents=True)
    return Path(keep).resolve()
