"""Prints piece values from the data of a study.

    menagerie study cheskers --games 200 --limit nodes=1000 --out study
    python piece_values.py study.json

Values are in Elo for one piece more, with intervals of 95 %. The column `engine` has the engine's own values, scaled to
the measured ones by weighted least squares; `share` is the value relative to the piece that is worth most.
"""

import json
import sys


def values(study):
    """The pieces that could be measured."""
    rows = []
    for piece in study["pieces"]:
        elo = piece["elo"]
        if elo is not None and piece["engine"] is not None:
            rows.append({"letter": piece["letter"], "name": piece["name"], "elo": elo["value"]})
            rows[-1].update(low=elo["low"], high=elo["high"], engine=piece["engine"])
    return rows


def scale(rows):
    """The factor from the engine's values to the measured ones; exact values count for more."""
    weights = [1 / max(row["high"] - row["low"], 1) ** 2 for row in rows]
    above = sum(w * row["elo"] * row["engine"] for w, row in zip(weights, rows))
    below = sum(w * row["engine"] ** 2 for w, row in zip(weights, rows))
    return above / below if below else 1.0


def table(rows):
    """The rows as text: by pandas where it is installed."""
    try:
        import pandas
    except ImportError:
        lines = [list(rows[0])] + [[cell(value) for value in row.values()] for row in rows]
        widths = [max(map(len, column)) for column in zip(*lines)]
        return "\n".join("  ".join(map(str.rjust, line, widths)) for line in lines)
    return pandas.DataFrame(rows).to_string(index=False, float_format="%.0f")


def cell(value):
    return f"{value:.0f}" if isinstance(value, (int, float)) else value


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        study = json.load(file)
    rows = values(study)
    if not rows:
        sys.exit("no piece value is certain enough: study more games")
    factor, most = scale(rows), max(row["elo"] for row in rows)
    for row in rows:
        row["engine"] *= factor
        row["share"] = 100 * row["elo"] / most if most > 0 else 0.0
    print(f"{study['title']}, {study['games']} games, {study['positions']} quiet positions")
    print(table(rows))


main()
