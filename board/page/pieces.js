// Silhouettes of pieces, our own, each in a box of 45 by 45.
//
// A shape is a list of parts: [path, "fill"] is the outlined body, [path, "line"] a line on it, and
// [path, "dot"] a filled detail. Colours come from the style sheet, by the classes `w` and `b`.

import { glyph } from "./glyph.js";

const HORSE = "M14 36h20c1-11 0-20-9-25l-1-5-4 4.5C13.5 12 9.5 20 7.5 25c-.7 2 .5 4.5 3 4.5 2 0 3-1.5 5-2.5 2-.8 4-.5 5-1.5-1 4-5.5 5-6.5 10.5z";
const HORSE_EYE = "M18 16.5a1.3 1.3 0 1 0 .1 0z";
const FOOT = "M10 39.5c0-2.5 2-3.5 4-3.5h17c2 0 4 1 4 3.5z";
const WALL = "M8 39.5v-4h2v-8h5v3h5v-3h5v3h5v-3h5v8h2v4z";
const CROWN_FOOT = "M9 39.5v-3l-1-9 7 4.5 7.5-6.5 7.5 6.5 7-4.5-1 9v3z";
const SMALL_HORSE = "M15.5 30h15c1-9 0-16-7-20l-1-4-3 3.5C15 11 12 17 10.5 21c-.6 1.6.4 3.5 2.4 3.5 1.6 0 2.3-1.2 4-2 1.5-.6 3-.4 3.9-1.1-.8 3-4.5 4-5.3 8.6z";
const SMALL_EYE = "M18.5 14.5a1.2 1.2 0 1 0 .1 0z";

