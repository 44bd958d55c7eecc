// Positions of the tree of moves that are looked at, and their analysis.

import { ask } from "./ask.js";
import { render } from "./draw.js";
import { message } from "./message.js";
import { state, tree } from "./state.js";

const $ = (id) => document.getElementById(id);

// Shows the position after a move of the tree; the last move of the game leads back to it.
export function look(id) {
  if (!state.table) return;
  state.choice = null;
  state.premove = null;
  if (id === tree.last) {
    const wasAway = Boolean(state.viewing);
    state.viewing = null;
    state.wanted = null;
    message("");
    render();
    if (wasAway && state.analysing) analyse();
    return;
  }
  const viewing = { node: id, steps: [] };
  if (!ask("look", viewing)) return;
  leave();
  Object.assign(state, { viewing, wanted: id, looked: null });
}

// Remembers the position on the board, until the one that is asked for comes.
function leave() {
  if (state.wanted === null) state.left = { viewing: state.viewing, looked: state.looked };
}
// Goes back to it: the other is refused.
export function stay() {
  if (state.wanted === null) return;
  Object.assign(state, state.left, { wanted: null });
  render();
}
// Asks once more for the position on the board, by other rules.
export function renew() {
  state.left = { viewing: null, looked: null };
  state.wanted = ask("look", state.viewing) ? state.viewing.node : null;
  state.looked = null;
}

export const walk = (key) => {
  const from = state.viewing ? state.viewing.node : tree.last;
  const to = tree.step(from, key);
  if (to !== from) look(to);
};

// The move that leads to the position on the board.
export const present = () => (state.viewing ? state.viewing.node : tree.last);

// Adds a line of the engine up to its `count`th turn as a variation, and shows the position after it.
export function follow(index, count) {
  const line = state.info?.lines[index];
  if (!line) return;
  state.choice = null;
  state.premove = null;
  leave();
  if (ask("line", { node: state.analysedNode ?? tree.last, turns: line.pv.slice(0, count) })) state.wanted = "any";
}

// Asks for an analysis of the position on the board, or for its end.
export function analyse() {
  state.info = null;
  state.analysedNode = state.viewing?.node ?? null;
  ask("analyse", { lines: state.analysing ? Number($("lines").value) : 0, node: state.analysedNode });
}
