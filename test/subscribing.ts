import assert from 'node:assert/strict';
import { type GatewayFault, setGatewayFault } from '../src/payments/test-gateway.sql.ts';
import type { Shop } from './harness.ts';

export const GOOD = '4242424242424242';
export const DECLINES_LATER = '4000000000000341';
/** Can be saved; a later charge finds it lost. */
export const LOST_LATER = '4000000000000358';
/** Pays up to 100.00, and has not enough money for more. */
export const PAYS_UP_TO_100 = '4000000000000366';
export const AT_START = '2026-11-14T09:30:00.000Z';

export const card = (number = GOOD) => ({ number, exp_month: 12, exp_year: 2099, cvc: '123' });

/** A store with a clock of its own, and what is done with subscriptions in it. */
export async function openStore(shop: Shop) {
  const { api_key: key, store_id } = await shop.makeStore('test');
  const ask = (operation: string, input: object = {}, headers: Record<string, string> = {}) =>
    shop.call(operation, input, { key, headers });
  const must = async (operation: string, input: object = {}) => {
    const answer = await ask(operation, input);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const plan = async (more: object = {}): Promise<string> => {
    const terms = { name: 'Pro', description: '', price: 20, currency: 'EUR' };
    const product = { ...terms, billing_type: 'recurring', ...more };
    return (await must('POST /create-product', product)).product_id;
  };
  const coupon = async (code: string, more: object = {}): Promise<string> =>
    (await must('POST /create-discount-code', { code, discount_percentage: 50, ...more })).code;
  const create = (more: object) =>
    must('POST /create-checkout', { quantity: 1, customer_id: 'ada', ...more });
  const complete = (checkout_session_id: string) =>
    must('POST /complete-checkout', { checkout_session_id, payment_method: card() });
  const subscribe = async (product_id: string, more: object = {}): Promise<string> => {
    const { checkout_session_id } = await create({ product_id, ...more });
    return (await complete(checkout_session_id)).subscription_id;
  };
  const changeCard = (number: string, customer_id = 'ada') =>
    must('POST /update-payment-method', { customer_id, payment_method: card(number) });
  const advance = (by: string) => must('POST /advance-clock', { by });
  const moveTo = (to: string) => must('POST /advance-clock', { to });
  const get = (subscription_id: string) => must('GET /get-subscription', { subscription_id });
  const cancel = (subscription_id: string, more: object = {}) =>
    must('POST /cancel-subscription', { subscription_id, ...more });
  const pause = (subscription_id: string, more: object = {}) =>
    must('POST /pause-subscription', { subscription_id, ...more });
  const resume = (subscription_id: string) =>
    must('POST /resume-subscription', { subscription_id });
  const refund = (transaction_id: string, more: object = {}) =>
    must('POST /refund-transaction', { transaction_id, ...more });
  const balances = async (customer_id = 'ada') =>
    (await must('GET /get-customer', { customer_id })).balances;
  const update = (subscription_id: string, change: object) =>
    must('POST /update-subscription', { subscription_id, ...change });
  /** A subscription of 20 EUR a month in this status. */
  const inStatus = async (status: string): Promise<string> => {
    const customer_id = `buyer-${status}`;
    const plan_id = await plan({ trial_days: status === 'trialing' ? 90 : 0 });
    const subscription_id = await subscribe(plan_id, { customer_id });
    if (status === 'past_due') {
      await changeCard(DECLINES_LATER, customer_id);
      await advance('P1M');
    }
    if (status === 'paused') await pause(subscription_id);
    if (status === 'canceled') await cancel(subscription_id);
    if (status === 'ending') await cancel(subscription_id, { cancel_at_period_end: true });
    return subscription_id;
  };
  const transactions = async (subscription_id: string) =>
    (await must('GET /get-transactions', { subscription_id, limit: 100 })).data;
  /** What the provider was asked to charge, in order. */
  const charges = async () => {
    const sql = `SELECT amount_minor, status FROM test_gateway_charges
      WHERE store_id = :store_id ORDER BY created_at, charge_key`;
    const rows = await shop.db
      .reader({ store_id })
      .all<{ amount_minor: number; status: string }>(sql);
    return rows.map((row) => `${row.amount_minor} ${row.status}`);
  };
  const eventsSince = async (count: number) => (await shop.events(store_id)).slice(count);
  const eventCount = async () => (await shop.events(store_id)).length;
  const setFault = (fault: GatewayFault['fault'] | undefined) =>
    shop.db.write({ store_id }, async (tx) => setGatewayFault(tx, fault && { fault, delay_ms: 0 }));
  return {
    ...{
      store_id,
      ask,
      must,
      plan,
      coupon,
      create,
      complete,
      subscribe,
      changeCard,
      advance,
      moveTo,
      get,
    },
    ...{
      cancel,
      pause,
      resume,
      refund,
      balances,
      update,
      inStatus,
      transactions,
      charges,
      eventsSince,
      eventCount,
      setFault,
    },
  };
}
