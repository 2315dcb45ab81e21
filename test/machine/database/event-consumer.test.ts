import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { makeApiKey, makeStore } from '../../../src/shop/store/make-store.ts';
import { cards } from '../../harness/cast.ts';
import { ProcessShop } from '../../harness/process-shop.ts';
import { readOn } from '../../harness/read-on.ts';
import { many } from '../../harness/sales/license-clients.ts';
import { times } from '../../harness/seed.ts';
import { holdTransaction } from './held-transaction.ts';

// Consumers that keep the last sequence and ask on from there, while many write at once. What they
// have seen is 1, 2, 3, … after every single answer: nothing missing, nothing twice, in order.

const WRITERS = 64;
const ROUNDS = times('CONSUMER_ROUNDS', 3, 20);
const STORES = 3;
const PAGES = [3, 20, 100];
const HELD_MS = 500;

interface Store {
  store_id: string;
  api_key: string;
}

interface Event {
  sequence: number;
  event_id: string;
  type: string;
}

let shop: ProcessShop;
let processes: ProcessShop[];
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
  processes = [shop, await shop.startBeside(), await shop.startBeside()];
});

function addStore(): Promise<Store> {
  const now = Date.now();
  return shop.db.write(null, async (tx) => {
    const { store_id } = await makeStore(tx, { name: 'One of many', mode: 'test', now });
    const key = { store_id, mode: 'test', scope: 'full', expires_at: null, now } as const;
    return { store_id, api_key: (await makeApiKey(tx, key)).api_key };
  });
}

let turn = 0;
/** Each request goes to the next process, as behind a load balancer. */
const next = (): ProcessShop => processes[turn++ % processes.length] ?? shop;

