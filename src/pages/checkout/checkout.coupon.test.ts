import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounter } from '../../../test/buying.ts';
import { startShop } from '../../../test/harness.ts';

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
