import { ProviderUnanswered } from '../../../platform/core/errors.ts';
import { KASSA } from '../../../platform/core/program.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { findHold } from './held-charges.sql.ts';

/**
 * After a restore, some of what is due may have been paid since the backup. Until that is compared
 * with the provider, nothing is charged that nobody is there to pay, and no subscription of before.
 */
export class ChargesHeld extends ProviderUnanswered {
  override name = 'ChargesHeld';
  constructor() {
    super(`charges are held after a restore until they are compared: ${KASSA} charges compare`);
  }
}

export async function refuseWhileHeld(reader: Reader): Promise<void> {
  if ((await findHold(reader)) !== null) throw new ChargesHeld();
}

/** One that was begun before the backup goes on, since it is asked about under the same key. */
export async function refuseHeldCharge(
  reader: Reader,
  { created_at }: { created_at: number },
): Promise<void> {
  const held_from = await findHold(reader);
  if (held_from !== null && created_at > held_from) throw new ChargesHeld();
}
