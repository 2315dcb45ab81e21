import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buyer,
  charged,
  openHostedCounter,
  stripeSession,
} from '../harness/sales/hosted-counter.ts';

// Stripe fails at each call that is made while a buyer pays on its page, before and after the call
// has its effect. The buyer gets on as soon as it answers again, and pays once.

const counter = await openHostedCounter();
const { shop, store, stand_in, control, get, post, openSession, session, transactions } = counter;
const { goToStripe, back, pass } = counter;

const KINDS = [
  ...(['drop_before', 'drop_after', 'cut_answer', 'error_500_before'] as const),
  ...(['error_500_after', 'error_503', 'rate_limit', 'lock_timeout'] as const),
];

/** The one page of Stripe that our page leads to; where Stripe has failed for good, a new one. */
async function pageOf(path: string): Promise<string> {
  if ((await get(path)).text.includes('Your payment is being processed')) {
    await post(`${path}/give-up`, {});
    return goToStripe(path);
  }
  const on = await get(`${path}/continue`);
  return stripeSession(String(on.headers.location));
}

/** Pays there, if nobody has, and comes back: sold once. */
async function payOnce(id: string, path: string, page: string): Promise<void> {
  const before = await charged(stand_in);
  await control.pay({ session: page });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
  assert.equal((await charged(stand_in)) - before, 2_000);
}

for (const kind of KINDS) {
  test(`${kind} while the page is made: it is made once, and paid once`, async () => {
    const { id, path } = await openSession();
    await control.fault({ call: 'POST /v1/checkout/sessions', kind, times: 3 });
    const { status } = await post(`${path}/pay`, buyer());
    assert.equal(status, 303);
    await control.clearFaults();
    await pass(2);
    await payOnce(id, path, await pageOf(path));
    const [, ...others] = await transactions(id);
    // Stripe repeats a failure as long as it remembers the key: there the buyer starts again.
    assert.equal(others.length, kind === 'error_500_before' ? 1 : 0);
  });

  test(`${kind} while the buyer comes back: the job finds out, once`, async () => {
    const { id, path } = await openSession();
    const before = await charged(stand_in);
    await control.pay({ session: await goToStripe(path) });
    await control.fault({ call: 'GET /v1/checkout/sessions/:id', kind, times: 3 });
    assert.equal((await back(path)).headers.location, path);
    assert.match((await get(path)).text, /Check again|Thank you/);
    await control.clearFaults();
    await pass(3);
    assert.equal((await session(id)).status, 'completed');
    assert.equal((await charged(stand_in)) - before, 2_000);
  });

  test(`${kind} while the buyer gives up: the old page is ended before there is a new one`, async () => {
    const { id, path } = await openSession();
    const first = await goToStripe(path);
    await control.fault({ call: 'POST /v1/checkout/sessions/:id/expire', kind, times: 3 });
    assert.equal((await post(`${path}/give-up`, {})).headers.location, path);
    await control.clearFaults();
    if ((await session(id)).status === 'processing') await post(`${path}/give-up`, {});
    assert.equal((await control.pay({ session: first })).kind, 'closed');
    await payOnce(id, path, await goToStripe(path));
  });
}

for (const kind of ['rate_limit', 'lock_timeout', 'key_in_use', 'drop_after'] as const) {
  test(`${kind} twice while the page is made: the buyer is there at once, not after a minute`, async () => {
    const { id, path } = await openSession();
    await control.fault({ call: 'POST /v1/checkout/sessions', kind, times: 2 });
    await payOnce(id, path, await goToStripe(path));
    assert.equal((await transactions(id)).length, 1);
    await control.clearFaults();
  });
}

test('Stripe that is busy for longer: the page asks again by itself, and leads there within half a minute', async () => {
  const { id, path } = await openSession();
  await control.fault({ call: 'POST /v1/checkout/sessions', kind: 'rate_limit', times: 4 });
  assert.equal((await post(`${path}/pay`, buyer())).headers.location, path);
  const { text, headers } = await get(path);
  assert.match(text, /Your payment is being processed/);
  assert.equal(headers.refresh, `3;url=${path}/continue`);
  const framed = await get(path, { 'sec-fetch-dest': 'iframe' });
  assert.equal(framed.headers.refresh, '3', 'a provider is shown in no frame');
  assert.equal((await get(`${path}/continue`)).headers.location, path, 'it may still be opening');
  await pass(0.4);
  const on = await get(`${path}/continue`);
  await payOnce(id, path, stripeSession(String(on.headers.location)));
  assert.equal((await transactions(id)).length, 1);
});

test('payment_attempts: who gives up 30 times is told that it is enough', async () => {
  const { id, path } = await openSession();
  for (let time = 0; time < 30; time++) {
    await goToStripe(path);
    await post(`${path}/give-up`, {});
  }
  assert.match((await post(`${path}/pay`, buyer())).text, /role="alert"/);
  assert.equal((await session(id)).status, 'open');
  assert.equal((await transactions(id)).length, 30);
});

test('of 24 buyers with 5 redemptions exactly 5 get to Stripe; all give up at once: 5 again', async () => {
  const coupon_code = await store.coupon('FIVE', { max_redemptions: 5 });
  const sessions = [];
  for (let at = 0; at < 24; at++) sessions.push(await openSession({ coupon_code }));
  const answers = await Promise.all(sessions.map(({ path }) => post(`${path}/pay`, buyer())));
  assert.equal(answers.filter(({ status }) => status === 303).length, 5);
  const redemptions = async () =>
    (await store.must('GET /get-discount-code', { code: coupon_code })).redemptions;
  assert.equal(await redemptions(), 5);
  await Promise.all(sessions.map(({ path }) => post(`${path}/give-up`, {})));
  assert.equal(await redemptions(), 0);
});

test('32 forms of one session at once while Stripe takes its time: one page', async () => {
  const { id, path } = await openSession();
  await control.fault({ call: 'POST /v1/checkout/sessions', kind: 'slow_before', delay_ms: 300 });
  const answers = await Promise.all(Array.from({ length: 32 }, () => post(`${path}/pay`, buyer())));
  const pages = new Set(answers.map(({ headers }) => stripeSession(String(headers.location))));
  assert.equal(pages.size, 1);
  assert.equal((await transactions(id)).length, 1);
});

test('all records agree with each other', () => shop.assertRight());
