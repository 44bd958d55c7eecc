// The page of matches: games in progress and finished ones, results and the Elo curve.

import { node } from "./node.js";
import { Board } from "./board.js";
import { drawCurve } from "./curve.js";
import { withFocus } from "./focus.js";
import { Link, showLink } from "./link.js";
import { say } from "./message.js";
import { miniature } from "./miniature.js";
import { numbered } from "./numbers.js";
import { pieceImage } from "./pieces.js";
import { squareWords, withNames } from "./squares.js";

const $ = (id) => document.getElementById(id);
const PAGE = 50;

const state = {
  matches: [],
  live: [], // of each match: its game, and the games in progress
  of: 0, // the match that is shown
  following: true,
  asked: null, // game that was asked for, as text
  open: null, // game that is shown
  turn: 0,
  skip: 0,
  flipped: false,
  since: 0, // when the clocks came
  named: null, // game that the address names, until it is opened
};

state.named = namedGame();
const board = new Board($("board"), {
  choose: () => {},
  cancel: () => {},
  inspect: () => {},
  lift: () => {},
  mayDrag: () => false,
  describe: (square, piece) => squareWords(state.open.game, square, piece, state.position?.walls).join(", "),
});
const link = new Link(receive, (way) => {
  showLink($("offline"), way);
  if (way.open) Object.assign(state, { matches: [], live: [], asked: null });
});

function receive(event) {
  $("message").textContent = "";
  switch (event.type) {
    case "match":
      state.matches[event.of] = event;
      if (event.of === state.of) showMatch();
      showChoice();
      follow();
      break;
    case "live":
      state.live[event.of] = { game: event.game ?? state.live[event.of]?.game, games: event.games };
      state.since = performance.now();
      if (event.of === state.of) showLive();
      follow();
      break;
    case "list":
      if (event.of === state.of && event.skip === state.skip) showList(event);
      break;
    case "game":
      openGame(event);
      break;
    case "look":
      if (event.turn === state.turn) showPosition(event.position);
      break;
    case "over":
      link.end();
      $("offline").textContent = event.text;
      $("offline").classList.add("ended");
      $("offline").hidden = false;
      break;
    case "refused":
      $("message").textContent = event.text;
      break;
  }
}

// Asks for a game, unless it is on its way.
function ask(which, force = false) {
  const text = JSON.stringify(which);
  if (text === state.asked && !force) return;
  state.asked = text;
  link.send("game", { of: state.of, which });
}

// Opens the game that the address names, once it is known.
function openNamed() {
  const { of, ended } = state.named;
  if (!(ended < state.matches[of]?.games)) return;
  state.named = null;
  Object.assign(state, { of, asked: null });
  $("match").value = of;
  setFollowing(false);
  showMatch();
  showLive();
  ask({ ended });
}

function namedGame() {
  const named = new URLSearchParams(location.hash.slice(1));
  return named.has("ended") ? { of: Number(named.get("match")), ended: Number(named.get("ended")) } : null;
}

// Shows the game in progress, or the last one that has ended.
function follow() {
  if (state.named) openNamed();
  const games = state.live[state.of]?.games ?? [];
  const number = state.open?.of === state.of ? state.open.which.live : undefined;
  const shown = games.find((game) => game.number === number);
  if (shown && shown.turns !== state.open.turns.length) return ask({ live: number }, true);
  if (!state.following) return;
  if (games.length > 0) {
    if (!shown) ask({ live: games[0].number });
  } else if (state.matches[state.of]?.games > 0) {
    ask({ ended: state.matches[state.of].games - 1 });
  }
}

function setFollowing(following) {
  state.following = following;
  $("follow").setAttribute("aria-pressed", String(following));
}

// The choice among several matches.
function showChoice() {
  const several = state.matches.filter(Boolean).length > 1;
  $("match").hidden = $("match-label").hidden = !several;
  const names = state.matches.map((match) => match?.name ?? "");
  if (several && $("match").options.length !== names.length) {
    $("match").replaceChildren(...names.map((name, index) => new Option(name, index)));
    $("match").value = state.of;
  }
}

