"""A whole game through python-chess: the engine against itself, or against another engine.

Usage: game.py ENGINE [OPPONENT]
"""

import sys

import chess
import chess.engine

LIMIT = chess.engine.Limit(time=0.02)


def main() -> None:
    ours = chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=30)
    theirs = chess.engine.SimpleEngine.popen_uci(sys.argv[-1], timeout=30)
    try:
        ours.configure({"Threads": 1, "Hash": 4})
        board = chess.Board()
        while not board.is_game_over(claim_draw=True):
            engine = ours if board.turn == chess.WHITE else theirs
            # A game that goes on for long is as good as one that ends.
            if board.fullmove_number > 150:
                break
            result = engine.play(board, LIMIT, game=board.root(), info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves, (result.move, board.fen())
            if engine is ours:
                assert result.info["depth"] >= 1 and "score" in result.info, result.info
                assert result.info["pv"], result.info
            board.push(result.move)
        assert len(board.move_stack) > 10
        print(board.result(claim_draw=True), "after", len(board.move_stack), "plies:", board.fen())
    finally:
        ours.quit()
        theirs.quit()


main()
