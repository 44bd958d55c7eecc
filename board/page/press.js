// Presses and their clicks.
//
// The board acts when a finger or a button of the mouse is lifted. A touch screen sends the click of
// that tap afterwards, to whatever is under the finger then: a button of the dialog that the tap has
// opened, or something that has moved there. Such a click is dropped.

const place = (node) => node.closest?.("dialog, #board") ?? null;
let press = null;

document.addEventListener("pointerdown", (event) => (press = { place: place(event.target) }), true);
document.addEventListener("click", (event) => {
  const began = press;
  press = null;
  // Keys, scripts and screen readers click without a press.
  if (!began || event.detail === 0 || began.place === place(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
