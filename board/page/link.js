// The WebSocket to the program: sends requests, hands out events, and comes back after a break.

const RETRY = 800; // ms
const PATIENCE = 4; // tries before more is said
const MOST = 64_000; // bytes of a request: the program ends a connection that sends more than 64 KiB

// Says that a text is too long to be sent; null if it is not.
export function tooLong(text) {
  const size = new TextEncoder().encode(text).length;
  return size > MOST ? `This text is too long: it has ${Math.ceil(size / 1000)} kB, and ${MOST / 1000} kB is the most.` : null;
}

// Says in the page whether the program answers.
export function showLink(place, { open, tries, isForeign }) {
  place.hidden = open;
  if (open) return;
  const words = isForeign
    ? "The program was started again, and this page is of the time before: open the address that it has printed now."
    : `The program does not answer. It is tried again…${tries < PATIENCE ? "" : " If it has ended, start it again, and open the address that it prints if it is another one."}`;
  // An alert is read out when its words change.
  if (place.textContent !== words) place.textContent = words;
}

export class Link {
  // `onState` gets whether it is open, the number of tries, and whether another program answers.
  constructor(onEvent, onState) {
    this.onEvent = onEvent;
    this.onState = onState;
    this.tries = 0;
    this.open();
  }

  open() {
    const url = new URL("ws", location.href);
    url.protocol = "ws:";
    this.socket = new WebSocket(url);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.onState({ open: true });
    });
    this.socket.addEventListener("message", (message) => this.onEvent(JSON.parse(message.data)));
    this.socket.addEventListener("close", () => {
      if (this.isEnded) return;
      this.tries += 1;
      this.onState({ open: false, tries: this.tries, isForeign: this.isForeign });
      setTimeout(() => this.open(), RETRY);
      if (this.tries > 1) this.ask();
    });
  }

  // The program has said that it ends: it is not looked for again.
  end() {
    this.isEnded = true;
  }

  // Asks whether another program answers, which does not know this page.
  async ask() {
    try {
      this.isForeign = (await fetch(location.href)).status === 404;
    } catch {
      this.isForeign = false;
    }
  }

  // Returns whether it could be sent.
  send(type, fields = {}) {
    const isOpen = this.socket.readyState === WebSocket.OPEN;
    if (isOpen) this.socket.send(JSON.stringify({ type, ...fields }));
    return isOpen;
  }
}
