// A small board that is looked at alone.

import { drawPiece, element } from "./pieces.js";

const SIZE = 45;

export function miniature(game, position) {
  const [files, ranks] = game.board;
  const holes = new Set(game.holes);
  const last = new Set(position.last);
  const parts = [];
  for (let rank = 1; rank <= ranks; rank++) {
    for (let file = 0; file < files; file++) {
      const square = String.fromCharCode(97 + file) + rank;
      const color = holes.has(square) ? "hole" : (file + 1 + rank) % 2 === 1 ? "light" : "dark";
      const place = { x: SIZE * file, y: SIZE * (ranks - rank), width: SIZE, height: SIZE };
      parts.push(element("rect", { ...place, class: color }));
      if (last.has(square)) parts.push(element("rect", { ...place, class: "mark last" }));
      if (position.walls?.includes(square)) parts.push(element("rect", { ...place, class: "mark wall" }));
    }
  }
  for (const [square, side, kind] of position.pieces) {
    const piece = drawPiece(game, kind, side);
    piece.setAttribute("transform", `translate(${SIZE * (square.charCodeAt(0) - 97)} ${SIZE * (ranks - Number(square.slice(1)))})`);
    parts.push(piece);
  }
  return element("svg", { viewBox: `0 0 ${SIZE * files} ${SIZE * ranks}`, "aria-hidden": "true" }, parts);
}
