//! The jumping family: jump chains, the duty to take, captures on the square beside jumps.
