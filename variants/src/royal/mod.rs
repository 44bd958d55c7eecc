//! The royal family: check and mate, castling, en passant, any Betza army.
