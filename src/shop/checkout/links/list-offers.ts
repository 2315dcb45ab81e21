import type { Reader } from '../../../platform/db/database.ts';
import { LOOKED_AT, listOffers, type OfferRow } from './offer.sql.ts';

const PAGE = 24;

interface Offers {
  offers: OfferRow[];
  /** After which link the next page begins; undefined: this is the last. */
  next: string | undefined;
}

/** What the storefront of a store shows: its newest payment links that can be bought. */
export async function readOffers(
  reader: Reader,
  { after, now }: { after: string | undefined; now: number },
): Promise<Offers> {
  const rows = await listOffers(reader, { before: after ?? 'link_z', now });
  const open = rows.filter(({ is_open }) => is_open === 1);
  const offers = open.slice(0, PAGE);
  if (open.length > PAGE) return { offers, next: offers.at(-1)?.payment_link_id };
  return { offers, next: rows.length < LOOKED_AT ? undefined : rows.at(-1)?.payment_link_id };
}