async function list({ api_key }: Store, query: string) {
  const { status, body } = await next().get(`/list-events?${query}`, { 'x-api-key': api_key });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const pagesOf = (store: Store, limit: number) => async (after: number) =>
  (await list(store, `after_sequence=${after}&limit=${limit}`)).data as Event[];

/** Only events of one type: pages may be short, or empty with more behind them. */
async function readOnType(store: Store, type: string, isOver: () => boolean): Promise<Event[]> {
  const seen: Event[] = [];
  for (;;) {
    const was_over = isOver();
    const before = seen.length;
    let from = `after_sequence=${seen.at(-1)?.sequence ?? 0}`;
    for (let has_more = true; has_more; ) {
      const page = await list(store, `type=${type}&limit=5&${from}`);
      seen.push(...page.data);
      from = `cursor=${page.next_cursor}`;
      has_more = page.has_more;
    }
    if (was_over && seen.length === before) return seen;
    if (seen.length === before) await setTimeout(2);
  }
}

/** The newest page at any moment has no gap, and nothing that was on it goes away. */
async function watchNewest(store: Store, isOver: () => boolean): Promise<number> {
  for (let looks = 0, newest = 0; ; looks++) {
    if (isOver()) return looks;
    const { data }: { data: Event[] } = await list(store, 'limit=50');
    const top = data[0]?.sequence ?? 0;
    assert.ok(top >= newest, 'what was visible stays visible');
    newest = top;
    assert.deepEqual(
      data.map(({ sequence }) => sequence),
      many(data.length, (at) => top - at),
    );
  }
}

/** Changes of every kind: one event, several in one transaction, none because it is refused. */
async function write(writer: number, round: number, { api_key }: Store): Promise<void> {
  const call = async (path: string, input: object, statuses = [200]) => {
    const { status, body } = await next().call(path, input, { 'x-api-key': api_key });
    assert.ok(statuses.includes(status), `${path} ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const name = `w${writer}r${round}`;
  const product = { name, description: '', price: 20, currency: 'USD' };
  const kinds = [
    async () => {
      const license = { activation_limit: 3, valid_days: null };
      const { product_id } = await call('/create-product', { ...product, license });
      const session = { product_id, quantity: 2, customer_id: name };
      const { checkout_session_id } = await call('/create-checkout', session);
      await call('/complete-checkout', { checkout_session_id, payment_method: cards.pays });
    },
    async () => {
      const { product_id } = await call('/create-product', product);
      await call('/update-product', { product_id, price: 21 });
    },
    async () => {
      await call('/create-customer', { customer_id: name });
      await call('/update-customer', { customer_id: name, name: 'Ada' });
    },
    // Everybody wants the same: one of them makes an event, the others none.
    () => call('/create-customer', { customer_id: `same${round}` }, [200, 400, 409]),
    () =>
      call(
        '/create-discount-code',
        { code: `SAME${round}`, discount_percentage: 5 },
        [200, 400, 409],
      ),
  ];
  await kinds[(writer + round) % kinds.length]?.();
}

test(`${WRITERS} writers at once, ${STORES} stores: every consumer sees 1, 2, 3, … and nothing else, at every moment`, async (t) => {
  const stores = await Promise.all(many(STORES, addStore));
  let writing = WRITERS;
  const isOver = () => writing === 0;
  const writers = many(WRITERS, async (writer) => {
    for (let round = 0; round < ROUNDS; round++) {
      await write(writer, round, stores[writer % STORES] as Store);
    }
  }).map((done) =>
    done.finally(() => {
      writing -= 1;
    }),
  );
  const reading = stores.map(async (store) => {
    const [created = [], ...seen] = await Promise.all([
      readOnType(store, 'customer.created', isOver),
      ...PAGES.map((limit) => readOn(pagesOf(store, limit), isOver)),
    ]);
    return { store, created, seen };
  });
  const watching = stores.map((store) => watchNewest(store, isOver));
  await Promise.all([...writers, ...watching, ...reading]);
  for (const { store, seen, created } of await Promise.all(reading)) {
    const kept = await shop.db
      .reader(store)
      .all<Event>(
        `SELECT sequence, event_id, type FROM events WHERE store_id = :store_id ORDER BY sequence`,
      );
    const ids = kept.map(({ event_id }) => event_id);
    assert.ok(ids.length > WRITERS, 'there was something to see');
    assert.equal(kept.at(-1)?.sequence, ids.length);
    for (const one of seen) assert.deepEqual(idsOf(one), ids);
    assert.deepEqual(idsOf(created), idsOf(kept.filter(({ type }) => type === 'customer.created')));
    t.diagnostic(`${ids.length} events of a store`);
  }
  const looks = (await Promise.all(watching)).reduce((sum, count) => sum + count);
  t.diagnostic(`${looks} looks at the newest page, ${processes.length} processes`);
});

const idsOf = (events: Event[]) => events.map(({ event_id }) => event_id);

/** Others write while one transaction has its sequence and is still open; it ends as it is told. */
async function whileHeld(how: 'commit' | 'rollBack') {
  const store = await addStore();
  const add = (customer_id: string) =>
    next().call('/create-customer', { customer_id }, { 'x-api-key': store.api_key });
  for (const name of ['a', 'b', 'c']) assert.equal((await add(name)).status, 200);
  let is_over = false;
  const consumers = PAGES.map((limit) => {
    const seen: Event[] = [];
    const reading = readOn(pagesOf(store, limit), () => is_over, seen);
    reading.catch(() => {}); // Looked at in the end.
    return { seen, reading };
  });
  while (consumers.some(({ seen }) => seen.length < 3)) await setTimeout(2);
  const held = await holdTransaction(shop.place, store.store_id);
  let answers = 0;
  const adding = many(12, async (at) => {
    const { status } = await add(`later${at}`);
    answers += 1;
    assert.equal(status, 200);
  });
  await setTimeout(HELD_MS);
  const before_end = { answers, seen: consumers.map(({ seen }) => seen.length) };
  await held[how]();
  await Promise.all(adding);
  is_over = true;
  const lists = await Promise.all(consumers.map(({ reading }) => reading));
  assert.deepEqual(before_end, { answers: 0, seen: [3, 3, 3] });
  return lists.map((events) => events.map(({ type }) => type.split('.')[1]));
}

test('a transaction that has its number and is still open: nobody sees a later one before it commits', async () => {
  const created = (count: number) => many(count, () => 'created');
  for (const seen of await whileHeld('commit')) {
    assert.deepEqual(seen, [...created(3), 'updated', ...created(12)]);
  }
});

test('a transaction that is undone after it had its number: the number goes to the next one, and there is no gap', async () => {
  for (const seen of await whileHeld('rollBack')) {
    assert.deepEqual(
      seen,
      many(15, () => 'created'),
    );
  }
});
