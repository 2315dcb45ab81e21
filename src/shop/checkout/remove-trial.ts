import type { Tx } from '../../platform/db/database.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { repriced } from './price.rules.ts';

/** The customer has used the trial in another session: this one now costs the full price. */
export async function removeTrial(tx: Tx, checkout_session_id: string, now: number): Promise<void> {
  const before = await lockCheckout(tx, checkout_session_id);
  if (before?.status !== 'open') return;
  await saveCheckout(tx, { ...repriced({ ...before, trial_days: 0 }), updated_at: now });
}
