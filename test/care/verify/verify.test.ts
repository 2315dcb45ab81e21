import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { createRecount } from '../../../src/care/verify/recount.rules.ts';
import { verifyTransactions } from '../../../src/care/verify/verify-transactions.ts';
import { createTally } from '../../../src/care/verify/work.ts';
import type { Tx } from '../../../src/platform/db/database.ts';
import { createProviders } from '../../../src/shop/money/payments/providers.ts';
import { listStores } from '../../../src/shop/store/store.sql.ts';
import { cards } from '../../harness/cast.ts';
import { assertFound, run, verified, wrong } from '../../harness/planting.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

const IS_DECLINED = cards.declined;

interface Sold {
  discount_id: string;
  completed: string;
  open: string;
  paid: string;
  refunded: string;
  refund: string;
  declined: string;
}

/** A shop in which everything has happened once. */
async function sell(shop: Shop): Promise<Sold> {
  const post = async (operation: string, input: object) =>
    (await shop.call(`POST /${operation}`, input)).body;
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  const { product_id } = await post('create-product', product);
  const code = { code: 'HALF', discount_percentage: 50, max_redemptions: 5 };
  const { discount_id } = await post('create-discount-code', code);
  const buy = async (customer_id: string, more: object = {}) => {
    const session = { product_id, quantity: 1, customer_id, ...more };
    const { checkout_session_id } = await post('create-checkout', session);
    return { checkout_session_id, payment_method: cards.pays };
  };
  const first = await buy('ada', { coupon_code: 'HALF' });
  await post('complete-checkout', { ...first, payment_method: IS_DECLINED });
  const { transaction_id: paid } = await post('complete-checkout', first);
  const second = await post('complete-checkout', await buy('bob'));
  const { transaction_id: refund } = await post('refund-transaction', {
    transaction_id: second.transaction_id,
    amount: 5,
  });
  const { checkout_session_id: open } = await buy('cleo');
  await post(
    'expire-checkout',
    await buy('dora').then(({ checkout_session_id }) => ({ checkout_session_id })),
  );
  const license = { activation_limit: 2 };
  const plan = { ...product, name: 'Plan', billing_type: 'recurring', license };
  const { product_id: plan_id } = await post('create-product', plan);
  const bought = await post('complete-checkout', await buy('eve', { product_id: plan_id }));
  const [license_key] = bought.license_keys;
  const { instance } = await post('activate-license', { license_key, instance_name: 'One' });
  await post('activate-license', { license_key, instance_name: 'Two' });
  const { instance_id } = instance;
  await post('deactivate-license', { license_key, instance_id });
  const seats = await buy('fay', { product_id: plan_id, quantity: 2 });
  const { subscription_id } = await post('complete-checkout', seats);
  await post('update-subscription', { subscription_id, quantity: 1 }); // 20 of credit.
  const gift = { customer_id: 'fay', amount: 5, currency: 'USD' };
  await post('adjust-customer-balance', gift);
  const { data } = (await shop.call('GET /get-transactions', { status: 'declined' })).body;
  return {
    discount_id,
    completed: first.checkout_session_id,
    open,
    paid,
    refunded: second.transaction_id,
    refund,
    declined: data[0].transaction_id,
  };
}

test('a shop in which everything happened once is as it must be', async () => {
  const shop = await startShop();
  await sell(shop);
  const checks = await verified(shop);
  assert.deepEqual(wrong(checks), [], JSON.stringify(checks));
  assert.deepEqual(
    checks.map(({ name }) => name),
    [
      'the database finds nothing wrong with itself',
      'live stores follow real time',
      'stores say where they pay taxes',
      'amounts add up',
      'lines sum to the total',
      'taxes add up',
      'statuses and dates agree',
      'refunds never exceed what was paid',
      'the ledger has every movement',
      'refunds give back the tax that was paid',
      'disputes are counted right',
      'customers have what they were given',
      'no payment waits for a person',
      'the gateway has the same record',
      'balances are what the gateway holds',
      'invoices are numbered without gaps',
      'invoices add up and say whose they are',
      'every sale has one invoice, and what goes back of it is credited',
      'prices are as promised',
      'checkouts are paid once and say so',
      'licenses are as they were sold',
      'subscriptions are counted as they are',
      'subscriptions say what they do next',
      'every period is charged once and in a row',
      'discounts end as agreed',
      'current periods follow from payments',
      'refunds of a period are those that stand',
      'figures are what was sold',
      'sales by product, country, code and link are what was sold',
      'sales by customer are what they bought',
      'figures are how subscriptions moved',
      'tax figures are what was sold',
      'coupons are counted right',
      'events are numbered without gaps',
      'everything that happened has an event',
      'the audit log is whole',
    ],
  );
});

