import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buyer,
  charged,
  openHostedCounter,
  stripeSession,
} from '../../../test/harness/sales/hosted-counter.ts';
import { until } from '../../../test/harness/until.ts';

const counter = await openHostedCounter({ license: { activation_limit: 1 } });
const { shop, store, stand_in, control, get, post, openSession, session } = counter;
const { goToStripe, back, pass, transactions } = counter;

const statuses = async (id: string): Promise<string[]> =>
  (await transactions(id)).map(({ status }: { status: string }) => status);

test('the page asks for no card, and says where the buyer pays', async () => {
  const { path } = await openSession();
  const { text, headers } = await get(path);
  assert.match(text, /You pay on the next page, at Stripe\.<\/p>\s*<button/);
  assert.match(text, /Continue to payment/);
  assert.doesNotMatch(text, /Pay \$20\.00/);
  assert.doesNotMatch(text, /card_number/);
  const policy = String(headers['content-security-policy']);
  assert.ok(policy.includes(`form-action 'self' ${stand_in.url};`), policy);
});

test('buy: to Stripe, back, and the receipt; charged once', async () => {
  const before = await charged(stand_in);
  const { id, path } = await openSession();
  const page = await goToStripe(path, buyer({ email: 'grace@example.com', name: 'Grace' }));
  assert.equal((await session(id)).status, 'processing');
  const { customer_details } = (await control.object({ id: page })) as {
    customer_details: { email: string };
  };
  assert.equal(customer_details.email, 'grace@example.com', 'Stripe does not ask for it again');
  assert.equal((await control.pay({ session: page })).kind, 'done');
  assert.equal((await back(path)).headers.location, path);
  const { status, license_keys } = await session(id);
  assert.deepEqual([status, license_keys.length], ['completed', 1]);
  assert.match((await get(path)).text, /Thank you[\s\S]*You paid \$20\.00[\s\S]*Visa •••• 4242/);
  assert.equal((await charged(stand_in)) - before, 2_000);
  assert.deepEqual(await statuses(id), ['paid']);
  // Again, from the history of the browser.
  assert.equal((await back(path)).headers.location, path);
  assert.equal((await get(`${path}/continue`)).headers.location, path);
  assert.equal((await charged(stand_in)) - before, 2_000);
});

test('back without having paid: the page offers to go on at the same page of Stripe', async () => {
  const { id, path } = await openSession();
  const page = await goToStripe(path);
  assert.equal((await back(path)).headers.location, path);
  const { text } = await get(path);
  assert.match(text, /Your payment is not complete[\s\S]*still have to pay \$20\.00 at Stripe/);
  assert.match(text, /Continue to Stripe[\s\S]*Cancel and start again/);
  const on = await get(`${path}/continue`);
  assert.equal(stripeSession(String(on.headers.location)), page);
  // The form again: by the back button, a double click, or in another window.
  assert.equal(await goToStripe(path), page);
  await control.pay({ session: page });
  await get(`${path}/continue`);
  assert.equal((await session(id)).status, 'completed');
  assert.deepEqual(await statuses(id), ['paid']);
});

test('two windows and a double click lead to one page of Stripe', async () => {
  const { id, path } = await openSession();
  const form = buyer();
  const pages = await Promise.all([
    goToStripe(path, form),
    goToStripe(path, form),
    goToStripe(path),
    goToStripe(path),
  ]);
  assert.equal(new Set(pages).size, 1);
  assert.deepEqual(await statuses(id), ['pending']);
});

test('giving up ends the page of Stripe before another begins', async () => {
  const { id, path } = await openSession();
  const first = await goToStripe(path);
  assert.equal((await post(`${path}/give-up`, {})).headers.location, path);
  assert.equal((await session(id)).last_payment_error.code, 'payment_not_completed');
  assert.equal((await control.pay({ session: first })).kind, 'closed');
  assert.match(
    (await get(path)).text,
    /was not completed[\s\S]*You have not been charged\.[\s\S]*Continue to payment/,
  );
  const second = await goToStripe(path);
  assert.notEqual(second, first);
  await control.pay({ session: second });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
  assert.deepEqual(await statuses(id), ['paid', 'declined']);
});

test('giving up what was paid meanwhile: it is paid, and not once more', async () => {
  const before = await charged(stand_in);
  const { id, path } = await openSession();
  await control.pay({ session: await goToStripe(path) });
  await post(`${path}/give-up`, {});
  assert.equal((await session(id)).status, 'completed');
  assert.equal((await post(`${path}/pay`, buyer())).headers.location, path);
  assert.equal((await charged(stand_in)) - before, 2_000);
});

test('paid and the window closed: the job settles it within two minutes', async () => {
  const { id, path } = await openSession();
  const page = await goToStripe(path);
  await pass(7);
  await control.pay({ session: page });
  await pass(2);
  assert.equal((await session(id)).status, 'completed');
});

test('each way to learn is enough alone: the message of Stripe, and the list of its events', async () => {
  const ways = [
    async () => {
      await control.release();
      await control.quiet();
      await control.webhooks({ held: true });
    },
    () => shop.runJob('provider-events'),
  ];
  for (const learn of ways) {
    const { id, path } = await openSession();
    await control.pay({ session: await goToStripe(path) });
    assert.equal((await session(id)).status, 'processing');
    await learn();
    await until(async () => (await session(id)).status === 'completed', 'it is completed');
    assert.deepEqual(await statuses(id), ['paid']);
  }
});

test('left alone at Stripe: given up after 45 minutes, with at most 30 questions before', async () => {
  const code = (await store.coupon('LEFT', { max_redemptions: 1 })) as string;
  const { id, path } = await openSession({ coupon_code: code });
  const page = await goToStripe(path);
  await control.forgetCalls();
  for (let minute = 0; minute < 40; minute++) await pass(1);
  const asked = (await control.calls()).filter(({ path }) => path.includes(page));
  assert.ok(asked.length >= 18 && asked.length <= 30, `${asked.length} questions`);
  assert.equal((await session(id)).status, 'processing');
  await pass(5);
  assert.equal((await session(id)).last_payment_error.code, 'payment_not_completed');
  assert.equal((await control.pay({ session: page })).kind, 'closed');
  assert.equal((await store.must('GET /get-discount-code', { code })).redemptions, 0);
});

test('Stripe does not answer: nothing is lost, and the buyer goes on when it does', async () => {
  const { id, path } = await openSession();
  await control.fault({ kind: 'drop_before', times: 20 });
  assert.equal((await post(`${path}/pay`, buyer())).headers.location, path);
  await control.clearFaults();
  assert.match((await get(path)).text, /Your payment is being processed/);
  await pass(2);
  const { text } = await get(path);
  assert.match(text, /Continue to Stripe/);
  const on = await get(`${path}/continue`);
  await control.pay({ session: stripeSession(String(on.headers.location)) });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
});

test('while Stripe does not answer, the page leads on by the address that is known', async () => {
  const { path } = await openSession();
  const page = await goToStripe(path);
  await control.fault({ kind: 'drop_before', times: 20 });
  const on = await get(`${path}/continue`);
  assert.equal(stripeSession(String(on.headers.location)), page);
  assert.equal((await post(`${path}/give-up`, {})).headers.location, path);
  await control.clearFaults();
  assert.match((await get(path)).text, /Your payment is not complete/);
});

test('all records agree with each other', () => shop.assertRight());
