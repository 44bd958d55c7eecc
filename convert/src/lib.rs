//! Definitions of chess variants to and from the formats of other programs.

#![deny(missing_docs)]

mod diagram;
mod export;
mod fault;
mod import;
mod inherit;
mod ini;
mod moves;
mod name;
mod toml;

pub use diagram::read_diagram;
pub use export::{Export, Exported, Refusal, to_toml};
pub use fault::Fault;
pub use import::{Import, Imported};
pub use ini::{read_ini, to_ini};
