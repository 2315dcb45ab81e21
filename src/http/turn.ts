let turn: Promise<void> | undefined;

/**
 * Waits for the end of this turn of the event loop. Requests that arrive in one turn are then
 * first all received, then all worked on, then all answered: the processor runs the same code
 * again and again while it is still at hand, which serves half as many again.
 */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
