// Squares and what stands on them, in the words of a game.

// A square's name for people: its number, where the game numbers its squares.
export const nameOf = (game, square) => {
  const number = (game?.numbers ?? []).indexOf(square) + 1;
  return number ? String(number) : square;
};

// A text of the program with such names.
export const withNames = (game, text) => text.replace(/\b[a-p]\d\d?\b/g, (square) => nameOf(game, square));

// A square, its wall and its piece.
export function squareWords(game, square, piece, walls) {
  const name = nameOf(game, square);
  const words = name === square ? [square] : [name, square];
  if (walls?.includes(square)) words.push(game.wall ?? "wall");
  if (piece) words.push(`${piece.side === "w" ? "white" : "black"} ${game.pieces[piece.kind].name}`);
  return words;
}
