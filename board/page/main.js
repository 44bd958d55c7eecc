// The page: one game on the board, as the program keeps it.

import { ask, connect } from "./ask.js";
import { choose, lift, mayDrag, playPremove, send } from "./choose.js";
import { NewGame, inspect, option, showRules } from "./dialog.js";
import { describe, focusBoard, players, render, renderLines } from "./draw.js";
import { analyse, follow, look, present, renew, stay, walk } from "./explore.js";
import { withFocus } from "./focus.js";
import { load, refuseLoad, showEarlier } from "./load.js";
import { message, note, warn } from "./message.js";
import { capital, sentence, showDefinitions, showLegend } from "./panel.js";
import "./press.js";
import { flips, setSound, setTheme, stored } from "./settings.js";
import { play } from "./sound.js";
import { board, isOwn, premover, shown, spoken, state, tree } from "./state.js";
import { MARKS } from "./tree.js";

const $ = (id) => document.getElementById(id);

const newGame = new NewGame((setup) => {
  state.renewing = ask("new", { setup });
});
tree.look = look;
board.handlers = {
  choose,
  describe,
  lift,
  mayDrag,
  cancel: () => choose(null),
  inspect: (square) => {
    if (state.premove) return choose(null);
    const piece = board.at?.get(square);
    if (piece) inspect(state.game, piece.kind, piece.side);
  },
};

