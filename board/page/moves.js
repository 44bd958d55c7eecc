// Choosing a legal step square by square.
//
// A step has a `path` of squares, and for each leg the square of a piece that it takes beside its
// target (`over`). A choice is narrowed down until one path is left, and is completed then.

const same = (a, b) => a.length === b.length && a.every((value, index) => value === b[index]);

export class Choice {
  // `steps` are all legal steps; `from` is a square, or a drop such as `@P`.
  constructor(steps, from) {
    this.from = from;
    this.at = 0;
    this.left = steps.filter((step) => step.path[0] === from);
  }

  get isEmpty() {
    return this.left.length === 0;
  }

  // The square where the piece stands after the legs chosen so far.
  get square() {
    return this.left[0].path[this.at];
  }

  // The legs chosen so far, as squares.
  get path() {
    return this.left[0].path.slice(0, this.at + 1);
  }

  // The part of a chain that is chosen: the squares where its piece stood and stands, and those of the pieces
  // that it has jumped. `null` at its start, and where no way goes on.
  get chain() {
    const { path, over } = this.left[0];
    const goesOn = this.left.some((step) => step.path.length > this.at + 1);
    if (this.at === 0 || !goesOn) return null;
    return { from: path[0], to: this.square, over: over.slice(0, this.at).filter(Boolean) };
  }

  // Squares that go on from here: next landings, the piece's own where it promotes in place of a move,
  // victims beside them, ends that one step alone has, and, of castlings, the king's targets and the rooks.
  options() {
    const found = new Map();
    const add = (square, kind) => {
      if (square && !found.has(square)) found.set(square, kind);
    };
    for (const step of this.left) {
      const next = step.path[this.at + 1];
      if (next) add(next, next === step.rook ? "rook" : next === step.path[this.at] ? "turn" : step.takes ? "take" : "go");
    }
    for (const step of this.left) {
      add(step.over[this.at], "victim");
      if (step.king !== this.from) add(step.king, "go");
      add(step.rook, "rook");
      if (step.path.length > this.at + 2) add(step.path[step.path.length - 1], "end");
    }
    return found;
  }

  // Whether the step may end where the piece stands, while others go on.
  get mayStop() {
    return this.at > 0 && this.left.some((step) => step.path.length === this.at + 1);
  }

  // Narrows the choice by a square. Returns false if it is none of the options.
  narrow(square) {
    const fits = (test) => {
      const left = this.left.filter(test);
      if (left.length === 0) return false;
      this.left = left;
      return true;
    };
    const at = this.at;
    if (at > 0 && square === this.square && this.mayStop) {
      return fits((step) => step.path.length === at + 1);
    }
    // Where the king can also go by itself, castling is chosen by the rook. The king may have several
    // ways to castle with it.
    if (fits((step) => step.path[at + 1] === square && !step.rook)) return this.go(at + 1);
    if (fits((step) => step.rook === square)) return this.go(at);
    if (fits((step) => step.path[at + 1] === square || step.king === square)) return this.go(at + 1);
    if (fits((step) => step.over[at] === square)) return this.go(this.common());
    if (fits((step) => step.path[step.path.length - 1] === square)) return this.go(this.common());
    return false;
  }

  go(at) {
    this.at = Math.max(at, this.common());
    return true;
  }

  // The number of legs that all remaining steps share, from here on.
  common() {
    let at = this.at;
    const first = this.left[0].path;
    while (at + 1 < first.length && this.left.every((step) => step.path[at + 1] === first[at + 1])) {
      at += 1;
    }
    return at;
  }

  // The steps that remain if only their promotion differs, or nothing: then the choice is made.
  decided() {
    const [first, ...rest] = this.left;
    const done = rest.every((step) => same(step.path, first.path) && same(step.over, first.over));
    return done && this.at > 0 ? this.left : null;
  }
}

// Squares from which some step starts.
export const starts = (steps) => new Set(steps.map((step) => step.path[0]));
