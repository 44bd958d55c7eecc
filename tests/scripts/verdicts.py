"""Replays games of orthodox chess with python-chess, and compares how they ended.

verdicts.py FILE.pgn
"""

import collections
import sys

import chess.pgn


def main():
    count, ends = 0, collections.Counter()
    with open(sys.argv[1], encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            count += 1
            if game.errors:
                sys.exit(f"game {count}: {game.errors}")
            board = game.board()
            for move in game.mainline_moves():
                over = ended(board)
                if over:
                    sys.exit(f"game {count}: {over} before {board.fen()}")
                board.push(move)
            expected = ended(board)
            result = game.headers["Result"]
            if not expected or expected[0] != result:
                sys.exit(f"game {count}: {result} here, {expected} there: {board.fen()}")
            ends[expected[1]] += 1
    if not count:
        sys.exit("no games")
    print(f"{count} games:", ", ".join(f"{end} {number}" for end, number in ends.most_common()))


def ended(board):
    """The result and its reason; none if the game goes on."""
    if board.is_checkmate():
        return ("0-1" if board.turn else "1-0", "checkmate")
    for is_so, why in (
        (board.is_stalemate, "stalemate"),
        (lambda: board.is_repetition(3), "repetition"),
        (lambda: board.halfmove_clock >= 100, "fifty moves"),
        (lambda: dead(board), "dead position"),
    ):
        if is_so():
            return "1/2-1/2", why
    return None


def dead(board):
    return board.is_insufficient_material()


main()
