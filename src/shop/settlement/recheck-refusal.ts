import type { StoreWork } from '../../platform/operation/work.ts';
import { newestCurrency } from '../catalogue/products/product.sql.ts';
import {
  clearRefusal,
  findRefusal,
  keepRefusal,
} from '../money/payments/provider-connection.sql.ts';
import type { ProviderName } from '../money/payments/provider-names.rules.ts';

const EVERY_MS = 4 * 60_000;

/**
 * Checks again what a provider refused when it was connected, until it is accepted: a shop that
 * could not sell has no payment that would show it. What was refused to a payment is not checked:
 * only another payment can show that.
 */
export async function recheckRefusal(work: StoreWork, provider: ProviderName): Promise<void> {
  const { reader, write, services, store } = work;
  const { clock, connections } = services;
  const kept = await findRefusal(reader, provider);
  if (kept?.refused_key !== null || clock() - kept.refused_at < EVERY_MS) return;
  const found = await connections.credentialsOf(store.store_id, provider);
  if (!found) return;
  const { key, publishable_key } = found;
  const has_fields = publishable_key != null;
  const currency = await newestCurrency(reader);
  const checked = await services.connectorOf(provider).checkKey({ key, currency, has_fields });
  const refusal = checked.ok ? checked.refusals.join(' ') : kept.refusal;
  const row = { provider, refusal, refused_key: null, refused_at: clock() };
  await write(async ({ tx }) => {
    const { refused_key, refused_at } = (await findRefusal(tx, provider)) ?? {};
    if (refused_key !== null || refused_at !== kept.refused_at) return;
    await (refusal === '' ? clearRefusal(tx, { provider, refused_at }) : keepRefusal(tx, row));
  });
}