function showMatch() {
  const match = state.matches[state.of];
  const total = match.total ? ` of ${match.total}` : "";
  const variants = match.variants.length ? ` of ${match.variants.join(", ")}` : "";
  const games = `${match.games}${total} ${(match.total ?? match.games) === 1 ? "game" : "games"}`;
  $("progress").textContent = `${match.name}: ${games}${variants}`;
  document.title = `${games} – Menagerie`;
  $("table").tBodies[0].replaceChildren(...match.table.map((row) => {
    const line = node("tr");
    const name = node("th", "", row.name);
    name.scope = "row";
    const score = `${row.wins} / ${row.draws} / ${row.losses}`;
    const cells = [row.elo, row.interval, score, `${row.points.toFixed(1)} of ${row.games}`];
    line.append(name, ...cells.map((text) => node("td", "", text)));
    return line;
  }));
  $("notes").replaceChildren(...match.notes.map((note) => node("li", "", note)));
  $("report").textContent = match.report;
  $("curve-section").hidden = match.curve.length < 2 || match.table.length !== 2;
  if (!$("curve-section").hidden) {
    $("curve-title").textContent = `Elo of ${match.engines[0]} against ${match.engines[1]}`;
    $("curve").replaceChildren(drawCurve(match.curve, match.difference), node("p", "small", match.difference));
  }
  if (state.skip === 0 || $("games").tBodies[0].rows.length === 0) askList();
}

function askList() {
  link.send("list", { of: state.of, skip: state.skip });
}

function showList({ games, entries, skip }) {
  const focused = document.activeElement?.dataset.index;
  $("games").tBodies[0].replaceChildren(...entries.map((entry) => {
    const line = node("tr", isOpen(entry) ? "open" : "");
    const button = node("button", "", entry.number);
    button.type = "button";
    button.dataset.index = entry.index;
    button.setAttribute("aria-label", `Game ${entry.number}: ${entry.white} – ${entry.black}, ${entry.result}`);
    button.addEventListener("click", () => {
      setFollowing(false);
      ask({ ended: entry.index });
    });
    const first = node("td");
    first.append(button);
    line.append(first, ...[entry.white, entry.black, entry.result, entry.turns, entry.reason].map((text) => node("td", "", text)));
    return line;
  }));
  if (focused) $("games").querySelector(`[data-index="${focused}"]`)?.focus();
  withFocus(() => {
    $("newer").disabled = skip === 0;
    $("older").disabled = skip + entries.length >= games;
  }, () => $("games").querySelector("button")?.focus());
  const range = `${games - skip - entries.length + 1} to ${games - skip} of ${games}, the latest first`;
  $("range").textContent = entries.length ? range : "";
}

const isOpen = (entry) => state.open?.of === state.of && state.open.which.ended === entry.index;

// Small boards of the games in progress.
function showLive() {
  const { game, games } = state.live[state.of] ?? { games: [] };
  // A single game is on the large board.
  $("live-section").hidden = games.length < 2;
  // The button of a game stays as long as the game, so that a click meets it.
  const place = $("live");
  const buttons = new Map([...place.querySelectorAll("button")].map((button) => [Number(button.dataset.number), button]));
  const items = games.map((live) => {
    const button = buttons.get(live.number) ?? liveButton(live.number);
    button.setAttribute("aria-pressed", String(state.open?.of === state.of && state.open?.which.live === live.number));
    button.replaceChildren(
      node("span", "who", `${live.number}: ${live.white}`),
      miniature(game, live.position),
      node("span", "who", live.black),
      node("span", "said", live.label ? `${live.label} ${live.score}` : "opening"),
    );
    return button.parentNode;
  });
  for (const item of [...place.children]) if (!items.includes(item)) item.remove();
  items.forEach((item, index) => {
    if (place.children[index] !== item) place.insertBefore(item, place.children[index] ?? null);
  });
}

