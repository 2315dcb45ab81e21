import type { StoreTx } from '../operation/work.ts';
import { disabled } from './license.rules.ts';
import { lockLicenseOfPurchase, saveLicense } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';

/** What was given back in full is not used on. */
export async function disablePurchase(
  { tx, emit, now }: StoreTx,
  transaction_id: string,
): Promise<void> {
  const before = await lockLicenseOfPurchase(tx, transaction_id);
  if (!before || before.disabled_at !== null) return;
  const row = disabled(before, 'refund', now);
  await saveLicense(tx, row);
  emit('license.disabled', licenseEvent(await withInstances(tx, row), now));
}
