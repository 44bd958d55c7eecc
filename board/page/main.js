// The page: one game on the board, as the program keeps it.

import { Board } from "./board.js";
import { withFocus } from "./focus.js";
import { NewGame, inspect, option, promote, showRules } from "./dialog.js";
import { Link, showLink, tooLong } from "./link.js";
import { message, note, warn } from "./message.js";
import { Choice, starts } from "./moves.js";
import { Players, capital, sentence, showDefinitions, showHands, showLegend, showLines, showStatus } from "./panel.js";
import "./press.js";
import { play } from "./sound.js";
import { MARKS, Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);

const state = {
  described: null, // the game of the next table
  levels: [],
  table: null,
  game: null,
  viewing: null, // another position of the tree that is shown: its move, and steps after it
  looked: null, // that position
  wanted: null, // its move, while the server has not answered
  choice: null,
  hint: null,
  premove: null,
  analysing: false,
  info: null,
  flipped: false,
  renewing: false,
  pending: false, // whether a move is on its way
};

const players = new Players();
const tree = new Tree((id) => look(id));
const newGame = new NewGame((setup) => {
  state.renewing = ask("new", { setup });
});
const board = new Board($("board"), {
  choose,
  describe,
  cancel: () => choose(null),
  inspect: (square) => {
    const piece = board.at?.get(square);
    if (piece) inspect(state.game, piece.kind, piece.side);
  },
  mayDrag: (square) => (mayMove() && starts(shown().steps).has(square)) || isOwn(square, premover()),
  lift: (square) => {
    if (premover()) {
      state.premove = { from: square };
      render();
    } else if (state.choice?.from !== square) {
      const choice = new Choice(shown().steps, square);
      state.choice = choice.isEmpty ? null : choice;
      render();
    }
  },
});
const link = new Link(receive, (way) => showLink($("offline"), way));

// A page that is driven by keys follows the focus.
const focusBoard = (isVisible) => board.focused && board.focus(board.focused, true, isVisible);

// Asks the program for something.
function ask(type, fields) {
  const long = tooLong(JSON.stringify(fields ?? {}));
  if (long) message(long);
  else if (!link.send(type, fields)) message("The program does not answer: nothing was done.");
  else return true;
  return false;
}

// Settings of this browser.
const stored = {
  get: (name) => {
    try {
      return localStorage.getItem(`menagerie.${name}`);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      localStorage.setItem(`menagerie.${name}`, value);
    } catch {
      // Forgotten, then.
    }
  },
};

// The side from which a game is seen, where a person has turned its board: kept over a reload.
const flips = {
  of: (table) => {
    const [began, flipped] = stored.get("flipped")?.split(" ") ?? [];
    return began === table.began ? flipped === "true" : null;
  },
  keep: (table, flipped) => table && stored.set("flipped", `${table.began} ${flipped}`),
};

function receive(event) {
  switch (event.type) {
    case "games":
      state.levels = event.levels;
      $("level").replaceChildren(...event.levels.map((name, index) => option(index + 1, `${index + 1} – ${name}`)));
      newGame.setGames(event.games, event.levels);
      if (state.table) $("level").value = state.table.setup.level;
      break;
    case "game":
      state.described = event.game;
      break;
    case "definitions":
      showDefinitions(event);
      break;
    case "table":
      withFocus(() => receiveTable(event), focusBoard);
      break;
    case "tree":
    case "tree-change":
      if (event.type === "tree") tree.set(event);
      else tree.change(event);
      // A move that is gone; a new one may be known before its tree.
      if (state.viewing && !tree.get(state.viewing.node) && state.viewing.node < tree.highest) state.viewing = null;
      render();
      break;
    case "look":
      if (!state.viewing) break;
      // The answer to a key before the last one.
      if (state.wanted !== null && event.node !== state.wanted) break;
      state.wanted = null;
      state.viewing = { node: event.node, steps: event.steps };
      state.looked = event.position;
      state.looked.notes = spoken(state.looked.notes);
      clearTyped();
      state.choice = null;
      state.pending = false;
      message("");
      render();
      if (state.analysing && state.analysedNode !== event.node) analyse();
      break;
    case "analysis":
      // Another page has asked for another position, or for none.
      if (state.analysing && (event.lines === 0 || event.node !== state.analysedNode)) {
        state.analysing = false;
        state.info = null;
        $("analyse").setAttribute("aria-pressed", "false");
        renderLines();
      }
      break;
    case "info":
      state.info = event;
      renderLines();
      break;
    case "hint":
      state.hint = event.path;
      note(`Hint: ${event.text}`);
      render();
      break;
    case "pgn":
      copy(event.text, "The PGN");
      break;
    case "rules":
      showRules(event.html);
      break;
    case "warning":
      warn(sentence(event.text));
      break;
    case "refused":
      if (state.renewing) newGame.refused(event.text);
      else message(sentence(spoken(event.text)));
      state.renewing = false;
      state.pending = false;
      break;
  }
}

