//! The board in a terminal: typed lines in, text out.

mod columns;
mod command;
mod complete;
mod console;
mod moves;
mod screen;
mod thinker;

pub use complete::{Completion, Completions};
pub use console::{Console, Flow};
pub use screen::Window;
