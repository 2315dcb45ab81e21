// Everything that the port does without a buyer, with the cards that Stripe has ready for tests.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import { ProviderRefused } from '../../src/platform/core/errors.ts';
import type { Charge, Refund } from '../../src/shop/money/payments/gateway.ts';
import { checkStripeKey } from '../../src/shop/money/payments/stripe/check-key.ts';
import { STRIPE_API_VERSION } from '../../src/shop/money/payments/stripe/client.ts';
import { createStripeGateway } from '../../src/shop/money/payments/stripe/stripe-gateway.ts';

export interface Trial {
  key: string;
  api_address: string | undefined;
}

const STORE = 'store_trial';
const run = randomBytes(6).toString('hex');
const PATIENCE_MS = 120_000;

export function tryPort({ key, api_address }: Trial): void {
  const gateway = createStripeGateway({
    credentialsOf: async () => ({ key, account_id: null, webhook_secrets: [] }),
    api_address,
  });
  const stripe = clientOf({ key, api_address });
  let keys = 0;

  /** A customer who has saved one of the cards that Stripe has ready. */
  async function tokenOf(ready: string): Promise<string> {
    const { id: customer } = await stripe.customers.create({ description: 'npm run try:stripe' });
    const method = await stripe.paymentMethods.attach(ready, { customer });
    return `${customer}/${method.id}`;
  }
  const chargeOf = (card_token: string | null, more: Partial<Charge> = {}): Charge => {
    const name = `txn_try_${run}_${keys++}`;
    const amount_minor = more.amount_minor ?? 2000;
    const now = Date.now();
    return {
      ...{ store_id: STORE, key: name, card_token, amount_minor, currency: 'USD' },
      ...{ saves_card: true, buyer_present: card_token === null, description: 'Editor' },
      payer: {
        customer_id: 'ada',
        email: 'ada@example.com',
        name: 'Ada',
        saved_card: null,
        language: null,
      },
      lines: [{ description: 'Editor', quantity: 1, amount_minor }],
      metadata: { store_id: STORE, transaction_id: name },
      return_url: 'https://example.com/return',
      ...{ created_at: now, now, ...more },
    };
  };
  const pay = async (ready: string, more: Partial<Charge> = {}) =>
    gateway.startCharge(chargeOf(await tokenOf(ready), more));
  const named = (reference: string | null) => ({
    ...{ store_id: STORE, reference: reference ?? '', now: Date.now() },
  });
  const refundOf = (charge_reference: string | null): Refund => {
    const name = `txn_try_${run}_${keys++}`;
    return {
      ...{ store_id: STORE, key: name, charge_reference: charge_reference ?? '' },
      ...{ amount_minor: 500, currency: 'USD', now: Date.now() },
      metadata: { store_id: STORE, transaction_id: name },
    };
  };

  test('the key is of a test account and has every permission', async (t) => {
    const checked = await checkStripeKey({ key, api_address });
    assert(checked.ok, 'Stripe accepts the key');
    assert.equal(checked.is_live, false);
    t.diagnostic(`account ${checked.account_id}, country ${checked.country}`);
    assert.deepEqual(checked.missing, []);
  });

  test('a saved card is charged once, however often it is started, with its fee soon after', async () => {
    const charge = chargeOf(await tokenOf('pm_card_visa'));
    const paid = await gateway.startCharge(charge);
    assert(paid.status === 'paid');
    assert.equal((await gateway.startCharge(charge)).reference, paid.reference);
    const renamed = await gateway.startCharge({ ...charge, description: 'Renamed' });
    assert.deepEqual([renamed.status, renamed.reference], ['paid', paid.reference]);
    const found = await gateway.findCharge(charge);
    assert.equal(typeof found === 'string' ? found : found.reference, paid.reference);
    await eventually('the fee is known', async () => {
      const looked = await gateway.lookUpCharge(named(paid.reference));
      return looked.status === 'paid' && looked.fee !== undefined;
    });
  });

  test('declines have their codes', async () => {
    const expected = [
      ['pm_card_chargeCustomerFail', 'card_declined'],
      ['pm_card_authenticationRequired', 'authentication_required'],
    ] as const;
    for (const [ready, decline_code] of expected) {
      const { reference, ...answer } = await pay(ready);
      assert.deepEqual(answer, { status: 'declined', decline_code });
      assert.deepEqual(await gateway.lookUpCharge(named(reference)), answer);
    }
    await assert.rejects(pay('pm_card_visa', { amount_minor: 10 }), ProviderRefused);
  });

  test('special currencies are counted as Stripe does', async () => {
    for (const currency of ['EUR', 'JPY', 'ISK', 'UGX', 'MGA', 'HUF', 'TWD']) {
      const amount_minor = 2 * gateway.smallestCharge(currency);
      const paid = await pay('pm_card_visa', { currency, amount_minor });
      assert(paid.status === 'paid', `${amount_minor} ${currency}`);
      assert.deepEqual([paid.amount_minor, paid.currency], [amount_minor, currency]);
    }
  });

  test('what is given up before it was made is not made when it arrives', async () => {
    for (const charge of [chargeOf(await tokenOf('pm_card_visa')), chargeOf(null)]) {
      const given_up = await gateway.cancelCharge({ ...charge, reference: null });
      assert.equal(given_up.status, 'declined');
      assert.equal((await gateway.startCharge(charge)).status, 'declined');
    }
  });

  test('a page is opened, is the same when our address has changed, and is given up', async () => {
    for (const amount_minor of [2000, 0]) {
      const charge = chargeOf(null, { amount_minor });
      const opened = await gateway.startCharge(charge);
      assert(opened.status === 'action_required');
      const moved = { ...charge, return_url: 'https://example.org/return' };
      assert.equal((await gateway.startCharge(moved)).reference, opened.reference);
      const { reference } = opened;
      assert.equal((await gateway.cancelCharge({ ...charge, reference })).status, 'declined');
      assert.equal((await gateway.lookUpCharge(named(reference))).status, 'declined');
    }
  });

  test('refunds are made once, found, pending, and refused where nothing is left', async () => {
    const { reference } = await pay('pm_card_visa');
    const refund = refundOf(reference);
    const made = await gateway.startRefund(refund);
    assert.equal(made.status, 'paid');
    assert.equal((await gateway.startRefund(refund)).reference, made.reference);
    const found = await gateway.findRefund({ ...refund, created_at: refund.now });
    assert.equal(typeof found === 'string' ? found : found.reference, made.reference);
    const rest = { ...refundOf(reference), amount_minor: 1500 };
    assert.equal((await gateway.startRefund(rest)).status, 'paid');
    const more = await gateway.startRefund(refundOf(reference));
    assert(more.status === 'declined');
    assert.equal(more.decline_code, 'charge_already_refunded');
    const slow = await gateway.startRefund(
      refundOf((await pay('pm_card_pendingRefund')).reference),
    );
    assert.equal(slow.status, 'pending');
  });

  test('a dispute is listed with its fee', async () => {
    const since = Date.now();
    const { reference } = await pay('pm_card_createDispute');
    await eventually('the dispute is there', async () => {
      const disputes = await gateway.listDisputes({ store_id: STORE, since, now: Date.now() });
      const own = disputes.find((one) => one.charge_reference === reference);
      return own?.status === 'opened' && own.fee_minor > 0;
    });
  });

  test('events and records tell of all this', async () => {
    const newest = await gateway.listHints?.({ store_id: STORE, cursor: null, now: Date.now() });
    const { reference } = await pay('pm_card_visa');
    await eventually('the event is there', async () => {
      const cursor = newest?.next_cursor ?? null;
      const told = await gateway.listHints?.({ store_id: STORE, cursor, now: Date.now() });
      return told?.hints.some((hint) => hint.reference === reference) ?? false;
    });
    const [record] = await gateway.recordsOf({ store_id: STORE, references: [reference ?? ''] });
    assert.deepEqual([record?.status, record?.amount_minor], ['paid', 2000]);
    const { records } = await gateway.listRecords({ store_id: STORE, cursor: null });
    assert(records.some((one) => one.reference === reference));
  });
}

export function clientOf({ key, api_address }: Trial): Stripe {
  const { hostname, port, protocol } = new URL(api_address ?? 'https://api.stripe.com');
  const is_plain = protocol === 'http:';
  return new Stripe(key, {
    apiVersion: STRIPE_API_VERSION,
    ...{ host: hostname, port: port || (is_plain ? 80 : 443), telemetry: false },
    protocol: is_plain ? 'http' : 'https',
  });
}

/** What Stripe does a moment later. */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await setTimeout(1000)) {
    if (await isSo()) return;
  }
  assert.fail(`it does not happen: ${what}`);
}
