import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

const statuses = (list: { status: number }[]) => list.map(({ status }) => status);

/** Ada on a plan of 20 EUR a month, and what she does with it. */
async function adaSubscribed(more: object = {}) {
  const store = await openVisitedStore(shop);
  const plan_id = await store.plan(more);
  const subscription_id = await store.subscribe(plan_id);
  const ada = await store.visit('ada');
  const address = `/subscription/${subscription_id}`;
  const subscription = () => store.get(subscription_id);
  return { store, ada, plan_id, subscription_id, address, subscription };
}

test('each status is said in words', async () => {
  const store = await openVisitedStore(shop);
  for (const [status, words] of [
    [
      'trialing',
      /Free trial Free until 12 February 2027\. .*€20\.00 on 12 February 2027.*until the trial ends\./,
    ],
    ['active', /Active .*Next payment €20\.00 on 14 December 2026/],
    ['paused', /Paused Paused by .* Contact them to resume it\. .*Next payment None/],
    ['canceled', /Ended Ended on 14 November 2026\. .*Next payment None/],
    ['ending', /Canceled Ends on 14 December 2026\. .*Next payment None/],
    ['past_due', /Payment failed We could not charge €20\.00 for Pro\. .* on 17 December 2026/],
  ] as const) {
    const subscription_id = await store.inStatus(status);
    const buyer = await store.visit(`buyer-${status}`);
    const { text } = await buyer.get(`/subscription/${subscription_id}`);
    assert.match(readable(text), words);
    const can_change = status === 'trialing' || status === 'active';
    assert.equal(text.includes('Review change'), can_change, status);
    const preview = await buyer.get(`/subscription/${subscription_id}/change/x/2`);
    assert.equal(preview.status, 404);
  }
});

test('cancel at the end of the period with a reason, keep it after all, and cancel again with the same form', async () => {
  const { store, ada, address, subscription } = await adaSubscribed();
  const { text } = await ada.get(`${address}/cancel`);
  assert.match(readable(text), /You can use it until 14 December 2026, and change your mind/);
  // Staying is the large button, leaving the plain one.
  assert.match(text, new RegExp(`<a class="button" href="[^"]*${address}">Keep my subscription`));
  assert.match(text, /<button class="plain leave">Cancel subscription</);
  const why = { reason: 'too_expensive', comment: 'Half of it\r\nwould do.' };
  const form = { ...(await ada.hidden(`${address}/cancel`)), ...why };
  const count = await store.eventCount();
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(`${address}/cancel`, form)));
  assert.deepEqual(statuses(answers), [303, 303, 303]);
  const canceled = readable(await ada.follow(answers[0] ?? assert.fail()));
  assert.match(canceled, /is canceled\. You will not be charged again\..*Ends on 14 December 2026/);
  const kept = {
    cancellation_reason: 'too_expensive',
    cancellation_comment: 'Half of it\nwould do.',
  };
  const { cancel_at_period_end, cancellation_reason, cancellation_comment } = await subscription();
  assert.equal(cancel_at_period_end, true);
  assert.deepEqual({ cancellation_reason, cancellation_comment }, kept);
  assert.equal((await ada.get(`${address}/cancel`)).status, 303, 'there is nothing to cancel');

  await store.advance('PT1S');
  const back = await ada.hidden(address, `${address}/resume`);
  const resumed = await Promise.all([1, 2].map(() => ada.post(`${address}/resume`, back)));
  assert.deepEqual(statuses(resumed), [303, 303]);
  assert.match(readable(await ada.follow(resumed[0] ?? assert.fail())), /continues\..*Active/);
  assert.equal((await subscription()).cancel_at_period_end, false);
  const told = await store.eventsSince(count);
  assert.deepEqual(
    told.map(({ type }) => type),
    ['subscription.cancel_scheduled', 'subscription.resumed'],
  );
  const reasons = told.map(({ data }) => Object(data).cancellation_reason);
  assert.deepEqual(reasons, ['too_expensive', null], 'the event has the reason');

  await store.advance('PT1S');
  assert.equal((await ada.post(`${address}/cancel`, form)).status, 303, 'the back button');
  assert.equal((await subscription()).cancel_at_period_end, true);
});

test('nobody has to say why; a reason that is none and a long comment are refused, with what was typed', async () => {
  const { ada, address, subscription } = await adaSubscribed();
  const before = await shop.everything();
  const comment = `Too <long> ${'x'.repeat(1000)}`;
  const bad = await ada.post(`${address}/cancel`, { reason: 'bored', comment });
  assert.equal(bad.status, 400);
  assert.match(bad.text, /<title>Check your details · Cancel Pro\?/);
  assert.match(bad.text, /<div class="refusal" role="alert" tabindex="-1" autofocus>/);
  assert.match(readable(bad.text), /Choose one of these reasons, or none\. .*at most 1000/);
  assert.match(bad.text, /Too &lt;long&gt; x/);
  assert.equal(await shop.everything(), before);
  assert.equal((await ada.post(`${address}/cancel`, {})).status, 303);
  const { cancel_at_period_end, cancellation_reason } = await subscription();
  assert.deepEqual([cancel_at_period_end, cancellation_reason], [true, null]);
});

