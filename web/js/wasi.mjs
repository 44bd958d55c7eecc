// The functions of WASI that the module needs: clocks, random numbers, output, and files in memory, which
// can be read (https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md).

const [BADF, ISDIR, NOENT, NOSYS, ROFS] = [8, 31, 44, 52, 69];
const [DIRECTORY, REGULAR] = [3, 4];
/** Descriptor of the folder of all files. */
const ROOT = 3;
const CREATE = 1;

/** Splits output into lines, which it sends. */
function lines(send) {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop();
    parts.forEach((line) => send(line));
  };
}

/**
 * Returns the functions for a module.
 * @param {WebAssembly.Module} module
 * @param {() => WebAssembly.Memory} memory its memory, once it is started
 * @param {Map<string, Uint8Array>} files files by name
 * @param {(line: string) => void} send receives the lines of output
 */
export function wasi(module, memory, files, send) {
  const view = () => new DataView(memory().buffer);
  const bytes = (from, length) => new Uint8Array(memory().buffer, from, length);
  const text = (from, length) => new TextDecoder().decode(bytes(from, length));
  const outputs = { 1: lines(send), 2: lines((line) => console.error(line)) };
  /** Open files: their content, and the place of the next byte. */
  const open = new Map();

  /** Calls a function with each part of a list; returns the sum of its results. */
  const each = (parts, count, out, use) => {
    let sum = 0;
    for (let part = parts; part < parts + 8 * count; part += 8) {
      sum += use(view().getUint32(part, true), view().getUint32(part + 4, true));
    }
    view().setUint32(out, sum, true);
    return 0;
  };
  const status = (out, kind, size) => {
    bytes(out, 64).fill(0);
    view().setUint8(out + 16, kind);
    view().setBigUint64(out + 32, BigInt(size), true);
    return 0;
  };
  const find = (from, length) => {
    const name = text(from, length).replace(/^(\.?\/)+/, "");
    return name === "" || name === "." ? ROOT : files.get(name);
  };

  const functions = {
    clock_time_get(id, _precision, out) {
      const now = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    random_get(out, length) {
      for (let at = 0; at < length; at += 65536) {
        crypto.getRandomValues(bytes(out + at, Math.min(65536, length - at)));
      }
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    proc_exit(code) {
      throw new Error(`the engine has ended with code ${code}`);
    },
    fd_write(file, parts, count, out) {
      if (!outputs[file]) return BADF;
      return each(parts, count, out, (from, length) => {
        outputs[file](bytes(from, length).slice());
        return length;
      });
    },
    fd_prestat_get(file, out) {
      if (file !== ROOT) return BADF;
      view().setUint32(out, 0, true);
      view().setUint32(out + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name(file, out) {
      if (file !== ROOT) return BADF;
      view().setUint8(out, "/".charCodeAt(0));
      return 0;
    },
    fd_fdstat_get(file, out) {
      if (file > ROOT && !open.has(file)) return BADF;
      bytes(out, 24).fill(0);
      view().setUint8(out, file === ROOT ? DIRECTORY : REGULAR);
      view().setBigUint64(out + 8, ~0n, true);
      view().setBigUint64(out + 16, ~0n, true);
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    path_filestat_get(_folder, _flags, from, length, out) {
      const found = find(from, length);
      if (found === undefined) return NOENT;
      return found === ROOT ? status(out, DIRECTORY, 0) : status(out, REGULAR, found.length);
    },
    path_open(_folder, _dirflags, from, length, flags, _rights, _inherited, _fdflags, out) {
      const found = find(from, length);
      if (flags & CREATE) return ROFS;
      if (found === undefined) return NOENT;
      if (found === ROOT) return ISDIR;
      let file = ROOT + 1;
      while (open.has(file)) file += 1;
      open.set(file, { content: found, at: 0 });
      view().setUint32(out, file, true);
      return 0;
    },
    fd_filestat_get(file, out) {
      const found = open.get(file);
      return found ? status(out, REGULAR, found.content.length) : BADF;
    },
    fd_read(file, parts, count, out) {
      const found = open.get(file);
      if (!found) return BADF;
      return each(parts, count, out, (to, length) => {
        const part = found.content.subarray(found.at, found.at + length);
        bytes(to, length).set(part);
        found.at += part.length;
        return part.length;
      });
    },
    fd_seek(file, offset, whence, out) {
      const found = open.get(file);
      if (!found) return BADF;
      const base = [0, found.at, found.content.length][whence];
      found.at = Math.max(0, base + Number(offset));
      view().setBigUint64(out, BigInt(found.at), true);
      return 0;
    },
    fd_close: (file) => (open.delete(file) ? 0 : BADF),
  };
  const wanted = WebAssembly.Module.imports(module);
  const names = wanted.filter(({ module }) => module === "wasi_snapshot_preview1");
  return Object.fromEntries(names.map(({ name }) => [name, functions[name] ?? (() => NOSYS)]));
}
