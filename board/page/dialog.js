// Dialogs: a new game, a piece and its moves, and what a piece promotes to.

import { diagram, marks } from "./glyph.js";
import { drawPiece, element, pieceImage } from "./pieces.js";
import { recent, stored } from "./settings.js";
import { movesInWords } from "./words.js";

const $ = (id) => document.getElementById(id);

// Buttons that close their dialog and do nothing else. They do not submit it, so that Enter in one of
// its fields never means them.
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close(""));
}

export function option(value, text) {
  const node = document.createElement("option");
  node.value = value;
  node.textContent = text;
  return node;
}

function group(label, options) {
  const node = document.createElement("optgroup");
  node.label = label;
  node.append(...options);
  return node;
}

// Dialog of a new game. `start` gets the settings.
export class NewGame {
  constructor(start) {
    this.dialog = $("new-dialog");
    this.start = start;
    $("filter").addEventListener("input", () => this.list(true));
    $("variants").addEventListener("change", () => this.describe());
    $("time").addEventListener("change", () => this.showOwnTime());
    this.dialog.addEventListener("input", () => { $("new-error").textContent = ""; });
    $("variants").addEventListener("dblclick", () => $("start").click());
    $("variants").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      // It would press the button that has the focus once the dialog is closed.
      event.preventDefault();
      $("start").click();
    });
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "start") this.start(this.settings());
    });
  }

  setGames(games, levels) {
    this.games = games;
    const level = $("new-level").value;
    $("new-level").replaceChildren(...levels.map((name, index) => option(index + 1, `${index + 1} – ${name}`)));
    if (level) $("new-level").value = level;
    this.list();
  }

  // Lists the games that fit. While somebody types, the nearest is chosen; else what was chosen stays.
  list(isTyped = false) {
    const words = $("filter").value.toLowerCase().trim();
    const fits = (game) => `${game.name} ${game.title} ${game.description}`.toLowerCase().includes(words);
    const chosen = $("variants").value;
    // Names and titles come before descriptions, the nearest first.
    const rank = (game) => {
      const names = [game.name, game.title].map((name) => name.toLowerCase());
      const ways = [(name) => name === words, (name) => name.startsWith(words), (name) => name.includes(words)];
      const nearest = ways.findIndex((way) => names.some(way));
      return nearest < 0 ? ways.length : nearest;
    };
    const games = this.games.filter(fits);
    if (words) games.sort((one, other) => rank(one) - rank(other));
    const options = (games) => games.map((game) => option(game.name, `${game.title} (${game.board.join("x")})`));
    const lately = words ? [] : recent.names().flatMap((name) => this.games.find((game) => game.name === name) ?? []);
    const groups = lately.length ? [group("Played lately", options(lately)), group("All games", options(games))] : options(games);
    $("variants").replaceChildren(...groups);
    const stays = !(isTyped && words) && games.some((game) => game.name === chosen);
    $("variants").value = stays ? chosen : (games[0]?.name ?? "");
    this.describe();
  }

  describe() {
    const game = this.games.find((game) => game.name === $("variants").value);
    $("variant-about").textContent = game ? game.description : "No game of that name.";
    $("start").disabled = !game;
    const sizes = game?.sizes ?? [];
    $("size").replaceChildren(...sizes.map((size) => option(size, size)));
    if (game) $("size").value = game.board.join("x");
    for (const node of document.querySelectorAll(".sized")) node.hidden = sizes.length < 2;
  }

  // Fields of a clock that the list does not have.
  showOwnTime() {
    const own = $("time").value === "own";
    document.querySelector(".own-time").hidden = !own;
    // A hidden field that is not disabled would still be checked.
    for (const id of ["minutes", "increment"]) $(id).disabled = !own;
  }

  setClock(clock) {
    $("minutes").value = clock ? +(clock.seconds / 60).toFixed(2) : 10;
    $("increment").value = clock?.increment ?? 0;
    $("time").value = clock ? `${clock.seconds}+${clock.increment}` : "";
    if ($("time").selectedIndex < 0) $("time").value = "own";
    this.showOwnTime();
  }

  clock() {
    const own = $("time").value === "own";
    if (own) return { seconds: Math.max(1, Math.round($("minutes").value * 60)), increment: Number($("increment").value) };
    const [seconds, increment] = $("time").value.split("+").map(Number);
    return seconds ? { seconds, increment } : undefined;
  }

  open(setup) {
    $("filter").value = "";
    this.list();
    $("variants").value = setup.variant;
    $("new-level").value = setup.level;
    this.setClock(setup.clock);
    $("side").value = setup.engine;
    $("name").value = stored.get("name") ?? setup.name ?? "";
    $("new-fen").value = "";
    $("new-error").textContent = "";
    this.describe();
    if (setup.size) $("size").value = setup.size;
    this.dialog.returnValue = "";
    this.dialog.showModal();
    $("variants").selectedOptions[0]?.scrollIntoView({ block: "nearest" });
    if ($("variants").selectedIndex < recent.names().length) $("variants").scrollTop = 0;
  }

  // Opens again, with the reason why there was no new game.
  refused(text) {
    $("new-error").textContent = text;
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  settings() {
    const game = this.games.find((game) => game.name === $("variants").value);
    const side = $("side").value;
    recent.add(game.name);
    const setup = {
      variant: game.name,
      engine: side === "random" ? (Math.random() < 0.5 ? "white" : "black") : side,
      level: Number($("new-level").value),
    };
    const clock = this.clock();
    if (clock) setup.clock = clock;
    const size = $("size").value;
    if (size && size !== game.board.join("x")) setup.size = size;
    const name = $("name").value.trim();
    stored.set("name", name);
    if (name) setup.name = name;
    const fen = $("new-fen").value.trim();
    if (fen) setup.fen = fen;
    return setup;
  }
}

