import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const PAYS_TOMORROW = '4000000000000382';

test('400 payment_pending: a resume that is being paid for waits for the payment, which resumes it', async () => {
  const store = await shop.openStore();
  await store.must('POST /update-store-settings', { retry_days: [], after_retries: 'pause' });
  const subscription_id = await store.subscribe(await store.plan());
  await store.changeCard('4000000000000341');
  await store.advance('P32D');
  assert.equal((await store.get(subscription_id)).status, 'paused');
  await store.changeCard(PAYS_TOMORROW);
  const resume = () => store.ask('POST /resume-subscription', { subscription_id });
  for (let n = 0; n < 2; n++) assertRefused(await resume(), 400, 'payment_pending', []);
  assert.equal((await store.get(subscription_id)).status, 'paused');
  await store.advance('P2D');
  assert.equal((await store.get(subscription_id)).status, 'active');
  await shop.assertRight();
});
