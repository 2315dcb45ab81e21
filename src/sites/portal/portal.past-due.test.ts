import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOST_LATER } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('a card that was refused for good: the portal says that it is not tried again, and how to pay', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  await store.changeCard(LOST_LATER);
  await store.advance('P1M');
  const { status, next_payment_at, payment_url } = await store.get(subscription_id);
  assert.deepEqual([status, next_payment_at], ['past_due', null]);
  const billing = await store.must('POST /create-customer-billing', { customer_id: 'ada' });
  const portal = new URL(billing.portal_url).pathname;
  const get = (path: string) => shop.send({ method: 'GET', path });
  const page = await get(`${portal}/subscription/${subscription_id}`);
  assert.match(page.text, /We will not try this card again/);
  assert.ok(page.text.includes(`href="${new URL(payment_url).pathname}">Pay €20.00`));
  assert.match((await get(portal)).text, /We will not try this card again/);
  assert.match(
    (await get(`${portal}/card`)).text,
    /The new card is charged €20\.00 for Pro at once/,
  );
});
