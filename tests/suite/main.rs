//! Menagerie from outside, in one test binary.

mod counts;
mod tables;
