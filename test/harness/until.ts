import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

const LOOKS = 2_000;
const PATIENCE_MS = 60_000;
const PAUSE_MS = [5, 5, 5, 5, 10, 10, 20];
const LAST_PAUSE_MS = 50;

/**
 * Waits until a condition is true. It fails after a minute and many checks, whichever takes longer,
 * because on a busy machine the checks are slow too.
 */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let looks = 0; !(await isSo()); looks++) {
    assert.ok(looks < LOOKS || Date.now() < end, `it does not happen: ${what}`);
    await setTimeout(PAUSE_MS[looks] ?? LAST_PAUSE_MS);
  }
}
