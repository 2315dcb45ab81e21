import { ProviderRefused, ProviderUnanswered } from '../../../platform/core/errors.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import type { DeclineCode } from './card.rules.ts';
import { requireGateway, type SavedCard } from './gateway.ts';
import { keepingRefusal } from './refused-charges.ts';
import { withTimeout } from './with-timeout.ts';

/** Whether the page of the store has fields of its provider, from which tokens come. */
export async function hasFields(work: StoreWork): Promise<boolean> {
  const gateway = requireGateway(work);
  return (await gateway.fieldsOf?.(work.store.store_id)) !== undefined;
}

/**
 * What somebody has typed into the provider's fields on our page, as the provider knows it. A token
 * that cannot be looked at is declined: nothing was charged, and a new one is made for the next try.
 * `key`: what it is to pay.
 */
export async function lookAtToken(
  work: StoreWork,
  { key, token }: { key: string; token: string },
): Promise<SavedCard> {
  const gateway = requireGateway(work);
  const { provider } = gateway;
  const { store_id } = work.store;
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
