import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { exampleInput } from '../src/operation/examples.ts';
import type { Operation } from '../src/operation/operation.ts';
import { operations as groups } from '../src/operations.ts';
import { type Shop, startShop } from './harness.ts';

// Asked of every operation, by its declaration: a new one is asked it too.

const operations = Object.values(groups).flat();

/** What a store has, under the names of the parameters that call it. */
type Things = Record<string, string>;

let shop: Shop;
let key: string;
let own: Things;
let foreign: Things;
let nobodys: Things;
before(async () => {
  shop = await startShop();
  const { api_key, store_id } = await shop.makeStore('test');
  key = api_key;
  own = await oneOfEach({ api_key, store_id }, 'OWN');
  const elsewhere = await shop.makeStore('test');
  foreign = await oneOfEach(elsewhere, 'FOREIGN');
  // Of the same look, and of nobody. A key of a license has a check symbol: this one was replaced.
  const other = (text: string) => text.slice(0, -4) + (text.endsWith('0000') ? '1111' : '0000');
  nobodys = Object.fromEntries(Object.entries(foreign).map(([name, text]) => [name, other(text)]));
  nobodys.license_key = own.replaced_key ?? '';
});

test("another store's identifier is answered as one that does not exist, by every operation; nothing changes", async () => {
  const stored = await shop.everything();
  const asked: string[] = [];
  for (const operation of operations) {
    for (const name of namesIn(operation)) {
      const title = `${operation.path} ${name}`;
      if (GIVEN.has(title)) continue;
      asked.push(title);
      const answers = [foreign, nobodys].map(async (things) => {
        const value = things[name === 'product_ids' ? 'product_id' : name] ?? '';
        const input = inputOf(operation, name, name === 'product_ids' ? [value] : value);
        const options = { key, in_body: true };
        const { status, text } = await shop.call(
          `${operation.method} ${operation.path}`,
          input,
          options,
        );
        assert.ok(!text.includes('FOREIGN'), `${title}: ${text}`);
        return `${status} ${text.replaceAll(value, '(the name)').replace(/req_\w+/, '')}`;
      });
      assert.equal(await answers[0], await answers[1], title);
    }
  }
  assert.ok(asked.length >= 50, `${asked.length} names`);
  assert.equal(await shop.everything(), stored);
});

test('what another store has is in no list, whatever is asked', async () => {
  for (const operation of operations) {
    if (operation.method !== 'GET') continue;
    const filters = [{}, { query: 'FOREIGN' }, { email: foreign.email }];
    for (const input of filters) {
      const { text } = await shop.call(`GET ${operation.path}`, input, { key });
      assert.ok(!text.includes('FOREIGN'), `${operation.path}: ${text}`);
      for (const name of ['subscription_id', 'transaction_id', 'license_id', 'event_id'] as const) {
        assert.ok(!text.includes(foreign[name] ?? '?'), `${operation.path}: ${text}`);
      }
    }
  }
});

/** Names that are given to what may be new. */
const GIVEN = new Set([
  ...['/create-customer customer_id', '/create-customer email', '/update-customer email'],
  ...['/create-checkout customer_id', '/create-discount-code code'],
  ...['/create-customer-billing customer_id', '/create-customer-billing email'],
  ...['/update-tax-settings email', '/correct-invoice email', '/invite-member email'],
]);

const namesIn = (operation: Operation): string[] =>
  Object.keys(operation.input.properties).filter(
    (name) => name in own || name === 'product_ids' || name === 'new_plan_id',
  );

/** A good request of this store's own, but for one name. */
function inputOf(operation: Operation, name: string, value: unknown): object {
  const { any_of = [] } = operation;
  const others = Object.entries(exampleInput(operation)).flatMap(([other, example]) =>
    any_of.includes(other) ? [] : [[other, own[other] ?? example]],
  );
  return { ...Object.fromEntries(others), [name]: value };
}

async function oneOfEach(store: { api_key: string; store_id: string }, name: string) {
  const { must, sell, licensedPlan, buy, activate } = await shop.openStore(store);
  const customer_id = `${name} customer`;
  const email = `${name.toLowerCase()}@example.com`;
  await must('POST /create-customer', { customer_id, email, name });
  const { discount_id } = await must('POST /create-discount-code', {
    code: name,
    discount_percentage: 10,
  });
  const product_id = await sell({ activation_limit: 5 }, { name });
  const bought = await buy(product_id, { customer_id });
  const [replaced_key] = bought.license_keys;
  const { license_id } = (await must('GET /list-licenses', { customer_id })).data[0];
  const { license_key } = await must('POST /reissue-license', { license_id });
  const { instance } = await activate(license_key, name);
  const plan_id = await licensedPlan(null, { name, price: 9, tier: 1 });
  const { subscription_id } = await buy(plan_id, { customer_id });
  const new_plan_id = await licensedPlan(null, { name, price: 19, tier: 2 });
  const own_rate = { country: 'BR', rate: 5, tax: name };
  const { tax_rate_id } = await must('POST /create-tax-rate', own_rate);
  const { event_id } = (await must('GET /list-events', { limit: 1 })).data[0];
  const { invoice_id } = (await must('GET /list-invoices', { customer_id })).data[0];
  const { mail_id } = (await must('GET /list-mails', { customer_id })).data[0];
  const invited = { email: `team-${name.toLowerCase()}@example.com`, role: 'viewer' };
  const { member_id } = await must('POST /invite-member', invited);
  // The last, so that it has nothing to send while the tests run.
  const { webhook_id } = await must('POST /create-webhook', { url: `https://${name}.example.com` });
  return {
    ...{ customer_id, email, discount_id, code: name, coupon_code: name, product_id },
    ...{ checkout_session_id: bought.checkout_session_id, transaction_id: bought.transaction_id },
    ...{ license_id, license_key, replaced_key, instance_id: instance.instance_id },
    ...{ webhook_id, plan_id, subscription_id, new_plan_id, event_id, tax_rate_id },
    ...{ invoice_id, mail_id, member_id },
  };
}
