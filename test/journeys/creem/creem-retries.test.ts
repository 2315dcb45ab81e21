import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Creem, HTTPClient } from 'creem';
import { DECLINES_LATER, GOOD } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';
import { creemAddress, trust } from './creem.ts';

const shop = await startShop({ clock: Date.now });
trust(shop);

/** Creem's package over a line that loses the first answer to whatever is asked. */
function losingAnswers(apiKey: string): { creem: Creem; lost: string[] } {
  const lost: string[] = [];
  const fetcher: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const what = new URL(answer.url).pathname;
    if (lost.includes(what)) return answer;
    lost.push(what);
    return new Response('', { status: 502 });
  };
  const creem = new Creem({
    ...{ apiKey, serverURL: creemAddress(shop), httpClient: new HTTPClient({ fetcher }) },
    retryConfig: {
      strategy: 'backoff',
      backoff: { initialInterval: 1, maxInterval: 2, exponent: 1, maxElapsedTime: 60_000 },
    },
  });
  return { creem, lost };
}

test('what the package sends again after a lost answer is done once: places, charges, refunds, customers', async () => {
  const { key, newKey, must, plan, buy } = await shop.openStore();
  const { creem, lost } = losingAnswers(key);
  const license_key = await newKey({ activation_limit: 1 });
  const { activation } = await creem.licenses.activate({
    ...{ key: license_key, instanceName: 'Laptop' },
  });
  assert.equal(activation, 1);

  const [basic, pro] = [await plan(), await plan({ price: 50 })];
  const { subscription_id, transaction_id } = await buy(basic, { customer_id: 'bob' });
  await creem.subscriptions.upgrade(subscription_id, { productId: pro });
  const charges = await must('GET /get-transactions', { subscription_id, type: 'plan_change' });
  assert.equal(charges.data.length, 1);

  await assert.rejects(creem.transactions.refund({ transactionId: transaction_id }), /400/);
  const refunds = await must('GET /get-transactions', { type: 'refund' });
  assert.equal(refunds.data.length, 1);

  const customer = await creem.customers.create({ email: 'eve@example.com', name: 'Eve' });
  const found = await must('GET /list-customers', { email: 'eve@example.com' });
  assert.deepEqual(
    found.data.map((one: { customer_id: string }) => one.customer_id),
    [customer.id],
  );

  const product = { name: 'A', description: '', price: 1, currency: 'EUR' } as const;
  await creem.products.create({ ...product, billingType: 'onetime' }, 'a-key-of-its-own');
  const products = await must('GET /search-products', { query: 'A' });
  assert.equal(products.data.length, 1);
  assert.equal(lost.length, 5);
  await shop.assertRight();
});

test('an Idempotency-Key counts on every path: what is sent again is answered as before, and done once', async () => {
  const { key, must, newKey, get, resume, changeCard, ...store } = await shop.openStore();
  const twice = async (what: string, input?: object, between?: () => Promise<unknown>) => {
    const [method = '', path = ''] = what.split(' ');
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const once = {
      method,
      path: `/creem/v1${path}`,
      headers: { ...headers, 'idempotency-key': method + path },
    };
    const first = await shop.send(once, input && JSON.stringify(input));
    await between?.();
    const again = await shop.send(once, input && JSON.stringify(input));
    assert.deepEqual(
      [first.status, again.status],
      [200, 200],
      `${what} ${first.text} ${again.text}`,
    );
    return [first.body, again.body];
  };

  // Without a code of its own, it has the one that was made for the first.
  const terms = { name: 'Ten', type: 'percentage', percentage: 10, duration: 'once' };
  const [made, same] = await twice('POST /discounts', { ...terms, applies_to_products: [] });
  assert.deepEqual(same, made);
  assert.match(made.code, /^[A-Z2-9]{10}$/);
  assert.equal((await must('GET /list-discount-codes')).data.length, 1);
  await twice(`DELETE /discounts/${made.id}/delete`);

  const plan_id = await store.plan();
  const subscription_id = await store.subscribe(plan_id, { customer_id: 'bob' });
  const at = `/subscriptions/${subscription_id}`;
  await twice(`POST ${at}/pause`, undefined, () => resume(subscription_id));
  assert.equal((await get(subscription_id)).status, 'active');
  await twice(`POST ${at}/cancel`, { mode: 'scheduled' }, () => resume(subscription_id));
  assert.equal((await get(subscription_id)).cancel_at_period_end, false);

  // A resume that charges a new period.
  await must('POST /update-store-settings', { after_retries: 'pause', retry_days: [] });
  await changeCard(DECLINES_LATER, 'bob');
  await store.advance('P1M');
  await changeCard(GOOD, 'bob');
  const [resumed] = await twice(`POST ${at}/resume`);
  assert.equal(resumed.status, 'active');
  const paid = await must('GET /get-transactions', { subscription_id, status: 'paid' });
  assert.equal(paid.data.length, 2);

  const price = () => must('POST /update-product', { product_id: plan_id, price: 30 });
  await twice(`PATCH /products/${plan_id}`, { price: 2500 }, price);
  assert.equal((await must('GET /get-product', { product_id: plan_id })).price, 30);
  await twice(`DELETE /products/${plan_id}`);
  const name = () => must('POST /update-customer', { customer_id: 'bob', name: 'Bob' });
  await twice('PATCH /customers', { customer_id: 'bob', name: 'Robert' }, name);
  assert.equal((await must('GET /get-customer', { customer_id: 'bob' })).name, 'Bob');
  const [link, link_again] = await twice('POST /customers/billing', { customer_id: 'bob' });
  assert.deepEqual(link_again, link);
  const license_key = await newKey({ activation_limit: 1 });
  const used = await must('POST /activate-license', { license_key, instance_name: 'Laptop' });
  const { instance_id } = used.instance;
  await twice('POST /licenses/deactivate', { key: license_key, instance_id });
  await shop.assertRight();
});
