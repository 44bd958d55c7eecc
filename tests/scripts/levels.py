#!/usr/bin/env python3
"""Plays each level of the board against the next, and prints a table of the differences in Elo.

levels.py PROGRAM FOLDER [--games N] [--levels FIRST-LAST] [--greedy] [--one-ply] GAME ...

The matches are files of FOLDER; run the same command again to resume. With --greedy, level 1 also plays
the greedy player, which takes what it can and looks at no answer; with --one-ply the search of depth 1
at full strength, which looks at captures that answer.
"""

import argparse
import pathlib
import re
import subprocess

# Skill Level of each level; see engine/src/strength/scale.rs.
SKILLS = [0, 2, 4, 6, 8, 10, 12, 14, 17, 20]
# Nodes of level 10, which has no limit of its own.
FULL_NODES = 1_000_000
MATCH = ["--openings", "random:4", "--maxmoves", "200", "--ratinginterval", "1000000"]
# Opponents of level 1 that are no levels.
GREEDY, ONE_PLY = "greedy", "one-ply"


def player(program, level):
    """Returns the words of a player."""
    if level == GREEDY:
        return ["--engine", "greedy"]
    if level == ONE_PLY:
        return ["--engine", f"cmd={program}", "name=one-ply", "st=60", "depth=1"]
    words = ["--engine", f"cmd={program}", f"name=level{level}", "st=60"]
    words += [f"option.Skill Level={SKILLS[level - 1]}", "option.Skill Seed=1"]
    return words + ([f"nodes={FULL_NODES}"] if level == len(SKILLS) else [])


def match(program, folder, game, high, low, games, concurrency):
    """Plays or resumes a match; returns its report."""
    name = folder / f"{game}-{high}-{low}"
    file = name.with_suffix(".jsonl")
    if file.exists():
        words = ["--resume", str(file)]
    else:
        words = player(program, high) + player(program, low) + MATCH
        words += ["--variant", game, "--games", str(games), "--out", str(name)]
    words += ["--concurrency", str(concurrency)]
    done = subprocess.run(
        [program, "match", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    return done.stdout + done.stderr


def cell(report):
    """Returns the difference in Elo with its 95 % interval, and the score."""
    score = re.findall(r"^level\S* vs \S+: (\d+ - \d+ - \d+)", report, re.M)
    elo = re.findall(r"^  Elo +(\S+) +\(95 %: (.*)\)", report, re.M)
    if not elo or not score:
        return "?"
    value, interval = elo[-1]
    ends = " to ".join(f"{float(end):+.0f}" for end in re.findall(r"[-+]\d+\.\d", interval))
    bound = "at least " if "at least" in interval else ""
    value = "∞" if value.endswith("inf") else f"{float(value):+.0f}"
    return f"{value} ({bound}{ends}), {score[-1].replace(' ', '')}"


def main():
    """Plays all pairs of all games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--levels", default="1-7")
    parser.add_argument("--greedy", action="store_true")
    parser.add_argument("--one-ply", action="store_true")
    parser.add_argument("--concurrency", type=int, default=2)
    args = parser.parse_args()
    first, last = (int(level) for level in args.levels.split("-"))
    pairs = [(level + 1, level) for level in range(first, last)]
    baselines = [GREEDY] * args.greedy + [ONE_PLY] * args.one_ply
    pairs = [(1, baseline) for baseline in baselines] + pairs
    args.folder.mkdir(parents=True, exist_ok=True)
    print("| game | " + " | ".join(f"{high} : {low}" for high, low in pairs) + " |")
    print("| --- |" + " --- |" * len(pairs), flush=True)
    for game in args.game:
        row = [f"| `{game}`"]
        for high, low in pairs:
            report = match(
                args.program, args.folder, game, high, low, args.games, args.concurrency
            )
            row.append(cell(report))
        print(" | ".join(row) + " |", flush=True)


main()
