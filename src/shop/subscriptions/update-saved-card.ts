import type { StoreWork } from '../../platform/operation/work.ts';
import type { Gateway } from '../money/payments/gateway.ts';
import { findMethodsByToken, saveMethodDetails } from '../money/payments/payment-method.sql.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';

/**
 * Card networks give customers new cards and inform the provider. Asks for a card as it is now, and
 * keeps its brand, last digits and expiry. Whose card it is, and when it was given, stays as it is.
 */
export async function updateSavedCard(
  { store, reader, write }: StoreWork,
  gateway: Gateway,
  card_token: string,
): Promise<void> {
  const { provider } = gateway;
  const known = await findMethodsByToken(reader, { provider, card_token });
  if (known.length === 0 || !gateway.lookUpCard) return;
  const card = await withTimeout(gateway.lookUpCard({ store_id: store.store_id, card_token }));
  if (!card) return;
  const { card_brand, card_last_four, exp_month = null, exp_year = null } = card;
  const card_country = card.card_country ?? null;
  const shown = { card_brand, card_last_four, exp_month, exp_year, card_country };
  await write(async ({ tx }) => saveMethodDetails(tx, { provider, card_token, ...shown }));
}
