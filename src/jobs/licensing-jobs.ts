import type { Licensing } from '../shop/licenses/licensing.ts';
import type { Job } from './job.ts';

const WRITE_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 1_000; // A revoked key signs for at most this long.

/** Stores when devices were last seen: some of it at a time, the rest when the process ends. */
export const lastSeenJob = (licensing: Pick<Licensing, 'flush'>): Job => ({
  name: 'last-seen',
  every_ms: WRITE_EVERY_MS,
  async run() {
    await licensing.flush();
    return false;
  },
  end: () => licensing.flush({ is_last: true }),
});

/** Loads the newest signing key, which another process may have made. */
export const signingKeysJob = (licensing: Pick<Licensing, 'refresh'>): Job => ({
  name: 'signing-keys',
  every_ms: LOOK_EVERY_MS,
  async run() {
    await licensing.refresh();
    return false;
  },
});
