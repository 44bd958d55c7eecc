//! Start of an engine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::WireLog;
use crate::EngineSpec;

/// Engine to be started, with the stop flag and the log of its process.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// Engine.
    pub spec: &'a EngineSpec,
    /// Stop flag: once it is set, every call ends with a fault.
    pub stop: &'a Arc<AtomicBool>,
    /// Log of all its lines.
    pub log: Option<&'a Arc<WireLog>>,
}

impl<'a> Launch<'a> {
    /// Returns the start of an engine without a log.
    #[must_use]
    pub fn new(spec: &'a EngineSpec, stop: &'a Arc<AtomicBool>) -> Self {
        Launch { spec, stop, log: None }
    }
}
