import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from '../../../../../test/stand-ins/stripe/client.ts';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import { DAY_MS } from '../../../../platform/core/time.ts';
import type { Charge } from '../gateway.ts';
import { findInList } from './search.ts';

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;

const paymentsOf = async ({ key }: Charge) =>
  (await control.books()).payments.filter(({ metadata }) => metadata.transaction_id === key);

/** How many pages Stripe has opened for it. */
async function pagesOf({ key }: Charge): Promise<number> {
  const { data } = await clientOf(stand_in).checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.transaction_id === key).length;
}

test('a page is the same one when e-mail, saved card or our own address have changed since', async () => {
  const card = await savedBy(at);
  const charge = chargeOf({ saves_card: true });
  const { payer } = charge;
  const first = await gateway.startCharge(charge);
  const changes: Partial<Charge>[] = [
    { payer: { ...payer, email: 'ada@other.example' } },
    { payer: { ...payer, saved_card: card.card_token } },
    { return_url: 'https://moved.test/return' },
    { description: 'Editor 2', lines: [] },
  ];
  for (const change of changes) {
    assert.deepEqual(await gateway.startCharge({ ...charge, ...change }), first);
  }
  assert.equal(await pagesOf(charge), 1);
  await control.pay({ session: first.reference ?? '' });
  const again = await gateway.startCharge({ ...charge, return_url: 'https://moved.test/' });
  assert.equal(again.status, 'paid');
});

test('a charge under a key that was used otherwise is found, not made again', async () => {
  const card = await savedBy(at);
  const charge = laterOf(card);
  const first = await gateway.startCharge(charge);
  const changed = await gateway.startCharge({ ...charge, description: 'Renamed' });
  assert.deepEqual([changed.status, changed.reference], ['paid', first.reference]);
  assert.equal((await paymentsOf(charge)).length, 1);
});

test('a customer who was deleted, or an address that Stripe does not like, is left out', async () => {
  const { payer } = chargeOf();
  for (const change of [{ saved_card: 'cus_gone/pm_gone' }, { email: 'ada@localhost' }]) {
    const charge = chargeOf({ saves_card: true, payer: { ...payer, ...change } });
    const { status, reference } = await gateway.startCharge(charge);
    assert.equal(status, 'action_required');
    assert.equal((await gateway.startCharge(charge)).reference, reference);
    await control.pay({ session: reference ?? '' });
    const paid = await gateway.lookUpCharge(named(reference));
    assert(paid.status === 'paid' && paid.card);
    assert.equal((await gateway.startCharge(laterOf(paid.card))).status, 'paid');
  }
});

test('two starts at the same instant make one charge', async () => {
  const charge = laterOf(await savedBy(at));
  await control.fault({ call: 'POST /v1/payment_intents', kind: 'slow_before', delay_ms: 60_000 });
  const slow = gateway.startCharge(charge);
  for (let asked = 0; asked === 0; ) {
    asked = (await control.calls()).filter(({ idempotency_key: key }) => key === charge.key).length;
  }
  await assert.rejects(gateway.startCharge(charge), ProviderUnanswered);
  const giving_up = { ...charge, reference: null };
  await assert.rejects(gateway.cancelCharge(giving_up), ProviderUnanswered);
  await control.hurry();
  const paid = await slow;
  assert.equal(paid.status, 'paid');
  assert.equal((await gateway.cancelCharge(giving_up)).reference, paid.reference);
  assert.equal((await paymentsOf(charge)).length, 1);
});

test('a failure that is kept under the key is never a second charge, and giving up ends it', async () => {
  const card = await savedBy(at);
  for (const kind of ['error_500_before', 'error_500_after'] as const) {
    const charge = laterOf(card);
    await control.fault({ call: 'POST /v1/payment_intents', kind });
    const first = await gateway.startCharge(charge).catch((error: unknown) => error);
    const was_made = kind === 'error_500_after';
    assert.equal(first instanceof ProviderUnanswered, !was_made);
    assert.equal((await paymentsOf(charge)).length, was_made ? 1 : 0);
    const found = await gateway.findCharge(charge);
    assert.equal(typeof found === 'string' ? found : found.status, was_made ? 'paid' : 'none');
    const ended = await gateway.cancelCharge({ ...charge, reference: null });
    assert.equal(ended.status, was_made ? 'paid' : 'declined');
    assert.equal((await paymentsOf(charge)).length, was_made ? 1 : 0);
  }
});

test('a page after a failure that is kept under the key: one that can be paid, and only that', async () => {
  for (const kind of ['error_500_before', 'error_500_after'] as const) {
    const charge = chargeOf();
    await control.fault({ call: 'POST /v1/checkout/sessions', kind });
    const first = await gateway.startCharge(charge);
    assert.equal(first.status, 'action_required');
    assert.equal((await gateway.startCharge(charge)).reference, first.reference);
    assert.equal(await pagesOf(charge), 1);
  }
});

test('when its key is forgotten, a charge is found by it, or is certain never to have been made', async () => {
  const card = await savedBy(at);
  const [paid, page, none] = [laterOf(card), chargeOf(), laterOf(card)];
  const { reference } = await gateway.startCharge(paid);
  const opened = await gateway.startCharge(page);
  await control.advance({ seconds: 25 * 3600 });
  const later = { now: Date.now() + 25 * 3_600_000 };
  const found = await gateway.findCharge({ ...paid, ...later });
  assert(typeof found === 'object' && found.status === 'paid');
  assert.equal(found.reference, reference);
  const expired = { status: 'declined', decline_code: 'confirmation_expired' };
  const page_found = await gateway.findCharge({ ...page, ...later });
  assert.deepEqual(page_found, { ...expired, reference: opened.reference });
  assert.equal(await gateway.findCharge({ ...none, ...later }), 'none');
  const given_up = await gateway.cancelCharge({ ...none, ...later, reference: null });
  assert.equal(given_up.status, 'declined');
  assert.deepEqual(await paymentsOf(none), []);
});

test('the clock of a test store may be years ahead, and what was made just now is found', async () => {
  const ahead = Date.now() + 1000 * DAY_MS;
  const charge = laterOf(await savedBy(at), { created_at: ahead, now: ahead });
  const { reference } = await gateway.startCharge(charge);
  const found = await gateway.findCharge({ ...charge, now: ahead + 2 * DAY_MS });
  assert(typeof found === 'object');
  assert.equal(found.reference, reference);
});

test('where there are too many payments to look through, nobody claims that there is none', async () => {
  let asked = 0;
  const answer = await findInList(async ({ limit }) => {
    asked += 1;
    const data = Array.from({ length: limit }, (_, at_page) => ({
      id: `pi_${asked}_${at_page}`,
      metadata: null,
    }));
    return { data, has_more: true };
  }, 'txn_1');
  assert.equal(answer, 'unknown');
  assert.equal(asked, 20);
});
