// Menagerie in a Web Worker, or in a Worker of Node: each message is a line of UCI or CECP, in both
// directions, or to the engine a file, `{ name: "my.toml", content: bytesOrText }`, which the options
// VariantPath and EvalFile name.
//
// The module has one thread. A search hears the lines that arrive during it ("stop", "isready",
// "ponderhit", "quit")
// - in browsers with JavaScript Promise Integration: the search is suspended for a moment;
// - in Node: messages are received while it runs.
// Elsewhere lines wait for its end, and a search without an end, as of "go infinite", ends after
// ten seconds.

import { wasi } from "./wasi.mjs";

const NOTHING = -1;
const DEAF = -2;

const node = globalThis.process?.versions?.node && (await import("node:worker_threads"));
const suspends = "Suspending" in WebAssembly;
const send = node ? (line) => node.parentPort.postMessage(line) : (line) => postMessage(line);
const encoder = new TextEncoder();
const files = new Map();

/** Lines that arrived, as bytes. */
const waiting = [];
/** Called when a line arrives. */
let wake = () => {};

function receive(message) {
  if (typeof message === "string") {
    waiting.push(...message.split("\n").map((line) => encoder.encode(line)));
    wake();
  } else {
    const { name, content } = message;
    files.set(name, typeof content === "string" ? encoder.encode(content) : new Uint8Array(content));
  }
}

/** Length of the next line. */
const next = () => (waiting.length ? waiting[0].length : NOTHING);

/** The same with all that has arrived, on a thread that nothing interrupts. */
function received() {
  for (let got; (got = node.receiveMessageOnPort(node.parentPort)); ) receive(got.message);
  return next();
}

/** Answers a module that cannot be suspended. */
function blocking(wait) {
  if (!node) return waiting.length ? next() : DEAF;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (received() === NOTHING && wait) Atomics.wait(pause, 0, 0, 5);
  return next();
}

/** Answers a module that is suspended until then. */
async function suspending(wait) {
  if (wait && !waiting.length) await new Promise((resolve) => (wake = resolve));
  // Messages arrive between two tasks of the event loop.
  else await new Promise(afterOthers);
  return next();
}

const channel = suspends && new MessageChannel();
function afterOthers(task) {
  channel.port1.onmessage = task;
  channel.port2.postMessage(0);
}

async function load() {
  const url = new URL("menagerie.wasm", import.meta.url);
  if (!node) return WebAssembly.compileStreaming(fetch(url));
  return WebAssembly.compile(await (await import("node:fs/promises")).readFile(url));
}

/** Starts the module; returns its function that handles all lines that there are. */
async function start() {
  const module = await load();
  let instance;
  const memory = () => instance.exports.memory;
  const menagerie = {
    next_line: suspends ? new WebAssembly.Suspending(suspending) : blocking,
    take_line(to) {
      const line = waiting.shift();
      new Uint8Array(memory().buffer, to, line.length).set(line);
    },
  };
  const wasi_snapshot_preview1 = wasi(module, memory, files, send);
  instance = await WebAssembly.instantiate(module, { menagerie, wasi_snapshot_preview1 });
  instance.exports._initialize?.();
  const handle = instance.exports.handle_lines;
  return suspends ? WebAssembly.promising(handle) : handle;
}

/** Whether the module runs, or cannot run. */
let busy = true;

async function run() {
  if (busy) return;
  busy = true;
  try {
    // It returns when there are no lines, and 1 at the end of the session.
    while (waiting.length) {
      if (await handle()) return node ? node.parentPort.close() : close();
    }
  } catch (error) {
    send(`info string internal error: ${error}`);
    throw error;
  }
  busy = false;
}

function listen(message) {
  receive(message);
  run();
}

if (node) node.parentPort.on("message", listen);
else onmessage = (event) => listen(event.data);
const handle = await start();
busy = false;
run();
