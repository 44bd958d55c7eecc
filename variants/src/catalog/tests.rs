//! Tests of the built-in files, the example, and the faults of others.

mod builtin;
mod faults;
mod mutations;
