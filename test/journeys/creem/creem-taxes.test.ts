import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { startReceiver } from '../../stand-ins/receiver.ts';

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

test('tax_mode says how a price is charged: as the store means it where the product says nothing', async () => {
  const store = await shop.openStore();
  const { must, key } = store;
  const speak = async (what: string, input?: object) => {
    const [method = '', path = ''] = what.split(' ');
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const options = { method, path: `/creem/v1${path}`, headers };
    const { status, body, text } = await shop.send(options, input && JSON.stringify(input));
    assert.equal(status, 200, text);
    return body;
  };
  await must('POST /update-tax-settings', {
    ...{ country: 'FI', registrations: [{ country: 'FI', since: '2020-01-01' }] },
    prices_include_tax: false,
  });
  const receiver = await startReceiver();
  await must('POST /create-webhook', { url: receiver.url, format: 'creem' });

  const editor = { name: 'Editor', description: '', price: 2000, currency: 'EUR' };
  const monthly = { billing_type: 'recurring', billing_period: 'every-month' };
  const made = await speak('POST /products', { ...editor, ...monthly });
  const at = `/products/${made.id}`;
  const found = await speak('GET /products/search');
  const session = await speak('POST /checkouts', { product_id: made.id, customer: {} });
  const paid = await must('POST /complete-checkout', {
    ...{ checkout_session_id: session.id, payment_method: cards.pays },
    billing: { email: 'ada@example.com', address: { country: 'FI' } },
  });
  assert.deepEqual([paid.tax, paid.total], [5.1, 25.1], 'the tax is on top');
  const subscription = await speak(`GET /subscriptions?subscription_id=${paid.subscription_id}`);
  await until(async () => {
    await shop.runJob('webhooks');
    return receiver.received.some(({ body }) => body.includes('checkout.completed'));
  }, 'the purchase is told');
  const told = receiver.received.map(({ body }) => JSON.parse(body));
  const completed = told.find(({ eventType }) => eventType === 'checkout.completed');
  const shown = [made, await speak(`GET ${at}`), found.items[0], session.product];
  assert.deepEqual(
    [...shown, subscription.product, completed.object.product].map(({ tax_mode }) => tax_mode),
    Array(6).fill('exclusive'),
  );

  // What was read may be sent back, and changes nothing that buyers pay.
  const changed = await speak(`PATCH ${at}`, { name: 'Editor 2', tax_mode: made.tax_mode });
  assert.equal(changed.tax_mode, 'exclusive');
  const inclusive = await speak(`PATCH ${at}`, { tax_mode: 'inclusive' });
  assert.equal(inclusive.tax_mode, 'inclusive');
  await shop.assertRight();
});
