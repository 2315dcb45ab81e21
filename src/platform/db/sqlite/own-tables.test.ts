import assert from 'node:assert/strict';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { test } from 'node:test';
import { cards } from '../../../../test/harness/cast.ts';
import { startShop } from '../../../../test/harness/shop.ts';

// What SQLite does with each statement is looked at when it is prepared, and counted when it runs.
const prepare = DatabaseSync.prototype.prepare;
const makes_table = new WeakMap<StatementSync, string>();
const seen = new Set<string>();
let is_looking = false;

DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  const statement = prepare.call(this, sql);
  if (!/^\s*(SELECT|INSERT|UPDATE|DELETE)\b/.test(sql)) return statement;
  const steps = prepare.call(this, `EXPLAIN ${sql}`).all();
  if (steps.some(({ opcode }) => opcode === 'OpenEphemeral')) makes_table.set(statement, sql);
  return statement;
};
for (const name of ['run', 'get', 'all'] as const) {
  const perform: (...values: never[]) => unknown = StatementSync.prototype[name];
  Object.defineProperty(StatementSync.prototype, name, {
    value(this: StatementSync, ...values: never[]) {
      const sql = is_looking && makes_table.get(this);
      if (sql) seen.add(sql.replace(/\s+/g, ' ').trim());
      return perform.apply(this, values);
    },
  });
}

/** They run now and then, for many records at once. */
const OF_JOBS =
  /^(?:DELETE FROM|UPDATE (?:mails SET status = 'failed'|webhook_deliveries SET has_turn = 1))/;

test('what shops do most needs no table that SQLite makes for a statement: that takes longer than the rest of it', async () => {
  const shop = await startShop();
  const store = await shop.openStore();
  const license_product = await store.sell({ activation_limit: 20 });
  const plan_id = await store.licensedPlan();
  const higher = await store.plan({ price: 40 });
  const code = await store.coupon('HALF', { product_ids: [license_product, plan_id] });
  const address = { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' };
  const billing = { email: 'guest@example.com', name: 'Grace Hopper', address };

  is_looking = true;
  const session = { product_id: license_product, quantity: 2, guest: true, coupon_code: code };
  const { checkout_session_id } = await store.must('POST /create-checkout', session);
  const bought = await store.must('POST /complete-checkout', {
    ...{ checkout_session_id, payment_method: cards.pays, billing },
  });
  const [license_key] = bought.license_keys;
  const { instance } = await store.activate(license_key, 'Laptop', 'f1');
  await store.validate(license_key, { fingerprint: 'f1' });
  await store.deactivate(license_key, instance.instance_id);
  const subscription_id = await store.subscribe(plan_id, { coupon_code: code });
  await store.advance('P1M');
  await store.must('POST /upgrade-subscription', { subscription_id, new_plan_id: higher });
  await store.refund(bought.transaction_id, { amount: 5 });
  await store.must('POST /cancel-subscription', { subscription_id });
  await store.get(subscription_id);
  await store.must('GET /get-customer', { customer_id: 'ada' });
  await store.must('GET /get-product', { product_id: plan_id });
  is_looking = false;

  assert.deepEqual(
    [...seen].filter((sql) => !OF_JOBS.test(sql)),
    [],
  );
});
