//! What the built-in files and the example say, and what is said of faulty files.

mod builtin;
mod faults;
mod mutations;
