// Moves that a person makes on the board: choices, tries that are answered, and moves entered ahead.

import { ask } from "./ask.js";
import { promote } from "./dialog.js";
import { render } from "./draw.js";
import { message, note } from "./message.js";
import { Choice, starts } from "./moves.js";
import { board, isOwn, isPersonsTurn, mayMove, named, premover, shown, state } from "./state.js";

// A square was clicked, tapped, dropped on or entered.
export function choose(square, dropped) {
  const { table } = state;
  if (!table) return;
  if (!square) {
    state.choice = null;
    state.premove = null;
    return render();
  }
  if (!state.viewing) {
    if (table.result) return note("The game is over.");
    if (table.paused) return note("The game is paused.");
    if (!isPersonsTurn()) return choosePremove(square);
  } else if (!mayMove()) return;
  const { steps } = shown();
  const piece = board.at.get(square);
  // A piece was dragged that cannot move any more.
  if (!state.choice && dropped) {
    message("That piece cannot move now.");
    return render();
  }
  if (!state.choice) {
    const choice = new Choice(steps, square);
    if (choice.isEmpty) {
      if (square[0] === "@") explain(tried(null, square));
      else if (piece && piece.side !== shown().side[0]) message(`${named(square)}: that piece is not yours.`);
      else if (piece) explain(square);
      else message("");
      return;
    }
    state.choice = choice;
    message("");
    return render();
  }
  const { choice } = state;
  if (square === choice.from && choice.at === 0 && !choice.options().has(square)) {
    state.choice = null;
    return render();
  }
  if (!choice.narrow(square)) {
    const another = new Choice(steps, square);
    if (!another.isEmpty && !dropped && choice.at === 0) {
      state.choice = another;
      message("");
    } else {
      explain(tried(choice, square));
      if (choice.at === 0) state.choice = null;
    }
    return render();
  }
  decide(square);
}

// Makes the move that is chosen, if one is left; asks for its promotion, if only that is open.
function decide(square) {
  const decided = state.choice.decided();
  if (!decided) return render();
  // A second click on a piece might as well mean that it shall stay: a promotion there is asked for.
  const [{ path: [from, to] }] = decided;
  if (decided.length === 1 && from !== to) return make(decided[0]);
  render();
  const cell = board.cells.get(square).getBoundingClientRect();
  const near = { x: cell.left + cell.width / 2, y: cell.top + cell.height / 2 };
  const moved = from[0] === "@" ? Number(from.slice(1)) : board.at.get(from)?.kind;
  promote(state.game, decided, shown().side[0], moved, near, (step) => (step ? make(step) : choose(null)));
}

// Asks why a move is not legal.
const explain = (text) => ask("explain", { ...state.viewing, text });

// The move that somebody tried, as text; of a piece in hand, which was clicked, without a square.
function tried(choice, square) {
  if (square[0] === "@") return `${state.game.pieces[square.slice(1)].letter}@`;
  if (choice.from[0] === "@") return `${state.game.pieces[choice.from.slice(1)].letter}@${square}`;
  if (choice.from[0] === "#") return choice.from.slice(1) + square;
  const path = choice.path.concat(square);
  return path.slice(1).map((to, at) => path[at] + to).join(",");
}

function make(step) {
  state.choice = null;
  send(step.text);
  render();
}

// Sends a move: of the game, or of a variation.
export function send(text) {
  const isSent = state.viewing ? ask("vary", { ...state.viewing, text }) : ask("move", { text });
  state.pending = isSent;
  return isSent;
}

// One move may be entered while the engine thinks; it is played if it is legal then.
function choosePremove(square) {
  const own = premover();
  if (!own) return;
  if (state.premove?.from && !state.premove.to && square !== state.premove.from && square[0] !== "@") state.premove.to = square;
  else state.premove = isOwn(square, own) ? { from: square } : null;
  render();
}

export function playPremove() {
  if (!state.premove || !isPersonsTurn()) return;
  const { from, to } = state.premove;
  state.premove = null;
  const choice = new Choice(state.table.position.steps, from);
  state.choice = choice.isEmpty ? null : choice;
  // Without a second square the engine was faster than the second click.
  if (to && (choice.isEmpty || !choice.narrow(to))) {
    state.choice = null;
    const what = from[0] === "@" ? state.game.pieces[from.slice(1)].name : named(from);
    message(`The premove ${what} to ${named(to)} was not legal.`);
  }
  if (to && state.choice) decide(to);
  else render();
}

// A piece was lifted from its square, or from the hand.
export function lift(square) {
  if (premover()) {
    state.premove = { from: square };
    render();
  } else if (state.choice?.from !== square) {
    const choice = new Choice(shown().steps, square);
    state.choice = choice.isEmpty ? null : choice;
    render();
  }
}

// Whether a piece can be lifted.
export const mayDrag = (square) => (mayMove() && starts(shown().steps).has(square)) || isOwn(square, premover());
