//! The board and what stands beside it.

use anstream::adapter::strip_str;
use protocol::text::printable;
use variants::{AnyGame, Color, Look, Mark, Style};

use super::columns::wrap;
use crate::describe::has_endless_hands;
use crate::messages::TableView;
use crate::setup::Players;
use crate::turn_view::TurnView;

/// Columns that the text beside a board needs.
const MIN_PANEL: usize = 24;
/// Widest text beside a board.
const MAX_PANEL: usize = 60;
/// Blanks between board and text.
const GAP: usize = 3;
/// Lines of moves that are shown.
const MOVE_LINES: usize = 4;
/// Lines below a board: the engine's answer and the prompt.
const BELOW: usize = 2;

/// Window of a terminal.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Columns; `None` where the output is no terminal.
    pub columns: Option<u16>,
    /// Rows.
    pub rows: Option<u16>,
    /// Style of boards.
    pub style: Style,
}

impl Window {
    /// Columns of text.
    pub(super) fn width(&self) -> usize {
        self.columns.map_or(80, usize::from).max(20)
    }
}

/// A drawn board.
struct Drawn {
    lines: Vec<String>,
    width: usize,
}

impl Drawn {
    fn new(game: &AnyGame, look: &Look<'_>) -> Self {
        let lines: Vec<String> = game.draw_with(look).lines().map(str::to_owned).collect();
        let width = lines.iter().map(|line| visible(line)).max().unwrap_or(0);
        Drawn { lines, width }
    }
}

/// Number of visible characters.
fn visible(line: &str) -> usize {
    strip_str(line).to_string().chars().count()
}

/// Draws the table: the board with its marks, and beside it the sides, clocks, hands, moves and
/// duties. If the window is too small, a message says how large it has to be.
pub(super) fn screen(
    view: &TableView,
    turns: &[&TurnView],
    game: &AnyGame,
    window: &Window,
    is_flipped: bool,
) -> String {
    let marks = marks(view, game);
    let look = Look { style: window.style, is_flipped, marks: &marks, ..Look::default() };
    let mut drawn = Drawn::new(game, &look);
    let mut notes = Vec::new();
    let columns = window.columns.map_or(usize::MAX, usize::from);
    if drawn.width > columns {
        let wide = drawn.width;
        drawn = Drawn::new(game, &Look { is_narrow: true, ..look });
        if drawn.width > columns {
            let text = format!(
                "The board needs {} columns, and the window has {columns}: make it wider, and \
                 type `board`.",
                drawn.width
            );
            return wrap(&text, columns).join("\n") + "\n";
        }
        notes.push(format!("(drawn narrow: it needs {wide} columns, the window has {columns})"));
    }
    let rows = drawn.lines.len() + BELOW;
    if let Some(own) = window.rows.map(usize::from).filter(|&own| own < rows) {
        notes.push(format!("(the board needs {rows} rows, the window has {own})"));
    }
    let beside = window.width().saturating_sub(drawn.width + GAP);
    let mut out = String::new();
    if beside >= MIN_PANEL {
        let panel = panel(view, turns, game, beside.min(MAX_PANEL));
        for index in 0..drawn.lines.len().max(panel.len()) {
            let line = drawn.lines.get(index).map_or("", String::as_str);
            let text = panel.get(index).map_or("", String::as_str);
            let blank = drawn.width + GAP - visible(line);
            out += format!("{line}{:blank$}{text}", "").trim_end();
            out.push('\n');
        }
    } else {
        let panel = panel(view, turns, game, window.width() - 1);
        for line in drawn.lines.iter().chain(panel.iter().filter(|line| !line.is_empty())) {
            out += line;
            out.push('\n');
        }
    }
    for line in notes.iter().flat_map(|note| wrap(note, window.width() - 1)) {
        out += &line;
        out.push('\n');
    }
    out
}

/// Returns the squares that stand out.
fn marks(view: &TableView, game: &AnyGame) -> Vec<(variants::Square, Mark)> {
    let size = game.definition().size;
    let position = &view.position;
    let all = [(&position.check, Mark::Check), (&position.moved, Mark::Moved)];
    let last = [(&position.last, Mark::Last)];
    all.into_iter()
        .chain(last)
        .flat_map(|(names, mark)| names.iter().map(move |name| (name, mark)))
        .filter_map(|(name, mark)| Some((size.parse_square(name)?, mark)))
        .collect()
}

/// Returns the text beside the board, in lines of a width.
fn panel(view: &TableView, turns: &[&TurnView], game: &AnyGame, width: usize) -> Vec<String> {
    let definition = game.definition();
    let mut lines = wrap(&format!("{} ({})", printable(&definition.title), definition.size), width);
    for color in Color::ALL {
        let to_move = view.result.is_none() && game.side() == color;
        let mut text = player(view, color);
        if let Some(clocks) = view.clocks {
            text += &format!(", {}", clock(clocks[color as usize]));
        }
        for (index, line) in wrap(&text, width - 2).iter().enumerate() {
            let mark = if to_move && index == 0 { ">" } else { " " };
            lines.push(format!("{mark} {line}"));
        }
        if let Some(hands) = &view.position.hands {
            let kinds: Vec<_> = definition.piece_types().collect();
            let endless = has_endless_hands(definition);
            let held = hands[color as usize].iter().filter_map(|&(index, count)| {
                let letter = definition.piece(*kinds.get(index)?).fen(color);
                Some(match count {
                    _ if endless => format!("∞{letter}"),
                    1 => letter,
                    _ => format!("{count}{letter}"),
                })
            });
            let held: Vec<String> = held.collect();
            let held = if held.is_empty() { "-".to_owned() } else { held.join(" ") };
            lines.extend(
                wrap(&format!("in hand: {held}"), width - 2).iter().map(|l| format!("  {l}")),
            );
        }
    }
    lines.push(String::new());
    let moves = wrap(&score(turns), width);
    lines.extend_from_slice(&moves[moves.len().saturating_sub(MOVE_LINES)..]);
    if !view.steps.is_empty() {
        lines.extend(wrap(&format!("this turn: {}", view.steps.join(",")), width));
    }
    let mut state = Vec::new();
    match &view.result {
        Some((result, reason)) => state.push(format!("{result}: {reason}")),
        None => {
            if !view.position.notes.is_empty() {
                state.push(printable(&view.position.notes).into_owned());
            }
            if view.position.may_end {
                state.push("`end` ends the turn".to_owned());
            }
            if view.paused {
                state.push("the game is paused: `go`".to_owned());
            }
        }
    }
    lines.extend(wrap(&state.join("; "), width));
    lines
}

/// Returns who plays a side.
fn player(view: &TableView, color: Color) -> String {
    let side = color.name();
    match &view.players[color as usize] {
        Some(name) => format!("{side}: {}", printable(name)),
        None if view.setup.engine == Players::None => side.to_owned(),
        None => format!("{side}: you"),
    }
}

/// Returns the last moves, with their numbers.
fn score(turns: &[&TurnView]) -> String {
    let mut out = String::new();
    let mut last = None;
    for turn in turns.iter().rev().take(MOVE_LINES * 10).rev() {
        if last != Some(turn.number) {
            let dots = if turn.side == Color::White { "." } else { "..." };
            out += &format!(" {}{dots}", turn.number);
        }
        last = Some(turn.number);
        out.push(' ');
        out += &turn.label;
    }
    out
}

/// Formats a time in ms.
fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}
