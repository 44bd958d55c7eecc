//! The moves of a game as a tree, with variations and comments. Pure data: the rules are elsewhere.

mod change;
mod words;

use serde::{Deserialize, Serialize};

use crate::turn_view::TurnView;

pub use change::TreeChange;

/// Most moves of a tree that are not in the game itself.
pub(crate) const MAX_NODES: usize = 4000;
/// Most characters of a comment.
const MAX_COMMENT: usize = 10_000;
/// Marks of moves by their number in PGN: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const MARKS: std::ops::RangeInclusive<u8> = 0..=6;

/// Number of a move in a tree; 0 is the start position.
pub(crate) type NodeId = u32;

/// A move, or the start position.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Node {
    /// Number of the move.
    id: NodeId,
    /// Number of the move before it.
    parent: NodeId,
    /// The move; `None` at the start.
    turn: Option<TurnView>,
    /// Comment of a person; may be empty.
    comment: String,
    /// Commands in a comment, such as `[%clk 0:10:00]`, which are for programs; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    commands: String,
    /// Mark of the move, as PGN numbers them; 0 for none.
    mark: u8,
    /// Other marks of PGN (NAG), on the move and the position after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// Moves that follow, the main line first.
    children: Vec<NodeId>,
}

/// Tree of moves.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Tree {
    /// Start time of its game.
    began: String,
    /// Moves, in the order of their numbers; the start position is first.
    nodes: Vec<Node>,
    /// The turns of the game.
    game: Vec<NodeId>,
}

impl Tree {
    /// Returns the tree of a game without moves.
    pub(crate) fn new(began: &str) -> Self {
        Tree { began: began.to_owned(), nodes: vec![node(0, 0, None)], game: Vec::new() }
    }

    /// Whether a tree that was read belongs to a game, and is whole.
    pub(crate) fn is_of(&self, began: &str) -> bool {
        let has = |id: NodeId| self.index(id).is_some();
        self.began == began
            && self.nodes.first().is_some_and(|root| root.id == 0 && root.turn.is_none())
            && self.nodes.is_sorted_by(|a, b| a.id < b.id)
            && self.nodes.iter().skip(1).all(|node| node.parent < node.id && node.turn.is_some())
            && self.nodes.iter().all(|node| {
                has(node.parent)
                    && node.children.iter().all(|&child| {
                        self.node(child)
                            .is_some_and(|child| child.parent == node.id && child.id > 0)
                    })
            })
            && self.game.iter().all(|&id| has(id))
    }

    /// Makes it the tree of another game.
    pub(crate) fn belong(&mut self, began: &str) {
        began.clone_into(&mut self.began);
    }

    fn index(&self, id: NodeId) -> Option<usize> {
        self.nodes.binary_search_by_key(&id, |node| node.id).ok()
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.index(id).and_then(|index| self.nodes.get(index))
    }

    fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.index(id).and_then(|index| self.nodes.get_mut(index))
    }

    /// Brings the tree up to date with the turns of its game, which become the main line. Turns that
    /// were taken back stay as variations. Returns whether anything has changed.
    pub(crate) fn follow<'a>(&mut self, turns: impl Iterator<Item = &'a TurnView>) -> bool {
        let mut game = Vec::new();
        let mut changed = false;
        let mut at = 0;
        for turn in turns {
            let before = self.nodes.len();
            at = self.insert(at, turn);
            let led = self.lead(at);
            changed |= led || self.nodes.len() != before;
            game.push(at);
        }
        changed |= game != self.game;
        self.game = game;
        changed
    }

    /// Adds a move after another, or finds it there.
    fn insert(&mut self, parent: NodeId, turn: &TurnView) -> NodeId {
        if let Some(found) = self.child(parent, &turn.text) {
            return found;
        }
        let id = self.nodes.last().map_or(0, |node| node.id) + 1;
        self.nodes.push(node(id, parent, Some(turn.clone())));
        if let Some(parent) = self.node_mut(parent) {
            parent.children.push(id);
        }
        id
    }

    fn child(&self, parent: NodeId, text: &str) -> Option<NodeId> {
        let is_it = |&&id: &&NodeId| {
            let turn = self.node(id).and_then(|node| node.turn.as_ref());
            turn.is_some_and(|turn| turn.text == text)
        };
        self.node(parent)?.children.iter().find(is_it).copied()
    }

    /// Adds a variation's move after another; `None` where there is no more room, or no such move.
    pub(crate) fn add(&mut self, parent: NodeId, turn: &TurnView) -> Option<NodeId> {
        let has_room = self.nodes.len() < MAX_NODES + self.game.len();
        let known = self.child(parent, &turn.text).is_some();
        (self.index(parent).is_some() && (known || has_room)).then(|| self.insert(parent, turn))
    }

    /// Puts a move before its alternatives; returns whether it was not there.
    fn lead(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).map(|node| node.parent) else { return false };
        let Some(parent) = self.node_mut(parent) else { return false };
        match parent.children.iter().position(|&child| child == id) {
            Some(place @ 1..) => {
                parent.children[..=place].rotate_right(1);
                true
            }
            _ => false,
        }
    }

    /// Puts the variation of a move one place up; the turns of the game stay first.
    pub(crate) fn promote(&mut self, id: NodeId) -> bool {
        let mut at = id;
        // The branch that the move belongs to.
        while let Some(node) = self.node(at).filter(|node| node.id != 0) {
            let (parent, game) = (node.parent, &self.game);
            let Some(siblings) = self.node(parent).map(|node| &node.children) else { return false };
            let place = siblings.iter().position(|&child| child == at);
            let floor = usize::from(siblings.first().is_some_and(|first| game.contains(first)));
            if let Some(place @ 1..) = place {
                if place <= floor {
                    return false;
                }
                if let Some(parent) = self.node_mut(parent) {
                    parent.children.swap(place, place - 1);
                }
                return true;
            }
            at = parent;
        }
        false
    }

    /// Removes a move with all that follows; not a turn of the game.
    pub(crate) fn remove(&mut self, id: NodeId) -> bool {
        if id == 0 || self.game.contains(&id) || self.index(id).is_none() {
            return false;
        }
        let mut gone = std::collections::BTreeSet::from([id]);
        // A move has a higher number than the one before it.
        for node in &self.nodes {
            if gone.contains(&node.parent) && node.id != 0 {
                gone.insert(node.id);
            }
        }
        self.nodes.retain(|node| !gone.contains(&node.id));
        for node in &mut self.nodes {
            node.children.retain(|child| *child != id);
        }
        true
    }

    /// Comments on a move or the start position.
    pub(crate) fn comment(&mut self, id: NodeId, text: &str) -> bool {
        let Some(node) = self.node_mut(id) else { return false };
        node.comment = plain(text);
        true
    }

    /// Adds a comment of a file to a move or the start position; commands for programs are kept
    /// apart from its words.
    pub(crate) fn annotate(&mut self, id: NodeId, text: &str) {
        let Some(node) = self.node_mut(id) else { return };
        let (words, commands) = without_commands(text);
        node.comment = plain(&format!("{} {words}", node.comment));
        node.commands = plain(&format!("{} {commands}", node.commands));
    }

    /// Marks a move as good or bad.
    pub(crate) fn mark(&mut self, id: NodeId, mark: u8) -> bool {
        let is_valid = MARKS.contains(&mark) && id != 0;
        match self.node_mut(id).filter(|_| is_valid) {
            Some(node) => {
                node.mark = mark;
                true
            }
            None => false,
        }
    }

    /// Adds a mark of a file to a move, one of those that say whether it is good, or another, or to
    /// the start position.
    pub(crate) fn add_mark(&mut self, id: NodeId, mark: u8) {
        let Some(node) = self.node_mut(id) else { return };
        if mark == 0 || mark == node.mark || node.nags.contains(&mark) {
            return;
        }
        if MARKS.contains(&mark) && node.mark == 0 && id != 0 {
            node.mark = mark;
        } else {
            node.nags.push(mark);
        }
    }

    /// Returns the number of the move before one; 0 for the start and for none.
    pub(crate) fn parent(&self, id: NodeId) -> NodeId {
        self.node(id).map_or(0, |node| node.parent)
    }

    /// Returns the last moves of all variations.
    pub(crate) fn leaves(&self) -> Vec<NodeId> {
        self.nodes.iter().filter(|node| node.children.is_empty()).map(|node| node.id).collect()
    }

    /// Returns the turns from the start to a move; `None` if there is no such move.
    pub(crate) fn path(&self, id: NodeId) -> Option<Vec<&str>> {
        let mut path = Vec::new();
        let mut at = self.node(id)?;
        while let Some(turn) = &at.turn {
            path.push(turn.text.as_str());
            at = self.node(at.parent)?;
        }
        path.reverse();
        Some(path)
    }

    /// Whether there are variations, comments or marks.
    pub(crate) fn is_annotated(&self) -> bool {
        self.nodes.len() > self.game.len() + 1 || self.nodes.iter().any(Node::is_annotated)
    }
}