const SHAPES = {
  king: [
    ["M22.5 3.5v9M18.5 7h8", "stroke"],
    ["M22.5 13c-2.5-2.5-9-2-12 1.5C7 18.5 8.5 24 12 29l-1 4v3h23v-3l-1-4c3.5-5 5-10.5 1.5-14.5C31.5 11 25 10.5 22.5 13z", "fill"],
    [FOOT, "fill"],
    ["M12.5 29.5c6-2 14-2 20 0M22.5 13v14", "line"],
  ],
  queen: [
    ["M11.5 36l1-4-5-18 7 8 2-12 6 11.5 6-11.5 2 12 7-8-5 18 1 4z", "fill"],
    ["M7 13a2 2 0 1 0 .1 0zM16.5 8.5a2 2 0 1 0 .1 0zM28.5 8.5a2 2 0 1 0 .1 0zM38 13a2 2 0 1 0 .1 0z", "fill"],
    [FOOT, "fill"],
    ["M13 31c6-2 13-2 19 0", "line"],
  ],
  rook: [
    ["M13 36l2-4V18l-3-3V8h4v3h4V8h5v3h4V8h4v7l-3 3v14l2 4z", "fill"],
    [FOOT, "fill"],
    ["M15 18h15M15 32h15", "line"],
  ],
  bishop: [
    ["M22.5 5.5a2.6 2.6 0 1 0 .1 0z", "fill"],
    ["M22.5 10.5C16 14 12.5 19 12.5 24c0 3.5 1.5 5.5 3.5 7.5l-1 4.5h15l-1-4.5c2-2 3.5-4 3.5-7.5 0-5-3.5-10-10-13.5z", "fill"],
    [FOOT, "fill"],
    ["M22.5 16v10M18 20.5h9M16 31.5c4-1 9-1 13 0", "line"],
  ],
  knight: [[HORSE, "fill"], [FOOT, "fill"], [HORSE_EYE, "dot"], ["M24 12c5 4 7 11 6.5 20", "line"]],
  pawn: [
    ["M22.5 8a5.5 5.5 0 0 0-4 9.3c-2.5 1.3-4 3.7-4 6.2 0 2.2 1 4.2 2.5 5.5C13.5 30.5 12 33 12 36h21c0-3-1.5-5.5-5-7 1.5-1.3 2.5-3.3 2.5-5.5 0-2.5-1.5-4.9-4-6.2a5.5 5.5 0 0 0-4-9.300z", "fill"],
    [FOOT, "fill"],
  ],
  chancellor: [[SMALL_HORSE, "fill"], [WALL, "fill"], [SMALL_EYE, "dot"]],
  archbishop: [
    ["M30 6.5a2.3 2.3 0 1 0 .1 0z", "fill"],
    ["M17 36h15c2-10 2-16-3-22l-1-4-5 3c-6 2-9.5 8-11 12-.7 2 .4 4 2.5 4 1.7 0 2.7-1.3 4.5-2 1.5-.6 3-.4 4-1-1 3.5-5 4.5-6 10z", "fill"],
    [FOOT, "fill"],
    ["M26 19.5v10M22.5 23h7", "line"],
    ["M19 19a1.2 1.2 0 1 0 .1 0z", "dot"],
  ],
  amazon: [[SMALL_HORSE, "fill"], [CROWN_FOOT, "fill"], [SMALL_EYE, "dot"], ["M11 36c7-2 16-2 23 0", "line"]],
  unicorn: [[HORSE, "fill"], [FOOT, "fill"], ["M18.5 11.5 11 2.5l10.5 6z", "fill"], [HORSE_EYE, "dot"]],
  camel: [
    ["M12 36V26c-2 0-3-1-3-3.5V15c-2 .5-4-.5-4-2.5s2-3.5 5-3.5 4 2 4 5v5c0 1 1 1.5 2 .5l2-3.5c1.5-2.5 4-2.5 5.5 0l1 2 1.5-2c2-2.5 5-2 6.5.5l3 6c1 2 1.5 4 1.5 6.5v7h-5v-8h-3v8h-5v-8h-4v8z", "fill"],
    [FOOT, "fill"],
    ["M9 12a.9.9 0 1 0 .1 0z", "dot"],
  ],
  elephant: [
    ["M30 12c5 1 8 5 8 11v13h-6v-7h-5v7h-6v-7c-2 0-4-1-5-2-.5 3-1 5-1 7 0 1.5-1 2.5-2.5 2.5S10 35.5 10 34c0-4 .5-9 .5-13 0-6 4.5-9.5 9.5-9.5 3.5 0 6 .5 10 .5z", "fill"],
    ["M21 14c4 2 4.5 9-1 11.5", "line"],
    ["M14.5 18a1.1 1.1 0 1 0 .1 0z", "dot"],
    [FOOT, "fill"],
  ],
  lion: [
    ["M22.5 6l4 3 5-1 1.5 5 4.5 2.5-1.5 5 2 4.5-4 3.5-.5 5-5 .5-3.5 3.5-4.5-2-4.5 2-3.5-3.5-5-.5-.5-5-4-3.5 2-4.5-1.5-5 4.5-2.5L13.5 8l5 1z", "fill"],
    ["M15.5 18.5c0-4 3-6 7-6s7 2 7 6v5c0 4-3 7-7 7s-7-3-7-7z", "line"],
    ["M19 19.5a1.1 1.1 0 1 0 .1 0zM26 19.5a1.1 1.1 0 1 0 .1 0zM21 24h3l-1.5 2z", "dot"],
  ],
  wolf: [
    ["M11 7l8 6h7l8-6v14c0 5-3 8-5 10.5L22.5 38 16 31.5C14 29 11 26 11 21z", "fill"],
    ["M17 20a1.4 1.4 0 1 0 .1 0zM28 20a1.4 1.4 0 1 0 .1 0zM20.5 31h4l-2 3z", "dot"],
  ],
  bird: [
    ["M22.5 6.5c3 0 4.5 2 4.5 4.5 4-3 8-3.5 12.5-2.5-1 9.5-6 15.5-12 17.5v5l3 5h-16l3-5v-5C11.5 24 6.5 18 5.5 8.5c4.5-1 8.5-.5 12.5 2.5 0-2.5 1.5-4.5 4.5-4.5z", "fill"],
    [FOOT, "fill"],
    ["M27.5 26c2-1 4-4 5-8M17.5 26c-2-1-4-4-5-8", "line"],
  ],
  dragon: [
    ["M9 36c8-2 10-7 8-12-4 1-7 0-8-3l7-2c-3-5-1-11 5-13l-1 4c6-2 13 2 14 9 5 1 5 5 2 8-1-3-3-4-5-4-1 5-1 9 2 13z", "fill"],
    [FOOT, "fill"],
    ["M22 13.5a1.2 1.2 0 1 0 .1 0z", "dot"],
  ],
  tower: [
    ["M14 36V17l-3-2V6h4v3h5V6h5v3h5V6h4v9l-3 2v19z", "fill"],
    [FOOT, "fill"],
    ["M14 17h17M22.5 36v-6a2.5 2.5 0 0 1 0 0", "line"],
    ["M20 36v-6a2.5 2.5 0 0 1 5 0v6zM21 20h3v5h-3z", "dot"],
  ],
  castle: [
    ["M6 36V13h3v3h3v-3h4v9h3V7h2v3h3V7h2v15h3v-9h4v3h3v-3h3v23z", "fill"],
    [FOOT, "fill"],
    ["M19.5 36v-6a3 3 0 0 1 6 0v6z", "dot"],
  ],
  fortress: [
    ["M6 36V14h5v4h4v-4h5v4h5v-4h5v4h4v-4h5v22z", "fill"],
    [FOOT, "fill"],
    ["M6 24h33M14 24v6M30 24v6M22.5 18v6M6 30h33", "line"],
  ],
  cannon: [
    ["M5 21 31 9l6 10-24 13z", "fill"],
    ["M17 24a8 8 0 1 0 .1 0z", "fill"],
    ["M17 24v16M9 32h16", "line"],
    ["M33 7.5 39 18.5", "stroke"],
  ],
  shield: [
    ["M22.5 6c5 3 9 4 13 4v11c0 9-6 15-13 18-7-3-13-9-13-18V10c4 0 8-1 13-4z", "fill"],
    ["M22.5 11v23M12.5 20h20", "line"],
  ],
  sword: [
    ["M22.5 4l3.5 5v18h7v4h-7v8h-7v-8h-7v-4h7V9z", "fill"],
    ["M22.5 9v18", "line"],
  ],
  spear: [["M22.5 3l6 11-4 2v23.5h-4V16l-4-2z", "fill"], ["M22.5 8v8", "line"]],
  axe: [["M20.5 5h4v4c7-3 12-2 14 3-4 0-7 2-7 6-2-3-4-4-7-4v25h-4z", "fill"], ["M14 8c-5 2-6 6-5 10 3-2 7-3 11-2V9z", "fill"]],
  wizard: [
    ["M24 4l9 28c4 .5 6 2 6 4 0 4-33 4-33 0 0-2 2-3.5 6-4 3-7 6-16 12-28z", "fill"],
    ["M12 32c6 2 15 2 21 0", "line"],
    ["M23 15l1 2.5 2.5.2-2 1.6.7 2.5-2.2-1.4-2.2 1.4.7-2.5-2-1.6 2.5-.2z", "dot"],
  ],
  moon: [["M30 6c-9-1-18 6-18 16.5S21 40 30 38c-6-3-9-9-9-16S24 9 30 6z", "fill"]],
  star: [["M22.5 4l5 12.5 13 .8-10 8.5 3.3 13L22.5 31.5 11.2 38.8l3.3-13-10-8.5 13-.8z", "fill"]],
  flag: [["M11 5h3.5v34.5H11z", "fill"], ["M14.5 7H36l-5 7.5 5 7.5H14.5z", "fill"]],
  crown: [
    ["M9 33 6 13l9 7.5L22.5 8 30 20.5 39 13l-3 20z", "fill"],
    ["M9 34.5h27v4H9z", "fill"],
    ["M22.5 20a2 2 0 1 0 .1 0z", "dot"],
  ],
  hat: [["M14 7h17v20c4 .5 8 2 8 4 0 5-33 5-33 0 0-2 4-3.5 8-4z", "fill"], ["M14 25c5 2 12 2 17 0", "line"]],
  helmet: [
    ["M13 22C9 21 6 17 7 10c2 5 5 6 8 7M32 22c4-1 7-5 6-12-2 5-5 6-8 7", "fill"],
    ["M11.5 35V25a11 11 0 0 1 22 0v10z", "fill"],
    ["M22.5 14v21M11.5 27h22", "line"],
    [FOOT, "fill"],
  ],
  wheel: [
    ["M22.5 5.5a17 17 0 1 0 .1 0z", "fill"],
    ["M22.5 11.5a11 11 0 1 0 .1 0zM22.5 5.5v34M5.5 22.5h34M10.5 10.5l24 24M34.5 10.5l-24 24", "line"],
  ],
  ring: [["M22.5 6.5a16 16 0 1 0 .1 0z", "fill"], ["M22.5 14.5a8 8 0 1 0 .1 0z", "line"], ["M22.5 19a3.5 3.5 0 1 0 .1 0z", "dot"]],
  duck: [
    ["M7 26c4 2 8 1 10-1-3-2-5-5-5-9a8.5 8.5 0 0 1 17 0c0 3-1 5-2 7 5-1 10-3 12-6 2 10-2 20-15 20-9 0-15-4-17-11z", "fill"],
    ["M12.5 14 4.5 16.5c0 2 4 3.5 8.5 3z", "beak"],
    ["M18 14.5a1.5 1.5 0 1 0 .1 0z", "dot"],
    ["M22 29c4 2 9 1 12-3", "line"],
  ],
  man: [["M5 22c0-6 8-10 17.5-10S40 16 40 22v5c0 6-8 10-17.5 10S5 33 5 27z", "fill"], ["M5 22c0 6 8 10 17.5 10S40 28 40 22", "line"], ["M12 21c0-3 5-5 10.5-5S33 18 33 21s-5 5-10.5 5S12 24 12 21z", "line"]],
  dame: [
    ["M5 17c0-6 8-10 17.5-10S40 11 40 17v11c0 6-8 10-17.5 10S5 34 5 28z", "fill"],
    ["M5 17c0 6 8 10 17.5 10S40 23 40 17M5 23c0 6 8 10 17.5 10S40 29 40 23", "line"],
    ["M15 19l-2-6 5 2.5 4.5-5.5 4.5 5.5 5-2.5-2 6z", "dot"],
  ],
  guard: [
    ["M22.5 6a6 6 0 1 0 .1 0z", "fill"],
    ["M12 36V24c0-4 4-6 10.5-6S33 20 33 24v12z", "fill"],
    [FOOT, "fill"],
    ["M34.5 8v28", "stroke"],
    ["M32 8l2.5-5L37 8z", "fill"],
    ["M16 36V26M29 36V26", "line"],
  ],
  noble: [
    ["M13 16 11 7l6 3.5L22.5 5 28 10.5 34 7l-2 9z", "fill"],
    ["M14 16h17v4c0 3-2 5-4 6.5 4 1.5 6 5 6 9.5H12c0-4.5 2-8 6-9.5-2-1.5-4-3.5-4-6.5z", "fill"],
    [FOOT, "fill"],
    ["M14 18.5h17", "line"],
  ],
};

