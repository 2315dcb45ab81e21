import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'GET /list-webhooks';
const URL = 'https://example.com/hook';

const shop = await startShop();

const idsOf = ({ data }: { data: { webhook_id: string }[] }) =>
  data.map(({ webhook_id }) => webhook_id);

test('200: newest first, each as it was answered but without its secret; nothing is stored', async () => {
  const { must, advance } = await shop.openStore();
  const empty = { object: 'list', data: [], has_more: false, next_cursor: null };
  assert.deepEqual(await must(OP), empty);
  const { secret: _, ...old } = await must('POST /create-webhook', { url: URL });
  await advance('P1D');
  const events = ['license.created'];
  const { secret: __, ...young } = await must('POST /create-webhook', { url: `${URL}/2`, events });
  const before = await shop.everything();
  assert.deepEqual(await must(OP), { ...empty, data: [young, old] });
  assert.equal(await shop.everything(), before);
});

test('200: one that is disabled is shown with the reason, one that was deleted is not', async () => {
  const { must } = await shop.openStore();
  const { webhook_id: off } = await must('POST /create-webhook', { url: URL });
  const { webhook_id: gone } = await must('POST /create-webhook', { url: URL });
  await must('POST /update-webhook', { webhook_id: off, status: 'disabled' });
  await must('DELETE /delete-webhook', { webhook_id: gone });
  const { data } = await must(OP);
  assert.deepEqual(idsOf({ data }), [off]);
  assert.deepEqual([data[0].status, data[0].disabled_reason], ['disabled', 'seller']);
});

test('200: pages that follow each other give every webhook once', async () => {
  const { must } = await shop.openStore();
  for (let n = 0; n < 7; n++) await must('POST /create-webhook', { url: `${URL}/${n}` });
  const wanted = idsOf(await must(OP));
  assert.equal(wanted.length, 7);
  for (const limit of [1, 2, 3, 6, 7, 100]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await must(OP, { limit, ...(cursor && { cursor }) });
      assert.equal(page.has_more, page.next_cursor !== null);
      assert.ok(page.data.length <= limit);
      found.push(...idsOf(page));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    assert.deepEqual(found, wanted);
  }
});

test('200: a store lists its own, and a key that may only read lists them too, without secrets', async () => {
  const one = await shop.openStore(shop);
  const other = await shop.openStore();
  const { webhook_id: mine, secret } = await one.must('POST /create-webhook', { url: URL });
  const { webhook_id: theirs } = await other.must('POST /create-webhook', { url: URL });
  assert.deepEqual(idsOf(await one.must(OP)), [mine]);
  assert.deepEqual(idsOf(await other.must(OP)), [theirs]);
  const { api_key: key } = await shop.makeKey('read');
  const answer = await shop.call(OP, {}, { key });
  assert.deepEqual(idsOf(answer.body), [mine]);
  assert.ok(!answer.text.includes(secret) && !answer.text.includes('whsec_'));
});

test('400 invalid_parameters: a limit out of range, a cursor that is none', async () => {
  const { ask } = await shop.openStore();
  const wrong: [name: string, values: unknown[]][] = [
    ['limit', [0, 101, 'x', 1.5]],
    ['cursor', ['x', 'e30', Buffer.from('["deliveries","wh_z"]').toString('base64url')]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      assertRefused(await ask(OP, { [name]: value }), 400, 'invalid_parameters', [name]);
    }
  }
  assertRefused(await ask(OP, { status: 'enabled' }), 400, 'unknown_parameter', ['status']);
});
