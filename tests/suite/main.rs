//! Menagerie from outside, in one test binary.

mod boards;
mod cli;
mod clients;
mod counts;
mod endings;
mod faults;
mod fuzz;
mod games;
mod latency;
mod limits;
mod play;
mod tables;
mod uci;
