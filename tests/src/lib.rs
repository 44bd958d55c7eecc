//! Helpers for tests that drive the binary.
