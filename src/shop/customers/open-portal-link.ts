import { createHash } from 'node:crypto';
import { randomText } from '../../platform/core/ids.ts';
import { HOUR_MS, isoInstant } from '../../platform/core/time.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { insertPortalLink } from './customer.sql.ts';

/** Makes a link to the portal that works for an hour. Only a hash of it is stored. */
export async function openPortalLink(
  { tx, now, services, audit }: StoreTx,
  { customer_id, return_url }: { customer_id: string; return_url: string | null },
): Promise<{ portal_url: string; expires_at: number }> {
  const token = randomText(20);
  const expires_at = now + HOUR_MS;
  const token_hash = createHash('sha256').update(token).digest('hex');
  await insertPortalLink(tx, { token_hash, customer_id, return_url, expires_at });
  audit({ target: customer_id, after: { portal_link_until: isoInstant(expires_at) } });
  return { portal_url: `${services.base_url}/portal/${token}`, expires_at };
}
