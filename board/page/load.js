// The dialog that loads a game: from a text, a file, or one that is dropped on the page.

import { ask } from "./ask.js";
import { split, title } from "./games.js";
import { state } from "./state.js";

const $ = (id) => document.getElementById(id);
const on = (id, type, handle) => $(id).addEventListener(type, handle);
// Games of the text.
let games = [];

// Lists the games of the text, where it has several.
function list() {
  games = split($("load-text").value);
  $("load-games").hidden = games.length < 2;
  $("load-game").replaceChildren(...games.map((game, index) => new Option(title(game, index + 1), index)));
}
// Shows the game that is chosen in the text.
function showChosen() {
  const before = games.slice(0, Number($("load-game").value)).reduce((sum, game) => sum + game.text.length + 1, 0);
  const field = $("load-text");
  field.scrollTop = (field.scrollHeight * before) / Math.max(1, field.value.length);
}
function setText(text) {
  $("load-text").value = text;
  list();
}
function open() {
  $("load-error").textContent = "";
  $("load-dialog").returnValue = "";
  if (!$("load-dialog").open) $("load-dialog").showModal();
}
function loadChosen() {
  const { text } = games[Number($("load-game").value)] ?? { text: "" };
  if (!text.trim()) return refuseLoad("There is no game to load: paste one, or choose a file.");
  state.loading = ask("load", { pgn: text });
  if (!state.loading) refuseLoad($("message").textContent);
}
// The text of a file goes to the field, where it can be looked at.
async function readFile(file) {
  const text = await file.text();
  open();
  setText(text);
}

// Loads a text with one game, or asks which one.
export function load(text) {
  setText(text);
  if (games.length > 1) open();
  else loadChosen();
}
// Lists the games that the program has kept, the last one first.
export function showEarlier(text) {
  setText(text);
  $("load-game").replaceChildren(...[...$("load-game").options].reverse());
  $("load-game").selectedIndex = 0;
  showChosen();
  $("load-error").textContent = games.length ? "" : "No game has been kept yet.";
}
// Opens the dialog with what is in it, and the reason why it was not loaded.
export function refuseLoad(error) {
  open();
  $("load-error").textContent = error;
}

on("load", "click", () => {
  $("load-file").value = "";
  setText("");
  open();
});
on("load-earlier", "click", () => ask("earlier"));
on("load-text", "input", list);
on("load-game", "change", showChosen);
on("load-file", "change", () => $("load-file").files[0] && readFile($("load-file").files[0]));
on("load-dialog", "close", () => {
  if ($("load-dialog").returnValue === "load") loadChosen();
});
document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  readFile(file);
});
