import { ProviderRefused, ProviderUnanswered } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { Card, DeclineCode } from '../money/payments/card.rules.ts';
import { requireGateway, type SavedCard } from '../money/payments/gateway.ts';
import { keepingRefusal } from '../money/payments/refused-charges.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';

interface Given {
  checkout_session_id: string;
  card: Card | undefined;
  payment_token?: string | undefined;
  buyer_present: boolean;
}

/**
 * What the payer has typed on our page, as the provider knows it; undefined where they type nothing
 * there. A token that cannot be looked at is declined: nothing was charged, and a new one is made for
 * the next try.
 */
export async function saveGivenCard(
  work: StoreWork,
  { checkout_session_id: key, card, payment_token: token, buyer_present }: Given,
): Promise<SavedCard | undefined> {
  const gateway = requireGateway(work);
  if (card) return withTimeout(gateway.saveCard(card));
  const { provider } = gateway;
  const { store_id } = work.store;
  // No script sends one, and a store whose page has no such fields got none from there.
  if (token === undefined || !buyer_present) return undefined;
  if (!(await gateway.fieldsOf?.(store_id))) return undefined;
  try {
    return await keepingRefusal(work, { provider, key }, () =>
      withTimeout(gateway.saveCard({ store_id, token })),
    );
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    const refused: DeclineCode =
      error instanceof ProviderRefused ? 'payment_refused' : 'payment_not_made';
    return { provider, card_token: token, card_brand: '', card_last_four: '', refused };
  }
}
