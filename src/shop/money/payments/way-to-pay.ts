import type { StoreWork } from '../../../platform/operation/work.ts';

/**
 * Where a payment is made. `page`: on the provider's own page. `fields`: in the provider's fields on
 * our page, from where a token comes. `card`: with a card that is saved, or was typed here.
 */
export type WayToPay = 'page' | 'fields' | 'card';

/** What decides it: how the payment was begun, so that it stays as it is whatever is set since. */
export interface Begun {
  provider: string | null;
  buyer_present: number;
  card_token: string | null;
}

type Known = Pick<StoreWork, 'store' | 'services'>;

export function wayToPay({ store, services }: Known, begun: Begun): WayToPay {
  const gateway = services.gatewayOf(store, begun.provider);
  if (!gateway || gateway.takes_cards) return 'card';
  if (begun.card_token === null) return 'page';
  return begun.buyer_present === 1 ? 'fields' : 'card';
}

/** Whether the payer pays on the provider's own page. */
export const isHosted = (known: Known, begun: Begun): boolean => wayToPay(known, begun) === 'page';

/** Whether a buyer is there for the provider: on its page, or behind its fields on ours. */
export const isAtProvider = (known: Known, begun: Begun): boolean =>
  wayToPay(known, begun) !== 'card';
