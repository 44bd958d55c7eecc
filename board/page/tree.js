// The tree of moves: the game, variations, comments and marks.

import { node } from "./node.js";
import { numbered } from "./numbers.js";
import { short } from "./panel.js";

const $ = (id) => document.getElementById(id);
export const MARKS = ["", "!", "?", "!!", "??", "!?", "?!"];
// Other marks of PGN by their numbers; those without a sign of their own are shown as they are written.
const NAGS = {
  7: "□", 10: "=", 11: "=", 13: "∞", 14: "+/=", 15: "=/+", 16: "±", 17: "∓", 18: "+−", 19: "−+",
  22: "⨀", 23: "⨀", 26: "○", 27: "○", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑", 40: "→", 41: "→",
  44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆", 138: "⨁", 139: "⨁", 140: "△", 146: "N",
};

// The marks of a move, as they are written after it.
function signs({ mark, nags = [] }) {
  const others = nags.map((nag) => ` ${MARKS[nag] ?? NAGS[nag] ?? `$${nag}`}`);
  return MARKS[mark] + others.join("");
}

export class Tree {
  // Its `look` is called with the number of a move.
  constructor() {
    $("moves").addEventListener("click", (event) => {
      const button = event.target.closest(".turn");
      if (button) this.look(Number(button.dataset.node));
    });
    this.set({ nodes: [{ id: 0, parent: 0, turn: null, comment: "", mark: 0, children: [] }], game: [] });
  }

  set({ nodes, game }) {
    this.nodes = new Map(nodes.map((one) => [one.id, one]));
    this.index(game);
  }

  // Takes what has changed: moves, numbers of those that are gone, and the turns of the game after
  // those that are kept.
  change({ nodes, removed, kept, game }) {
    for (const id of removed) this.nodes.delete(id);
    for (const one of nodes) this.nodes.set(one.id, one);
    this.index(this.game.slice(0, kept).concat(game));
  }

  index(game) {
    this.game = game;
    this.inGame = new Set(game);
    this.highest = Math.max(...this.nodes.keys());
  }

  get(id) {
    return this.nodes.get(id);
  }

  // The last move of the game.
  get last() {
    return this.game[this.game.length - 1] ?? 0;
  }

  // The number of turns of the game before a position, or null in a variation.
  turnsBefore(id) {
    if (id === 0) return 0;
    const at = this.game.indexOf(id);
    return at < 0 ? null : at + 1;
  }

  // Moves from one position to a neighbour: its first move on, its parent, its alternatives.
  step(id, key) {
    const at = this.get(id);
    if (!at) return 0;
    const siblings = this.get(at.parent).children;
    const place = id ? siblings.indexOf(id) : 0;
    const to = {
      back: at.parent,
      forward: at.children[0],
      up: siblings[place - 1],
      down: siblings[place + 1],
    }[key];
    return id === 0 && key !== "forward" ? id : (to ?? id);
  }

  // Draws the list, with the move that is shown. Rows that stay the same stay in the page, so that a
  // click meets them.
  show(present) {
    const list = $("moves");
    const hasFocus = list.contains(document.activeElement);
    const rows = this.rows(present);
    rows.forEach((row, index) => {
      const old = list.children[index];
      if (!old) list.append(row);
      else if (!old.isEqualNode(row)) old.replaceWith(row);
    });
    while (list.children.length > rows.length) list.lastChild.remove();
    const shown = list.querySelector(".present");
    if (hasFocus) list.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    if (shown) {
      const box = shown.getBoundingClientRect(), frame = list.getBoundingClientRect();
      if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - list.clientHeight / 2;
    }
  }

  rows(present) {
    const rows = [];
    const start = this.get(0);
    // The list is one stop of the Tab key: the move that is shown.
    this.stop = present || start.children[0];
    if (start.comment) rows.push(node("li", "comment", start.comment));
    let row = null;
    let at = start;
    while (at.children.length) {
      const [main, ...others] = at.children.map((id) => this.get(id));
      const white = main.turn.side === "white";
      if (white || !row) {
        row = node("li");
        row.append(node("span", "number", numbered(main.turn)));
        if (!white) row.append(node("span", "gap"));
        rows.push(row);
      }
      row.append(this.button(main, present));
      if (!white) row = null;
      if (main.comment) {
        rows.push(node("li", "comment", main.comment));
        row = null;
      }
      for (const other of others) {
        const item = node("li", "variation");
        this.line(other, item, present);
        rows.push(item);
        row = null;
      }
      at = main;
    }
    return rows;
  }

  button(at, present) {
    const classes = ["turn"];
    if (at.id === present) classes.push("present");
    if (!this.inGame.has(at.id)) classes.push("other");
    const button = node("button", classes.join(" "), at.turn.label + signs(at));
    button.type = "button";
    if (at.id === present) button.setAttribute("aria-current", "true");
    button.dataset.node = at.id;
    button.tabIndex = at.id === this.stop ? 0 : -1;
    return button;
  }

  // A variation in running text, its own variations in brackets. Tasks in a list: no deep recursion.
  line(first, item, present) {
    const tasks = [["move", first, true], ["after", first]];
    const text = (words) => item.append(node("span", "word", words));
    while (tasks.length) {
      const [kind, at, opens] = tasks.shift();
      if (kind === "word") text(at);
      else if (kind === "move") {
        if (opens || at.turn.side === "white") text(numbered(at.turn));
        item.append(this.button(at, present));
        if (at.comment) item.append(node("span", "comment", at.comment));
      } else {
        const [main, ...others] = at.children.map((id) => this.get(id));
        if (!main) continue;
        const next = [["move", main, at.comment !== ""]];
        for (const other of others) next.push(["word", "("], ["move", other, true], ["after", other], ["word", ")"]);
        if (others.length) next.push(["word", ""]);
        next.push(["after", main]);
        tasks.unshift(...next);
      }
    }
  }

  // Whether the variation of a move can go up: the game's own moves stay first.
  canPromote(id) {
    let at = this.get(id);
    while (at && at.id !== 0) {
      const siblings = this.get(at.parent).children;
      const place = siblings.indexOf(at.id);
      if (place > 0) return place > (this.inGame.has(siblings[0]) ? 1 : 0);
      at = this.get(at.parent);
    }
    return false;
  }

  // The tools for the move that is shown: comment, mark, variation.
  tools(present, typing) {
    let at = this.get(present) ?? this.get(0);
    const isVariation = at.id !== 0 && !this.inGame.has(at.id);
    $("promote").disabled = !this.canPromote(at.id);
    $("remove").disabled = !isVariation;
    for (const button of $("marks").children) {
      button.disabled = at.id === 0;
      button.setAttribute("aria-pressed", String(at.mark !== 0 && MARKS[at.mark] === button.textContent));
    }
    const field = $("comment");
    // A comment that is being written stays with its move, whatever is shown meanwhile.
    const written = typing ? this.get(Number(field.dataset.node)) : null;
    if (written && field.value !== written.comment) at = written;
    if (!typing || field.dataset.node !== String(at.id)) {
      field.value = at.comment;
      field.dataset.node = at.id;
    }
    $("comment-label").textContent = at.turn ? `Comment on ${numbered(at.turn)} ${short(at.turn.label)}` : "Comment on the game";
  }
}
