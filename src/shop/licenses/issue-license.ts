import { newId } from '../../platform/core/ids.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import type { LicenseTerms } from '../catalogue/products/license-terms.rules.ts';
import { readBrand } from '../store/read-brand.ts';
import { keyPartsText } from './key-part.rules.ts';
import { NO_SUBSCRIPTION, newLicense } from './license.rules.ts';
import { insertLicense } from './license.sql.ts';
import { hashLicenseKey, newKeySeed } from './license-key.rules.ts';
import { licenseEvent } from './license-record.ts';
import type { LicenseRow, WholePlaces } from './license-row.rules.ts';

/** Creates the license of a purchase, in the database transaction that marks it as paid. */
export async function issueLicense(
  { tx, emit, now, store, services: { licensing } }: StoreTx,
  bought: Pick<
    LicenseRow,
    'product_id' | 'customer_id' | 'transaction_id' | 'subscription_id' | 'quantity'
  > & { terms: LicenseTerms; whole?: WholePlaces },
): Promise<LicenseRow> {
  const key_seed = newKeySeed((await readBrand(tx)).license_key_prefix, licensing);
  const license_key = licensing.revealKey(key_seed);
  const key_hash = hashLicenseKey(license_key);
  const license_id = newId('lic', now);
  const parts = keyPartsText({ license_id, license_key }, store, licensing.hashKeyPart);
  const search_entry = await tx.index(parts);
  const made = newLicense(bought, { license_id, key_seed, key_hash, search_entry, now });
  const row = { ...made, ...bought.whole };
  await insertLicense(tx, row);
  const license = { row: { ...row, ...NO_SUBSCRIPTION }, instances: [] };
  emit('license.created', licenseEvent(license, now));
  return row;
}
