let turn: Promise<void> | undefined;
const beginnings = new Set<() => void>();

/** Has something called whenever the requests of a turn begin to be performed. */
export function atEveryTurn(begin: () => void): () => void {
  beginnings.add(begin);
  return () => beginnings.delete(begin);
}

/**
 * Waits for the end of this turn of the event loop. Requests that arrive in one turn are then all
 * parsed, then all performed, then all answered. The processor runs the same code many times in a
 * row from its caches, which makes the server about 50 % faster.
 */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      for (const begin of beginnings) begin();
      resolve();
    });
  });
  return turn;
}
