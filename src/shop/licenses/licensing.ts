import type { Secrets } from '../../platform/core/secrets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { findStoreSettings } from '../store/store.sql.ts';
import { parseSettings } from '../store/store-settings.rules.ts';
import { certificateEnd } from './certificate.rules.ts';
import { hasSeat } from './has-seat.ts';
import { createHashKeyPart, type HashKeyPart } from './key-part.rules.ts';
import { createLastSeen, type DeviceSeen, type LastSeen } from './last-seen.ts';
import type { InstanceRow } from './license.rules.ts';
import { createRevealKey, type RevealKey } from './license-key.rules.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';
import { hasPaid } from './paid-subscription.sql.ts';
import { type Claims, claimsOf, createSigner, type Signer } from './signing-keys.ts';
import { wholePlacesNow } from './whole-places.rules.ts';

declare module '../../platform/operation/services.ts' {
  interface Services {
    licensing: Licensing;
  }
}

/** What licenses need besides the database: the secret, the signing key, and when devices were last seen. */
export interface Licensing extends LastSeen, Signer {
  revealKey: RevealKey;
  hashKeyPart: HashKeyPart;
  /** Of the secret that new keys are made with. */
  generation: number;
}

export async function createLicensing(
  db: Database,
  secrets: Secrets,
  clock: () => number,
  announceSeen?: (seen: DeviceSeen) => void,
): Promise<Licensing> {
  const signer = await createSigner(db, secrets, clock);
  return {
    ...createLastSeen(db, announceSeen),
    ...signer,
    revealKey: createRevealKey(secrets),
    hashKeyPart: createHashKeyPart(secrets),
    generation: secrets.generation,
  };
}

/** What a certificate says: that a device may use a license, for use without a network. */
export async function certificateClaims(
  { reader, store, now, services }: Pick<StoreWork, 'reader' | 'store' | 'now' | 'services'>,
  row: LicenseWithSubscription,
  instance: InstanceRow,
): Promise<Claims> {
  const { subscription_id } = row;
  const kept = subscription_id === null ? undefined : await findStoreSettings(reader);
  const settings = parseSettings(kept?.settings ?? '{}');
  const has_paid = subscription_id !== null && (await hasPaid(reader, subscription_id));
  const places = wholePlacesNow(row);
  const is_whole =
    places === null || (await hasSeat(reader, { ...row, activation_limit: places }, instance));
  return claimsOf({
    iss: services.base_url,
    sub: row.license_id,
    iat: Math.floor(now / 1000),
    exp: Math.floor(certificateEnd(row, { settings, has_paid, is_whole, now }) / 1000),
    license_id: row.license_id,
    product_id: row.product_id,
    customer_id: row.customer_id,
    instance_id: instance.instance_id,
    fingerprint: instance.fingerprint,
    store_id: store.store_id,
    mode: store.mode,
  });
}
