import { setTimeout as pause } from 'node:timers/promises';

const TRY_AGAIN_MS = [100, 200, 400, 800];
const TRY_AGAIN_LATER_MS = 1_500;

/**
 * Records what was sent, and tries again while that is still ours to do: when the database is away
 * for a moment, what is not recorded is sent a second time.
 */
export async function withRetries<T>(record: () => Promise<T>, isOurs: () => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await record();
    } catch (error) {
      if (!isOurs()) throw error;
      await pause(TRY_AGAIN_MS[tries] ?? TRY_AGAIN_LATER_MS);
    }
  }
}

const PATIENCE_MS = 2_000;

/** How long the end of a process waits for what is being sent. */
export const patience = () => new Promise<void>((done) => setTimeout(done, PATIENCE_MS).unref());
