"""The analysis of python-chess: with limits, of several lines, and without end until stopped.

Usage: analysis.py ENGINE
"""

import sys

import chess
import chess.engine


def main() -> None:
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=30) as engine:
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
        info = engine.analyse(board, chess.engine.Limit(depth=4))
        assert info["depth"] == 4, info
        assert info["pv"][0] == chess.Move.from_uci("h5f7"), info
        assert info["score"].white() == chess.engine.Mate(1), info

        board = chess.Board()
        lines = engine.analyse(board, chess.engine.Limit(time=0.2), multipv=3)
        assert len(lines) == 3, lines
        assert len({line["pv"][0] for line in lines}) == 3, lines
        assert all(move in board.legal_moves for move in (line["pv"][0] for line in lines))

        some = list(board.legal_moves)[:2]
        info = engine.analyse(board, chess.engine.Limit(nodes=2000), root_moves=some)
        assert info["pv"][0] in some, info

        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 5:
                    break
        assert analysis.wait().move in board.legal_moves

        mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        assert engine.play(mated, chess.engine.Limit(time=0.1)).move is None
        print("analysed")


main()
