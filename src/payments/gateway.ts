import { ProviderUnanswered } from '../core/errors.ts';
import type { StoreWork } from '../operation/work.ts';
import type { Card } from './card.rules.ts';

/**
 * The port to a payment provider. Every movement of money carries a key that is kept before the
 * call: asked again with the same key, a provider answers what became of the first call and moves
 * nothing. So whoever does not know how a call ended may simply ask again.
 *
 * A provider with a page of its own (Stripe Checkout) takes no cards here: `charge` without a
 * token answers `action_required` with the address of that page, and the same `charge` asked
 * again tells how it ended. Renewals charge a saved card with `buyer_present: false`.
 */
export interface Gateway {
  /** Whether our page asks for the card. */
  readonly takes_cards: boolean;
  /** Hands a card over for safekeeping. */
  saveCard(card: Card, store_id: string): Promise<SavedCard>;
  charge(charge: Charge): Promise<ChargeResult>;
  /** Gives up a charge that waits for the buyer; answers how it ended if it has ended already. */
  cancelCharge(charge: Charge): Promise<ChargeResult>;
  refund(refund: GatewayRefund): Promise<RefundResult>;
}

export interface SavedCard {
  card_token: string;
  card_brand: string;
  card_last_four: string;
  /** Why a card is no good at all, if the provider knows that already. */
  refused?: string;
}

export interface Charge {
  store_id: string;
  /** The transaction's identifier. */
  key: string;
  card_token: string | null;
  amount_minor: number;
  currency: string;
  buyer_present: boolean;
  /** Where the buyer comes back to after confirming. */
  return_url: string;
  now: number;
}

export type ChargeResult =
  /** A provider with a page of its own tells here which card it was. */
  | { status: 'paid'; card?: SavedCard }
  | { status: 'declined'; decline_code: string }
  | { status: 'action_required'; action_url: string };

interface GatewayRefund {
  store_id: string;
  key: string;
  charge_key: string;
  amount_minor: number;
  currency: string;
  now: number;
}

export type RefundResult = { status: 'paid' } | { status: 'declined'; decline_code: string };

/** The provider of a store, if it has one. */
export type FindGateway = (store: { mode: 'test' | 'live' }) => Gateway | undefined;

/** The provider that a store must have by now: what is to be settled was begun with it. */
export function requireGateway({
  store,
  services,
}: Pick<StoreWork, 'store' | 'services'>): Gateway {
  const gateway = services.findGateway(store);
  if (!gateway) throw new ProviderUnanswered('this store has no payment provider');
  return gateway;
}

const GATEWAY_TIMEOUT_MS = 20_000;

/** The answer of a provider, or ProviderUnanswered when it takes too long. */
export async function withinTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new ProviderUnanswered('the provider did not answer in time'));
    timer = setTimeout(giveUp, GATEWAY_TIMEOUT_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
