import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';
import { answering, startReceiver } from '../../../../test/stand-ins/receiver.ts';

const OP = 'GET /list-webhook-deliveries';
const NOTHING = { object: 'list', data: [], has_more: false, next_cursor: null };

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

interface Listed {
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  status: string;
  attempts: number;
  duration_ms: number | null;
}

const idsOf = ({ data }: { data: Listed[] }) => data.map(({ delivery_id }) => delivery_id);

/** A store that has had something sent to it. */
async function withEndpoint(own?: Shop) {
  const store = await shop.openStore(own);
  const receiver = await startReceiver();
  const endpoint = async (more: object = {}): Promise<string> =>
    (await store.must('POST /create-webhook', { url: receiver.url, ...more })).webhook_id;
  /** When so many were tried. */
  const tried = async (count: number): Promise<Listed[]> => {
    let data: Listed[] = [];
    await until(async () => {
      data = (await store.must(OP, { limit: 100 })).data;
      return data.filter(({ attempts }) => attempts > 0).length >= count;
    }, `${count} deliveries were tried`);
    return data;
  };
  return { ...store, receiver, endpoint, tried };
}

test('200: the whole record of what was delivered, and of what waits for its next try', async () => {
  const { must, sell, receiver, endpoint, tried } = await withEndpoint();
  assert.deepEqual(await must(OP), NOTHING);
  const webhook_id = await endpoint();
  await sell();
  await tried(1);
  receiver.answer = answering(503);
  await sell();
  const [waiting, delivered] = await tried(2);
  const { data: events } = await must('GET /list-events', { after_sequence: 0 });
  const at = new Date(shop.now).toISOString();
  const common = {
    object: 'webhook_delivery',
    webhook_id,
    event_type: 'product.created',
    attempts: 1,
    response_body: '',
    error: null,
    last_attempt_at: at,
    created_at: at,
  };
  assert.match(delivered?.delivery_id ?? '', /^del_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.deepEqual(delivered, {
    ...common,
    delivery_id: delivered?.delivery_id,
    duration_ms: delivered?.duration_ms,
    event_id: events[0].event_id,
    sequence: 1,
    status: 'delivered',
    response_status: 200,
    next_attempt_at: null,
    delivered_at: at,
  });
  const { next_attempt_at } = { next_attempt_at: '', ...waiting };
  assert.deepEqual(waiting, {
    ...common,
    delivery_id: waiting?.delivery_id,
    duration_ms: waiting?.duration_ms,
    event_id: events[1].event_id,
    sequence: 2,
    status: 'pending',
    response_status: 503,
    next_attempt_at,
    delivered_at: null,
  });
  const pause_ms = Date.parse(next_attempt_at) - shop.now;
  assert.ok(pause_ms >= 4_000 && pause_ms <= 6_000, `${pause_ms} ms`);
  const before = await shop.everything();
  assert.deepEqual((await must(OP)).data, [waiting, delivered]);
  assert.equal(await shop.everything(), before);
});

test('200: without an answer there is no response_status, and the error says why', async () => {
  const { sell, receiver, endpoint, tried } = await withEndpoint();
  await endpoint();
  receiver.answer = (response) => response.socket?.destroy();
  await sell();
  const [delivery] = await tried(1);
  assert.deepEqual(
    { ...delivery, delivery_id: '', event_id: '' },
    {
      ...delivery,
      delivery_id: '',
      event_id: '',
      response_status: null,
      status: 'pending',
      error: 'ECONNRESET: socket hang up',
    },
  );
});

test('200: instants are real time, also when the clock of the store is ahead', async () => {
  const { sell, advance, endpoint, tried } = await withEndpoint();
  await advance('P1Y');
  await endpoint();
  await sell();
  const [delivery] = await tried(1);
  const at = new Date(shop.now).toISOString();
  assert.deepEqual({ ...delivery }, { ...delivery, created_at: at, delivered_at: at });
});

test('200: filters by webhook, event and status, alone and together', async () => {
  const { must, sell, receiver, endpoint, tried } = await withEndpoint();
  receiver.answer = (response, { path }) =>
    response.writeHead(path.endsWith('bad') ? 500 : path.endsWith('gone') ? 410 : 200).end();
  const good = await endpoint();
  const bad = await endpoint({ url: `${receiver.url}/bad` });
  const gone = await endpoint({ url: `${receiver.url}/gone`, events: ['product.updated'] });
  const product_id = await sell();
  await must('POST /update-product', { product_id, price: 5 });
  const made = await tried(5);
  assert.equal(made.length, 5);
  const events = [...new Set(made.map(({ event_id }) => event_id))];
  const one_of = {
    webhook_id: [undefined, good, bad, gone, 'wh_nothing'],
    event_id: [undefined, ...events, 'evt_nothing'],
    status: [undefined, 'pending', 'delivered', 'failed'],
  };
  let filters: Record<string, string | undefined>[] = [{}];
  for (const [name, values] of Object.entries(one_of)) {
    filters = filters.flatMap((filter) => values.map((value) => ({ ...filter, [name]: value })));
  }
  for (const filter of filters) {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const wanted = made.filter((one) =>
      given.every(([name, value]) =>
        Object.entries(one).some(([n, v]) => n === name && v === value),
      ),
    );
    const found = idsOf(await must(OP, filter));
    assert.deepEqual(found, idsOf({ data: wanted }), JSON.stringify(filter));
  }
});

test('200: newest first, and pages that follow each other give every one once, also with a filter', async () => {
  const { must, sell, endpoint, tried } = await withEndpoint();
  const [one, two] = [await endpoint(), await endpoint()];
  for (let n = 0; n < 4; n++) await sell();
  const all = idsOf({ data: await tried(8) });
  assert.deepEqual(all, all.toSorted().toReversed());
  for (const filter of [{}, { webhook_id: one }, { webhook_id: two, status: 'delivered' }]) {
    const wanted = idsOf(await must(OP, filter));
    assert.equal(wanted.length, 'webhook_id' in filter ? 4 : 8);
    for (const limit of [1, 3, 4, 7, 8]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await must(OP, { ...filter, limit, ...(cursor && { cursor }) });
        assert.equal(page.has_more, page.next_cursor !== null);
        found.push(...idsOf(page));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      assert.deepEqual(found, wanted);
    }
  }
});

test('200: a store lists its own, and a key that may only read lists them too', async () => {
  const one = await withEndpoint(shop);
  const other = await shop.openStore();
  const webhook_id = await one.endpoint();
  await one.sell();
  const [delivery] = await one.tried(1);
  for (const filter of [{}, { webhook_id }, { event_id: delivery?.event_id }]) {
    assert.deepEqual(await other.must(OP, filter), NOTHING);
  }
  const { api_key: key } = await shop.makeKey('read');
  assert.deepEqual((await shop.call(OP, {}, { key })).body.data, [delivery]);
});

test('200: those of a disabled endpoint stay, and those of a deleted one until they are tidied away', async () => {
  const { must, sell, endpoint, tried } = await withEndpoint();
  const webhook_id = await endpoint();
  await sell();
  const made = await tried(1);
  await must('POST /update-webhook', { webhook_id, status: 'disabled' });
  assert.deepEqual((await must(OP, { webhook_id })).data, made);
  await must('DELETE /delete-webhook', { webhook_id });
  assert.deepEqual((await must(OP, { webhook_id })).data, made);
});

test('400 invalid_parameters: a limit out of range, a cursor that is none, an odd filter', async () => {
  const { ask } = await shop.openStore();
  const wrong: [name: string, values: unknown[]][] = [
    ['limit', [0, 101, 'x', 1.5]],
    ['cursor', ['x', 'e30', Buffer.from('["webhooks","wh_z"]').toString('base64url')]],
    ['status', ['', 'open', 'PENDING']],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      assertRefused(await ask(OP, { [name]: value }), 400, 'invalid_parameters', [name]);
    }
  }
  assertRefused(await ask(OP, { type: 'x' }), 400, 'unknown_parameter', ['type']);
});
