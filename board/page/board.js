// The board: an SVG grid of any size from 2x2 to 16x16, with pieces, marks and arrows.

import { drawPiece, drawShape, element, hasShape } from "./pieces.js";

const SIZE = 45;
const DRAG = 6; // pixels
const ROOM = 15; // for the letters of the files, below the board
const LABEL = [8, 13]; // least and greatest size of a letter, in pixels

export class Board {
  // `handlers`: choose(square, dropped), inspect(square), and describe(square) for screen readers. They
  // may be given later, before a position is shown.
  constructor(root, handlers = null) {
    this.root = root;
    this.handlers = handlers;
    this.flipped = false;
    this.focused = null;
    this.watcher = new ResizeObserver(() => this.sizeLabels());
    // Not on the picture: a picture that listens for focus is a stop of the Tab key itself.
    root.addEventListener("focusin", (event) => {
      const cell = event.target.closest("[data-square]");
      if (cell) this.focus(cell.dataset.square, false);
    });
    // After a click the arrow keys walk through the game; from square to square they go once Tab was pressed.
    this.pointed = false;
    document.addEventListener("keydown", (event) => { if (event.key === "Tab") this.pointed = false; }, { capture: true });
  }

  // Sets up an empty board of a size for a game. The board of the same game stays.
  setGame(game, size) {
    const key = JSON.stringify([game, size, this.flipped], (name, value) => (name === "shapes" ? undefined : value));
    if (key === this.drawnGame) return;
    this.drawnGame = key;
    this.game = game;
    this.size = size;
    this.position = null;
    this.draw();
  }

  flip(flipped) {
    this.flipped = flipped;
    this.drawnGame = null;
    this.draw();
  }

  get files() {
    return this.size[0];
  }

  get ranks() {
    return this.size[1];
  }

  // Width over height, with the letters below.
  get ratio() {
    return (SIZE * this.files) / (SIZE * this.ranks + this.room);
  }

  // Share of the picture's height that the letters below the squares take.
  get letters() {
    return this.room / (SIZE * this.ranks + this.room);
  }

  // Large boards are drawn smaller, and have larger letters; small ones the other way round.
  get scale() {
    const squares = Math.max(this.files, this.ranks);
    return Math.min(1, squares / 8) * Math.max(1, squares / 10);
  }

  get room() {
    return ROOM * this.scale;
  }

  name(x, y) {
    const [file, rank] = this.flipped ? [this.files - 1 - x, y] : [x, this.ranks - 1 - y];
    return String.fromCharCode(97 + file) + (rank + 1);
  }

