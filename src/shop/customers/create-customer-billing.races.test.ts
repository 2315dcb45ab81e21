import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const bill = (customer_id: string, details: object) =>
  shop.call('POST /create-customer-billing', { customer_id, ...details });
const get = async (customer_id: string) =>
  (await shop.call('GET /get-customer', { customer_id })).body;

const AT_ONCE: [title: string, make: (customer_id: string) => Promise<unknown>, created: number][] =
  [
    ['a new customer', async () => {}, 1],
    [
      'a customer without billing',
      (customer_id) => shop.call('POST /create-customer', { customer_id }),
      0,
    ],
  ];
for (const [title, make, created] of AT_ONCE) {
  test(`200: 32 at once for ${title} all succeed, with one customer and one billing record`, async () => {
    const customer_id = title.replaceAll(' ', '-');
    await make(customer_id);
    const before = await shop.events();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => bill(customer_id, { company: `Number ${i}` })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(32).fill(200),
    );
    const { billing } = await get(customer_id);
    const answered = new Set(answers.map(({ body }) => body.billing_id));
    assert.deepEqual([...answered], [billing.billing_id]);
    assert.equal(new Set(answers.map(({ body }) => body.portal_url)).size, 32);
    const written = (await shop.events()).slice(before.length);
    assert.equal(written.filter(({ type }) => type === 'customer.created').length, created);
    const updated = written.filter(({ type }) => type === 'customer.updated');
    assert.equal(updated.length, 32);
    assert.deepEqual(updated.at(-1)?.data, await get(customer_id));
    const listed = await shop.call('GET /list-customers', { query: customer_id });
    assert.equal(listed.body.data.length, 1);
  });
}
