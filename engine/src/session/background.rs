//! Commands in progress in the background, and the effect of `stop` on them.

use std::sync::Arc;

use search::Control;

use crate::task::TaskId;

/// Effect of `stop` on a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnStop {
    /// Cancels the command, which has no effect.
    Cancel,
    /// None; the command is completed.
    Finish,
}

/// A command in progress.
#[derive(Debug)]
pub(super) struct Background {
    pub id: TaskId,
    pub name: &'static str,
    pub on_stop: OnStop,
    pub control: Arc<Control>,
}
