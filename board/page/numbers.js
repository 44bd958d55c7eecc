// Numbers of turns, as they are written.

// The number of a turn before it.
export const numbered = ({ number, side }) => `${number}${side === "white" ? "." : "…"}`;
