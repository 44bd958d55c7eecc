// The panel beside the board: players and clocks, status, moves, engine lines, legend.

import { node } from "./node.js";
import { say } from "./message.js";
import { numbered } from "./numbers.js";
import { pieceImage } from "./pieces.js";

const $ = (id) => document.getElementById(id);

const other = (side) => (side === "white" ? "black" : "white");
const PASS = "--"; // a pass, as moves are written
// A text with a capital letter and a full stop.
export const sentence = (text) => capital(text) + (/[.!?…]$/.test(text) ? "" : ".");
export const capital = (side) => side[0].toUpperCase() + side.slice(1);

function time(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// Names and clocks above and below the board.
export class Players {
  show(table, flipped) {
    this.table = table;
    this.since = performance.now();
    const lower = flipped ? "black" : "white";
    this.rows = { [lower]: $("lower"), [other(lower)]: $("upper") };
    for (const side of ["white", "black"]) {
      const { engine } = table.setup;
      const plays = engine === side || engine === "both";
      // Two people at one board are distinguished by their sides.
      const name = table.players[side === "white" ? 0 : 1] ?? (engine === "none" ? null : "You");
      const row = this.rows[side];
      row.classList.toggle("to-move", table.position.side === side && !table.result);
      const who = row.querySelector(".who");
      who.textContent = name ? `${capital(side)}: ${name}` : capital(side);
      // A long name is cut off.
      who.title = who.textContent;
      row.querySelector(".thinks").textContent = plays && table.thinking && table.position.side === side ? "is thinking…" : "";
    }
    this.tick();
  }

  tick() {
    // Without the program nothing is known of the clocks.
    if (!this.table || !$("offline").hidden) return;
    const { clocks, running } = this.table;
    for (const [index, side] of ["white", "black"].entries()) {
      const clock = this.rows[side].querySelector(".clock");
      clock.hidden = !clocks;
      if (!clocks) continue;
      const spent = running === side ? performance.now() - this.since : 0;
      const left = Math.max(0, clocks[index] - spent);
      clock.textContent = time(left);
      clock.classList.toggle("low", left < 10000);
      clock.classList.toggle("runs", running === side);
    }
  }
}

// Pieces in hand, above and below the board, which those of the side to move can be dragged to.
export function showHands(game, position, flipped, chosen, premover, board) {
  for (const [index, side] of ["white", "black"].entries()) {
    const place = $((side === "white") === flipped ? "upper-hand" : "lower-hand");
    place.hidden = !position.hands;
    const isEnabled = position.side === side || premover === side[0];
    const shown = JSON.stringify([game.name, side, isEnabled, position.hands?.[index]]);
    if (place.dataset.shown === shown) {
      for (const button of place.children) button.setAttribute("aria-pressed", String(chosen === `@${button.dataset.kind}` && !button.disabled));
      continue;
    }
    place.dataset.shown = shown;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
    place.setAttribute("aria-label", `${capital(side)}'s hand`);
    place.replaceChildren(...(position.hands?.[index] ?? []).map(([kind, count]) => {
      const button = node("button");
      button.type = "button";
      button.disabled = !isEnabled;
      button.dataset.kind = kind;
      button.setAttribute("aria-label", `${game.pieces[kind].name}, ${game.endless ? "any number" : count} in ${side}'s hand`);
      button.setAttribute("aria-pressed", String(chosen === `@${kind}` && isEnabled));
      button.append(pieceImage(game, kind, side[0], 36), node("span", "count", game.endless ? "∞" : count));
      board.listenHand(button, kind, side[0]);
      return button;
    }));
    if (focused) place.querySelector(`[data-kind="${focused}"]`)?.focus();
  }
}

// A turn of many steps by its first ones.
export function short(label) {
  const steps = label.split(",");
  return steps.length > 3 ? `${steps.slice(0, 3).join(",")}…` : label;
}

// What is going on, in a line.
export function showStatus(table, viewing, chain) {
  const { position, turns, last, result, steps } = table;
  const words = [];
  if (viewing) {
    const { turn, before } = viewing;
    if (before === null) words.push(`Variation, after ${numbered(turn)} ${short(turn.label)}.`);
    else words.push(`Position after ${before} of ${turns} turns.`);
    if (viewing.position) words.push(`${capital(viewing.position.side)} to move.`);
    if (viewing.steps.length) words.push(`In this turn: ${viewing.steps.join(", ")}.`);
    words.push("Moves here are variations; ▶| leads back to the game.");
    if (result) words.push(`The game has ended ${result[0].replace("1/2-1/2", "½–½")}.`);
  } else if (result) {
    words.push(`${result[0]}. ${result[1]}.`);
  } else {
    if (table.loaded) words.push(`This game ended ${table.loaded.replace("1/2-1/2", "½–½")}.`);
    if (last && steps.length === 0) words.push(last.label === PASS ? `${capital(last.side)} passed.` : `${capital(last.side)} played ${short(last.label)}.`);
    words.push(table.paused ? "The game is paused." : `${capital(position.side)} ${steps.length ? "goes on" : "to move"}.`);
    if (position.notes) words.push(`${position.notes[0].toUpperCase()}${position.notes.slice(1)}.`);
    if (steps.length) words.push(`In this turn: ${steps.join(", ")}.`);
    if (position.may_end && !table.thinking) words.push(position.steps.length ? "More moves, or End turn?" : "Nothing else can move: End turn.");
  }
  if (chain) words.push(`The move goes on after ${chain.join("–")}; Esc begins it again.`);
  const text = words.join(" ").replaceAll("….", "…");
  say($("status"), text);
}

// State of the definition files that the board follows.
export function showDefinitions({ files, text, faults, more_faults: more }) {
  $("definitions").hidden = false;
  $("definition-files").textContent = files.join(", ");
  const all = faults.length + more;
  const number = all === 1 ? "1 fault." : `${all} faults${more ? `, of which the first ${faults.length} are shown` : ""}.`;
  $("definition-text").textContent = `${faults.length ? number : "No faults."} ${text}`;
  $("faults").replaceChildren(...faults.map((fault) => {
    const item = node("li");
    const place = fault.line ? `${files.length > 1 ? `${fault.file}, ` : ""}line ${fault.line}: ` : "";
    item.append(node("b", "", place), fault.text);
    return item;
  }));
}

// Whole percents whose sum is 100: the largest remainders are rounded up.
function percents(thousandths) {
  const whole = thousandths.map((part) => Math.floor(part / 10));
  const order = [...whole.keys()].sort((one, other) => (thousandths[other] % 10) - (thousandths[one] % 10));
  for (const index of order.slice(0, 100 - whole.reduce((sum, part) => sum + part, 0))) whole[index] += 1;
  return whole;
}
const percent = (line) => percents(line.wdl).map((part) => `${part} %`);

function chances(line) {
  const [win, draw, loss] = percent(line);
  return `White wins ${win}, draw ${draw}, Black wins ${loss}`;
}

// A move of a line: castling is not broken at its hyphens.
function moveInLine(move, line, turns) {
  const button = node("button", move.startsWith("O-O") ? "move whole" : "move", move);
  button.type = "button";
  button.title = "Add the line up to here as a variation";
  // The first move of a line is in the way of the Tab key.
  if (turns > 1) button.tabIndex = -1;
  Object.assign(button.dataset, { line, turns });
  return [button, " "];
}

// Replaces the lines, but not while one is pressed; the focus stays.
function renewLines(items) {
  const list = $("analysis");
  if (list.matches(":active")) return;
  const held = list.contains(document.activeElement) ? document.activeElement.dataset : null;
  list.replaceChildren(...items);
  if (held) list.querySelector(`[data-line="${held.line}"][data-turns="${held.turns}"]`)?.focus({ preventScroll: true });
}

// Lines of the engine, its speed, and the bar beside the board, which is turned with it.
// Where the game is over, `over` are the shares of its result.
export function showLines(info, analysing, flipped, over) {
  const lines = analysing ? (info?.lines ?? []) : [];
  renewLines(lines.map((line, index) => {
    const item = node("li");
    const moves = line.pv.flatMap((move, turn) => moveInLine(move, index, turn + 1));
    item.append(node("b", "", line.score), node("span", "depth", ` depth ${line.depth} `), ...moves);
    item.title = chances(line);
    return item;
  }));
  const first = lines[0];
  $("speed").textContent = first ? `${(info.nps / 1e6).toFixed(2)} million nodes/s` : "";
  $("bar").hidden = !analysing;
  $("bar").classList.toggle("flipped", flipped);
  const [win, draw] = first?.wdl ?? over ?? [500, 0];
  $("bar-white").style.setProperty("height", `${win / 10}%`);
  $("bar-draw").style.setProperty("height", `${draw / 10}%`);
  $("wdl").hidden = !analysing;
  // On a phone on its side there is room for a few words alone.
  const words = first ? [node("span", "long", `${first.score}: ${chances(first)}`), node("span", "short", `${first.score}: ${percent(first).join(" / ")}`)] : [];
  $("wdl").replaceChildren(...words);
}

// The game's pieces; `inspect` is called with the index of a kind.
export function showLegend(game, inspect) {
  $("about").textContent = game.description ? `${game.title}: ${game.description}` : game.title;
  const shown = [...game.pieces.entries()].filter(([, kind]) => kind.like === undefined);
  // Names stay on one line.
  $("legend").style.setProperty("--widest", `${Math.max(...shown.map(([, kind]) => kind.name.length))}ch`);
  $("legend").replaceChildren(...shown.map(([index, kind]) => {
    const item = node("li");
    const button = node("button", "kind");
    button.type = "button";
    const words = node("span", "words");
    words.append(node("span", "", kind.name));
    if (kind.army !== undefined) words.append(node("span", `army-name army-${kind.army}`, `${game.armies[kind.army]} army`));
    button.append(pieceImage(game, index, "w", 28), pieceImage(game, index, "b", 28), words);
    button.addEventListener("click", () => inspect(index));
    item.append(button);
    return item;
  }));
  $("sentences").replaceChildren(...game.rules.map((sentence) => node("li", "", sentence)));
  $("rules").hidden = !game.documented;
}
