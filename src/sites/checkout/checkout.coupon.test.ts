import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounter } from '../../../test/harness/sales/buying.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

test('a coupon that cannot be used is refused in the same words, whatever is wrong with it', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop);
  const { product_id: other } = await openCounter(shop);
  const make = async (code: string, more: object = {}) =>
    shop.call('POST /create-discount-code', { code, discount_percentage: 50, ...more });
  await make('EXPIRED', { valid_until: '2026-11-01' });
  await make('LATER', { valid_from: '2027-01-01' });
  await make('OTHER', { product_ids: [other] });
  await make('USED', { max_redemptions: 1 });
  await make('FRANCS', {
    ...{ discount_percentage: undefined, discount_amount: 5, currency: 'XAF' },
  });
  await make('DELETED');
  await shop.call('DELETE /delete-discount-code', { code: 'DELETED' });
  const first = await counter.openSession({ coupon_code: 'USED' });
  assert.equal((await counter.post(`${first.path}/pay`, counter.filled())).status, 303);

  const { path, customer_id, product_id } = await counter.openSession();
  const codes: Record<string, string> = {
    NOBODY: 'coupon_not_found',
    DELETED: 'coupon_not_found',
    EXPIRED: 'coupon_expired',
    LATER: 'coupon_not_started',
    OTHER: 'coupon_not_applicable',
    FRANCS: 'coupon_not_applicable',
    USED: 'coupon_exhausted',
  };
  const plain = (text: string) => text.replace(/ value="[^"]*"/g, '');
  const answers = new Set<string>();
  for (const [coupon, code] of Object.entries(codes)) {
    const { status, text } = await counter.post(`${path}/coupon`, { coupon });
    assert.match(text, /This code cannot be used for this order\./);
    answers.add(`${status} ${plain(text)}`);
    const input = { product_id, customer_id, quantity: 1, coupon_code: coupon };
    const by_api = await shop.call('POST /create-checkout', input);
    assert.equal(by_api.body.error.code, code, 'the seller is told why');
  }
  assert.equal(answers.size, 1);
});

test('an amount is shown as one, with what it takes off: never more than the price, whatever the quantity', async () => {
  const shop = await startShop();
  const adjustable_quantity = { minimum: 1, maximum: 9 };
  const counter = await openCounter(shop);
  const code = { code: 'THIRTY', discount_amount: 30, currency: 'USD', name: 'Secret project' };
  await shop.call('POST /create-discount-code', code);
  const { path, id } = await counter.openSession({ quantity: 2, adjustable_quantity });
  const applied = await counter.post(`${path}/coupon`, { coupon: 'thirty', quantity: '2' });
  const shown = readable(applied.text);
  assert.match(shown, /\$40\.00.*THIRTY.*\$30\.00 off.*-\$30\.00.*Total.*\$10\.00/s);
  assert.doesNotMatch(shown, /Secret/);
  await counter.post(`${path}/quantity`, { quantity: '1' });
  const fewer = readable((await counter.get(path)).text);
  assert.match(fewer, /\$20\.00.*THIRTY.*\$30\.00 off.*-\$20\.00.*Total.*\$0\.00/s);
  assert.doesNotMatch(fewer, /Card/);
  await counter.post(`${path}/pay`, counter.filled());
  const { status, discount, total } = await counter.session(id);
  assert.deepEqual([status, discount, total], ['completed', 20, 0]);
});

test('months that a code pays in full: the page asks for a card, says what comes after and that it renews', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop, { billing_type: 'recurring' });
  const months = { duration: 'repeating', duration_months: 3 };
  const amount = { discount_amount: 99, currency: 'USD' };
  await shop.call('POST /create-discount-code', {
    code: 'WHOLE',
    discount_percentage: 100,
    ...months,
  });
  await shop.call('POST /create-discount-code', { code: 'LARGE', ...amount, ...months });
  await shop.call('POST /create-discount-code', { code: 'EVER', ...amount, duration: 'forever' });
  for (const coupon_code of ['WHOLE', 'LARGE']) {
    const { path } = await counter.openSession({ coupon_code });
    const text = readable((await counter.get(path)).text);
    assert.match(text, /\$20\.00 a month after 3 months.*Card.*renews automatically/s);
    const refused = await counter.post(`${path}/pay`, counter.filled(''));
    assert.equal(refused.status, 400);
  }
  const { path } = await counter.openSession({ coupon_code: 'EVER' });
  assert.doesNotMatch(readable((await counter.get(path)).text), /Card|renews automatically/);
});
