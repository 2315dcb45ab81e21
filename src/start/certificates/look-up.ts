/**
 * Reads for everybody who asks: one at a time, and who asks meanwhile is answered by the next one.
 * So whoever asks gets what was there after they asked, however many do.
 */
export function oneAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  function look(): Promise<T> {
    if (!running) {
      running = read().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return look();
      });
    return next;
  }
  return look;
}