impl Node {
    fn is_annotated(&self) -> bool {
        let is_marked = self.mark != 0 || !self.nags.is_empty();
        is_marked || !self.comment.is_empty() || !self.commands.is_empty()
    }
}

fn node(id: NodeId, parent: NodeId, turn: Option<TurnView>) -> Node {
    let (comment, commands) = (String::new(), String::new());
    Node { id, parent, turn, comment, commands, mark: 0, nags: Vec::new(), children: Vec::new() }
}

/// Returns a comment without control characters, and not too long.
fn plain(text: &str) -> String {
    let plain = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    plain.take(MAX_COMMENT).collect::<String>().trim().to_owned()
}

/// Splits a comment of a file into its words and its commands, `[%NAME VALUE]`.
fn without_commands(text: &str) -> (String, String) {
    let (mut words, mut commands) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, command)) = rest.split_once("[%") {
        let Some((command, after)) = command.split_once(']') else { break };
        words.push_str(before.trim_end());
        commands.push(format!("[%{command}]"));
        rest = after;
    }
    (words + rest, commands.join(" "))
}

#[cfg(test)]
mod tests {
    use variants::Color;

    use super::*;

    pub(super) fn turn(text: &str, number: u32, side: Color) -> TurnView {
        TurnView { text: text.to_owned(), label: text.to_owned(), side, number }
    }

    pub(super) fn example() -> Tree {
        let mut tree = Tree::new("now");
        let game = [
            turn("e4", 1, Color::White),
            turn("e5", 1, Color::Black),
            turn("Nf3", 2, Color::White),
        ];
        tree.follow(game.iter());
        let sicilian = tree.add(1, &turn("c5", 1, Color::Black)).unwrap();
        tree.add(sicilian, &turn("Nc3", 2, Color::White)).unwrap();
        tree.add(1, &turn("e6", 1, Color::Black)).unwrap();
        tree
    }

    #[test]
    fn a_move_after_a_take_back_leads_at_once() {
        let mut tree = example();
        tree.follow([].iter());
        tree.follow([turn("d4", 1, Color::White)].iter());
        assert!(tree.words().join(" ").starts_with("1. d4 (1. e4 e5"), "{:?}", tree.words());
    }

    #[test]
    fn variations_and_comments_are_words_of_pgn() {
        let mut tree = example();
        tree.comment(4, "the {Sicilian}\n");
        tree.mark(1, 1);
        assert_eq!(
            tree.words().join(" "),
            "1. e4 $1 e5 (1... c5 {the (Sicilian)} 2. Nc3) (1... e6) 2. Nf3"
        );
        assert!(tree.is_annotated());
    }

    #[test]
    fn variations_are_promoted_and_removed_but_the_game_stays() {
        let mut tree = example();
        assert!(tree.promote(6) && !tree.promote(6) && !tree.promote(2));
        assert_eq!(tree.node(1).unwrap().children, [2, 6, 4]);
        assert!(!tree.remove(2) && !tree.remove(0) && tree.remove(4));
        assert_eq!(tree.nodes.len(), 5);
        assert!(tree.is_of("now") && !tree.is_of("then"));
        assert!(tree.path(5).is_none() && tree.path(6).unwrap() == ["e4", "e6"]);
    }

    #[test]
    fn turns_that_are_taken_back_stay_as_variations() {
        let mut tree = example();
        let game = [turn("e4", 1, Color::White), turn("c5", 1, Color::Black)];
        assert!(tree.follow(game.iter()) && !tree.follow(game.iter()));
        assert_eq!((tree.game.clone(), tree.node(1).unwrap().children[0]), (vec![1, 4], 4));
        assert!(tree.remove(2) && tree.path(3).is_none());
    }

    #[test]
    fn trees_are_bounded() {
        let mut tree = Tree::new("now");
        for number in 0..2 * MAX_NODES as u32 {
            tree.add(number / 2, &turn(&number.to_string(), 1, Color::White));
        }
        assert_eq!(tree.nodes.len(), MAX_NODES);
        assert!(
            tree.comment(1, &"x".repeat(MAX_COMMENT + 9))
                && tree.nodes[1].comment.len() == MAX_COMMENT
        );
        assert!(!tree.mark(1, 7) && !tree.mark(0, 1) && !tree.comment(999_999, ""));
    }
}
