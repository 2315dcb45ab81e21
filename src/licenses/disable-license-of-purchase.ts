import type { StoreTx } from '../operation/work.ts';
import { disable } from './license.rules.ts';
import { lockLicenseOfPurchase, saveLicense } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';

/** Disables the license of a purchase that was refunded in full. */
export async function disableLicenseOfPurchase(
  { tx, emit, now }: StoreTx,
  transaction_id: string,
): Promise<void> {
  const before = await lockLicenseOfPurchase(tx, transaction_id);
  if (!before || before.disabled_at !== null) return;
  const row = disable(before, 'refund', now);
  await saveLicense(tx, row);
  emit('license.disabled', licenseEvent(await withInstances(tx, row), now));
}
