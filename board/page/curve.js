// The Elo difference over the games, with its interval, as an SVG picture.

import { element } from "./pieces.js";

const [WIDTH, HEIGHT] = [480, 230];
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 10, 10, 34];
const MOST = 1000; // Elo

const clamp = (value) => Math.max(-MOST, Math.min(MOST, value));

// Numbers for an axis from `low` to `high`: about four round ones.
function ticks(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(Math.round(at));
  return [...new Set(found)];
}

// Draws `points`: objects with games, elo, low and high, where null is infinite. `words` say the last
// one.
export function drawCurve(points, words) {
  const ends = points.map(({ games, elo, low, high }) => {
    const middle = elo ?? (low !== null ? MOST : -MOST);
    return { games, elo: clamp(middle), low: clamp(low ?? -MOST), high: clamp(high ?? MOST) };
  });
  // The first games, whose intervals are wide, do not count.
  const counted = ends.slice(Math.floor(ends.length / 10));
  const bottom = Math.min(-10, ...counted.map((point) => point.low));
  const top = Math.max(10, ...counted.map((point) => point.high));
  const most = Math.max(2, ends[ends.length - 1].games);
  const x = (games) => LEFT + ((WIDTH - LEFT - RIGHT) * games) / most;
  const y = (elo) => TOP + ((HEIGHT - TOP - BOTTOM) * (top - Math.max(bottom, Math.min(top, elo)))) / (top - bottom);
  const line = (points) => points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const parts = [];
  for (const at of ticks(bottom, top)) {
    parts.push(element("path", { class: at === 0 ? "zero" : "axis", d: `M${LEFT} ${y(at)}H${WIDTH - RIGHT}` }));
    parts.push(text(LEFT - 6, y(at) + 4, at > 0 ? `+${at}` : `${at}`.replace("-", "−"), "end"));
  }
  for (const at of ticks(0, most)) parts.push(text(x(at), HEIGHT - 16, at, x(at) > WIDTH - RIGHT - 20 ? "end" : "middle"));
  parts.push(text(WIDTH - RIGHT, HEIGHT - 4, "games", "end"));
  const band = ends.map((point) => [x(point.games), y(point.high)]).concat(ends.map((point) => [x(point.games), y(point.low)]).reverse());
  parts.push(element("path", { class: "band", d: `${line(band)}z` }));
  parts.push(element("path", { class: "line", d: line(ends.map((point) => [x(point.games), y(point.elo)])) }));
  return element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": words }, parts);
}

function text(x, y, words, anchor) {
  const node = element("text", { x, y, "text-anchor": anchor });
  node.textContent = words;
  return node;
}
