import assert from 'node:assert/strict';
import { type StandIn, startStripe } from '../../stand-ins/stripe/stand-in.ts';
import { type CastStore, cards } from '../cast.ts';
import { atEndOfFile } from '../endings.ts';
import { type Shop, type ShopOptions, startShop } from '../shop.ts';

export interface StripeShop {
  shop: Shop;
  /** Its control pays as a buyer, makes faults, holds messages back, shows the books. */
  stand_in: StandIn;
  /** A test store that is connected to the stand-in's account. */
  store: CastStore;
}

/**
 * A shop whose Stripe is a stand-in in this process, both by the wall clock. The stand-in sends its
 * messages to the shop at once: `stand_in.control.webhooks({ held: true })` holds them back, and
 * `shop.runJob('provider-events')` asks for what has happened.
 */
export async function startStripeShop(options: ShopOptions = {}): Promise<StripeShop> {
  const stand_in = await startStripe();
  const shop = await startShop({ clock: Date.now, stripe_api: stand_in.url, ...options });
  atEndOfFile(() => stand_in.stop());
  const store = await shop.openStore();
  await connectStripe(store, stand_in);
  return { shop, stand_in, store };
}

/** Connects a store of a shop whose Stripe is this stand-in, with the secret key of its account. */
export const connectStripe = (
  { must }: Pick<CastStore, 'must'>,
  { keys }: StandIn,
  key = keys.test,
) => must('POST /connect-provider', { provider: 'stripe', key });

/** Leaves a payment pending at Stripe, in a store that is not connected yet. */
export async function leavePending(shop: Shop, store: CastStore): Promise<void> {
  const { checkout_session_id } = await store.create({ product_id: await store.product() });
  await store.setFault('unavailable');
  await store.ask('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays });
  await store.setFault(undefined);
  const sql = "UPDATE transactions SET provider = 'stripe' WHERE store_id = :store_id";
  await shop.db.write(store, async (tx) => tx.run(sql));
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let attempts = 0;

/** "Pay" on the payment page of a session: the buyer goes to Stripe. Returns Stripe's session. */
async function goToStripe(
  shop: Shop,
  checkout_session_id: string,
  country: string,
): Promise<string> {
  const attempt = `attempt${attempts++}`;
  const typed = { attempt, email: 'ada@example.com', name: '', country, consent: '1' };
  const form = new URLSearchParams(typed);
  const path = `/checkout/${checkout_session_id}/pay`;
  const answer = await shop.send({ method: 'POST', path, headers: FORM }, form.toString());
  const [session] = /cs_(test|live)_\w+/.exec(String(answer.headers.location)) ?? [];
  assert.ok(session, `the buyer goes to Stripe: ${answer.status} ${answer.headers.location}`);
  return session;
}

/** A product is bought, and the buyer is at Stripe. */
export async function buyAtStripe(
  shop: Shop,
  store: CastStore,
  { country = '', ...more }: { country?: string; [name: string]: unknown } = {},
) {
  const created = await store.create({ product_id: await store.product(), ...more });
  const checkout_session_id: string = created.checkout_session_id;
  const session = await goToStripe(shop, checkout_session_id, country);
  const checkout = () => store.must('GET /get-checkout', { checkout_session_id });
  return { checkout_session_id, session, checkout };
}
