// Glyphs of kinds without a picture, made from their moves, and diagrams of moves.
//
// A move is [files to the right, ranks forward, how]: the sum of 1 (without taking), 2 (taking),
// 4 (first moves only), 8 (jumps over the piece there and takes it), 16 (over another piece on the way),
// 32 (to the square behind that piece), 64 (by squares off the straight way, which have to be empty), 128 (such
// a way goes on where these squares end).

export const QUIET = 1, TAKES = 2, FIRST = 4, JUMPS = 8, HOPS = 16, BEHIND = 32, WINDS = 64, GOES_ON = 128;

const DIRECTIONS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];

// Rays where it slides, dots where it leaps, arcs where it jumps; the letter in the middle.
export function glyph(kind, element) {
  const parts = [element("circle", { cx: 22.5, cy: 22.5, r: 19, class: "fill" })];
  const reaches = (dx, dy) => kind.moves.some(([x, y, how]) => x === dx && y === dy && !(how & JUMPS));
  for (const [dx, dy] of DIRECTIONS) {
    const length = Math.hypot(dx, dy);
    const at = (r) => `${22.5 + (r * dx) / length} ${22.5 - (r * dy) / length}`;
    if (reaches(dx, dy) && reaches(2 * dx, 2 * dy) && reaches(3 * dx, 3 * dy)) {
      parts.push(element("path", { d: `M${at(11)}L${at(18)}`, class: "line thick" }));
    } else if (reaches(dx, dy)) {
      const [x, y] = at(15).split(" ");
      parts.push(element("circle", { cx: x, cy: y, r: 1.7, class: "dot" }));
    }
  }
  for (const [dx, dy, how] of kind.moves) {
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    const straight = dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy);
    const slides = straight && reaches(dx / far, dy / far);
    const length = Math.hypot(dx, dy);
    if (how & JUMPS && far === 1) {
      const angle = (Math.atan2(dx, dy) * 180) / Math.PI;
      parts.push(element("path", { d: "M19.5 7a4 4 0 0 1 6 0", class: "line", transform: `rotate(${angle} 22.5 22.5)` }));
    } else if (far >= 2 && far <= 4 && !slides && !(how & JUMPS)) {
      parts.push(element("circle", {
        cx: 22.5 + (16.5 * dx) / length, cy: 22.5 - (16.5 * dy) / length, r: 1.4, class: "dot",
      }));
    }
  }
  const letter = element("text", { x: 22.5, y: kind.royal ? 30 : 28.5, class: "letter" });
  letter.textContent = kind.letter;
  parts.push(letter);
  if (kind.royal) parts.push(element("path", { d: "M17 14.5l1-4 2.5 2 2-3 2 3 2.5-2 1 4z", class: "dot" }));
  return parts;
}

// A diagram of a kind's moves on part of a board. Seven squares wide, or more where a leap needs it.
export function diagram(kind, piece, element) {
  const far = kind.moves.filter(([dx, dy]) => dx && dy && Math.abs(dx) !== Math.abs(dy));
  const reach = Math.max(3, ...far.map(([dx, dy]) => Math.max(Math.abs(dx), Math.abs(dy))));
  const count = 2 * reach + 1;
  const svg = element("svg", { viewBox: `0 0 ${45 * count} ${45 * count}`, class: "diagram", role: "img" });
  for (let y = 0; y < count; y++) {
    for (let x = 0; x < count; x++) {
      const shade = (x + y) % 2 ? "dark" : "light";
      svg.append(element("rect", { x: 45 * x, y: 45 * y, width: 45, height: 45, class: `square ${shade}` }));
    }
  }
  for (const [dx, dy, how] of kind.moves) {
    if (Math.abs(dx) > reach || Math.abs(dy) > reach) continue;
    const cx = 45 * (reach + dx) + 22.5, cy = 45 * (reach - dy) + 22.5;
    const dim = how & FIRST ? " first" : "";
    if (how & HOPS) svg.append(element("path", { d: `M${cx - 16} ${cy + 17}h32`, class: "hop" }));
    if (how & QUIET) svg.append(element("circle", { cx, cy, r: 9, class: `go${dim}` }));
    if (how & TAKES) svg.append(element("path", { d: `M${cx - 13} ${cy - 13}l26 26m0-26l-26 26`, class: `take${dim}` }));
    if (how & JUMPS) svg.append(element("circle", { cx, cy, r: 16, class: "jump" }));
  }
  piece.setAttribute("transform", `translate(${45 * reach} ${45 * reach})`);
  svg.append(piece);
  return svg;
}

// What the marks of a diagram mean, as far as a kind has them.
export function marks(kind) {
  const has = (bit) => kind.moves.some(([, , how]) => how & bit);
  const words = [];
  if (has(QUIET)) words.push("dots: moves without taking");
  if (has(TAKES)) words.push("crosses: captures");
  if (has(JUMPS)) words.push("rings: jumps over a piece there and takes it");
  if (has(HOPS)) words.push("underlined: over another piece on the way");
  if (has(FIRST)) words.push("pale: first moves only");
  return words.join("; ");
}
