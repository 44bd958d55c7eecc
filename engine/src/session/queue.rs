//! Queue of waiting commands, bounded in number and size.

use std::collections::VecDeque;

use protocol::Command;

/// Maximum number of queued commands.
pub(super) const MAX_COMMANDS: usize = 4096;
/// Maximum size of their lines, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Queued commands, with the lengths of their lines.
#[derive(Debug, Default)]
pub(super) struct Queue {
    commands: VecDeque<(Command, usize)>,
    bytes: usize,
}

impl Queue {
    pub(super) fn is_full(&self) -> bool {
        self.commands.len() >= MAX_COMMANDS || self.bytes >= MAX_BYTES
    }

    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Adds a command before all others.
    pub(super) fn push_front(&mut self, command: Command) {
        self.commands.push_front((command, 0));
    }

    pub(super) fn push_back(&mut self, command: Command, bytes: usize) {
        self.bytes += bytes;
        self.commands.push_back((command, bytes));
    }

    pub(super) fn pop_front(&mut self) -> Option<Command> {
        let (command, bytes) = self.commands.pop_front()?;
        self.bytes -= bytes;
        Some(command)
    }

    /// Returns the next command.
    pub(super) fn front(&self) -> Option<&Command> {
        self.commands.front().map(|(command, _)| command)
    }

    pub(super) fn has_stop(&self) -> bool {
        self.commands.iter().any(|(command, _)| *command == Command::Stop)
    }

    pub(super) fn clear(&mut self) {
        *self = Queue::default();
    }
}