function liveButton(number) {
  const item = node("li");
  const button = node("button", "mini");
  button.type = "button";
  button.dataset.number = number;
  button.addEventListener("click", () => {
    setFollowing(true);
    ask({ live: number });
  });
  item.append(button);
  return button;
}

// Shows a game that was asked for. One that goes on keeps the turn that is looked at.
function openGame(event) {
  const old = state.open;
  const same = old && old.of === event.of && JSON.stringify(old.which) === JSON.stringify(event.which);
  const stays = same && state.turn < old.turns.length;
  state.open = event;
  if (!same || old.game.name !== event.game.name) board.setGame(event.game, event.game.board);
  $("place").style.setProperty("--ratio", board.ratio);
  $("place").style.setProperty("--hands", event.position.hands ? "6rem" : "0rem");
  // The address names a finished game that was opened.
  const isNamed = event.which.ended !== undefined && !state.following;
  history.replaceState(null, "", isNamed ? `#match=${event.of}&ended=${event.which.ended}` : location.pathname);
  const result = event.result ? `, ${event.result[0]}` : "";
  $("game-title").textContent = `Game ${event.number}: ${event.white} – ${event.black}${result}`;
  if (stays) {
    look(Math.min(state.turn, event.turns.length));
  } else {
    state.turn = event.turns.length;
    showPosition(event.position);
  }
  for (const row of $("games").tBodies[0].rows) {
    row.classList.toggle("open", event.which.ended === Number(row.querySelector("button").dataset.index));
  }
  for (const button of $("live").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(event.which.live === Number(button.dataset.number)));
  }
}

function look(turn) {
  if (!state.open) return;
  state.turn = Math.max(0, Math.min(state.open.turns.length, turn));
  link.send("look", { turn: state.turn });
}

// Looks at a turn at a person's wish: who reads a game is not taken to another one.
function walk(turn) {
  look(turn);
  if (state.open && state.turn < state.open.turns.length) setFollowing(false);
}

function showPosition(position) {
  const { open, turn } = state;
  state.position = position;
  board.show(position);
  const players = { white: open.white, black: open.black };
  for (const [id, side] of [["lower", state.flipped ? "black" : "white"], ["upper", state.flipped ? "white" : "black"]]) {
    $(id).querySelector(".who").textContent = `${side === "white" ? "White" : "Black"}: ${players[side]}`;
    $(id).dataset.side = side;
    showHand($(`${id}-hand`), side, position);
    $(id).classList.toggle("to-move", position.side === side && !(open.result && turn === open.turns.length));
  }
  tick();
  showMoves();
  const made = open.turns[turn - 1];
  const words = [];
  if (made) {
    const parts = [`${numbered(made)} ${made.label}`, made.score];
    if (made.depth !== undefined) parts.push(`depth ${made.depth}`);
    if (made.ms !== undefined) parts.push(`${(made.ms / 1000).toFixed(2)} s`);
    else parts.push("opening");
    words.push(parts.filter(Boolean).join(", "));
  }
  if (open.result && turn === open.turns.length) words.push(`${open.result[0]}: ${open.result[1]}`);
  else if (position.notes) words.push(withNames(open.game, position.notes[0].toUpperCase() + position.notes.slice(1)));
  const text = words.join(". ");
  say($("status"), text);
}

// Pieces in hand of a side, in games that have hands.
function showHand(place, side, position) {
  place.hidden = !position.hands;
  place.setAttribute("aria-label", `${side === "white" ? "White" : "Black"}'s hand`);
  place.replaceChildren(...(position.hands?.[side === "white" ? 0 : 1] ?? []).map(([kind, count]) => {
    const held = node("span", "held");
    const { game } = state.open;
    held.append(pieceImage(game, kind, side[0], 30), node("span", "", `${game.endless ? "any number" : count} × ${game.pieces[kind].name}`));
    return held;
  }));
}

