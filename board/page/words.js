// Moves of a kind in words, for those who do not see its diagram.

import { BEHIND, FIRST, GOES_ON, HOPS, JUMPS, QUIET, TAKES, WINDS } from "./glyph.js";

const REACH = 7; // squares from the middle of the board that moves come from
const NAMES = {
  "0,1": "forwards", "0,-1": "backwards", "1,0": "right", "-1,0": "left",
  "1,1": "forwards right", "-1,1": "forwards left", "1,-1": "backwards right", "-1,-1": "backwards left",
};
const STRAIGHT = ["0,1", "1,0", "0,-1", "-1,0"];
const DIAGONAL = ["1,1", "1,-1", "-1,-1", "-1,1"];

const divisor = (a, b) => (b ? divisor(b, a % b) : Math.abs(a));
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

// Directions, as "files,ranks", by one name for all of a kind.
function directions(keys) {
  const has = (all) => all.every((key) => keys.includes(key));
  const rest = (gone) => keys.filter((key) => !gone.includes(key)).map((key) => NAMES[key]);
  if (has(STRAIGHT) && has(DIAGONAL)) return "in all eight directions";
  if (has(STRAIGHT)) return listed(["forwards", "backwards", "sideways", ...rest(STRAIGHT)]);
  if (has(DIAGONAL)) return listed(["diagonally", ...rest(DIAGONAL)]);
  return listed(rest([]));
}

// How far a move goes along a direction: the numbers of its steps, in words.
function distance(steps, most) {
  const [first, last] = [steps[0], steps[steps.length - 1]];
  const isRow = steps.length === last - first + 1;
  const squares = (number) => `${number} ${number === 1 ? "square" : "squares"}`;
  if (isRow && last === most && most > first) return first === 1 ? "any number of squares" : `${first} or more squares`;
  if (isRow && first === 1 && last > 2) return `1 to ${squares(last)}`;
  return `${listed(steps.map(String)).replace(" and ", " or ")} ${last === 1 ? "square" : "squares"}`;
}

// Offsets in words: the same distance in several directions at once.
function offsets(all) {
  const lines = new Map();
  for (const [dx, dy] of all) {
    const by = divisor(dx, dy) || 1;
    const key = `${dx / by},${dy / by}`;
    lines.set(key, [...(lines.get(key) ?? []), by]);
  }
  const groups = new Map();
  for (const [key, steps] of lines) {
    const [x, y] = key.split(",").map((number) => Math.abs(number));
    const far = distance(steps.sort((a, b) => a - b), Math.floor(REACH / Math.max(x, y)));
    const name = NAMES[key] ? far : `${far}|${Math.min(x, y)} by ${Math.max(x, y)}`;
    groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  return listed([...groups].map(([name, keys]) => {
    const [far, leap] = name.split("|");
    if (!leap) return `${far} ${directions(keys)}`;
    const way = far === "1 square" ? `a leap of ${leap} squares` : `leaps of ${leap} squares in a row (${far.replace(/ squares?$/, "")})`;
    const [a, b] = leap.split(" by ");
    const total = a === b || a === "0" ? 4 : 8;
    const ways = keys.map((key) => key.split(",").map(Number)).map(([x, y]) => `${Math.abs(y)} ${y < 0 ? "backwards" : "forwards"} and ${Math.abs(x)} ${x < 0 ? "left" : "right"}`);
    return keys.length === total ? `${way} in any direction` : `${way}: ${ways.join("; ")}`;
  }));
}

// Sentences on the moves of a kind.
export function movesInWords(kind) {
  const groups = new Map();
  const open = new Set(); // groups of which some go on where the diagram ends
  for (const [dx, dy, all] of kind.moves) {
    const how = all & ~GOES_ON;
    if (all & GOES_ON) open.add(how & ~JUMPS);
    for (const part of how & JUMPS ? [JUMPS, how & ~JUMPS] : [how]) {
      if (part) groups.set(part, [...(groups.get(part) ?? []), [dx, dy]]);
    }
  }
  // Moves before captures, and jumps last.
  const order = (how) => (how === JUMPS ? 2 : how & QUIET ? 0 : 1);
  return [...groups].sort(([a], [b]) => order(a) - order(b)).map(([how, all]) => {
    if (how === JUMPS) return `Jumps over a piece and takes it: ${offsets(all)}.`;
    const what = how & QUIET ? (how & TAKES ? "Moves and captures" : "Moves without capturing") : "Captures";
    const when = how & FIRST ? " on its first move alone" : "";
    const over = how & BEHIND ? " to the square just behind another piece" : how & HOPS ? " over another piece on the way" : "";
    const free = how & WINDS ? ", if nothing stands on the way" : "";
    const more = open.has(how) ? ", and so on" : "";
    return `${what}${when}${over}${free}: ${offsets(all)}${more}.`;
  });
}
