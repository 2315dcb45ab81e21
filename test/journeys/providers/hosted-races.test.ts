import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buyer,
  charged,
  openHostedCounter,
  stripeSession,
} from '../../harness/sales/hosted-counter.ts';

// Whoever learns of it, and whoever asks for what: one payment, one order, told once.

const counter = await openHostedCounter({ license: {} });
const { shop, stand_in, control, get, post, openSession, session, transactions } = counter;
const { goToStripe, back } = counter;

const newEvents = async (before: number): Promise<string[]> =>
  (await shop.events()).slice(before).map(({ type }) => type);

test('the return, the message, both jobs and the form, ten at once: settled exactly once', async () => {
  for (let round = 0; round < 4; round++) {
    const before = await charged(stand_in);
    const { id, path } = await openSession();
    await control.webhooks({ held: true });
    const page = await goToStripe(path);
    const told = (await shop.events()).length;
    await control.pay({ session: page });
    const form = buyer();
    await Promise.all([
      ...[back(path), back(path), back(path)],
      ...[get(`${path}/continue`), post(`${path}/pay`, form), post(`${path}/pay`, form)],
      post(`${path}/give-up`, {}),
      ...[control.release(), shop.runJob('due'), shop.runJob('provider-events')],
    ]);
    await control.quiet();
    const { status, license_keys } = await session(id);
    assert.deepEqual([status, license_keys.length], ['completed', 1]);
    assert.equal((await charged(stand_in)) - before, 2_000);
    assert.deepEqual(
      (await transactions(id)).map((one: { status: string }) => one.status),
      ['paid'],
    );
    const types = (await newEvents(told)).filter((type) => !type.startsWith('customer.'));
    assert.deepEqual(types, ['license.created', 'transaction.paid', 'checkout.completed']);
  }
});

test('paying and giving up at once, again and again: the outcome is the one of Stripe', async () => {
  for (let round = 0; round < 10; round++) {
    const before = await charged(stand_in);
    const { id, path } = await openSession();
    const page = await goToStripe(path);
    const acts = [
      () => control.pay({ session: page }),
      () => post(`${path}/give-up`, {}),
      () => back(path),
      () => post(`${path}/give-up`, {}),
    ];
    if (round % 2 === 1) acts.reverse();
    await Promise.all(acts.map((act) => act()));
    await back(path);
    const taken = (await charged(stand_in)) - before;
    const { status } = await session(id);
    assert.deepEqual([status, taken], taken === 0 ? ['open', 0] : ['completed', 2_000]);
  }
});

test('eight windows pay a session that was just given up: one page of Stripe, one payment', async () => {
  const { id, path } = await openSession();
  await goToStripe(path);
  const [, ...answers] = await Promise.all([
    post(`${path}/give-up`, {}),
    ...Array.from({ length: 8 }, () => post(`${path}/pay`, buyer())),
  ]);
  for (const { status } of answers) assert.equal(status, 303);
  const on = await get(`${path}/continue`);
  const open = String(on.headers.location).includes('/c/pay/')
    ? stripeSession(String(on.headers.location))
    : await goToStripe(path);
  const sessions = await openPages(id);
  assert.deepEqual(sessions, [open], 'all others are ended');
  await control.pay({ session: open });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
});

/** The pages of Stripe on which this session can still be paid. */
async function openPages(checkout_session_id: string): Promise<string[]> {
  const made = (await control.calls())
    .filter(({ call }) => call === 'POST /v1/checkout/sessions')
    .flatMap(({ answer }) => (answer === null ? [] : [answer as { id: string }]));
  const kept = await Promise.all(
    [...new Set(made.map(({ id }) => id))].map(
      async (id) => (await control.object({ id })) as Page,
    ),
  );
  return kept
    .filter(({ status, metadata }) => {
      return status === 'open' && metadata.checkout_session_id === checkout_session_id;
    })
    .map(({ id }) => id);
}

interface Page {
  id: string;
  status: string;
  metadata: { checkout_session_id?: string };
}

test('all records agree with each other', () => shop.assertRight());