// A typed move that has been made goes from its field.
function clearTyped() {
  if ($("typed-move").value.trim() === state.typed) $("typed-move").value = "";
}

function receiveTable(table) {
  const before = state.table;
  const started = state.choice?.at === 0 ? state.choice.from : null;
  const isNew = before?.id !== table.id;
  state.table = table;
  state.renewing = false;
  state.pending = false;
  clearTyped();
  state.choice = null;
  state.hint = null;
  state.info = null;
  if (isNew) {
    state.game = state.described;
    state.viewing = null;
    state.premove = null;
    const isSame = before?.setup.variant === table.setup.variant && before.setup.engine === table.setup.engine && table.began === before.began;
    if (!isSame) state.flipped = flips.of(table) ?? table.setup.engine === "white";
    message("");
    const size = table.setup.size ? table.setup.size.split("x").map(Number) : state.game.board;
    board.flipped = state.flipped;
    board.setGame(state.game, size);
    $("place").style.setProperty("--ratio", board.ratio);
    showLegend(state.game, (index) => inspect(state.game, index, "w"));
    $("board").dataset.table = table.id;
    document.title = `${state.game.title} – Menagerie`;
  } else {
    hear(before, table);
    if (!state.viewing) message("");
  }
  table.position.notes = spoken(table.position.notes);
  $("level").value = table.setup.level;
  $("sides").value = table.setup.engine;
  // A piece that was chosen before the last move was through starts a premove.
  if (started && !isNew && !state.premove && isOwn(started, premover())) state.premove = { from: started };
  render();
  playPremove();
}

function hear(before, table) {
  if ($("sound").getAttribute("aria-pressed") !== "true") return;
  if (table.result && !before.result) play("end");
  else if (table.turns > before.turns || table.steps.length > before.steps.length) {
    const took = table.position.pieces.length < before.position.pieces.length;
    play(table.position.check.length ? "check" : took ? "take" : "move");
  }
}

// The position on the board.
const shown = () => (state.viewing ? (state.looked ?? state.table.position) : state.table.position);

// Whether a move can be made here: of the game, or of a variation.
const mayMove = () => (state.viewing ? Boolean(state.looked) && !state.pending : isPersonsTurn());

const isPersonsTurn = () => {
  const { table, viewing } = state;
  if (!table || table.result || table.paused || viewing || state.pending) return false;
  const { engine } = table.setup;
  return engine !== "both" && engine !== table.position.side;
};

// The side of a person whose next move may be entered while the engine thinks: "w", "b" or null.
const premover = () => {
  const { table, viewing } = state;
  if (!table || table.result || table.paused || viewing || isPersonsTurn()) return null;
  return { white: "b", black: "w" }[table.setup.engine] ?? null;
};

// Whether a piece on the board or in hand belongs to a side.
const isOwn = (square, side) => {
  if (!side) return false;
  if (square[0] !== "@") return board.at?.get(square)?.side === side;
  const hand = state.table.position.hands?.[side === "w" ? 0 : 1] ?? [];
  return hand.some(([kind]) => String(kind) === square.slice(1));
};

// A square's name for people: its number, where the game numbers its squares.
const named = (square) => {
  const number = (state.game?.numbers ?? []).indexOf(square) + 1;
  return number ? String(number) : square;
};

// What the program says of a position, in the names that the board shows.
const spoken = (notes) => {
  const words = notes.replace(/\b[a-p]\d\d?\b/g, named);
  return state.game?.wall ? words.replace("place a wall", `place the ${state.game.wall}`) : words;
};

