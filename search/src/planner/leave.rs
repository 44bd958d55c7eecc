//! Leaving nodes whose value another thread has found meanwhile.
//!
//! Threads that search late turns of a node do so in vain once another turn of it causes a cutoff.
//! The thread that finds it stores the value in the transposition table, where the others look from
//! time to time.

use super::Planner;
use crate::families::SearchFamily;
use crate::score::Value;
use crate::worker::usable;

/// Nodes between two looks at the table.
const INTERVAL: u64 = 32;

/// Null-window node whose turns are being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    pub key: u64,
    /// Lower and upper bound of the window.
    pub alpha: Value,
    pub beta: Value,
    /// Depth, in turns.
    pub depth: i32,
    /// Distance from the root, in steps.
    pub ply: usize,
}

/// Null-window nodes of the present line.
#[derive(Debug, Default)]
pub(super) struct OpenNodes {
    nodes: Vec<OpenNode>,
    /// The first of them with a known value, and this value.
    left: Option<(usize, Value)>,
    next_look: u64,
}

impl OpenNodes {
    /// Adds the node at the end of the line.
    pub(super) fn push(&mut self, node: OpenNode) {
        self.nodes.push(node);
    }

    /// Removes the node at the end of the line; returns its value if another thread found it.
    pub(super) fn pop(&mut self) -> Option<Value> {
        self.nodes.pop();
        match self.left {
            Some((place, value)) if place == self.nodes.len() => {
                self.left = None;
                Some(value)
            }
            _ => None,
        }
    }

    /// Whether the search goes back to a node whose value is known.
    pub(super) fn are_left(&self) -> bool {
        self.left.is_some()
    }
}

impl<P: SearchFamily> Planner<'_, '_, P> {
    /// Looks for values of the line's nodes, now and then, where there are other threads.
    #[inline]
    pub(super) fn look_back(&mut self) {
        if self.nodes >= self.open.next_look && self.together.is_shared() {
            self.open.next_look = self.nodes + INTERVAL;
            let known = |node: &OpenNode| {
                let entry = self.context.table.probe(node.key)?;
                usable(&entry, node.alpha, node.beta, node.depth, node.ply)
            };
            let mut values = self.open.nodes.iter().map(known).enumerate();
            if self.open.left.is_none() {
                self.open.left = values.find_map(|(place, value)| Some((place, value?)));
            }
        }
    }
}
