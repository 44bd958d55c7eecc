// Draws the page anew.

import { withFocus } from "./focus.js";
import { Choice, starts } from "./moves.js";
import { Players, showHands, showLines, showStatus } from "./panel.js";
import { squareWords } from "./squares.js";
import { board, isPersonsTurn, mayMove, named, premover, shown, state, tree } from "./state.js";

const $ = (id) => document.getElementById(id);

export const players = new Players();

// A page that is driven by keys follows the focus.
export const focusBoard = (isVisible) => board.focused && board.focus(board.focused, true, isVisible);

// Shows everything anew. The focus goes to the board where its place is gone.
export const render = () => withFocus(draw, focusBoard);

function draw() {
  const { table, game, viewing } = state;
  if (!table || !game || (viewing && !tree.get(viewing.node))) return;
  const position = shown();
  if (!state.choice && mayMove()) state.choice = wallChoice(position.steps);
  const { choice } = state;
  const present = viewing ? viewing.node : tree.last;
  // The hint of a move is marked; that of a turn of several steps has arrows.
  const extra = { hint: state.hint?.length === 1 ? state.hint[0] : [] };
  if (choice) {
    extra.chosen = choice.path;
    extra.options = choice.options();
    extra.chain = choice.chain;
  }
  if (state.premove) extra.hint = [state.premove.from, state.premove.to].filter(Boolean);
  state.marks = game.armies.length ? markArmies(game, position, extra) : null;
  board.show(position, extra);
  showHands(game, position, state.flipped, choice?.from ?? state.premove?.from, premover(), board);
  $("place").style.setProperty("--hands", position.hands ? "6.2rem" : "0rem");
  $("place").classList.toggle("with-hands", Boolean(position.hands));
  players.show(table, state.flipped);
  const before = viewing && { ...viewing, before: tree.turnsBefore(viewing.node), turn: tree.get(viewing.node)?.turn, position: state.looked };
  showStatus(table, before, choice?.chain && choice.path.map(named));
  tree.show(present);
  tree.tools(present, document.activeElement === $("comment"));
  renderLines();
  $("fen").value = position.pdn ?? position.fen;
  const persons = isPersonsTurn();
  $("end-turn").hidden = !(mayMove() && position.may_end);
  $("pass").hidden = !(mayMove() && position.pass);
  $("undo-step").hidden = !(mayMove() && (viewing ? viewing.steps : table.steps).length);
  $("play-on").disabled = !viewing;
  $("typed-move").placeholder = mayMove() && position.steps[0] ? `such as ${typedText(position.steps[0])}` : "";
  // The engine's first move alone is not taken back.
  const isEngines = table.turns === 1 && tree.get(tree.game[0])?.turn.side === table.setup.engine;
  $("takeback").disabled = table.steps.length === 0 && (table.turns === 0 || isEngines);
  // A game of the engine with itself can be stopped too.
  $("pause").hidden = !(table.clocks || table.setup.engine === "both") || Boolean(table.result);
  $("pause").textContent = table.paused ? "Go on" : "Pause";
  $("hint").disabled = !persons;
  // Where the engine plays both sides, nobody is there to resign or to offer a draw.
  for (const id of ["resign", "draw"]) $(id).disabled = Boolean(table.result) || table.setup.engine === "both";
  $("draw").textContent = table.setup.engine === "none" ? "Agree to a draw" : "Offer draw";
}

// Units that may move are ringed; those that have moved, or whose army may not, are dimmed.
function markArmies(game, position, extra) {
  const movers = starts(position.steps);
  const moved = new Set(position.moved);
  const own = position.pieces.filter(([, side]) => side === position.side[0]);
  const kinds = new Map(position.pieces.map(([square, , kind]) => [square, kind]));
  extra.army = [...movers].map((square) => [square, game.pieces[kinds.get(square)].army]);
  extra.dimmed = new Set(own.map(([square]) => square).filter((square) => moved.has(square) || (position.army !== null && !movers.has(square))));
  return { movers, moved };
}

// A step as people type it: with the numbers of squares, where the game numbers them.
function typedText(step) {
  const hasNumbers = (state.game.numbers ?? []).length && step.path.every((item) => /^[a-p]/.test(item));
  return hasNumbers ? step.path.map(named).join(step.takes ? "x" : "-") : step.text;
}

export function renderLines() {
  const result = state.viewing ? null : state.table.result?.[0];
  const over = result && ({ "1-0": [1000, 0], "0-1": [0, 0] }[result] ?? [0, 1000]);
  showLines(state.info, state.analysing, state.flipped, over);
  const lines = state.analysing ? (state.info?.lines ?? []) : [];
  const turns = lines.slice(0, 3).map((line) => line.paths);
  if (state.hint?.length > 1 && !turns.length) turns.push(state.hint);
  board.showArrows(turns);
}

export function describe(square, piece, kind) {
  const words = squareWords(state.game, square, piece, shown()?.walls);
  const army = piece && state.game.pieces[piece.kind].army;
  if (army !== undefined && army !== null) {
    words.push(`${state.game.armies[army]} army`);
    if (state.marks?.movers.has(square)) words.push("can move");
    else if (state.marks?.moved.has(square)) words.push("has moved");
  }
  if (kind === "victim") words.push("can be jumped");
  else if (kind === "rook") words.push("can castle with the king");
  else if (kind === "turn") words.push("can promote here");
  else if (kind) words.push(piece ? "can be taken" : "can be reached");
  return words.join(", ");
}

// The choice of a wall's square, where a turn needs one now.
function wallChoice(steps) {
  const from = steps[0]?.path[0];
  return from?.[0] === "#" ? new Choice(steps, from) : null;
}
