//! A tree of moves as words of PGN.

use variants::Color;

use super::{Node, NodeId, Tree};

/// Work that is left.
enum Task {
    /// The moves after one of the game, or after the start.
    Game(NodeId),
    /// The moves after one of a variation.
    Variation(NodeId),
    /// A move, and whether it opens a variation.
    Move(NodeId, bool),
    /// A move once more, to open the variation of what follows it.
    Again(NodeId),
    /// The end of a variation.
    Close,
}

impl Tree {
    /// Returns moves, comments and variations as words of PGN. The main line is the game. Moves after
    /// its last one, which were taken back, are a variation that begins with that one; after a game
    /// without moves they cannot be written, and are left out.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut tasks = vec![Task::Game(0)];
        if let Some(root) = self.nodes.first() {
            words.extend(mark_words(root).chain(comment_words(root)));
        }
        let mut numbered = true;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => {
                    if let Some(last) = words.last_mut() {
                        last.push(')');
                    }
                    numbered = true;
                }
                Task::Again(id) => {
                    let Some(node) = self.node(id) else { continue };
                    words.extend(move_words(node, true, true));
                    numbered = false;
                    tasks.push(Task::Variation(id));
                }
                Task::Move(id, opens) => {
                    let Some(node) = self.node(id) else { continue };
                    words.extend(move_words(node, opens, numbered));
                    words.extend(mark_words(node));
                    let comment = comment_words(node);
                    numbered = !comment.is_empty();
                    words.extend(comment);
                    if opens {
                        tasks.push(Task::Variation(id));
                    }
                }
                Task::Game(id) => {
                    let Some(node) = self.node(id) else { continue };
                    match self.next_of_game(id) {
                        Some(next) => {
                            tasks.push(Task::Game(next));
                            push_branches(&mut tasks, node, next);
                        }
                        None if id != 0 && !node.children.is_empty() => {
                            tasks.extend([Task::Close, Task::Again(id)]);
                        }
                        None => {}
                    }
                }
                Task::Variation(id) => {
                    let Some(node) = self.node(id) else { continue };
                    let Some(&next) = node.children.first() else { continue };
                    tasks.push(Task::Variation(next));
                    push_branches(&mut tasks, node, next);
                }
            }
        }
        words
    }

    /// Returns the game's move after one of its moves, or after the start.
    fn next_of_game(&self, id: NodeId) -> Option<NodeId> {
        if id == 0 {
            return self.game.first().copied();
        }
        // A move has a higher number than the one before it.
        let place = self.game.binary_search(&id).ok()?;
        self.game.get(place + 1).copied()
    }
}

/// Pushes a move, and then its alternatives as variations.
fn push_branches(tasks: &mut Vec<Task>, parent: &Node, next: NodeId) {
    for &other in parent.children.iter().rev().filter(|&&other| other != next) {
        tasks.extend([Task::Close, Task::Move(other, true)]);
    }
    tasks.push(Task::Move(next, false));
}

/// Returns a move with its number where it needs one.
fn move_words(node: &Node, opens: bool, numbered: bool) -> Vec<String> {
    let Some(turn) = &node.turn else { return Vec::new() };
    let dots = if turn.side == Color::White { "." } else { "..." };
    let open = if opens { "(" } else { "" };
    let mut words = Vec::new();
    if opens || numbered || turn.side == Color::White {
        words.push(format!("{open}{}{dots}", turn.number));
    }
    words.extend(turn.label.split_whitespace().map(str::to_owned));
    words
}

/// Returns the marks of a move, or of the start position.
fn mark_words(node: &Node) -> impl Iterator<Item = String> {
    let marks = Some(node.mark).filter(|&mark| mark != 0).into_iter();
    marks.chain(node.nags.iter().copied()).map(|mark| format!("${mark}"))
}

/// Returns a comment and the commands in it, word by word, without braces, which would end it early.
fn comment_words(node: &Node) -> Vec<String> {
    let text = format!("{} {}", node.commands, node.comment);
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let text = text.replace('{', "(").replace('}', ")");
    format!("{{{text}}}").split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use variants::Color;

    use crate::tree::tests::{example, turn};

    #[test]
    fn moves_taken_back_are_no_moves_of_the_game() {
        let mut tree = example();
        tree.mark(1, 1);
        let game = [
            turn("e4", 1, Color::White),
            turn("e5", 1, Color::Black),
            turn("Nf3", 2, Color::White),
        ];
        tree.follow(game[..1].iter());
        assert_eq!(tree.words().join(" "), "1. e4 $1 (1. e4 e5 (1... c5 2. Nc3) (1... e6) 2. Nf3)");
        tree.follow(game[..0].iter());
        assert!(tree.words().is_empty());
    }
}