// XBoard's names of pictures, by the silhouettes that suit them; promoted forms have a plus.
const NAMES = {
  alfil: "elephant", angel: "bird", antelope: "unicorn", cardinal: "archbishop", cat: "wolf", chief: "crown",
  claw: "wolf", cobra: "dragon", commoner: "guard", copper: "shield", cub: "lion", dagger: "sword", dolphin: "wheel",
  dome: "helmet", drunk: "hat", falcon: "bird", ferz: "noble", flying: "bird", gnu: "camel",
  grasshopper: "star", hawk: "bird", hcrown: "crown", horse: "knight", iron: "shield", janus: "archbishop",
  lance: "spear", leopard: "wolf", marshal: "chancellor", marshall: "chancellor", mitre: "bishop", monarch: "crown",
  mother: "dragon", nightrider: "unicorn", nobleman: "noble", paw: "wolf", pbishop: "bishop", pcardinal: "archbishop",
  pdagger: "sword", pdragon: "dragon", pegasus: "bird", pknight: "knight", plance: "spear", princess: "archbishop",
  prook: "rook", psilver: "shield", psword: "sword", shierd: "shield", silver: "shield", swords: "sword", tokin: "pawn",
  "top hat": "hat", viking: "helmet", warmachine: "cannon", wazir: "moon", wheer: "wheel", zebra: "camel",
  butterfly: "bird",
};
const PROMOTED = /^p(bishop|cardinal|dagger|dragon|knight|lance|rook|silver|sword)$|^tokin$/;

