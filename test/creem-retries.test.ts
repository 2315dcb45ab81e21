import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Creem, HTTPClient } from 'creem';
import { creemAddress, trust } from './creem.ts';
import { startShop } from './harness.ts';

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
