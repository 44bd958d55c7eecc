// The state of the page, and what follows from it: whose turn it is, names of squares.

import { Board } from "./board.js";
import { nameOf, withNames } from "./squares.js";
import { Tree } from "./tree.js";

export const state = {
  described: null, // the game of the next table
  table: null,
  game: null,
  viewing: null, // another position of the tree that is shown: its move, and steps after it
  looked: null, // that position
  wanted: null,
  left: null, // what was on the board before that // its move, while the server has not answered
  choice: null,
  hint: null,
  premove: null,
  analysing: false,
  info: null,
  flipped: false,
  renewing: false,
  loading: false,
  pending: false, // whether a move is on its way
};

// Their handlers are given by the page.
export const board = new Board(document.getElementById("board"));
export const tree = new Tree();

// The position on the board.
export const shown = () => (state.viewing ? (state.looked ?? state.table.position) : state.table.position);

// Whether a move can be made here: of the game, or of a variation.
export const mayMove = () => (state.viewing ? Boolean(state.looked) && !state.pending : isPersonsTurn());

export const isPersonsTurn = () => {
  const { table, viewing } = state;
  if (!table || table.result || table.paused || viewing || state.pending) return false;
  const { engine } = table.setup;
  return engine !== "both" && engine !== table.position.side;
};

// The side of a person whose next move may be entered while the engine thinks: "w", "b" or null.
export const premover = () => {
  const { table, viewing } = state;
  if (!table || table.result || table.paused || viewing || isPersonsTurn()) return null;
  return { white: "b", black: "w" }[table.setup.engine] ?? null;
};

// Whether a piece on the board or in hand belongs to a side.
export const isOwn = (square, side) => {
  if (!side) return false;
  if (square[0] !== "@") return board.at?.get(square)?.side === side;
  const hand = state.table.position.hands?.[side === "w" ? 0 : 1] ?? [];
  return hand.some(([kind]) => String(kind) === square.slice(1));
};

// A square's name for people.
export const named = (square) => nameOf(state.game, square);

// What the program says of a position, in the names that the board shows.
export const spoken = (notes) => withNames(state.game, notes);
