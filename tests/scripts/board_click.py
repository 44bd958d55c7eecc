"""A click on a square of the board, as JavaScript: the promise of what it took.

`[ms to the dots in the page, ms to the next frame with them on the screen, number of dots]`
"""

CLICK = """(square) => new Promise((done) => {
    const cell = document.querySelector(`[data-square="${square}"]`);
    const box = cell.getBoundingClientRect();
    const at = { clientX: box.x + 5, clientY: box.y + 5, bubbles: true, pointerId: 1, button: 0 };
    const begin = performance.now();
    cell.dispatchEvent(new PointerEvent("pointerdown", at));
    cell.dispatchEvent(new PointerEvent("pointerup", at));
    const drawn = performance.now() - begin;
    const dots = document.querySelectorAll(".option").length;
    requestAnimationFrame(() => setTimeout(() => done([drawn, performance.now() - begin, dots])));
})"""
