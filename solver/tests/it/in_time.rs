//! Values that hold under the rules that tables leave out.

use menagerie_solver::Metric;

use crate::{Solved, solved};

fn holds(solved: &Solved, fen: &str) -> bool {
    let game = solved.variant.game(fen).unwrap();
    assert!(solved.tables.value_of(&game, Metric::End).is_some(), "{fen}");
    solved.tables.value_in_time(&game).is_some()
}

#[test]
fn a_win_has_to_come_before_the_count_runs_out() {
    let solved = solved("makruk", &["KRvKN"]);
    // A win in 27 plies, of which 32 are counted against a bare king.
    assert!(holds(&solved, "8/8/8/4k3/8/8/8/R3K3 w - 32 0 16"));
    assert!(!holds(&solved, "8/8/8/4k3/8/8/8/R3K3 w - 32 30 16"));
    // Against more than a king, the count that begins with a capture is shorter than the one under way.
    assert!(!holds(&solved, "8/8/8/8/8/1K6/1R6/kn6 w - 128 0 16"));
}

#[test]
fn a_draw_is_none_where_points_decide() {
    let solved = solved("small-points", &["KRvK"]);
    assert!(!holds(&solved, "3/k2/3/3/3/K2 w - - 0 1"));
    assert!(holds(&solved, "k2/3/K2/3/3/2R w - - 0 1"));
}
