// Requests to the program.

import { Link, showLink, tooLong } from "./link.js";
import { message } from "./message.js";

let link = null;

// Opens the link; `receive` gets the program's events.
export function connect(receive) {
  link = new Link(receive, (way) => showLink(document.getElementById("offline"), way));
}

// Asks the program for something.
export function ask(type, fields) {
  const long = tooLong(JSON.stringify(fields ?? {}));
  if (long) message(long);
  else if (!link.send(type, fields)) message("The program does not answer: nothing was done.");
  else return true;
  return false;
}
