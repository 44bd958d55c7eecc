// The WebSocket to the program: sends requests, hands out events, and comes back after a break.

const RETRY = 800; // ms

export class Link {
  constructor(onEvent, onState) {
    this.onEvent = onEvent;
    this.onState = onState;
    this.open();
  }

  open() {
    const url = new URL("ws", location.href);
    url.protocol = "ws:";
    this.socket = new WebSocket(url);
    this.socket.addEventListener("open", () => this.onState(true));
    this.socket.addEventListener("message", (message) => this.onEvent(JSON.parse(message.data)));
    this.socket.addEventListener("close", () => {
      this.onState(false);
      setTimeout(() => this.open(), RETRY);
    });
  }

  send(type, fields = {}) {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type, ...fields }));
    }
  }
}
