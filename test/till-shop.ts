import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { CastStore } from './cast.ts';
import { type Shop, type ShopOptions, startShop } from './harness.ts';
import { ProcessShop } from './process-shop.ts';
import { type StandIn, spawnStripe, startStripe } from './stripe/stand-in.ts';
import {
  assertSameBooks,
  type Counter,
  type Provider,
  stripeTill,
  type Till,
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
  if (stand_in) after(() => stand_in.stop());
  const shop = await startShop({ ...options, ...(stand_in && { stripe_api: stand_in.url }) });
  return {
    shop,
    stand_in,
    async openStore() {
      const { db } = shop;
      const store = await shop.openStore();
      const { store_id, key } = store;
      const till = await tillOf({ store_id, db, counter: counterOf(shop, key) }, stand_in);
      return { ...store, till, assertSameBooks: () => assertSameBooks(db, store_id, till) };
    },
  };
}

/** A shop in a process of its own, and so is its Stripe: that goes on when the shop is killed. */
export async function startProcessTill(provider: Provider): Promise<{
  shop: ProcessShop;
  stand_in: StandIn | undefined;
  till: Till;
  start(): Promise<void>;
}> {
  const stand_in = provider === 'Stripe' ? await spawnStripe() : undefined;
  if (stand_in) after(() => stand_in.stop());
  const shop = await ProcessShop.make();
  const start = () => shop.start(stand_in ? { KASSA_STRIPE_API: stand_in.url } : {});
  await start();
  const counter: Counter = {
    post: (path, input, headers) => shop.call(path, input, headers),
    get: (path) => shop.get(path),
    submit: (path, body) => shop.submit(path, body),
  };
  const { store_id, db } = shop;
  const till = await tillOf({ store_id, db, counter }, stand_in);
  return { shop, stand_in, till, start };
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

async function tillOf(
  store: Parameters<typeof testTill>[0],
  stand_in: StandIn | undefined,
): Promise<Till> {
  if (!stand_in) return testTill(store);
  const { control } = stand_in;
  const { id: account } = await control.addAccount({});
  const key = await control.addKey({ account });
  const connected = await store.counter.post('/connect-provider', { provider: 'stripe', key });
  assert.equal(connected.status, 200, JSON.stringify(connected.body));
  return stripeTill(store, stand_in, account);
}