test('a payment of a provider that is not reached is not compared, and nothing is wrong with it', async () => {
  const shop = await startShop();
  const { paid } = await sell(shop);
  await shop.db.write(null, async (tx) => {
    await run(tx, 'DELETE FROM test_gateway_charges WHERE charge_key = :paid', { paid });
    await run(
      tx,
      `UPDATE transactions SET provider = 'elsewhere', provider_reference = 'pi_1'
       WHERE transaction_id = :paid`,
      { paid },
    );
  });
  const checks = await verified(shop);
  assert.deepEqual(wrong(checks), [], JSON.stringify(checks));
  const compared = checks.find(({ name }) => name === 'the gateway has the same record');
  assert.equal(compared?.not_compared, 1);
});

test('a provider that does not list what it has is counted as not compared', async () => {
  const shop = await startShop();
  await sell(shop);
  const reader = shop.db.reader(null);
  const { gatewayOf } = createProviders(shop.db, () => '');
  const noted: (string[] | undefined)[] = [];
  for (const store of await listStores(reader)) {
    const gateway = gatewayOf(store);
    assert(gateway);
    const listless = { ...gateway, listRecords: () => Promise.reject(new Error('out of order')) };
    await verifyTransactions({
      ...{ reader, store, store_id: store.store_id, happened: createTally(), advance: () => {} },
      counted: createTally(),
      taxes: createRecount(),
      rows_at_once: 1_000,
      gatewayOf: () => listless,
      check: (_name, _record, problems) => noted.push(problems),
    });
  }
  assert.deepEqual(
    noted.filter((problems) => problems?.length !== 0),
    [undefined],
  );
});

type Corruption = [title: string, found: string, plant: (tx: Tx, sold: Sold) => Promise<unknown>];

