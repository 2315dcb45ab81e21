import { MINUTE_MS } from '../platform/core/time.ts';
import type { KeyUse } from '../shop/store/key-use.ts';
import type { Job } from './job.ts';

/** Stores on which day API keys were last used. */
export const keyUseJob = (key_use: Pick<KeyUse, 'flush'>): Job => ({
  name: 'key-use',
  every_ms: MINUTE_MS,
  async run() {
    await key_use.flush();
    return false;
  },
  end: () => key_use.flush(),
});
