"""A picture of every game's start position in XBoard.

Usage: xboard_pictures.py ENGINE FOLDER [VARIANT...]

Without a VARIANT all games that the engine tells XBoard of are taken. Exit code 77: a program is
missing.
"""

import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

from xboard import QUIET, Engine, Screen, XBoard, folder, need

SQUARE = 36
LOOK = ["-coords", "-useBoardTexture", "false"]
LOOK += ["-lightSquareColor", "#e8d3ae", "-darkSquareColor", "#b98b62"]


def main() -> None:
    engine, to = shlex.quote(sys.argv[1]), Path(sys.argv[2])
    need("import", "convert", "xdotool")
    to.mkdir(parents=True, exist_ok=True)
    for variant in sys.argv[3:] or games(engine):
        picture(engine, variant, to / f"{variant}.png")


def games(engine: str) -> list[str]:
    """The names in `feature variants`."""
    asked = Engine(engine, "normal")
    found = re.search(r'variants="([^"]*)"', "\n".join(asked.told))
    asked.quit()
    return found[1].split(",")


def size(engine: str, variant: str) -> tuple[int, int]:
    """Files and ranks."""
    asked = Engine(engine, variant)
    ranks = asked.board().split("/")
    asked.quit()
    one = re.findall(r"\d+|\+?[A-Za-z]", ranks[0])
    return sum(int(word) if word.isdigit() else 1 for word in one), len(ranks)


def picture(engine: str, variant: str, to: Path) -> None:
    place = folder()
    files, ranks = size(engine, variant)
    with Screen() as screen:
        # XBoard keeps the width of a board of eight files.
        look = [*QUIET, *LOOK, "-boardSize", str(SQUARE * files // 8)]
        xboard = XBoard(screen, place, "-fcp", engine, "-variant", variant, *look)
        x, y, width, height = settled(xboard)
        square = (width - 2) // files
        # The board fills the window's lower part, but for a margin; lines go around every square.
        wide, high = square * files + 1, square * ranks + 1
        board = f"{wide}x{high}+{x + 2}+{y + height - high - 1}"
        shot = place / "shot.png"
        subprocess.run(["import", "-window", "root", shot], env=xboard.environment, check=True)
        xboard.end()
    command = ["convert", shot, "-crop", board, "+repage", "-strip", "+dither"]
    subprocess.run([*command, "-colors", "32", f"PNG8:{to}"], check=True)
    shutil.rmtree(place)
    print(f"{to}: {to.stat().st_size} bytes", flush=True)


def settled(xboard: XBoard) -> tuple[int, int, int, int]:
    """Where the window is once the game's board is shown."""
    last, since = None, time.monotonic()
    for _ in range(100):
        time.sleep(0.2)
        window = xboard.window()
        if window != last:
            last, since = window, time.monotonic()
        elif last and time.monotonic() - since > 1.5 and xboard.ready():
            return last[1:]
    raise AssertionError(f"no window\n{xboard.tail()}")


main()
