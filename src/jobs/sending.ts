import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 3;
const TRY_AGAIN_MS = 500;

/** Tries a few times to record what was sent: if that fails, it is sent a second time. */
export async function withRetries<T>(record: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < TRIES; tries++) {
    try {
      return await record();
    } catch {
      await pause(TRY_AGAIN_MS); // The error of the last try is thrown.
    }
  }
  return record();
}

const PATIENCE_MS = 2_000;

/** How long the end of a process waits for what is being sent. */
export const patience = () => new Promise<void>((done) => setTimeout(done, PATIENCE_MS).unref());