// Shows a kind's name, moves and promotions.
export function inspect(game, index, side) {
  const kind = game.pieces[index];
  $("piece-title").textContent = `${kind.name} (${kind.letter})`;
  const picture = diagram(kind, drawPiece(game, index, side), element);
  picture.setAttribute("aria-label", `Moves of the ${kind.name}`);
  $("piece-diagram").replaceChildren(picture);
  $("piece-marks").textContent = marks(kind);
  const words = movesInWords(kind);
  if (kind.loss) words.push(kind.loss);
  if (kind.army !== undefined) words.push(`It belongs to the ${game.armies[kind.army]} army.`);
  if (kind.promotes.length) words.push(`It promotes to ${kind.promotes.join(", ")}.`);
  // The game's own sentences about it.
  words.push(...(game.rules ?? []).filter((sentence) => ` ${sentence.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, " ")} `.includes(` ${kind.name.toLowerCase()} `)));
  $("piece-text").replaceChildren(...words.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  if (!$("piece-dialog").open) $("piece-dialog").showModal();
  $("piece-dialog").scrollTop = 0;
}

// Shows the rules of a game: HTML of the program's own.
export function showRules(html) {
  $("rules-text").innerHTML = html;
  for (const link of $("rules-text").querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  if (!$("rules-dialog").open) $("rules-dialog").showModal();
  $("rules-dialog").scrollTop = 0;
}

// A name with its article.
const oneOf = (name) => `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;

// Asks for one of several steps that differ by their promotion alone, or by the piece in hand that is
// put on a square that the move leaves. `moved` is the kind of the piece that moves.
export function promote(game, steps, side, moved, near, chosen) {
  const dialog = $("promotion");
  const gates = new Set(steps.filter((step) => step.gated).map((step) => step.gated[1]));
  const mayStay = steps.some((step) => step.promotion === undefined);
  // A piece in hand comes to the board on one of its sides.
  const drops = steps[0].path[0][0] === "@";
  const question = drops ? "Drop as" : mayStay ? `Promote the ${game.pieces[moved].name}?` : "Promotion";
  $("promotion-title").textContent = gates.size ? `From the hand to ${[...gates].join(" or ")}` : question;
  const choice = (step) => {
    const button = document.createElement("button");
    button.type = "button";
    const [gated, square] = step.gated ?? [];
    const becomes = step.promotion ?? gated;
    // A piece that is not promoted stays as it is; nothing from the hand has no picture.
    const kind = becomes ?? (gates.size ? undefined : moved);
    const where = square ? ` on ${square}` : "";
    const stays = kind === undefined ? "nothing from the hand" : drops ? game.pieces[kind].name : `stay ${oneOf(game.pieces[kind].name)}`;
    const name = becomes === undefined ? stays : game.pieces[becomes].name + where;
    if (kind !== undefined) button.append(pieceImage(game, kind, side, 48));
    const words = document.createElement("span");
    // Between two squares, after castling, the name says which.
    words.textContent = gates.size > 1 || becomes === undefined ? name : game.pieces[becomes].name;
    button.append(words);
    button.setAttribute("aria-label", name);
    button.title = name;
    button.addEventListener("click", () => {
      dialog.close("done");
      chosen(step);
    });
    return button;
  };
  $("promotion-choices").replaceChildren(...steps.map(choice));
  dialog.onclose = () => {
    if (dialog.returnValue !== "done") chosen(null);
  };
  dialog.returnValue = "";
  dialog.showModal();
  const box = dialog.getBoundingClientRect();
  const left = Math.min(Math.max(8, near.x - box.width / 2), innerWidth - box.width - 8);
  const top = Math.min(Math.max(8, near.y - box.height / 2), innerHeight - box.height - 8);
  dialog.style.setProperty("left", `${left}px`);
  dialog.style.setProperty("top", `${top}px`);
}
