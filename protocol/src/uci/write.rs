//! From an event to lines.

use std::borrow::Cow;

use vampirc_uci::UciInfoAttribute as Attribute;

use super::vampirc;
use crate::text::printable;
use crate::{Bound, Event, Score, SearchInfo};

/// Appends the event's lines.
pub(super) fn event(event: &Event, out: &mut String) {
    match event {
        Event::Id { name, author } => {
            line(out, &vampirc::id_name(name));
            line(out, &vampirc::id_author(author));
        }
        Event::Option(spec) => line(out, &vampirc::option(spec)),
        Event::UciOk => line(out, &vampirc::uci_ok()),
        Event::ReadyOk => line(out, &vampirc::ready_ok()),
        Event::Info(info) => line(out, &search_info(info)),
        Event::InfoString(text) | Event::Error(text) => {
            for part in parts(text) {
                line(out, vampirc::info_string(part).trim_ascii_end());
            }
        }
        Event::BestMove { best, ponder } => line(out, &best_move(best, ponder)),
        Event::PerftLine { mv, count } => line(out, &format!("{}: {count}", word(mv))),
        Event::PerftTotal(total) => {
            line(out, "");
            line(out, &format!("Nodes searched: {total}"));
        }
        Event::Text(text) => {
            for part in parts(text) {
                line(out, &printable(part));
            }
        }
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// The lines of a text, at least one.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').map(|part| part.strip_suffix('\r').unwrap_or(part))
}

/// A move as one word: what would part it is escaped.
fn word(mv: &str) -> Cow<'_, str> {
    let text = printable(mv);
    if text.contains(char::is_whitespace) {
        Cow::Owned(text.replace(char::is_whitespace, "_"))
    } else {
        text
    }
}

/// Ours rather than vampirc's, which knows moves of an 8x8 board alone, and
/// none to say that there is none.
fn best_move(best: &Option<String>, ponder: &Option<String>) -> String {
    match (best, ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {}", word(best)),
        (Some(best), Some(ponder)) => format!("bestmove {} ponder {}", word(best), word(ponder)),
    }
}

/// Attributes go in vampirc's types where these are wide enough, and as text
/// where not: its depths end at 255 and its mates at 127, its moves are those
/// of an 8x8 board, and it writes `currmovenum` for `currmovenumber`.
fn search_info(info: &SearchInfo) -> String {
    let any = |name: &str, value: String| Attribute::Any(name.to_owned(), value);
    let mut list = vec![any("depth", info.depth.to_string())];
    if let Some(seldepth) = info.seldepth {
        list.push(any("seldepth", seldepth.to_string()));
    }
    list.extend(info.multipv.map(Attribute::MultiPv));
    if let Some(score) = info.score {
        list.push(any("score", score_text(score, info.bound)));
    }
    if let Some(wdl) = info.wdl {
        let value = format!("{} {} {}", wdl.win, wdl.draw, wdl.loss);
        list.push(any("wdl", value));
    }
    list.push(Attribute::Nodes(info.nodes));
    list.push(Attribute::Nps(info.nps));
    list.extend(info.hashfull.map(Attribute::HashFull));
    list.push(any("time", info.time_ms.to_string()));
    if let Some(mv) = &info.currmove {
        list.push(any("currmove", word(mv).into_owned()));
    }
    if let Some(number) = info.currmovenumber {
        list.push(any("currmovenumber", number.to_string()));
    }
    // Last, because it runs to the end of the line.
    if !info.pv.is_empty() {
        let moves: Vec<_> = info.pv.iter().map(|mv| word(mv)).collect();
        list.push(any("pv", moves.join(" ")));
    }
    vampirc::info(list)
}

fn score_text(score: Score, bound: Bound) -> String {
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    match score {
        Score::Centipawns(cp) => format!("cp {cp}{bound}"),
        Score::Mate(moves) => format!("mate {moves}{bound}"),
    }
}
