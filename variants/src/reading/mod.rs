//! Access to a definition file's values, with faults that name line and key.

mod duplicate;
mod fault;
mod inherit;
mod kinds;
mod node;
mod section;
mod setting;
mod squares;

pub(crate) use duplicate::Duplicate;
pub use fault::{Fault, suggestion};
pub(crate) use fault::{Faults, nearest, quoted};
pub(crate) use inherit::inherited;
pub(crate) use kinds::Kinds;
pub(crate) use node::{Entry, Table, Value, table};
pub(crate) use section::{Item, Section, join};
pub(crate) use setting::settings;
pub use setting::{Setting, Settings};
pub(crate) use squares::{LOCAL, by_side, squares, squares_by_side};
