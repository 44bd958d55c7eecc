// The keyboard focus stays in the page when its place goes.

const canHold = (element) => element.isConnected && !element.disabled && element.getClientRects().length > 0;

// Changes the page. If what had the focus is hidden, disabled or gone then, `elsewhere` moves it,
// and learns whether it was to be seen.
export function withFocus(change, elsewhere) {
  const held = document.activeElement;
  const isVisible = held?.matches(":focus-visible");
  change();
  const isLost = held && held !== document.body && !canHold(held);
  const isMoved = document.activeElement !== held && document.activeElement !== document.body;
  if (isLost && !isMoved) elsewhere(isVisible);
}
