import type { StoreTx } from '../../platform/operation/work.ts';
import { disable } from './license.rules.ts';
import { lockLicenseOfPurchase, saveLicense } from './license.sql.ts';
import { announceChange } from './license-record.ts';

/** Disables the license of a purchase whose payment was refunded. */
export async function disableLicenseOfPurchase(
  context: StoreTx,
  transaction_id: string,
): Promise<void> {
  const { tx, now } = context;
  const before = await lockLicenseOfPurchase(tx, transaction_id);
  if (!before || before.disabled_at !== null) return;
  const row = disable(before, 'refund', now);
  await saveLicense(tx, row);
  await announceChange(context, before, row, 'license.disabled');
}
