import type { Tx } from '../../../platform/db/database.ts';
import type { Store } from '../../../platform/operation/work.ts';
import { addressesFor, FORMER_ADDRESSES_MAX } from './link-address.rules.ts';
import {
  forgetAddresses,
  freeAddress,
  keepLive,
  leaveAddress,
  lockHolder,
  saveAddress,
} from './link-address.sql.ts';
import type { PaymentLinkRow } from './payment-link.rules.ts';

/**
 * The address for a link with this slug, which no other link of the store has. What leads on to a
 * link of another store stays there: then the number of this one follows the slug.
 */
export async function addressFor(
  tx: Tx,
  { slug, store: { store_id, number, mode } }: { slug: string; store: Store },
): Promise<string> {
  for (const address of addressesFor(slug, number)) {
    const holder = await lockHolder(tx, { mode, address });
    if (!holder || holder.store_id === store_id) return address;
    if (holder.status === 'deleted') {
      await freeAddress(tx, { mode, address });
      return address;
    }
  }
  throw new Error(`another store has an address with the number of ${store_id}`);
}

/** Keeps where a link is now, after it was saved, and that it was elsewhere before. */
export async function placeLink(
  tx: Tx,
  { payment_link_id, address }: PaymentLinkRow,
  { before, store: { mode }, now }: { before?: PaymentLinkRow; store: Store; now: number },
): Promise<void> {
  if (before) await leaveAddress(tx, { address: before.address, now });
  const changed_at = now;
  await saveAddress(tx, { address, mode, payment_link_id, status: 'current', changed_at });
  if (mode === 'live') await keepLive(tx, address);
  if (before) await forgetAddresses(tx, { payment_link_id, kept: FORMER_ADDRESSES_MAX });
}
