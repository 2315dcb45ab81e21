import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness.ts';
import { openVisitedStore, readable } from '../../../test/visiting.ts';

const shop = await startShop();

const statuses = (list: { status: number }[]) => list.map(({ status }) => status);

test('each status is said in words', async () => {
  const store = await openVisitedStore(shop);
  for (const [status, words] of [
    ['trialing', /Trial until 12 February 2027 .*Next payment €20\.00 on 12 February 2027/],
    ['active', /Paid until 14 December 2026/],
    ['paused', /Paused .*Next payment None/],
    ['canceled', /Ended on 14 November 2026 .*Next payment None/],
    ['ending', /Ends on 14 December 2026 .*Next payment None/],
    ['past_due', /Payment failed: next try on 17 December 2026/],
  ] as const) {
    const subscription_id = await store.inStatus(status);
    const buyer = await store.visit(`buyer-${status}`);
    const { text } = await buyer.get(`/subscription/${subscription_id}`);
    assert.match(readable(text), words);
    const can_change = status === 'trialing' || status === 'active';
    assert.equal(text.includes('See what it costs'), can_change, status);
    const preview = await buyer.get(`/subscription/${subscription_id}/change/x/2`);
    assert.equal(preview.status, 404);
  }
});

test('cancel at the end of the period, take it back, and cancel again with the same form', async () => {
  const store = await openVisitedStore(shop);
  const subscription_id = await store.subscribe(await store.plan(), { customer_id: 'ada' });
  const ada = await store.visit('ada');
  const address = `/subscription/${subscription_id}`;
  const subscription = () => store.get(subscription_id);
  const page = readable((await ada.get(`${address}/cancel`)).text);
  assert.match(page, /You keep it until 14 December 2026, and can take the cancel back/);
  const form = await ada.hidden(`${address}/cancel`);
  const count = await store.eventCount();
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(`${address}/cancel`, form)));
  assert.deepEqual(statuses(answers), [303, 303, 303]);
  const canceled = readable(await ada.follow(answers[0] ?? assert.fail()));
  assert.match(canceled, /is canceled\. Nothing more is charged\..*Ends on 14 December 2026/);
  assert.equal((await subscription()).cancel_at_period_end, true);
  assert.equal((await ada.get(`${address}/cancel`)).status, 303, 'there is nothing to cancel');

  await store.advance('PT1S');
  const back = await ada.hidden(address, `${address}/resume`);
  const resumed = await Promise.all([1, 2].map(() => ada.post(`${address}/resume`, back)));
  assert.deepEqual(statuses(resumed), [303, 303]);
  assert.match(readable(await ada.follow(resumed[0] ?? assert.fail())), /goes on\..*Paid until/);
  assert.equal((await subscription()).cancel_at_period_end, false);
  const told = (await store.eventsSince(count)).map(({ type }) => type);
  assert.deepEqual(told, ['subscription.cancel_scheduled', 'subscription.resumed']);

  await store.advance('PT1S');
  assert.equal((await ada.post(`${address}/cancel`, form)).status, 303, 'the back button');
  assert.equal((await subscription()).cancel_at_period_end, true);
});

test('what is not paid for ends at once, and the page says so; a pause is not ended here', async () => {
  const store = await openVisitedStore(shop);
  const past_due = await store.inStatus('past_due');
  const late = await store.visit('buyer-past_due');
  const at = `/subscription/${past_due}/cancel`;
  assert.match(readable((await late.get(at)).text), /It ends at once, which cannot be taken back/);
  await late.follow(await late.post(at, await late.hidden(at)));
  assert.equal((await store.get(past_due)).status, 'canceled');
  assert.equal((await late.post(at, {})).status, 303);

  const paused = await store.inStatus('paused');
  const waiting = await store.visit('buyer-paused');
  const before = await shop.everything();
  assert.equal((await waiting.post(`/subscription/${paused}/resume`, {})).status, 303);
  assert.equal(await shop.everything(), before);
});
