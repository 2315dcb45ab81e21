import assert from 'node:assert/strict';
import { type StandIn, startStripe } from '../../stand-ins/stripe/stand-in.ts';
import type { CastStore } from '../cast.ts';
import { atEndOfFile } from '../endings.ts';
import type { ProcessShop } from '../process-shop.ts';
import { type Shop, type ShopOptions, startShop } from '../shop.ts';
import type { StripeStore } from './stripe-journeys.ts';
import {
  assertSameBooks,
  type Counter,
  type Provider,
  stripeTill,
  type Till,
  type TillPlace,
  testTill,
} from './till.ts';

/** A store, and where its buyers pay. At Stripe it has an account of its own. */
export type TillStore = CastStore & { till: Till; assertSameBooks(): Promise<void> };

export interface TillShop {
  shop: Shop;
  /** Undefined with the test gateway. */
  stand_in: StandIn | undefined;
  openStore(): Promise<TillStore>;
}

/** A shop in this process whose stores have this provider. */
export async function startTillShop(
  provider: Provider,
  options: ShopOptions = {},
): Promise<TillShop> {
  const stand_in = provider === 'Stripe' ? await startStripe() : undefined;
  if (stand_in) atEndOfFile(() => stand_in.stop());
  const shop = await startShop({ ...options, ...(stand_in && { stripe_api: stand_in.url }) });
  return {
    shop,
    stand_in,
    async openStore() {
      const store = await shop.openStore();
      const { store_id, key } = store;
      const place = { store_id, db: shop.db, counter: counterOf(shop, key) };
      const till = stand_in ? (await connect(place, stand_in)).till : testTill(place);
      return { ...store, till, assertSameBooks: () => assertSameBooks(shop.db, store_id, till) };
    },
  };
}

/** The same at Stripe, which tells nothing of what has happened: it is asked for. */
export async function startQuietStripe(options: ShopOptions = {}) {
  const { shop, stand_in } = await startTillShop('Stripe', { clock: Date.now, ...options });
  assert(stand_in);
  await stand_in.control.webhooks({ held: true });
  const openStore = async (): Promise<StripeStore> => {
    const { store_id, key } = await shop.openStore();
    return connect({ store_id, db: shop.db, counter: counterOf(shop, key) }, stand_in);
  };
  return { shop, control: stand_in.control, openStore };
}

/** Connects a store to a new account at the stand-in. */
export async function connect(store: TillPlace, stand_in: StandIn): Promise<StripeStore> {
  const { control } = stand_in;
  const { id: account } = await control.addAccount({});
  const key = await control.addKey({ account });
  const connected = await store.counter.post('/connect-provider', { provider: 'stripe', key });
  assert.equal(connected.status, 200, JSON.stringify(connected.body));
  return { ...store, account, control, till: stripeTill(store, stand_in, account) };
}

/** Where the buyers of a shop in another process pay. */
export async function openTill(
  shop: ProcessShop,
  stand_in: StandIn | undefined,
  { store_id, api_key }: { store_id: string; api_key: string } = shop,
): Promise<Till> {
  const place = { store_id, db: shop.db, counter: counterOfProcess(shop, api_key) };
  return stand_in ? (await connect(place, stand_in)).till : testTill(place);
}

export function counterOfProcess(shop: ProcessShop, api_key: string): Counter {
  const key = { 'x-api-key': api_key };
  return {
    post: (path, input, headers = {}) => shop.call(path, input, { ...key, ...headers }),
    get: (path) => shop.get(path, key),
    submit: (path, body) => shop.submit(path, body),
  };
}

const counterOf = (shop: Shop, key: string): Counter => ({
  post: (path, input, headers = {}) => shop.call(`POST ${path}`, input, { key, headers }),
  get: (path) => shop.send({ method: 'GET', path, headers: { 'x-api-key': key } }).then(readable),
  submit: (path, body) => shop.send({ method: 'POST', path, headers: FORM }, body).then(readable),
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A page is its text. */
const readable = <Answer extends { body: unknown; text: string }>(answer: Answer) => ({
  ...answer,
  body: answer.body ?? answer.text,
});
