/** Lets one at a time in. Returns the function that ends the turn. */
export type Turns = () => Promise<() => void>;

export function createTurns(): Turns {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
