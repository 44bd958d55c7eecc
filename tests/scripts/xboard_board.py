"""Stands between XBoard and an engine, and makes XBoard tell its board after each move.

Usage: xboard_board.py ENGINE...

XBoard, started with -forceIllegalMoves, answers an engine that calls a move illegal with its own
board after that move (`force`, `setboard FEN`, `go`). So every move is called illegal here, and
the engine behind gets the move alone. XBoard's log has the boards.
"""

import os
import subprocess
import sys
import threading


def main() -> None:
    engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()

    def say(line: bytes) -> None:
        with lock:
            os.write(1, line)

    def answers() -> None:
        for line in engine.stdout:
            say(line)
        os._exit(0)

    threading.Thread(target=answers, daemon=True).start()

    def tell(line: bytes) -> None:
        engine.stdin.write(line)
        engine.stdin.flush()

    # Of the answer to an "illegal" move: what is still to come.
    awaited, held = None, b""
    for line in iter(sys.stdin.buffer.readline, b""):
        word = line.split(None, 1)[0] if line.strip() else b""
        if awaited == "setboard" and word == b"force" and not held:
            held = line
            continue
        if awaited == "setboard" and word == b"setboard":
            awaited, held = "go", b""
            continue
        if awaited == "go" and word == b"go":
            awaited = None
            continue
        if held:
            # The game is over: this was a word of its own.
            tell(held)
            awaited, held = None, b""
        if word == b"usermove":
            # First, as the engine may answer at once.
            awaited = "setboard"
            say(b"Illegal move (what stands where now): " + line.split(None, 1)[1])
        tell(line)
    engine.stdin.close()
    engine.wait()


main()