  place(square) {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.slice(1)) - 1;
    return this.flipped ? [this.files - 1 - file, rank] : [file, this.ranks - 1 - rank];
  }

  draw() {
    if (!this.size || !this.game) return;
    const [width, height] = [SIZE * this.files, SIZE * this.ranks];
    this.cells = new Map();
    this.drawn = new Map();
    this.labels = [];
    clearTimeout(this.pressed?.held);
    this.pressed = null;
    this.drop();
    const holes = new Set(this.game.holes);
    const numbers = new Map((this.game.numbers ?? []).map((square, index) => [square, index + 1]));
    const letters = [], corners = [];
    const grid = element("g", { role: "grid", "aria-label": "Board", "aria-rowcount": this.ranks, "aria-colcount": this.files });
    for (let y = 0; y < this.ranks; y++) {
      const row = element("g", { role: "row", "aria-label": `rank ${this.name(0, y).slice(1)}` });
      for (let x = 0; x < this.files; x++) {
        const square = this.name(x, y);
        const rank = Number(square.slice(1));
        const dark = (square.charCodeAt(0) - 97 + rank) % 2 === 1;
        const cell = element("g", { role: "gridcell", tabindex: "-1", "data-square": square });
        const rect = element("rect", { x: SIZE * x, y: SIZE * y, width: SIZE, height: SIZE, class: `square ${holes.has(square) ? "hole" : dark ? "dark" : "light"}` });
        cell.append(rect);
        const shade = holes.has(square) ? "on-hole" : dark ? "on-dark" : "on-light";
        // Two digits keep clear of a piece in the corner.
        const wide = rank > 9;
        if (x === 0) corners.push(this.label(rank, 0, SIZE * y, `rank ${shade}${wide ? " wide" : ""}`));
        if (numbers.has(square)) corners.push(this.label(numbers.get(square), SIZE * (x + 1), SIZE * y, `number ${shade}`));
        if (y === this.ranks - 1) letters.push(this.label(square[0], SIZE * (x + 0.5), height + this.room, "below"));
        row.append(cell);
        this.cells.set(square, cell);
      }
      grid.append(row);
    }
    this.marks = element("g", { class: "marks" });
    this.pieces = element("g", { class: "pieces" });
    this.top = element("g", { class: "marks" });
    this.arrows = element("g", { class: "arrows" });
    this.svg = element("svg", { viewBox: `0 0 ${width} ${height + this.room}`, class: numbers.size ? "board numbered" : "board" },
      [grid, this.outlines(), ...letters, this.marks, this.pieces, element("g", { class: "corners" }, corners), this.top, this.arrows]);
    this.root.replaceChildren(this.svg);
    this.watcher.disconnect();
    this.watcher.observe(this.svg);
    this.sizeLabels();
    this.listen();
    this.focus(this.focused && this.cells.has(this.focused) ? this.focused : this.name(0, this.ranks - 1), false);
    if (this.position) this.show(this.position, this.extra);
  }

  // Borders of the squares that some kinds do not leave: palaces, and halves with a river between them;
  // and the lines of palaces.
  outlines() {
    const drawn = (this.game.zones ?? []).map((zone) => {
      const inside = new Set(zone.map((square) => this.place(square).join()));
      const sides = [[0, -1, "h45"], [0, 1, "m0 45h45"], [-1, 0, "v45"], [1, 0, "m45 0v45"]];
      const lines = [];
      for (const key of inside) {
        const [x, y] = key.split(",").map(Number);
        for (const [dx, dy, line] of sides) {
          const [nx, ny] = [x + dx, y + dy];
          const onBoard = nx >= 0 && ny >= 0 && nx < this.files && ny < this.ranks;
          if (onBoard && !inside.has(`${nx},${ny}`)) lines.push(`M${SIZE * x} ${SIZE * y}${line}`);
        }
      }
      return element("path", { d: lines.join(""), class: "zone" });
    });
    const middle = (square) => this.place(square).map((at) => SIZE * (at + 0.5));
    for (const ends of this.game.lines ?? []) {
      const [[x1, y1], [x2, y2]] = ends.map(middle);
      drawn.push(element("line", { x1, y1, x2, y2, class: "palace" }));
    }
    return element("g", { class: "zones" }, drawn);
  }

  // A label at the top of its square, or at the bottom of the room below the board.
  label(text, x, y, place) {
    const node = element("text", { class: `label ${place}`, "aria-hidden": "true" });
    node.textContent = text;
    const isWide = place.endsWith(" wide");
    const [points, inset, down] = place === "below" ? [11.5, 0, -0.3] : [isWide ? 8 : 10, isWide ? 0.1 : 0.2, 0.92];
    const side = place.startsWith("number") ? -inset : inset;
    this.labels.push({ node, points, at: (size) => [x + side * size, y + down * size] });
    return node;
  }

  // Labels grow with the board, within bounds in pixels.
  sizeLabels() {
    const pixel = (SIZE * this.files) / (this.svg.getBoundingClientRect().width || SIZE * this.files);
    for (const { node, points, at } of this.labels) {
      const size = Math.max(LABEL[0] * pixel, Math.min(LABEL[1] * pixel, points * this.scale));
      node.style.setProperty("font-size", `${size}px`);
      const [x, y] = at(size);
      node.setAttribute("x", x);
      node.setAttribute("y", y);
    }
  }

  // Shows a position. `extra`: chosen squares and the options from there, the hint, dimmed squares.
  show(position, extra = {}) {
    this.position = position;
    this.extra = extra;
    if (!this.svg) return;
    this.at = new Map(position.pieces.map(([square, side, kind]) => [square, { side, kind }]));
    const { chain } = extra;
    const standing = new Map(this.at);
    if (chain && standing.has(chain.from)) {
      // The piece stands where its chain has led it.
      standing.set(chain.to, standing.get(chain.from));
      standing.delete(chain.from);
    }
    this.showPieces(standing, chain ? new Set(chain.over) : extra.dimmed);
    const under = [], over = [];
    for (const square of position.last ?? []) under.push(this.mark(square, "last"));
    for (const square of position.walls ?? []) under.push(hasShape(this.game.wall) ? this.wall(square) : this.mark(square, "wall"));
    for (const [square, army] of extra.army ?? []) under.push(this.ring(square, `army army-${army}`));
    for (const square of position.check ?? []) under.push(this.ring(square, "check"));
    for (const square of (extra.chosen ?? []).filter((square) => this.cells.has(square))) under.push(this.mark(square, "chosen"));
    for (const square of (extra.hint ?? []).filter((square) => this.cells.has(square))) under.push(this.mark(square, "hint"));
    for (const [square, kind] of extra.options ?? []) over.push(this.option(square, kind));
    this.marks.replaceChildren(...under);
    this.top.replaceChildren(...over);
    const set = (cell, name, value) => cell.getAttribute(name) === value || cell.setAttribute(name, value);
    for (const [square, cell] of this.cells) {
      set(cell, "aria-label", this.handlers.describe(square, this.at.get(square), extra.options?.get(square)));
      set(cell, "aria-selected", String(Boolean(extra.chosen?.includes(square))));
    }
  }

  // Brings the pieces up to date, square by square: a piece that stays is the same element.
  showPieces(standing, dimmed) {
    const hidden = this.dragged?.square;
    for (const [square, { piece, key }] of this.drawn) {
      const now = standing.get(square);
      if (now && key === now.side + now.kind) continue;
      piece.remove();
      this.drawn.delete(square);
    }
    for (const [square, { side, kind }] of standing) {
      if (!this.drawn.has(square)) {
        const piece = drawPiece(this.game, kind, side);
        const [x, y] = this.place(square);
        piece.setAttribute("transform", `translate(${SIZE * x} ${SIZE * y})`);
        piece.dataset.at = square;
        this.drawn.set(square, { piece, key: side + kind });
        this.pieces.append(piece);
      }
      const { piece } = this.drawn.get(square);
      piece.classList.toggle("dimmed", Boolean(dimmed?.has(square)));
      piece.classList.toggle("lifted", square === hidden);
    }
  }

  // A wall with a picture of its own.
  wall(square) {
    const [x, y] = this.place(square);
    const picture = drawShape(this.game.wall);
    picture.setAttribute("transform", `translate(${SIZE * x} ${SIZE * y})`);
    return picture;
  }

  mark(square, kind) {
    const [x, y] = this.place(square);
    return element("rect", { x: SIZE * x, y: SIZE * y, width: SIZE, height: SIZE, class: `mark ${kind}` });
  }

  ring(square, kind) {
    const [x, y] = this.place(square);
    return element("circle", { cx: SIZE * (x + 0.5), cy: SIZE * (y + 0.5), r: SIZE * 0.46, class: `ring ${kind}` });
  }

  option(square, kind) {
    const [x, y] = this.place(square);
    const [cx, cy] = [SIZE * (x + 0.5), SIZE * (y + 0.5)];
    if (kind === "victim") {
      return element("path", { d: `M${cx - 14} ${cy - 14}l28 28m0-28l-28 28`, class: "option victim" });
    }
    if (kind === "rook" || kind === "turn" || this.at?.has(square)) {
      return element("circle", { cx, cy, r: SIZE * 0.43, class: `option over ${kind}` });
    }
    return element("circle", { cx, cy, r: kind === "end" ? 5 : 7.5, class: `option ${kind}` });
  }

  // Arrows of the engine's best lines, the best first: each of them the paths of a turn's steps.
  showArrows(turns) {
    if (!this.arrows) return;
    // A promotion in place has no arrow.
    const moves = (path) => path.length > 1 && path[path.length - 1] !== path[path.length - 2];
    const paths = turns.flatMap((turn, index) => turn.map((path) => ({ path, index })));
    const drawn = paths.filter(({ path }) => moves(path) && this.cells.has(path[0])).map(({ path, index }) => {
      const points = path.map((square) => this.place(square).map((value) => SIZE * (value + 0.5)));
      const [end, before] = [points[points.length - 1], points[points.length - 2]];
      const angle = Math.atan2(end[1] - before[1], end[0] - before[0]);
      const tip = [end[0] - 12 * Math.cos(angle), end[1] - 12 * Math.sin(angle)];
      const wing = (turn) => `${end[0] - 15 * Math.cos(angle + turn)} ${end[1] - 15 * Math.sin(angle + turn)}`;
      const line = points.slice(0, -1).concat([tip]).map((point) => point.join(" ")).join("L");
      return element("g", { class: `arrow rank-${index}` }, [
        element("path", { d: `M${line}`, class: "shaft" }),
        element("path", { d: `M${end[0]} ${end[1]}L${wing(0.5)}L${wing(-0.5)}z`, class: "head" }),
      ]);
    });
    this.arrows.replaceChildren(...drawn.reverse());
  }

  squareAt(event) {
    const box = this.svg.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * this.files);
    const y = Math.floor(((event.clientY - box.top) / box.height) * (this.ranks + this.room / SIZE));
    const inside = x >= 0 && y >= 0 && x < this.files && y < this.ranks;
    return inside ? this.name(x, y) : null;
  }

  listen() {
    const squareAt = (event) => this.squareAt(event);
    this.svg.addEventListener("pointerdown", (event) => {
      const square = squareAt(event);
      if (!square || event.button > 0) return;
      this.focus(square, false);
      this.pressed = { square, x: event.clientX, y: event.clientY, held: setTimeout(() => this.hold(square), 600) };
      if (this.handlers.mayDrag(square)) {
        event.preventDefault();
        this.svg.setPointerCapture(event.pointerId);
      }
    });
    this.svg.addEventListener("pointermove", (event) => {
      const pressed = this.pressed;
      if (!pressed) return;
      const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG;
      if (far && !pressed.gone) {
        pressed.gone = true;
        clearTimeout(pressed.held);
        if (this.handlers.mayDrag(pressed.square)) this.lift(pressed.square);
      }
      if (this.dragged) this.drag(event);
    });
    const up = (event) => {
      const pressed = this.pressed;
      this.pressed = null;
      if (!pressed) return;
      clearTimeout(pressed.held);
      const wasDragged = this.dragged;
      this.drop();
      if (pressed.inspected || event.type === "pointercancel") return;
      const square = squareAt(event);
      if (wasDragged) {
        if (square && square !== pressed.square) {
          // The choice may be gone with an event in between.
          this.handlers.lift(pressed.square);
          this.handlers.choose(square, true);
        } else this.show(this.position, this.extra);
      } else if (square && square === pressed.square) {
        this.handlers.choose(square, false);
      }
    };
    this.svg.addEventListener("pointerup", up);
    this.svg.addEventListener("pointercancel", up);
    this.svg.addEventListener("contextmenu", (event) => {
      const square = squareAt(event);
      if (square) {
        event.preventDefault();
        this.handlers.inspect(square);
      }
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("pointerdown", () => { this.pointed = true; }, { capture: true });
    // Swipes scroll the page, unless they drag a piece.
    this.svg.addEventListener("touchstart", (event) => {
      const square = event.touches.length === 1 ? squareAt(event.touches[0]) : null;
      if (square && this.handlers.mayDrag(square)) event.preventDefault();
    }, { passive: false });
  }

  // A piece in hand: clicked, or dragged onto the board.
  listenHand(button, kind, side) {
    const from = `@${kind}`;
    let start = null;
    button.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      start = { x: event.clientX, y: event.clientY };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => {
      if (!start) return;
      if (!this.dragged && Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG && this.handlers.mayDrag(from)) {
        this.handlers.lift(from);
        this.ghost = drawPiece(this.game, kind, side);
        this.ghost.classList.add("ghost");
        this.dragged = { square: from };
        this.svg.append(this.ghost);
      }
      if (this.dragged) this.drag(event);
    });
    const up = (event) => {
      start = null;
      if (!this.dragged) return;
      this.drop();
      this.dropped = true;
      setTimeout(() => (this.dropped = false));
      const square = event.type === "pointerup" ? this.squareAt(event) : null;
      if (square) this.handlers.choose(square, true);
      else this.handlers.cancel();
    };
    button.addEventListener("pointerup", up);
    button.addEventListener("pointercancel", up);
    button.addEventListener("click", () => {
      if (!this.dropped) this.handlers.choose(from, false);
    });
  }

  hold(square) {
    if (!this.pressed) return;
    this.pressed.inspected = true;
    this.handlers.inspect(square);
  }

  lift(square) {
    this.handlers.lift(square);
    const piece = this.pieces.querySelector(`[data-at="${square}"]`);
    if (!piece) return;
    piece.classList.add("lifted");
    this.ghost = piece.cloneNode(true);
    this.ghost.classList.remove("lifted");
    this.ghost.classList.add("ghost");
    this.dragged = { square };
    this.svg.append(this.ghost);
  }

  drag(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = (SIZE * this.files) / box.width;
    const x = (event.clientX - box.left) * scale - SIZE / 2;
    const y = (event.clientY - box.top) * scale - SIZE / 2;
    this.ghost?.setAttribute("transform", `translate(${x} ${y})`);
  }

  drop() {
    this.ghost?.remove();
    this.ghost = null;
    this.dragged = null;
  }

  focus(square, move = true, scrolls = true) {
    if (this.focused && this.cells.has(this.focused)) this.cells.get(this.focused).setAttribute("tabindex", "-1");
    this.focused = square;
    const cell = this.cells.get(square);
    cell.setAttribute("tabindex", "0");
    if (move) cell.focus({ preventScroll: !scrolls });
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step && this.focused && !this.pointed && !event.altKey && !event.ctrlKey) {
      const [x, y] = this.place(this.focused);
      const [nx, ny] = [x + step[0], y + step[1]];
      if (nx >= 0 && ny >= 0 && nx < this.files && ny < this.ranks) this.focus(this.name(nx, ny));
      event.preventDefault();
      event.stopPropagation();
    } else if ((event.key === "Enter" || event.key === " ") && this.focused) {
      event.preventDefault();
      this.handlers.choose(this.focused, false);
    } else if (event.key === "i" && this.focused) {
      this.handlers.inspect(this.focused);
    }
  }
}