function receive(event) {
  switch (event.type) {
    case "games":
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
      if (!state.viewing && state.wanted !== "any") break;
      // The answer to a key before the last one.
      if (state.wanted !== null && state.wanted !== "any" && event.node !== state.wanted) break;
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
      // Lines of the position before, on their way when another was asked for.
      if (state.analysing && event.node !== state.analysedNode) break;
      state.info = event;
      renderLines();
      break;
    case "hint":
      state.hint = event.paths;
      note(`Hint: ${event.text}`);
      render();
      break;
    case "pgn":
      copy(event.text, "The PGN", unfinished());
      break;
    case "earlier":
      showEarlier(event.text);
      break;
    case "rules":
      showRules(event.html);
      break;
    case "warning":
      warn(sentence(event.text));
      break;
    case "refused":
      if (state.renewing) newGame.refused(event.text);
      else if (state.loading) refuseLoad(sentence(event.text));
      else message(sentence(spoken(event.text)));
      // A typed move stays in its field, to be corrected or made later.
      state.typed = null;
      stay();
      state.renewing = state.loading = false;
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
  if (isNew) state.loading = false;
  state.pending = false;
  clearTyped();
  state.choice = null;
  state.hint = null;
  state.info = null;
  if (isNew) {
    state.game = state.described;
    // The same game by changed rules is looked at where it was.
    if (before?.began !== table.began) state.viewing = null;
    if (state.viewing) renew();
    state.premove = null;
    const isSame = before?.setup.variant === table.setup.variant && before.setup.engine === table.setup.engine && table.began === before.began;
    if (!isSame) state.flipped = flips.of(table) ?? table.setup.engine === "white";
    message("");
    const size = table.setup.size ? table.setup.size.split("x").map(Number) : state.game.board;
    board.flipped = state.flipped;
    board.setGame(state.game, size);
    $("place").style.setProperty("--ratio", board.ratio);
    $("place").style.setProperty("--letters", board.letters);
    showLegend(state.game, (index) => inspect(state.game, index, "w"));
    $("board").dataset.table = table.id;
    document.title = `${state.game.title} – Menagerie`;
    $("title").textContent = state.game.title;
  } else {
    playSound(before, table);
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

function playSound(before, table) {
  if ($("sound").getAttribute("aria-pressed") !== "true") return;
  if (table.result && !before.result) play("end");
  else if (table.turns > before.turns || table.steps.length > before.steps.length) {
    const took = table.position.pieces.length < before.position.pieces.length;
    play(table.position.check.length ? "check" : took ? "take" : "move");
  }
}

async function copy(text, what, missing) {
  try {
    await navigator.clipboard.writeText(text);
    note([`${what} is on the clipboard.`].concat(missing || []).join(" "), 8000);
  } catch {
    message(text);
  }
}

// What a copy of the game leaves out.
const unfinished = () => state.table.steps.length && "The turn that is not finished is left out.";

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
// A comment is kept while it is written, and when the page is left.
let written = null;
function keepComment() {
  clearTimeout(written);
  if (written === null) return;
  written = null;
  ask("comment", { node: Number($("comment").dataset.node), text: $("comment").value });
}
on("comment", () => {
  clearTimeout(written);
  written = setTimeout(keepComment, 1000);
}, "input");
on("comment", keepComment, "change");
addEventListener("pagehide", keepComment);
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
on("analyse", () => {
  state.analysing = !state.analysing;
  $("analyse").setAttribute("aria-pressed", String(state.analysing));
  analyse();
  renderLines();
});
on("lines", () => state.analysing && analyse(), "change");
on("analysis", (event) => {
  const turn = event.target.closest("button");
  if (turn) follow(Number(turn.dataset.line), Number(turn.dataset.turns));
});
// The arrow keys go along a line.
on("analysis", (event) => {
  const key = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
  if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const next = event.target[key];
  if (next?.matches("button")) next.focus();
}, "keydown");
on("first", () => look(0));
on("back", () => walk("back"));
on("forward", () => walk("forward"));
on("last", () => look(tree.last));
on("rules", () => ask("rules"));
on("copy-pgn", () => ask("pgn"));
on("copy-moves", () => copy(tree.game.map((id) => tree.get(id).turn.text).join(" "), "The list of moves", unfinished()));
on("copy-fen", () => copy($("fen").value, "The FEN", shown().moved?.length && "It does not tell which pieces have moved in this turn."));
on("typed", (event) => {
  event.preventDefault();
  // The number of a move is no part of it.
  const text = $("typed-move").value.trim().replace(/^\d+\.+\s*(?=\S)/, "");
  // It stays until it is made, so that a mistake can be corrected.
  state.typed = text;
  if (text && !send(text)) state.typed = null;
}, "submit");
// A drag takes the focus nowhere: Escape cancels a choice from the whole page.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.target.closest("dialog") && (state.choice || state.premove)) choose(null);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || (event.target.closest("[role=grid]") && !board.pointed) || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: () => walk("back"), ArrowRight: () => walk("forward"), ArrowUp: () => walk("up"), ArrowDown: () => walk("down"), Home: () => look(0), End: () => look(tree.last), f: () => $("flip").click() };
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});
// Whether a text is a FEN, or one of draughts, and not a move or an address.
const isFen = (text) => /^[WB]:[WB]/.test(text) || (!text.includes("://") && text.split(/\s/)[0].split("/").length > Math.min(2, state.game.board[1] - 1));
document.addEventListener("paste", (event) => {
  if (event.target.closest("input, textarea")) return;
  const text = event.clipboardData.getData("text").trim();
  if (!text || !state.table) return;
  // Several words that are no FEN are moves: of a PGN, or as "Copy moves" copies them.
  const isGame = /^\[|^\d+\.\s*\S|\s1\./.test(text) || (/\s/.test(text) && !isFen(text));
  if (isGame) load(text);
  else if (isFen(text)) ask("new", { setup: { ...state.table.setup, fen: text } });
  else send(text);
});
setInterval(() => players.tick(), 100);
// On a narrow page the buttons of a turn and those that walk through the game stand below the board.
const narrow = matchMedia("(max-width: 60rem)");
function place() {
  (narrow.matches ? $("status") : $("takeback")).before($("turn"));
  (narrow.matches ? $("status") : $("moves")).before($("walk"));
}
narrow.addEventListener("change", place);
place();
const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
setTheme(stored.get("theme") ?? preferred);
setSound(stored.get("sound") !== "off");
connect(receive);
