import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

// Preview and update agree, always.
const shop = await startShop();

const PREVIEW = 'POST /preview-subscription-change';
const UPDATE = 'POST /update-subscription';

test('400 plan_invalid: an amount that is too large is refused by both, now and at the renewal', async () => {
  const { plan, subscribe, ask } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ price: 1 }));
  const plan_id = await plan({ name: 'Huge', price: 999_999_999.99 });
  for (const input of [
    { plan_id, quantity: 2 },
    { plan_id, quantity: 2, effective: 'period_end' },
  ]) {
    for (const operation of [PREVIEW, UPDATE]) {
      const answer = await ask(operation, { subscription_id, ...input });
      assertRefused(answer, 400, 'plan_invalid', ['plan_id']);
    }
  }
});

test('200: the second after a period ended, the preview counts the renewal that comes first', async () => {
  const own = await startShop();
  const { plan, subscribe, must, transactions } = await own.openStore();
  const subscription_id = await subscribe(await plan({ price: 20 }));
  own.now = Date.parse('2026-12-14T09:30:01.000Z');
  const input = { subscription_id, quantity: 3 };
  const preview = await must(PREVIEW, input);
  const body = await must(UPDATE, input);
  const [change] = await transactions(subscription_id);
  assert.deepEqual(preview.lines, change.lines);
  assert.deepEqual([preview.total, preview.credit], [change.total, body.credit]);
  assert.equal(preview.next_renewal.at, body.next_payment_at);
  assert.equal(body.current_period_end, '2027-01-14T09:30:00.000Z');
});