// Names of pieces that say enough where a game asks for no picture.
const BY_NAME = [
  [/\bman\b|checker/, "man"], [/dame|king of draughts/, "dame"], [/pawn/, "pawn"], [/queen|general.*queen/, "queen"], [/rook|chariot/, "rook"],
  [/bishop/, "bishop"], [/knight|horse/, "knight"], [/castle/, "castle"], [/fortress/, "fortress"], [/guard/, "guard"],
  [/noble/, "noble"], [/camel/, "camel"], [/elephant/, "elephant"], [/cannon/, "cannon"], [/king|chief/, "king"],
  [/chancellor|marshal|empress/, "chancellor"], [/archbishop|cardinal|princess|janus/, "archbishop"], [/amazon/, "amazon"],
  [/lion/, "lion"], [/wolf|dog/, "wolf"], [/dragon|griffon/, "dragon"], [/soldier/, "pawn"], [/unicorn/, "unicorn"],
  [/lance/, "spear"], [/wizard/, "wizard"],
];

// Silhouettes that may stand for a kind, the best first: of a piece of that very name, the picture
// that the game asks for, and one that a part of the name suggests.
function candidates(kind, family) {
  const name = kind.name.toLowerCase();
  const jumps = kind.moves.some((move) => move[2] & 8);
  // The horse of shogi does not leap.
  const leaps = kind.moves.some(([files, ranks]) => Math.abs(files * ranks) === 2);
  const suits = name !== "horse" || leaps;
  const found = suits ? BY_NAME.find(([pattern]) => pattern.test(name)) : null;
  return [
    family === "jumping" && name === "king" && jumps ? "dame" : null,
    SHAPES[name] ? name : suits && NAMES[name],
    SHAPES[kind.picture] ? kind.picture : NAMES[kind.picture],
    found?.[1],
  ].filter(Boolean);
}

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, children = []) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Shapes of a game's kinds: no two kinds look alike, so that a second kind with the same silhouette
// is drawn from its moves.
export function assign(game) {
  const used = new Set();
  const shapes = game.pieces.map((kind) => {
    if (kind.like !== undefined) return null;
    const name = candidates(kind, game.family).find((name) => !used.has(name));
    if (name) used.add(name);
    return name ?? null;
  });
  return game.pieces.map((kind, index) => shapes[kind.like ?? index]);
}

