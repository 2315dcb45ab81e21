// Kassa's adapter, pointed at the stand-in, and charges to try it with.
import assert from 'node:assert/strict';
import type { Charge, Gateway, SavedCard } from '../../../src/shop/money/payments/gateway.ts';
import { createStripeGateway } from '../../../src/shop/money/payments/stripe/stripe-gateway.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { type StandIn, startStripe } from './stand-in.ts';

const STORE = 'store_1';

/** A stand-in for the tests of a file, and a store that is connected to it. */
export async function gatewayForTests({ timeout_ms = 15_000 } = {}) {
  const stand_in = await startStripe();
  atEndOfFile(() => stand_in.stop());
  const { keys, publishable_keys, account: account_id } = stand_in;
  const credentials = { key: keys.test, publishable_key: publishable_keys.test, account_id };
  const webhook_secrets: string[] = [];
  const gateway = createStripeGateway({
    credentialsOf: async (store_id) =>
      store_id === STORE ? { ...credentials, webhook_secrets } : undefined,
    api_address: stand_in.url,
    timeout_ms,
  });
  return { stand_in, gateway, credentials, webhook_secrets };
}

let keys = 0;

/** 20 USD, by a buyer who is there. */
export function chargeOf(more: Partial<Charge> = {}): Charge {
  const key = more.key ?? `txn_${process.pid}_${keys++}`;
  const amount_minor = more.amount_minor ?? 2000;
  const now = Date.now();
  return {
    store_id: STORE,
    key,
    card_token: null,
    amount_minor,
    currency: 'USD',
    saves_card: false,
    payer: {
      customer_id: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      saved_card: null,
      language: null,
    },
    description: 'Editor',
    lines: [{ description: 'Editor', quantity: 1, amount_minor }],
    metadata: { store_id: STORE, transaction_id: key },
    buyer_present: true,
    return_url: 'https://shop.test/checkout/1/return',
    created_at: now,
    now,
    ...more,
  };
}

export const named = (reference: string | null) => {
  assert(reference !== null, 'it has a reference');
  return { store_id: STORE, reference, now: Date.now() };
};

/** A card that a buyer has saved by paying with it. */
export async function savedBy(
  { gateway, stand_in }: { gateway: Gateway; stand_in: StandIn },
  number = '4242424242424242',
): Promise<SavedCard> {
  const { reference } = await gateway.startCharge(chargeOf({ saves_card: true }));
  await stand_in.control.pay({ session: reference ?? '', number, authenticate: 'approve' });
  const paid = await gateway.lookUpCharge(named(reference));
  assert(paid.status === 'paid' && paid.card, 'it is paid with a card');
  return paid.card;
}

/** What the page gets for a card that is typed into Stripe's fields on it. */
export const typedBy = ({ stand_in }: { stand_in: StandIn }, number?: string): Promise<string> =>
  stand_in.control.typeCard({ ...(number !== undefined && { number }) });

/** Charged while nobody is there. */
export const laterOf = ({ card_token }: SavedCard, more: Partial<Charge> = {}): Charge =>
  chargeOf({ card_token, buyer_present: false, saves_card: true, ...more });
