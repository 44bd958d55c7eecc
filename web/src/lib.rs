//! Chess-variant engine Menagerie as a WebAssembly module for Web Workers, which speaks UCI and CECP.
//!
//! [`host`] runs a session on a single thread. The module's interface to JavaScript is two imports
//! and one export, beside those of WASI: see `js/worker.mjs`.

#![deny(unsafe_op_in_unsafe_fn)]

pub mod host;
#[cfg(target_family = "wasm")]
mod module;