// Draws a piece in a box of 45 by 45. `side` is "w" or "b".
export function drawPiece(game, index, side) {
  game.shapes ??= assign(game);
  const kind = game.pieces[index];
  const group = element("g", { class: `piece ${side}` });
  const name = game.shapes[index];
  if (name) {
    for (const [path, kind] of SHAPES[name]) group.append(element("path", { d: path, class: kind }));
  } else {
    group.append(...glyph(kind, element));
  }
  if (name && (PROMOTED.test(kind.picture ?? "") || kind.letter.startsWith("+") || kind.like !== undefined)) {
    group.append(element("circle", { cx: 37, cy: 9, r: 6, class: "badge" }),
      element("path", { d: "M37 5.5v7M33.5 9h7", class: "badge-line" }));
  }
  return group;
}

// Whether there is a picture of that name.
export const hasShape = (name) => Object.hasOwn(SHAPES, name);

// Draws a picture that is no side's, in a box of 45 by 45.
export function drawShape(name) {
  return element("g", { class: `piece shape-${name}` }, SHAPES[name].map(([path, kind]) => element("path", { d: path, class: kind })));
}

// A piece as a picture of its own.
export function pieceImage(game, index, side, size) {
  return element("svg", { viewBox: "0 0 45 45", width: size, height: size, "aria-hidden": "true" },
    [drawPiece(game, index, side)]);
}
