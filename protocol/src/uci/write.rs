//! Writer of UCI output.

use vampirc_uci::UciInfoAttribute as Attribute;

use super::vampirc;
use crate::text::{line, message, parts, printable, word};
use crate::{Event, InfoBound, InfoScore, Protocol, SearchInfo, Turn, VariantInfo};

/// Appends the event's lines.
pub(super) fn event(event: &Event, out: &mut String) {
    match event {
        Event::Id { name, author } => {
            line(out, &vampirc::id_name(name));
            line(out, &vampirc::id_author(author));
        }
        Event::Option(spec) if spec.only == Some(Protocol::Cecp) => {}
        Event::Option(spec) => line(out, &vampirc::option(spec)),
        Event::Introduced => line(out, &vampirc::uci_ok()),
        Event::ReadyOk => line(out, &vampirc::ready_ok()),
        Event::Info(info) => line(out, &search_info(info)),
        Event::InfoString(text) | Event::Error(text) => info_string(&message(text), out),
        Event::Unreadable(error) => info_string(&error.to_string(), out),
        Event::Variant(game) => info_string(&variant(game), out),
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
        // Variants are the choices of an option; UCI has no game events.
        Event::Variants(_) | Event::Game(_) => {}
    }
}

fn info_string(text: &str, out: &mut String) {
    for part in parts(text) {
        line(out, vampirc::info_string(part).trim_ascii_end());
    }
}

/// Line of Fairy-Stockfish, for the GUIs that support it.
fn variant(game: &VariantInfo) -> String {
    let VariantInfo { name, template, files, ranks, start, hands, .. } = game;
    let pocket = hands.map_or(0, |hands| hands.kinds);
    format!(
        "variant {name} files {files} ranks {ranks} pocket {pocket} template {template} \
         startpos {start}"
    )
}

/// Own writer instead of vampirc's, which has only moves of an 8x8 board, and no `(none)`.
fn best_move(best: &Option<Turn>, ponder: &Option<Turn>) -> String {
    match (best, ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {}", word(&best.text)),
        (Some(best), Some(ponder)) => {
            format!("bestmove {} ponder {}", word(&best.text), word(&ponder.text))
        }
    }
}

/// Writes attributes as vampirc's types where these are wide enough, and as text otherwise: its
/// depths end at 255 and its mates at 127, its moves are those of an 8x8 board, and it writes
/// `currmovenum` for `currmovenumber`.
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
    list.extend(info.tbhits.map(|hits| any("tbhits", hits.to_string())));
    list.push(any("time", info.time_ms.to_string()));
    if let Some(mv) = &info.currmove {
        list.push(any("currmove", word(mv).into_owned()));
    }
    if let Some(number) = info.currmovenumber {
        list.push(any("currmovenumber", number.to_string()));
    }
    // Last, because it runs to the end of the line.
    if !info.pv.is_empty() {
        let moves: Vec<_> = info.pv.iter().map(|turn| word(&turn.text)).collect();
        list.push(any("pv", moves.join(" ")));
    }
    vampirc::info(list)
}

fn score_text(score: InfoScore, bound: InfoBound) -> String {
    let bound = match bound {
        InfoBound::Exact => "",
        InfoBound::Lower => " lowerbound",
        InfoBound::Upper => " upperbound",
    };
    match score {
        InfoScore::Centipawns(cp) => format!("cp {cp}{bound}"),
        InfoScore::Mate(moves) => format!("mate {moves}{bound}"),
    }
}