// A square was clicked, tapped, dropped on or entered.
function choose(square, dropped) {
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
      else if (piece) message(whyNot(square, piece));
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
  if (decided.length === 1) return make(decided[0]);
  render();
  const cell = board.cells.get(square).getBoundingClientRect();
  const near = { x: cell.left + cell.width / 2, y: cell.top + cell.height / 2 };
  promote(state.game, decided, shown().side[0], near, (step) => (step ? make(step) : choose(null)));
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
function send(text) {
  const isSent = state.viewing ? ask("vary", { ...state.viewing, text }) : ask("move", { text });
  state.pending = isSent;
  return isSent;
}

function whyNot(square, piece) {
  const position = shown();
  if (piece.side !== position.side[0]) return `${named(square)}: that piece is not yours.`;
  const duty = position.notes ? ` (${position.notes})` : "";
  const places = [...starts(position.steps)].filter((from) => from[0] !== "@");
  const others = places.length && places.length < 9 ? ` These can move: ${places.map(named).join(", ")}.` : "";
  return `${named(square)}: no legal move for this piece now${duty}.${others}`;
}

// One move may be entered while the engine thinks; it is played if it is legal then.
function choosePremove(square) {
  const own = premover();
  if (!own) return;
  if (state.premove?.from && !state.premove.to && square !== state.premove.from && square[0] !== "@") state.premove.to = square;
  else state.premove = isOwn(square, own) ? { from: square } : null;
  render();
}

function playPremove() {
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

function describe(square, piece, kind) {
  const name = named(square);
  const words = name === square ? [square] : [name, square];
  if (shown()?.walls?.includes(square)) words.push(state.game.wall ?? "wall");
  if (piece) words.push(`${piece.side === "w" ? "white" : "black"} ${state.game.pieces[piece.kind].name}`);
  const army = piece && state.game.pieces[piece.kind].army;
  if (army !== undefined && army !== null) {
    words.push(`${state.game.armies[army]} army`);
    if (state.marks?.movers.has(square)) words.push("can move");
    else if (state.marks?.moved.has(square)) words.push("has moved");
  }
  if (kind === "victim") words.push("can be jumped");
  else if (kind === "rook") words.push("can castle with the king");
  else if (kind) words.push(piece ? "can be taken" : "can be reached");
  return words.join(", ");
}

// The choice of a wall's square, where a turn needs one now.
function wallChoice(steps) {
  const from = steps[0]?.path[0];
  return from?.[0] === "#" ? new Choice(steps, from) : null;
}

// Shows everything anew. The focus goes to the board where its place is gone.
const render = () => withFocus(draw, focusBoard);

function draw() {
  const { table, game, viewing } = state;
  if (!table || !game || (viewing && !tree.get(viewing.node))) return;
  const position = shown();
  if (!state.choice && mayMove()) state.choice = wallChoice(position.steps);
  const { choice } = state;
  const present = viewing ? viewing.node : tree.last;
  const extra = { hint: state.hint ?? [] };
  if (choice) {
    extra.chosen = choice.path;
    extra.options = choice.options();
  }
  if (state.premove) extra.hint = [state.premove.from, state.premove.to].filter(Boolean);
  state.marks = game.armies.length ? markArmies(game, position, extra) : null;
  board.show(position, extra);
  showHands(game, position, state.flipped, choice?.from ?? state.premove?.from, premover(), board);
  $("place").style.setProperty("--hands", position.hands ? "6.2rem" : "0rem");
  $("place").classList.toggle("with-hands", Boolean(position.hands));
  players.show(table, state.flipped, state.levels);
  const before = viewing && { ...viewing, before: tree.turnsBefore(viewing.node), turn: tree.get(viewing.node)?.turn, position: state.looked };
  showStatus(table, before);
  tree.show(present);
  tree.tools(present, document.activeElement === $("comment"));
  renderLines();
  $("fen").value = position.fen;
  const persons = isPersonsTurn();
  $("end-turn").hidden = !(mayMove() && position.may_end);
  $("pass").hidden = !(mayMove() && position.pass);
  $("undo-step").hidden = !(mayMove() && (viewing ? viewing.steps : table.steps).length);
  $("play-on").disabled = !viewing;
  $("takeback").disabled = table.turns === 0 && table.steps.length === 0;
  $("pause").hidden = !table.clocks || Boolean(table.result);
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

function renderLines() {
  showLines(state.info, state.analysing);
  const lines = state.analysing ? (state.info?.lines ?? []) : [];
  board.showArrows(lines.slice(0, 3).map((line) => line.path));
}

// Shows the position after a move of the tree; the last move of the game leads back to it.
function look(id) {
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
  Object.assign(state, { viewing, wanted: id, looked: null });
}

const walk = (key) => {
  const from = state.viewing ? state.viewing.node : tree.last;
  const to = tree.step(from, key);
  if (to !== from) look(to);
};

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    note(`${what} is on the clipboard.`, 8000);
  } catch {
    message(text);
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = theme === "dark" ? "Light" : "Dark";
  stored.set("theme", theme);
}

function setSound(on) {
  $("sound").setAttribute("aria-pressed", String(on));
  stored.set("sound", on ? "on" : "off");
}

const on = (id, handler, event = "click") => $(id).addEventListener(event, handler);
on("new", () => newGame.open(state.table.setup));
on("flip", () => {
  state.flipped = !state.flipped;
  flips.keep(state.table, state.flipped);
  board.flip(state.flipped);
  render();
});
on("theme", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
on("sound", () => setSound($("sound").getAttribute("aria-pressed") !== "true"));
on("end-turn", () => send("end"));
on("pass", () => send(shown().pass));
on("undo-step", () => {
  if (state.viewing) ask("look", { node: state.viewing.node, steps: state.viewing.steps.slice(0, -1) });
  else ask("undo-step");
});
on("play-on", () => {
  const { node } = state.viewing;
  state.viewing = null;
  ask("play-on", { node });
});
const present = () => (state.viewing ? state.viewing.node : tree.last);
on("promote", () => ask("promote", { node: present() }));
on("remove", () => {
  const node = present();
  const before = tree.get(node).parent;
  look(before);
  ask("remove", { node });
});
$("marks").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const mark = button.getAttribute("aria-pressed") === "true" ? 0 : MARKS.indexOf(button.textContent);
  ask("mark", { node: present(), mark });
});
on("comment", () => ask("comment", { node: Number($("comment").dataset.node), text: $("comment").value }), "change");
on("load", () => {
  $("load-text").value = "";
  $("load-dialog").returnValue = "";
  $("load-dialog").showModal();
});
$("load-dialog").addEventListener("close", () => {
  if ($("load-dialog").returnValue === "load") load($("load-text").value);
});
function load(pgn) {
  if (pgn.trim()) ask("load", { pgn });
}
on("takeback", () => ask("takeback"));
on("hint", () => ask("hint"));
on("pause", () => ask("pause", { paused: !state.table.paused }));
on("draw", () => {
  if (state.table.setup.engine !== "none" || confirm("End the game as a draw, by agreement of both players?")) ask("draw");
});
on("resign", () => {
  const { table } = state;
  if (table.turns < 2 || confirm(`Resign as ${capital(table.setup.engine === "white" ? "black" : table.setup.engine === "black" ? "white" : table.position.side)}?`)) ask("resign");
});
on("level", () => ask("level", { level: Number($("level").value) }), "change");
on("sides", () => ask("sides", { engine: $("sides").value }), "change");
function analyse() {
  state.info = null;
  state.analysedNode = state.viewing?.node ?? null;
  ask("analyse", { lines: state.analysing ? Number($("lines").value) : 0, node: state.analysedNode });
}
on("analyse", () => {
  state.analysing = !state.analysing;
  $("analyse").setAttribute("aria-pressed", String(state.analysing));
  analyse();
  renderLines();
});
on("lines", () => state.analysing && analyse(), "change");
on("first", () => look(0));
on("back", () => walk("back"));
on("forward", () => walk("forward"));
on("last", () => look(tree.last));
on("rules", () => ask("rules"));
on("copy-pgn", () => ask("pgn"));
on("copy-moves", () => copy(tree.game.map((id) => tree.get(id).turn.text).join(" "), "The list of moves"));
on("copy-fen", () => copy($("fen").value, "The FEN"));
on("typed", (event) => {
  event.preventDefault();
  const text = $("typed-move").value.trim();
  // It stays until it is made, so that a slip can be mended.
  state.typed = text;
  if (text && !send(text)) state.typed = null;
}, "submit");
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog, [role=grid]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: () => walk("back"), ArrowRight: () => walk("forward"), ArrowUp: () => walk("up"), ArrowDown: () => walk("down"), Home: () => look(0), End: () => look(tree.last), f: () => $("flip").click() };
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});
document.addEventListener("paste", (event) => {
  if (event.target.closest("input, textarea")) return;
  const text = event.clipboardData.getData("text").trim();
  if (!text || !state.table) return;
  if (/^\[|^\d+\.\s*\S|\s1\./.test(text)) load(text);
  else if (text.includes("/")) ask("new", { setup: { ...state.table.setup, fen: text } });
  else send(text);
});
setInterval(() => players.tick(), 100);
const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
setTheme(stored.get("theme") ?? preferred);
setSound(stored.get("sound") !== "off");
