//! Integration tests of Menagerie, in one test binary.

mod board;
mod boards;
mod browser;
mod bundled;
mod cecp;
mod cli;
mod clients;
mod convert;
mod counts;
mod cutechess;
mod docs;
mod endings;
mod faults;
mod fuzz;
mod games;
mod inputs;
mod install;
mod knowledge;
mod latency;
mod limits;
mod load;
mod matches;
mod measurements;
mod nets;
mod notices;
mod openbench;
mod pages;
mod play;
mod profiles;
mod python;
mod scripts;
mod solve;
mod tables;
mod terminal;
mod uci;
mod verdicts;
mod watch;
mod web;
#[cfg(unix)]
mod xboard;
#[cfg(unix)]
mod xboard_list;
