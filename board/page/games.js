// The games of a PGN or PDN with several.

const TAG = /^\s*\[(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]/;

// Splits a text before each tag that follows moves. Brackets in comments are no tags.
export function split(text) {
  const games = [];
  let game = null;
  let inComment = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isTag = !inComment && TAG.test(line);
    if (!game || (isTag && game.hasMoves)) {
      game = { lines: [], tags: {}, hasMoves: false };
      games.push(game);
    }
    game.lines.push(line);
    if (isTag) {
      const [, name, value] = TAG.exec(line);
      game.tags[name] = value.replace(/\\(.)/g, "$1");
    } else if (line.trim() && !line.startsWith("%")) {
      game.hasMoves = true;
      // The rest of a line after a semicolon is a comment of its own.
      for (const sign of line) {
        if (sign === ";" && !inComment) break;
        if (sign === "{") inComment = true;
        else if (sign === "}") inComment = false;
      }
    }
  }
  return games.filter((game) => game.hasMoves || Object.keys(game.tags).length).map(({ lines, tags }) => ({ text: lines.join("\n"), tags }));
}

// Returns what tells a game from the others: its players or event, its date and result.
export function title({ tags }, number) {
  const known = (name) => (/^[?.*\s]*$/.test(tags[name] ?? "") ? "" : tags[name]);
  const players = known("White") || known("Black") ? `${known("White") || "?"} – ${known("Black") || "?"}` : "";
  const date = known("Date") || known("UTCDate");
  const time = known("UTCTime") || known("Time");
  // Those of the board have one event and one round.
  const isOwn = tags.Event === "Menagerie board";
  const event = isOwn ? [] : [known("Event"), known("Round") && `round ${known("Round")}`];
  const words = [known("Variant"), players, known("Result"), [date, time.slice(0, 5)].filter(Boolean).join(" "), ...event];
  return `${number}. ${words.filter(Boolean).join(", ") || "game"}`;
}
