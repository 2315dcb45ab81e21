import type { Licensing } from '../licenses/licensing.ts';
import type { Job } from './runner.ts';

const WRITE_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 1_000; // A key that is revoked signs no longer than that.

/** Writes when devices were last seen; all of it at the end. */
export const lastSeenJob = (licensing: Pick<Licensing, 'flush'>): Job => ({
  name: 'last-seen',
  every_ms: WRITE_EVERY_MS,
  async run() {
    await licensing.flush();
    return false;
  },
  end: () => licensing.flush({ is_last: true }),
});

/** Takes the newest signing key, which another process may have made. */
export const signingKeysJob = (licensing: Pick<Licensing, 'refresh'>): Job => ({
  name: 'signing-keys',
  every_ms: LOOK_EVERY_MS,
  async run() {
    await licensing.refresh();
    return false;
  },
});
