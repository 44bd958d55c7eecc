"""Plays on the board in a terminal of 80 columns and 24 rows, as a person does.

usage: terminal.py PROGRAM FOLDER
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

PATIENCE = 120


class Terminal:
    def __init__(self, arguments, columns=80, rows=24, **environment):
        self.seen = b""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        self.process, self.end = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.environ.update({"TERM": "xterm-256color", **environment})
            os.execv(arguments[0], arguments)

    def type(self, keys):
        os.write(self.end, keys.encode())

    def wait(self, text):
        """Waits for a text, without the codes, after what was waited for before."""
        begin = time.monotonic()
        while time.monotonic() < begin + PATIENCE:
            shown = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", self.seen).decode(errors="replace")
            found = shown.find(text)
            if found >= 0:
                # The screen up to here has been seen.
                self.seen = shown[found + len(text):].encode()
                return shown[:found]
            if select.select([self.end], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.end, 65536)
                except OSError:
                    break
        sys.exit(f"no {text!r} in {self.seen!r}")

    def close(self):
        _, status = os.waitpid(self.process, 0)
        if status != 0:
            sys.exit(f"it ended with {status}")


def main():
    program, folder = sys.argv[1:]
    play = [program, "play", "--tui", "--hash", "4", "--games", folder]

    # Completion, the engine's answer, the keys of an editor.
    game = Terminal([*play, "chess", "--level", "1"])
    game.wait("White> ")
    colors = b"\x1b[1;38;5;"
    game.type("e2e\t\t")
    game.wait("e2e3  e2e4")
    game.type("4\r")
    game.wait("Menagerie plays ")
    game.wait("White> ")
    game.type("hin\t\r")
    game.wait("Hint: ")
    game.wait("White> ")

    # Ctrl-C stops the engine and loses nothing.
    game.type("level 10\r")
    game.wait("Level 10")
    game.wait("White> ")
    game.type("a2a3\r")
    game.wait("thinking")
    game.type("\x03")
    game.wait("Stopped.")
    game.wait("Black> ")
    game.type("undo\r")
    game.wait("White> ")
    game.type("\x03")
    game.wait("leaves the board")
    game.wait("White> ")
    game.type("\x04")
    game.wait("The game is kept")
    game.close()

    # The game goes on; a small window is named; no colours are wanted.
    game = Terminal(play, columns=22, rows=9, NO_COLOR="1")
    shown = game.wait("White> ")
    assert "P P P P . P P P" in shown and "the window has 22" not in shown, shown
    assert colors not in game.seen
    game.type("new chesimals\r")
    game.wait("needs 35")
    game.wait("window has 22")
    game.wait("White> ")
    game.type("quit\r")
    game.close()

    # A terminal that can do nothing.
    game = Terminal([*play, "chess", "--engine", "none"], TERM="dumb")
    game.wait("White> ")
    game.type("e4\n")
    game.wait("1. e4")
    game.type("quit\n")
    game.wait("The game is kept")
    game.close()

    # Where no browser can be opened, the board is in the terminal.
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"]:
        os.environ.pop(name, None)
    if sys.platform == "linux":
        game = Terminal([word for word in play if word != "--tui"])
        game.wait("No browser can be opened here (no display)")
        game.wait("Black> ")
        game.type("quit\r")
        game.close()


main()
