import type { StoreWork } from '../../platform/operation/work.ts';
import type { Card } from '../money/payments/card.rules.ts';
import { requireGateway, type SavedCard } from '../money/payments/gateway.ts';
import { hasFields, lookAtToken } from '../money/payments/look-at-token.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';
import { whyNotPay } from './checkout.rules.ts';
import { findCheckout } from './checkout.sql.ts';

interface Given {
  checkout_session_id: string;
  card: Card | undefined;
  payment_token?: string | undefined;
  buyer_present: boolean;
}

/**
 * `not_looked_at`: a token is looked at once its session can be paid. Before that, because it has no
 * try left or somebody else pays it just now, the provider is not asked.
 */
export type GivenCard = SavedCard | 'not_looked_at' | undefined;

/** What the payer has typed on our page; undefined where they type nothing there. */
export async function saveGivenCard(
  work: StoreWork,
  { checkout_session_id: key, card, payment_token: token, buyer_present }: Given,
): Promise<GivenCard> {
  const gateway = requireGateway(work);
  if (card) return withTimeout(gateway.saveCard(card));
  // No script sends one, and a store whose page has no such fields got none from there.
  if (token === undefined || !buyer_present || !(await hasFields(work))) return undefined;
  const checkout = await findCheckout(work.reader, key);
  const may_pay = checkout?.status === 'open' && !whyNotPay(checkout, work.now);
  return may_pay ? lookAtToken(work, { key, token }) : 'not_looked_at';
}
