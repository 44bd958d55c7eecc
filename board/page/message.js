// Words below the board: reasons why something was not done, and news.

import { breakable } from "./node.js";

const $ = (id) => document.getElementById(id);
const LIFE = 5000; // ms that faults of the program are shown, whatever happens
let timer = null;
let floating = null;
let warned = -LIFE;

// Sets a text.
export function say(place, text) {
  if (place.textContent !== text) place.replaceChildren(...breakable(text));
}

function show(error, news, life) {
  clearTimeout(timer);
  clearTimeout(floating);
  for (const [id, text] of [["message", error], ["note", news]]) {
    const place = $(id);
    place.classList.remove("floats");
    say(place, text);
    // Where the page is scrolled away from the board, the words are shown over it for a while.
    const { top, bottom } = place.getBoundingClientRect();
    if (text && (bottom > innerHeight || top < 0)) {
      place.classList.add("floats");
      floating = setTimeout(() => place.classList.remove("floats"), LIFE);
    }
  }
  if (life) timer = setTimeout(() => show("", ""), life);
}

// Says why something was not done; without a text, what was said is gone.
export function message(text) {
  if (text || performance.now() - warned >= LIFE) show(text, "");
}

// Says something good, for some ms or until something else happens.
export function note(text, life) {
  show("", text, life);
}

// Says a fault of the program, or what it has left out: the next state of the game comes with it.
export function warn(text) {
  warned = performance.now();
  show(text, "");
}
