import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounter } from '../../../test/harness/sales/buying.ts';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const { get, post, openSession, filled, session } = await openCounter(shop);

const { setFault } = await shop.openStore(shop);

test('a provider that does not answer: the page says so, looks again, and the job ends it', async () => {
  const { id, path } = await openSession();
  await setFault('unavailable');
  assert.equal((await post(`${path}/pay`, filled())).headers.location, path);
  const waiting = await get(path);
  assert.match(waiting.text, /Your payment is being processed/);
  assert.equal(waiting.headers.refresh, '3');
  await setFault(undefined);
  shop.now += 2 * 60_000;
  await shop.runJob('due');
  assert.equal((await session(id)).status, 'completed');
  assert.match((await get(path)).text, /Thank you/);
});

test('a payment that is never confirmed with the bank is given up after a quarter of an hour', async () => {
  const { id, path } = await openSession();
  const away = await post(`${path}/pay`, filled('4000002500003155'));
  const bank = new URL(String(away.headers.location)).pathname;
  assert.match((await get(bank)).text, /Confirm this payment[\s\S]*wants to charge/);
  shop.now += 14 * 60_000;
  await shop.runJob('due');
  assert.equal((await session(id)).status, 'processing', 'the buyer still has a minute');
  await shop.restart();
  assert.equal((await session(id)).status, 'processing', 'a restart takes nothing from the buyer');
  shop.now += 60_000;
  await shop.runJob('due');
  assert.equal((await session(id)).status, 'open');
  assert.equal((await session(id)).last_payment_error.code, 'confirmation_expired');
  assert.equal((await get(bank)).status, 404, 'there is nothing left to confirm');
  assert.equal((await post(bank, { answer: 'confirm' })).headers.location?.includes(path), true);
  assert.equal((await session(id)).status, 'open');
  assert.equal((await post(`${path}/pay`, filled())).status, 303);
  assert.equal((await session(id)).status, 'completed');
});

test('a payment that was confirmed by a buyer who did not come back is completed by the job', async () => {
  const { id, path } = await openSession();
  const away = await post(`${path}/pay`, filled('4000002500003155'));
  const bank = new URL(String(away.headers.location)).pathname;
  const back = await post(bank, { answer: 'confirm' });
  assert.equal(new URL(String(back.headers.location)).pathname, `${path}/return`);
  assert.equal((await session(id)).status, 'processing');
  shop.now += 16 * 60_000;
  await shop.runJob('due');
  assert.equal((await session(id)).status, 'completed');
});

test('one customer_id for eight buyers with eight coupons at once: all pay', async () => {
  const sessions = [];
  for (let at = 0; at < 8; at++) {
    const code = `GUEST${at}`;
    await shop.call('POST /create-discount-code', { code, discount_percentage: 10 });
    sessions.push(await openSession({ customer_id: 'guest', coupon_code: code }));
  }
  const answers = await Promise.all(
    sessions.map(({ path }, at) =>
      post(`${path}/pay`, { ...filled(), email: `guest${at}@example.com` }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(8).fill(303),
  );
  for (const { id } of sessions) assert.equal((await session(id)).status, 'completed');
});

test('looking again at the bank step gives nobody more time', async () => {
  const { id, path } = await openSession();
  await post(`${path}/pay`, filled('4000002500003155'));
  for (let minutes = 0; minutes < 14; minutes += 7) {
    shop.now += 7 * 60_000;
    await get(`${path}/return`);
    assert.equal((await session(id)).status, 'processing');
  }
  shop.now += 2 * 60_000;
  await shop.runJob('due');
  assert.equal((await session(id)).status, 'open');
});
