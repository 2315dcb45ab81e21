import type { Clock } from '../../platform/core/time.ts';
import { serverPause } from './mail.rules.ts';
import type { Outcome } from './outcome.rules.ts';

/**
 * Whether the mail server takes mails at all. While it does not, one mail after the other tries it,
 * after growing pauses; the others wait without using up attempts, and go when it is back.
 */
export function createServerWatch(clock: Clock) {
  let failures = 0;
  let again_at = 0;
  return {
    isFailing: () => failures > 0,
    isPaused: () => failures > 0 && clock() < again_at,
    /** Returns when the server is tried again. */
    noticeOutcome(outcome: Outcome): number {
      const now = clock();
      if (outcome !== 'unreachable') {
        failures = 0;
        return now;
      }
      // Several mails that were under way together fail for one reason.
      if (failures === 0 || now >= again_at) {
        again_at = now + serverPause(failures);
        failures += 1;
      }
      return again_at;
    },
  };
}
