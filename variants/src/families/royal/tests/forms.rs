//! Promoted forms with a plus, as moves write them.

use super::{games, moves, random, set_up};
use crate::{Notation, Position};

#[test]
fn forms_with_a_plus_are_written_with_it() {
    let text = "[shinobi]\ninherits = 'chess'\npromotion = '*7 *8'\nhand = { captures = false }\n\
        castling = false\ndead = false\nstart = 'rbqk4/8/8/8/8/8/8/RBQK4 w - - 0 1'\n\
        [shinobi.pieces]\nN = false\nP.promotes = 'Q'\n\
        H = { name = 'knight', moves = 'ffN', promotes = '+H', promotes-by = 'zone' }\n\
        '+H' = { name = 'promoted knight', moves = 'N' }\n";
    let own = games::own("shinobi", text);
    let position = set_up::<u64>(own, "k7/8/5H2/8/8/8/8/4K3[] w - - 0 1").unwrap();
    random::check(&position);
    let texts: Vec<String> = moves(&position).into_iter().filter(|m| m.starts_with('f')).collect();
    assert_eq!(texts.join(" "), "f6e8+ f6g8+");
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let read = |text: &str| position.reads(&steps, text).map(|step| position.step_text(step));
    assert_eq!(read("f6e8h").as_deref(), Some("f6e8+"));
    assert_eq!(read("F6E8+").as_deref(), Some("f6e8+"));
    assert_eq!(read("f6e8q"), None);
}
