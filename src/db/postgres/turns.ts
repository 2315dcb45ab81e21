/** Lets one at a time in. Both return the function that ends the turn. */
export interface Turns {
  /** Waits for its turn. */
  take(): Promise<() => void>;
  /** Undefined if it is somebody else's turn. */
  takeNow(): (() => void) | undefined;
}

export function createTurns(): Turns {
  let last = Promise.resolve();
  let waiting = 0; // and the one whose turn it is
  function enter(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    waiting += 1;
    return () => {
      waiting -= 1;
      resolve();
    };
  }
  return {
    async take() {
      const before = last;
      const end = enter();
      await before;
      return end;
    },
    takeNow: () => (waiting === 0 ? enter() : undefined),
  };
}
