import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();
const OP = 'GET /list-audit-entries';
const terms = { name: 'Editor', description: '', price: 20, currency: 'USD' };

test('200: who changed what, when and from where, with the fields as they were and as they are', async () => {
  const { must } = await shop.openStore();
  assert.deepEqual((await must(OP)).data, []);
  const { product_id } = await must('POST /create-product', terms);
  await must('POST /update-product', { product_id, price: 25, tier: 2 });
  await must('POST /update-mail-settings', { language: 'de' });
  const { data } = await must(OP);
  const [{ key_id, hint }] = (await must('GET /list-api-keys')).data;
  const [settings, updated, created] = data;
  assert.deepEqual(
    data.map(({ sequence, action }: { sequence: number; action: string }) => [sequence, action]),
    [
      [3, '/update-mail-settings'],
      [2, '/update-product'],
      [1, '/create-product'],
    ],
  );
  const { hash, request_id, ...rest } = updated;
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.match(request_id, /^req_/);
  assert.deepEqual(rest, {
    object: 'audit_entry',
    sequence: 2,
    created_at: new Date(shop.now).toISOString(),
    actor: { kind: 'api_key', id: key_id, name: hint, address: '127.0.0.1' },
    action: '/update-product',
    target: product_id,
    changes: [
      {
        target: product_id,
        events: ['product.updated'],
        before: { price: 20, tier: null },
        after: { price: 25, tier: 2 },
      },
    ],
    more_events: 0,
  });
  const [{ before, after }] = created.changes;
  assert.deepEqual([before, after.name, after.price], [null, 'Editor', 20]);
  assert.deepEqual(settings.changes[0].before, { language: null });
  assert.deepEqual(settings.changes[0].after, { language: 'de' });
});

test('200: filters by record, actor, kind, action and time, alone and together, page by page', async () => {
  const { must, ask } = await shop.openStore();
  const start = shop.now;
  const day = (after: number) => new Date(start + after * 86_400_000).toISOString();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { product_id } = await must('POST /create-product', terms);
    ids.push(product_id);
    await must('POST /update-product', { product_id, price: 30 + n });
    shop.now += 86_400_000;
  }
  const found = async (filter: object) => {
    const { data } = await must(OP, filter);
    return data.map(({ sequence }: { sequence: number }) => sequence);
  };
  assert.deepEqual(await found({ target: ids[1] }), [4, 3]);
  assert.deepEqual(await found({ target: ids[1], action: '/update-product' }), [4]);
  assert.deepEqual(await found({ action: '/create-product' }), [5, 3, 1]);
  assert.deepEqual(await found({ actor_kind: 'person' }), []);
  const [{ key_id }] = (await must('GET /list-api-keys')).data;
  assert.deepEqual(await found({ actor_id: key_id, actor_kind: 'api_key' }), [6, 5, 4, 3, 2, 1]);
  assert.deepEqual(await found({ actor_id: 'due' }), []);
  assert.deepEqual(await found({ created_from: day(1), created_to: day(1) }), [4, 3]);
  assert.deepEqual(await found({ created_to: day(0) }), [2, 1]);
  assert.deepEqual(await found({ created_from: day(2), target: ids[0] }), []);
  const pages: number[][] = [];
  let cursor: string | null = null;
  do {
    const page = await must(OP, { limit: 2, ...(cursor && { cursor }) });
    pages.push(page.data.map(({ sequence }: { sequence: number }) => sequence));
    cursor = page.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(pages, [
    [6, 5],
    [4, 3],
    [2, 1],
  ]);
  const wrong = await ask(OP, { created_from: day(2), created_to: day(0) });
  assert.equal(wrong.body.error.details[0].param, 'created_to');
});

test('200: what was refused, read or asked for again has no entry', async () => {
  const { must, ask } = await shop.openStore();
  const headers = { 'idempotency-key': 'once' };
  const first = await ask('POST /create-product', terms, headers);
  const again = await ask('POST /create-product', terms, headers);
  assert.equal(again.text, first.text);
  assert.equal((await ask('POST /create-product', { ...terms, price: -1 })).status, 400);
  assert.equal((await ask('POST /update-product', { product_id: 'prod_0' })).status, 404);
  await must('GET /search-products');
  assert.equal((await must(OP)).data.length, 1);
});

test('403 owners_only: what people do is read by an owner, and not with an API key', async () => {
  const { ask } = await shop.openStore();
  const refused = await ask(OP, { about: 'people' });
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'owners_only']);
});
