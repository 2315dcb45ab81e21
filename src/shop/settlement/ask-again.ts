import type { StoreWork } from '../../platform/operation/work.ts';
import { newestCurrency } from '../catalogue/products/product.sql.ts';
import {
  clearRefusal,
  findRefusal,
  keepRefusal,
  type RefusalRow,
} from '../money/payments/provider-connection.sql.ts';
import { checkStripeKey } from '../money/payments/stripe/check-key.ts';

const EVERY_MS = 4 * 60_000;

/**
 * What Stripe refused when it was connected is asked again, until it is mended: a shop that could
 * not sell has no payment that would show it. What was refused to a payment is not, as that payment
 * alone can tell.
 */
export async function askAgain({ reader, write, services, store }: StoreWork): Promise<void> {
  const { clock, connections, stripe_api: api_address } = services;
  const kept = await findRefusal(reader);
  if (kept?.refused_key !== null || clock() - kept.refused_at < EVERY_MS) return;
  const key = (await connections.credentialsOf(store.store_id))?.key;
  if (key === undefined) return;
  const currency = await newestCurrency(reader);
  const checked = await checkStripeKey({ key, currency, api_address });
  const said = checked.ok ? checked.refusals.join(' ') : kept.refusal;
  const row: RefusalRow = { refusal: said, refused_key: null, refused_at: clock() };
  await write(async ({ tx }) => {
    const now = await findRefusal(tx);
    if (now?.refused_key !== null || now.refused_at !== kept.refused_at) return;
    await (said === '' ? clearRefusal(tx, kept) : keepRefusal(tx, row));
  });
}
