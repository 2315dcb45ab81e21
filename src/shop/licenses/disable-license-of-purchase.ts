import type { StoreTx } from '../../platform/operation/work.ts';
import { disable } from './license.rules.ts';
import { lockLicenseOfPurchase, saveLicense } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';

/** Disables the license of a purchase whose money has gone back. */
export async function disableLicenseOfPurchase(
  { tx, emit, note, now }: StoreTx,
  transaction_id: string,
): Promise<void> {
  const before = await lockLicenseOfPurchase(tx, transaction_id);
  if (!before || before.disabled_at !== null) return;
  const row = disable(before, 'refund', now);
  await saveLicense(tx, row);
  const license = await withInstances(tx, row);
  const record = licenseEvent(license, now);
  const was = licenseEvent({ ...license, row: before }, now);
  note({ target: row.license_id, before: was, after: record });
  emit('license.disabled', record);
}