test('what is not paid for ends at once, and the page says so', async () => {
  const store = await openVisitedStore(shop);
  const past_due = await store.inStatus('past_due');
  const late = await store.visit('buyer-past_due');
  const at = `/subscription/${past_due}/cancel`;
  assert.match(readable((await late.get(at)).text), /It ends at once, which cannot be undone/);
  await late.follow(await late.post(at, await late.hidden(at)));
  assert.equal((await store.get(past_due)).status, 'canceled');
  assert.equal((await late.post(at, {})).status, 303);
});

test('the offer: shown to the cent, taken once, and never again, also by another subscription', async () => {
  const { store, ada, address, subscription, plan_id } = await adaSubscribed();
  const cancel = `${address}/cancel`;
  await store.must('POST /update-customer', { customer_id: 'ada', email: 'ada@example.com' });
  assert.doesNotMatch((await ada.get(cancel)).text, /Accept offer/);
  await store.coupon('STAY50', { duration: 'repeating', duration_months: 3 });
  await store.must('POST /update-store-settings', { cancel_offer: 'stay50' });
  const page = readable((await ada.get(cancel)).text);
  assert.match(
    page,
    /Stay and get 50% off Your next payment on 14 December 2026 is €10\.00 instead/,
  );
  assert.match(page, /instead of €20\.00\. The discount applies for 3 months\./);
  const form = await ada.hidden(cancel, `${address}/offer`);
  const other = await store.subscribe(plan_id);
  const count = await store.eventCount();
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(`${address}/offer`, form)));
  for (const answer of answers) assert.match(await ada.follow(answer), /Your discount is applied/);
  const again = await ada.follow(await ada.post(`${address}/offer`, form));
  assert.match(again, /Your discount is applied/, 'the form of before');
  assert.deepEqual(
    (await store.eventsSince(count)).map(({ type }) => type),
    ['subscription.updated'],
  );
  assert.equal((await subscription()).coupon_code, 'STAY50');
  const { data: mails } = await store.must('GET /list-mails', { customer_id: 'ada', limit: 1 });
  const { subject, text } = await store.must('GET /get-mail', { mail_id: mails[0].mail_id });
  assert.equal(subject, 'Your discount on Pro');
  assert.match(text, /You now get 50% off your subscription to Pro\./);
  assert.match(text, /your payments before 14 March 2027, beginning with the next one\./);
  assert.match(text, /Next payment: €10\.00 on 14 December 2026/);
  assert.doesNotMatch((await ada.get(cancel)).text, /Accept offer/);

  // One that she has besides gets none: neither shown, nor by sending the form all the same.
  assert.doesNotMatch((await ada.get(`/subscription/${other}/cancel`)).text, /Accept offer/);
  const refused = await ada.follow(await ada.post(`/subscription/${other}/offer`, {}));
  assert.match(refused, /This offer is no longer available/);
  assert.equal((await store.get(other)).coupon_code, null);
  await store.advance('P1M');
  const totals = (await store.charges()).slice(-2);
  assert.deepEqual(totals.toSorted(), ['1000 paid', '2000 paid']);
  await shop.assertRight();
});

test('who takes the offer and cancels all the same, or pauses, gets no more out of it', async () => {
  const { store, ada, address, subscription } = await adaSubscribed();
  await store.coupon('STAY50');
  await store.must('POST /update-store-settings', { cancel_offer: 'STAY50' });
  const form = await ada.hidden(`${address}/cancel`, `${address}/offer`);
  await ada.follow(await ada.post(`${address}/offer`, form));
  await ada.follow(await ada.post(`${address}/cancel`, {}));
  assert.equal((await ada.post(`${address}/offer`, form)).status, 303);
  assert.equal((await subscription()).cancel_at_period_end, true, 'it stays canceled');
  await ada.follow(await ada.post(`${address}/resume`, {}));
  assert.doesNotMatch((await ada.get(`${address}/cancel`)).text, /Accept offer/);
  await ada.follow(await ada.post(`${address}/pause`, { months: '1' }));
  await store.advance('P3M');
  const again = await store.visit('ada');
  assert.doesNotMatch((await again.get(`${address}/cancel`)).text, /Accept offer/);
  assert.deepEqual(await store.charges(), ['2000 paid', '1000 paid', '2000 paid']);
});

test('no offer where it cannot be used or saves nothing', async () => {
  for (const [coupon, plan] of [
    [{ valid_until: '2026-11-13' }, {}],
    [{ discount_percentage: undefined, discount_amount: 5, currency: 'USD' }, {}],
    [{}, { price: 0 }],
  ]) {
    const { store, ada, address } = await adaSubscribed(plan);
    await store.coupon('STAY50', coupon);
    await store.must('POST /update-store-settings', { cancel_offer: 'STAY50' });
    const { text, status } = await ada.get(`${address}/cancel`);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /Accept offer/);
    await ada.follow(await ada.post(`${address}/offer`, {}));
    assert.equal((await store.get(address.slice(14))).coupon_code, null);
  }
});
