"""Prints piece values from the data of a study.

    menagerie study cheskers --games 200 --limit nodes=1000 --out study
    python piece_values.py study.json

Values are in hundredths of the study's unit, with intervals of 95 %. The last column is the engine's own value, scaled
to the measured ones by weighted least squares.
"""

import json
import sys


def values(study):
    """The pieces that could be measured: letter, name, value, ends of its interval, engine's value."""
    rows = []
    for piece in study["pieces"]:
        value = piece["relative"]
        if value is not None and piece["engine"] is not None:
            row = {"letter": piece["letter"], "name": piece["name"], "value": value["value"]}
            rows.append({**row, "low": value["low"], "high": value["high"], "engine": piece["engine"]})
    return rows


def scale(rows):
    """The factor from the engine's values to the measured ones; exact values count for more."""
    known = [row for row in rows if row["high"] > row["low"]]
    weights = [1 / (row["high"] - row["low"]) ** 2 for row in known]
    above = sum(w * row["value"] * row["engine"] for w, row in zip(weights, known))
    below = sum(w * row["engine"] ** 2 for w, row in zip(weights, known))
    return above / below if below else 1.0


def table(rows):
    """The rows as text: by pandas where it is installed."""
    try:
        import pandas
    except ImportError:
        lines = [list(rows[0])] + [[cell(value) for value in row.values()] for row in rows]
        widths = [max(map(len, column)) for column in zip(*lines)]
        return "\n".join("  ".join(map(str.rjust, line, widths)) for line in lines)
    return pandas.DataFrame(rows).round().to_string(index=False)


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
    factor = scale(rows)
    for row in rows:
        row["engine"] *= factor
    print(f"{study['title']}, {study['games']} games; {study['unit']} = 100")
    print(table(rows))


main()