const corruptions: Corruption[] = [
  [
    'a ledger row is missing',
    'the ledger has every movement',
    (tx, { paid }) => run(tx, 'DELETE FROM ledger_entries WHERE transaction_id = :paid', { paid }),
  ],
  [
    'a ledger row has another amount',
    'balances are what the gateway holds',
    (tx, { paid }) =>
      run(tx, 'UPDATE ledger_entries SET amount_minor = 999 WHERE transaction_id = :paid', {
        paid,
      }),
  ],
  [
    'a ledger row belongs to a declined payment',
    'the ledger has every movement',
    (tx, { declined }) =>
      run(
        tx,
        `INSERT INTO ledger_entries SELECT store_id, :declined, 0, 'gateway', 'sales', 5, 'USD', 1
         FROM stores WHERE number = 1`,
        { declined },
      ),
  ],
  [
    'the gateway knows nothing of a payment',
    'the gateway has the same record',
    (tx, { paid }) =>
      run(tx, 'DELETE FROM test_gateway_charges WHERE charge_key = :paid', { paid }),
  ],
  [
    'the gateway took another amount',
    'the gateway has the same record',
    (tx, { paid }) =>
      run(tx, 'UPDATE test_gateway_charges SET amount_minor = 1001 WHERE charge_key = :paid', {
        paid,
      }),
  ],
  [
    'the gateway charged what we never asked for',
    'the gateway has the same record',
    (tx) =>
      run(
        tx,
        `INSERT INTO test_gateway_charges (store_id, reference, charge_key, token, amount_minor,
           currency, status, details, created_at)
         SELECT store_id, 'ch_stray', 'txn_stray', token, amount_minor, currency, 'paid', '{}', 1
         FROM test_gateway_charges WHERE status = 'paid' LIMIT 1`,
      ),
  ],
  [
    'the gateway waits for a confirmation of what we say was declined',
    'the gateway has the same record',
    (tx, { declined }) =>
      run(
        tx,
        `UPDATE test_gateway_charges SET status = 'waiting', decline_code = NULL
         WHERE charge_key = :declined`,
        { declined },
      ),
  ],
  [
    'the gateway charged what we say was declined',
    'the gateway has the same record',
    (tx, { declined }) =>
      run(
        tx,
        `UPDATE test_gateway_charges SET status = 'paid', decline_code = NULL
         WHERE charge_key = :declined`,
        { declined },
      ),
  ],
  [
    'the gateway gave back more than we know',
    'the gateway has the same record',
    (tx, { refunded }) =>
      run(tx, 'UPDATE test_gateway_charges SET refunded_minor = 700 WHERE charge_key = :refunded', {
        refunded,
      }),
  ],
  [
    'lines do not sum to the total',
    'lines sum to the total',
    (tx, { paid }) =>
      run(
        tx,
        `UPDATE transactions SET lines = '[{"description":"x","quantity":1,"amount_minor":1}]'
         WHERE transaction_id = :paid`,
        { paid },
      ),
  ],
  [
    'more is marked as refunded than the refunds make',
    'refunds never exceed what was paid',
    (tx, { refunded }) =>
      run(
        tx,
        `UPDATE transactions SET refunded_minor = 600, refunding_minor = 600
         WHERE transaction_id = :refunded`,
        { refunded },
      ),
  ],
  [
    'a refund that is claimed and does not exist',
    'refunds never exceed what was paid',
    (tx, { paid }) =>
      run(tx, 'UPDATE transactions SET refunding_minor = 100 WHERE transaction_id = :paid', {
        paid,
      }),
  ],
  [
    'a payment was settled before it was made',
    'statuses and dates agree',
    (tx, { paid }) =>
      run(tx, 'UPDATE transactions SET settled_at = 1 WHERE transaction_id = :paid', { paid }),
  ],
  [
    'a paid session says that it is open',
    'checkouts are paid once and say so',
    (tx, { completed }) =>
      run(
        tx,
        `UPDATE checkouts SET status = 'open', completed_at = NULL, transaction_id = NULL
         WHERE checkout_session_id = :completed`,
        { completed },
      ),
  ],
  [
    'a session says that it is paid and is not',
    'checkouts are paid once and say so',
    (tx, { open, paid }) =>
      run(
        tx,
        `UPDATE checkouts SET status = 'completed', completed_at = 1, transaction_id = :paid
         WHERE checkout_session_id = :open`,
        { open, paid },
      ),
  ],
  [
    'a session has another price than its payment',
    'checkouts are paid once and say so',
    (tx, { completed }) =>
      run(
        tx,
        `UPDATE checkouts SET discount_minor = 900, total_minor = 1100
         WHERE checkout_session_id = :completed`,
        { completed },
      ),
  ],
  [
    'a discount is not the percentage of the coupon',
    'prices are as promised',
    (tx, { completed }) =>
      run(tx, 'UPDATE checkouts SET percent_bps = 4000 WHERE checkout_session_id = :completed', {
        completed,
      }),
  ],
  [
    'a discount is not the amount of the coupon',
    'prices are as promised',
    (tx, { completed }) =>
      run(
        tx,
        `UPDATE checkouts SET percent_bps = NULL, coupon_amount_minor = 999
         WHERE checkout_session_id = :completed`,
        { completed },
      ),
  ],
  [
    'a session is paid twice',
    'checkouts are paid once and say so',
    (tx, { paid, refunded }) =>
      run(
        tx,
        `UPDATE transactions SET checkout_session_id =
           (SELECT t.checkout_session_id FROM transactions t WHERE t.transaction_id = :paid)
         WHERE transaction_id = :refunded`,
        { paid, refunded },
      ),
  ],
  [
    'a redemption too many is counted',
    'coupons are counted right',
    (tx) => run(tx, 'UPDATE discount_codes SET redemptions = 2'),
  ],
  [
    'a redemption is not counted for the customer',
    'coupons are counted right',
    (tx) => run(tx, 'UPDATE discount_uses SET uses = 0'),
  ],
  [
    'a redemption is counted for another customer',
    'coupons are counted right',
    (tx) => run(tx, `UPDATE discount_uses SET customer_id = 'bob'`),
  ],
  [
    'a payment was told of another record',
    'everything that happened has an event',
    (tx) =>
      run(tx, `UPDATE events SET data = '{"transaction_id":"x"}' WHERE type = 'transaction.paid'`),
  ],
  [
    'a subscription that nobody will look at again',
    'subscriptions say what they do next',
    (tx) => run(tx, 'UPDATE subscriptions SET next_action_at = NULL'),
  ],
  [
    'a subscription that was charged after its end',
    'every period is charged once and in a row',
    (tx) =>
      run(tx, `UPDATE subscriptions SET status = 'canceled', ended_at = 1, next_action_at = NULL`),
  ],
  [
    'a subscription without its first payment',
    'every period is charged once and in a row',
    (tx) => run(tx, `UPDATE transactions SET type = 'renewal' WHERE type = 'subscription_start'`),
  ],
  [
    'a device too many is counted',
    'licenses are as they were sold',
    (tx) => run(tx, 'UPDATE licenses SET activation_usage = 2 WHERE activation_usage > 0'),
  ],
  [
    'a device that was given up is back',
    'licenses are as they were sold',
    (tx) =>
      run(
        tx,
        `INSERT INTO license_instances (store_id, license_id, instance_id, instance_name,
           fingerprint, activated_at, last_validated_at)
         SELECT store_id, license_id, instance_id, instance_name, fingerprint, activated_at,
           last_validated_at FROM ended_instances`,
      ),
  ],
  [
    'a license has another limit than was bought',
    'licenses are as they were sold',
    (tx) => run(tx, 'UPDATE licenses SET quantity = 3, activation_limit = 6'),
  ],
  [
    'a license whose key nobody can be shown',
    'licenses are as they were sold',
    (tx) => run(tx, `UPDATE licenses SET key_seed = 'x'`),
  ],
  [
    'a license that belongs to somebody else',
    'licenses are as they were sold',
    (tx) => run(tx, `UPDATE licenses SET customer_id = 'bob'`),
  ],
  [
    'a purchase brought no license',
    'licenses are as they were sold',
    (tx, { completed }) =>
      run(
        tx,
        `UPDATE checkouts SET license = '{"activation_limit":1,"valid_days":null}'
         WHERE checkout_session_id = :completed`,
        { completed },
      ),
  ],
  [
    'a device was never told',
    'everything that happened has an event',
    (tx) => run(tx, `UPDATE events SET type = 'customer.updated' WHERE type = 'license.activated'`),
  ],
  [
    'an event is missing in the middle',
    'events are numbered without gaps',
    (tx) => run(tx, 'DELETE FROM events WHERE sequence = 3'),
  ],
  [
    'credit was added by hand',
    'customers have what they were given',
    (tx) => run(tx, 'UPDATE customer_balances SET balance_minor = balance_minor + 123456'),
  ],
  [
    'credit that nobody gave',
    'customers have what they were given',
    (tx) =>
      run(
        tx,
        `INSERT INTO customer_balances (store_id, customer_id, currency, balance_minor, updated_at)
         SELECT store_id, 'bob', 'USD', 1, 1 FROM stores WHERE number = 1`,
      ),
  ],
  [
    'a balance was forgotten',
    'customers have what they were given',
    (tx) => run(tx, 'DELETE FROM customer_balances'),
  ],
  [
    'what was given by hand was forgotten',
    'customers have what they were given',
    (tx) => run(tx, 'DELETE FROM balance_adjustments'),
  ],
  [
    'a change gave more credit than the balance got',
    'customers have what they were given',
    (tx) =>
      run(
        tx,
        `UPDATE transactions SET balance_change_minor = balance_change_minor + 5,
           subtotal_minor = subtotal_minor - 5 WHERE type = 'plan_change'`,
      ),
  ],
  [
    'the ledger has other credit than the change gave',
    'the ledger has every movement',
    (tx) =>
      run(tx, `UPDATE ledger_entries SET amount_minor = 1999 WHERE credit_account = 'balance'`),
  ],
  [
    'more of a payment went to the balance than was paid',
    'customers have what they were given',
    (tx, { paid }) =>
      run(tx, 'UPDATE transactions SET credited_minor = 99999 WHERE transaction_id = :paid', {
        paid,
      }),
  ],
  [
    'a period counts as paid for at more than its price',
    'subscriptions say what they do next',
    (tx) => run(tx, 'UPDATE subscriptions SET covered_minor = 9999999'),
  ],
  [
    'a payment was never told',
    'everything that happened has an event',
    (tx) => run(tx, `UPDATE events SET type = 'customer.updated' WHERE type = 'transaction.paid'`),
  ],
];

describe('each planted corruption is found', () => {
  let shop: Shop;
  let sold: Sold;
  before(async () => {
    shop = await startShop();
    sold = await sell(shop);
    await shop.place.removeGuards(shop.db);
  });
  beforeEach(async () => assert.deepEqual(wrong(await verified(shop)), []));

  for (const [title, found, plant] of corruptions) {
    test(title, () => assertFound(shop, found, (tx) => plant(tx, sold)));
  }
});