function showMoves() {
  const lines = [];
  let line = null;
  state.open.turns.forEach((turn, index) => {
    if (turn.side === "white" || !line) {
      line = node("li");
      line.append(node("span", "number", numbered(turn)));
      if (turn.side === "black") line.append(node("span", "gap"));
      lines.push(line);
    }
    const isShown = index + 1 === state.turn;
    const button = node("button", isShown ? "turn present" : "turn", turn.label);
    button.type = "button";
    // The list is one stop of the Tab key.
    button.tabIndex = isShown || (state.turn === 0 && index === 0) ? 0 : -1;
    if (isShown) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => walk(index + 1));
    line.append(button);
    if (turn.side === "black") line = null;
  });
  const list = $("moves");
  const hasFocus = list.contains(document.activeElement);
  list.replaceChildren(...lines);
  if (hasFocus) list.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  const shown = list.querySelector(".present");
  if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function time(ms) {
  if (ms < 10000) return (ms / 1000).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Clocks of a game in progress.
function tick() {
  const games = state.live[state.of]?.games ?? [];
  const live = games.find((game) => state.open?.of === state.of && game.number === state.open.which.live);
  for (const id of ["upper", "lower"]) {
    const clock = $(id).querySelector(".clock");
    const side = $(id).dataset.side;
    const left = live?.clocks[side === "white" ? 0 : 1];
    clock.hidden = left === undefined || left === null;
    if (clock.hidden) continue;
    const runs = live.position.side === side;
    clock.textContent = time(Math.max(0, left - (runs ? performance.now() - state.since : 0)));
    clock.classList.toggle("runs", runs);
  }
}

const stored = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(`menagerie.${name}`);
    localStorage.setItem(`menagerie.${name}`, value);
  } catch {
    // Forgotten, then.
  }
  return null;
};

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  $("theme").textContent = dark ? "Light" : "Dark";
  stored("theme", dark ? "dark" : "light");
}

const wished = stored("theme");
setTheme(wished ? wished === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
$("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme !== "dark"));
$("flip").addEventListener("click", () => {
  state.flipped = !state.flipped;
  board.flip(state.flipped);
  if (state.open) showPosition(state.position);
});
$("follow").addEventListener("click", () => {
  setFollowing(!state.following);
  state.asked = null;
  follow();
});
$("match").addEventListener("change", () => {
  Object.assign(state, { of: Number($("match").value), skip: 0, asked: null });
  setFollowing(true);
  showMatch();
  showLive();
  follow();
});
$("newer").addEventListener("click", () => {
  state.skip = Math.max(0, state.skip - PAGE);
  askList();
});
$("older").addEventListener("click", () => {
  state.skip += PAGE;
  askList();
});
$("number").addEventListener("change", () => {
  const games = state.matches[state.of]?.games ?? 0;
  const number = Math.min(Math.max(1, Math.round(Number($("number").value)) || 1), games);
  // In the middle of its part of the list.
  state.skip = Math.max(0, Math.min(games - PAGE, games - number - PAGE / 2));
  askList();
});
$("first").addEventListener("click", () => walk(0));
$("back").addEventListener("click", () => walk(state.turn - 1));
$("forward").addEventListener("click", () => walk(state.turn + 1));
$("last").addEventListener("click", () => walk(state.open?.turns.length ?? 0));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("select, input, .scroll, pre") || (event.target.closest("[data-square]") && !board.pointed) || event.altKey || event.ctrlKey || event.metaKey) return;
  const turns = { ArrowLeft: state.turn - 1, ArrowRight: state.turn + 1, Home: 0, End: state.open?.turns.length ?? 0 };
  if (event.key in turns) {
    event.preventDefault();
    walk(turns[event.key]);
  }
});
setInterval(tick, 200);
