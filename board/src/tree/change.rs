//! Difference of two states of a tree, so that pages get what changed and not the whole tree.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Node, NodeId, Tree};

/// Change of a tree.
#[derive(Clone, Debug, Serialize)]
pub struct TreeChange {
    /// Moves that are new or changed, whole.
    nodes: Vec<Node>,
    /// Numbers of moves that are gone.
    removed: Vec<NodeId>,
    /// Number of the game's first turns that are unchanged.
    kept: usize,
    /// The turns of the game after those.
    game: Vec<NodeId>,
}

impl TreeChange {
    /// Whether nothing changes.
    pub(crate) fn is_empty(&self, before: &Tree) -> bool {
        self.nodes.is_empty()
            && self.removed.is_empty()
            && self.game.is_empty()
            && self.kept == before.game.len()
    }
}

impl Tree {
    /// Returns the change from an earlier state; `None` if that is another game's.
    pub(crate) fn change_from(&self, before: &Tree) -> Option<TreeChange> {
        if self.began != before.began {
            return None;
        }
        let mut old: BTreeMap<NodeId, &Node> =
            before.nodes.iter().map(|node| (node.id, node)).collect();
        let is_changed = |node: &&Node| old.remove(&node.id) != Some(*node);
        let nodes = self.nodes.iter().filter(is_changed).cloned().collect();
        let same = self.game.iter().zip(&before.game).take_while(|(new, old)| new == old);
        let kept = same.count();
        let game = self.game.get(kept..).unwrap_or_default().to_vec();
        Some(TreeChange { nodes, removed: old.into_keys().collect(), kept, game })
    }
}

#[cfg(test)]
mod tests {
    use variants::Color;

    use super::*;
    use crate::turn_view::TurnView;

    fn turn(text: &str) -> TurnView {
        TurnView { text: text.to_owned(), label: text.to_owned(), side: Color::White, number: 1 }
    }

    /// Changes a tree as a page does.
    fn changed(before: &Tree, change: &TreeChange) -> Tree {
        let mut tree = before.clone();
        tree.nodes.retain(|node| {
            !change.removed.contains(&node.id) && !change.nodes.iter().any(|new| new.id == node.id)
        });
        tree.nodes.extend(change.nodes.iter().cloned());
        tree.nodes.sort_by_key(|node| node.id);
        tree.game.truncate(change.kept);
        tree.game.extend(&change.game);
        tree
    }

    #[test]
    fn a_change_leads_from_one_state_to_the_next() {
        let mut tree = Tree::new("now");
        tree.follow([turn("a"), turn("b"), turn("c")].iter());
        let mut before = tree.clone();
        let check = |tree: &Tree, before: &mut Tree, nodes: usize| {
            let change = tree.change_from(before).unwrap();
            assert!(!change.is_empty(before));
            let after = changed(before, &change);
            assert_eq!((&after.nodes, &after.game), (&tree.nodes, &tree.game));
            assert_eq!(change.nodes.len(), nodes, "{change:?}");
            assert!(tree.change_from(&after).unwrap().is_empty(&after));
            *before = after;
        };
        // A turn is the new move, and the one before it, which has a child more.
        tree.follow([turn("a"), turn("b"), turn("c"), turn("d")].iter());
        check(&tree, &mut before, 2);
        tree.add(1, &turn("x"));
        tree.comment(1, "comment");
        check(&tree, &mut before, 2);
        tree.remove(5);
        check(&tree, &mut before, 1);
        // The number of a move that was removed is used again.
        tree.add(2, &turn("y"));
        check(&tree, &mut before, 2);
        tree.follow([turn("a"), turn("b")].iter());
        let change = tree.change_from(&before).unwrap();
        assert!(change.nodes.is_empty() && change.game.is_empty() && change.kept == 2);
        assert!(!change.is_empty(&before));
        assert!(Tree::new("then").change_from(&tree).is_none());
    }
}
