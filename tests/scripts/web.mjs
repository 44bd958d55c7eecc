// Talks to the engine in a Worker of Node. Usage: node web.mjs PACKAGE GAME:DEPTH...
//
// Prints the number of nodes of each benchmark, `GAME NODES`.

import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const worker = new Worker(pathToFileURL(resolve(process.argv[2], "worker.mjs")));
const lines = [];
let wake = () => {};
worker.on("message", (line) => {
  lines.push(line);
  wake();
});
worker.on("error", (error) => {
  throw error;
});

/** Sends lines; returns those that come up to one that a pattern matches. */
async function until(sent, pattern) {
  if (sent) worker.postMessage(sent);
  const heard = [];
  for (;;) {
    while (lines.length) {
      heard.push(lines.shift());
      if (pattern.test(heard.at(-1))) return heard;
    }
    await new Promise((resolve) => (wake = resolve));
  }
}

function check(condition, text) {
  if (!condition) throw new Error(text);
}

const options = await until("uci", /^uciok$/);
check(options.some((line) => line.startsWith("option name UCI_Variant")), options.join("\n"));
await until("isready", /^readyok$/);

for (const [game, depth] of process.argv.slice(3).map((bench) => bench.split(":"))) {
  const bench = await until(`bench ${game} ${depth}`, /^Nodes\/second/);
  console.log(game, bench.find((line) => line.startsWith("Nodes searched")).split(": ")[1]);
}

// A search without an end hears what is said to it.
await until("position startpos moves e2e4\ngo infinite", /^info depth 4 /);
const ready = await until("isready", /^readyok$/);
check(!ready.some((line) => line.startsWith("bestmove")), "the search has ended");
await until("stop", /^bestmove \S+/);

// So does one whose game is over.
await until("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite", /the game is over/);
await until("stop", /^bestmove \(none\)$/);

const told = await until("setoption name Threads value 8\ngo perft 3", /^Nodes searched/);
check(told.some((line) => line.startsWith("Nodes searched")), told.join("\n"));

// Files are read from the worker's memory.
await until("setoption name EvalFile value nothing.net\nisready", /^info string .*nothing\.net/);
const text = `
[twice]
inherits = "chess"
start = "4k3/8/8/8/8/8/8/Q3K2Q w - - 0 1"
`;
worker.postMessage({ name: "twice.toml", content: text });
await until("setoption name VariantPath value twice.toml\nisready", /^readyok$/);
await until("setoption name UCI_Variant value twice\nposition startpos\nd", /Q3K2Q/);
await until("go depth 3", /^bestmove /);
await until("setoption name Debug Log File value log.txt", /^info string .*log\.txt/);

worker.postMessage("quit");
await once(worker, "exit");
