#!/usr/bin/env python3
"""Measures how much sooner several threads complete a depth than one.

threads.py PROGRAM FOLDER [--threads N] [--positions N] [--parallel N] GAME=DEPTH ...

Makes positions of games (random openings, then turns of 20,000 nodes), searches each to the depth on
one thread and on N, with an empty table of 256 MB, and prints the ratio of times (geometric mean,
with one standard error), of nodes a second and of nodes. FOLDER keeps the positions and the
searches; run the same command again to resume. --parallel searches that many positions at a time
while one thread is measured.
"""

import argparse
import concurrent.futures
import json
import math
import pathlib
import subprocess
import sys
import time

# Plies of the random opening, and turns that follow.
OPENING, TURNS, NODES = 8, 13, 20_000
HASH = 256


class Engine:
    """A running engine."""

    def __init__(self, program, **options):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")
        for name, value in options.items():
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        """Returns the lines of the answer, up to one that begins with `last`."""
        self.say(line)
        answer = []
        while not answer or not answer[-1].startswith(last):
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the engine has gone after {answer[-3:]}")
            answer.append(line.strip())
        return answer

    def quit(self):
        self.say("quit")
        self.process.wait()


def positions(program, folder, game, count):
    """Returns position commands of games, made once."""
    file = folder / f"{game}.positions"
    if not file.exists():
        openings = folder / f"{game}.openings"
        words = ["--openings", f"random:{OPENING}", "--count", str(count), "--out", str(openings)]
        words = [program, "match", "openings", "--variant", game, *words]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        engine = Engine(program, UCI_Variant=game, Hash=64)
        lines = []
        for opening in openings.read_text().splitlines():
            line = f"position startpos moves {opening}"
            for _ in range(TURNS):
                engine.say(line)
                line += " " + engine.ask(f"go nodes {NODES}", "bestmove")[-1].split()[1]
            lines.append(line)
        engine.quit()
        file.write_text("\n".join(lines) + "\n")
    return file.read_text().splitlines()[:count]


def search(program, game, position, depth, threads):
    """Returns the seconds and nodes of a search."""
    engine = Engine(program, UCI_Variant=game, Hash=HASH, Threads=threads)
    engine.say(position)
    engine.ask("isready", "readyok")
    begin = time.perf_counter()
    answer = engine.ask(f"go depth {depth}", "bestmove")
    seconds = time.perf_counter() - begin
    engine.quit()
    words = next(line.split() for line in reversed(answer) if " nodes " in line)
    return {"seconds": seconds, "nodes": int(words[words.index("nodes") + 1])}


def measure(program, folder, game, depth, lines, threads, parallel):
    """Returns the searches of the positions on so many threads, those of the folder or new ones."""
    file = folder / f"{game}-{depth}-{threads}.json"
    done = json.loads(file.read_text()) if file.exists() else []

    def one(line):
        return search(program, game, line, depth, threads)

    with concurrent.futures.ThreadPoolExecutor(parallel) as pool:
        for result in pool.map(one, lines[len(done):]):
            done.append(result)
            file.write_text(json.dumps(done))
    return done[: len(lines)]


def mean(values):
    """Returns the geometric mean and its standard error."""
    logs = [math.log(value) for value in values]
    middle = sum(logs) / len(logs)
    square = sum((value - middle) ** 2 for value in logs) / max(len(logs) - 1, 1)
    return math.exp(middle), math.exp(middle) * math.sqrt(square / len(logs))


def speed(searches):
    """Returns nodes a second."""
    return sum(one["nodes"] for one in searches) / sum(one["seconds"] for one in searches)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("games", nargs="+", metavar="GAME=DEPTH")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--positions", type=int, default=10, metavar="N")
    parser.add_argument("--parallel", type=int, default=1, metavar="N")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for words in options.games:
        game, _, depth = words.partition("=")
        if not depth.isdigit():
            parser.error(f"{words!r}: expected GAME=DEPTH, such as chess=18")
        lines = positions(options.program, options.folder, game, options.positions)
        given = (options.program, options.folder, game, int(depth), lines)
        one = measure(*given, 1, options.parallel)
        many = measure(*given, options.threads, 1)
        ratio, error = mean([a["seconds"] / b["seconds"] for a, b in zip(one, many)])
        nodes, _ = mean([b["nodes"] / a["nodes"] for a, b in zip(one, many)])
        print(
            f"{game} to depth {depth}, {options.threads} threads, {len(lines)} positions:"
            f" {ratio:.2f} ± {error:.2f} times as fast, {speed(many) / speed(one):.1f} times the"
            f" nodes a second, {nodes:.2f} times the nodes",
            flush=True,
        )


if __name__ == "__main__":
    main()
