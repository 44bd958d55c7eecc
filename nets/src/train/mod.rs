//! Making nets from positions.
