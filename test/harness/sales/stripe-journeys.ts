import assert from 'node:assert/strict';
import type { Database } from '../../../src/platform/db/database.ts';
import type { Control } from '../../stand-ins/stripe/control.ts';
import {
  assertSameBooks,
  type Counter,
  stripeSession,
  type Till,
  type TillAnswer,
} from './till.ts';

// What moves money at Stripe, or saves a card there. Tests disturb each at every call that it
// makes: with faults, and by killing the process. In the end each has happened once.

/** A store that is connected to an account of its own at the stand-in. */
export interface StripeStore {
  store_id: string;
  account: string;
  counter: Counter;
  till: Till;
  control: Control;
  db: Database;
}

interface Steps {
  /** What is disturbed. */
  act(): Promise<unknown>;
  /** Tried again when Stripe answers again, as whoever wanted it would. */
  again(): Promise<unknown>;
  assertDone(): Promise<void>;
}

export const JOURNEYS: Record<string, (at: StripeStore) => Promise<Steps>> = {
  async purchase(at) {
    const { id, pay, assertPaid } = await openSession(at);
    return { act: pay, again: () => pay(), assertDone: () => assertPaid(id) };
  },

  async 'purchase that is given up'(at) {
    const { id, pay, assertPaid } = await openSession(at);
    const page = `/checkout/${id}`;
    return {
      async act() {
        const form = 'attempt=a&email=ada%40example.com&name=&country=';
        const session = stripeSession(fine(await at.counter.submit(`${page}/pay`, form)));
        fine(await at.counter.submit(`${page}/give-up`, ''));
        // In another window it is still open.
        if (session !== undefined) await at.control.pay({ session });
      },
      again: pay,
      assertDone: () => assertPaid(id),
    };
  },

  async trial(at) {
    const { id, pay } = await openSession(at, { ...PLAN, trial_days: 30 });
    return {
      act: pay,
      again: pay,
      async assertDone() {
        const { status, subscription_id } = await checkout(at, id);
        assert.deepEqual(await at.till.charges(), []);
        if (status === 'expired') return;
        assert.equal(status, 'completed');
        assert.equal((await subscription(at, subscription_id)).status, 'trialing');
      },
    };
  },

  async renewal(at) {
    const subscription_id = await subscribe(at);
    const wait = (by: string) => at.counter.post('/advance-clock', { by });
    const paid = async () => (await paidOf(at, subscription_id)).filter(isOf('renewal'));
    return {
      act: async () => fine(await wait('P1M')),
      async again() {
        for (let day = 0; day < 40 && (await paid()).length === 0; day++) fine(await wait('P1D'));
      },
      async assertDone() {
        assert.equal((await subscription(at, subscription_id)).status, 'active');
        const periods = (await paid()).map((one) => one.period_start);
        assert.ok(periods.length > 0, 'it was renewed');
        assert.equal(new Set(periods).size, periods.length, 'no period is paid for twice');
      },
    };
  },

  async change(at) {
    const subscription_id = await subscribe(at);
    const change = () => at.counter.post('/update-subscription', { subscription_id, quantity: 3 });
    return {
      act: async () => fine(await change()),
      async again() {
        const { quantity } = await subscription(at, subscription_id);
        if (quantity !== 3) fine(await change());
      },
      async assertDone() {
        assert.equal((await subscription(at, subscription_id)).quantity, 3);
        const changes = (await paidOf(at, subscription_id)).filter(isOf('plan_change'));
        assert.equal(changes.length, 1);
      },
    };
  },

  async 'another card'(at) {
    const subscription_id = await subscribe(at);
    const replace = () => at.till.replaceCard('ada', MASTERCARD);
    return {
      act: async () => fine(await replace()),
      again: replace,
      async assertDone() {
        fine(await at.counter.post('/advance-clock', { by: 'P1M' }));
        const [renewal] = (await paidOf(at, subscription_id)).filter(isOf('renewal'));
        assert.equal(renewal?.payment_method.last4, MASTERCARD.slice(-4));
      },
    };
  },

  async refund(at) {
    const { id, pay } = await openSession(at);
    await pay();
    const { transaction_id } = await checkout(at, id);
    const key = { 'idempotency-key': `refund-${transaction_id}` };
    const refund = (headers = {}) =>
      at.counter.post('/refund-transaction', { transaction_id, amount: 5 }, headers);
    const refunded = async () => (await transactions(at, { transaction_id }))[0]?.refunded;
    return {
      act: async () => fine(await refund(key)),
      async again() {
        if ((await refunded()) === 0) fine(await refund(key));
        // That one was never made: its answer is kept.
        if ((await refunded()) === 0) fine(await refund());
      },
      async assertDone() {
        assert.equal(await refunded(), 5);
        const given = await at.till.refunds();
        assert.deepEqual(
          given.map(({ amount_minor }) => amount_minor),
          [500],
        );
      },
    };
  },
};

const MASTERCARD = '5555555555554444';
const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };
const PLAN = { ...PRODUCT, billing_type: 'recurring' };

async function openSession(at: StripeStore, terms: object = PRODUCT) {
  const { product_id } = await must(at, '/create-product', terms);
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id: id } = await must(at, '/create-checkout', session);
  const pay = async () => fine(await at.till.pay(id));
  /** By one transaction, and charged once. Who could not pay for a day was charged nothing. */
  const assertPaid = async (checkout_session_id: string) => {
    const { status, transaction_id } = await checkout(at, checkout_session_id);
    const charged = status === 'expired' ? [] : [{ transaction_id, amount_minor: 2000 }];
    assert.deepEqual(await at.till.charges(), charged);
    assert.match(status, /^(completed|expired)$/);
  };
  return { id, pay, assertPaid };
}

export async function subscribe(at: StripeStore): Promise<string> {
  const { id, pay } = await openSession(at, PLAN);
  // On a busy machine an answer may come too late: then it is paid again, as a customer would.
  for (let tries = 0; tries < 20; tries++) {
    await pay();
    const { subscription_id } = await checkout(at, id);
    if (subscription_id !== null) return subscription_id;
  }
  throw new Error('The subscription did not begin.');
}

const checkout = (at: StripeStore, checkout_session_id: string) =>
  get(at, `/get-checkout?checkout_session_id=${checkout_session_id}`);
const subscription = (at: StripeStore, subscription_id: string) =>
  get(at, `/get-subscription?subscription_id=${subscription_id}`);

interface Transaction {
  payment_method: { last4: string };
  type: string;
  status: string;
  refunded: number;
  period_start: string;
}

const transactions = async (at: StripeStore, of: Record<string, string>): Promise<Transaction[]> =>
  (await get(at, `/get-transactions?${new URLSearchParams(of)}`)).data;
const paidOf = async (at: StripeStore, subscription_id: string) =>
  (await transactions(at, { subscription_id })).filter(({ status }) => status === 'paid');
const isOf =
  (type: string) =>
  (one: Transaction): boolean =>
    one.type === type;

async function must(at: StripeStore, path: string, input: object) {
  const { status, body } = await at.counter.post(path, input);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function get(at: StripeStore, path: string) {
  const { status, body } = await at.counter.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Whatever Stripe does, no answer of ours is an error of ours. */
function fine(answer: TillAnswer): TillAnswer {
  const code = answer.body?.error?.code ?? '';
  assert.ok(answer.status < 500 || /_unresolved$/.test(code), JSON.stringify(answer.body));
  return answer;
}

/** Passes until nothing is pending: first minutes, as long as that helps, then more than a day. */
const DAYS = Array.from({ length: 6 }, () => 'PT26H');
const PASSES = ['PT2M', 'PT10M', 'PT1H', 'PT6H', ...DAYS];

/** Time passes, for Stripe and for the stores that wait for it, until nothing is pending. */
async function settleAll(stores: StripeStore[]): Promise<void> {
  let waiting = stores;
  for (const by of PASSES) {
    const is_pending = await Promise.all(waiting.map(hasPending));
    waiting = waiting.filter((_, at) => is_pending[at]);
    if (waiting.length > 0) await pass(waiting, by);
  }
}

/** The clock of a store is never behind that of Stripe, as it is not in reality. */
export async function pass(stores: StripeStore[], by: string): Promise<void> {
  const ms = Temporal.Duration.from(by).total('milliseconds');
  await Promise.all(
    stores.map(async (at) => {
      // At once, and not from one attempt to the next: nobody was there meanwhile.
      const sql = `UPDATE stores SET clock_ahead_ms = clock_ahead_ms + :ms
        WHERE store_id = :store_id`;
      await at.db.write(at, async (tx) => tx.run(sql, { ms }));
      const { reached } = await must(at, '/advance-clock', { by: 'PT1S' });
      assert.ok(reached, 'the store has done what was due');
    }),
  );
  await stores[0]?.control.advance({ seconds: ms / 1000 });
}

async function hasPending({ db, store_id }: StripeStore): Promise<boolean> {
  const sql = `SELECT transaction_id FROM transactions
    WHERE store_id = :store_id AND status = 'pending'`;
  return (await db.reader({ store_id }).all(sql)).length > 0;
}

/** A call of a journey, and how many of the same kind come before it. */
export interface Called {
  call: string;
  skip: number;
}

/** The calls that a journey makes when nothing is wrong. */
export async function callsOf(name: string, at: StripeStore): Promise<Called[]> {
  const steps = await JOURNEYS[name]?.(at);
  await at.control.forgetCalls();
  await steps?.act();
  const calls = (await at.control.calls()).filter(({ account }) => account === at.account);
  // A job asks for events, in this store and in others.
  const own = calls.map(({ call }) => call).filter((call) => call !== 'GET /v1/events');
  return own.map((call, n) => {
    const skip = own.slice(0, n).filter((one) => one === call).length;
    return { call, skip };
  });
}

export interface Run {
  name: string;
  at: StripeStore;
  steps: Steps;
}

/** It is over: what was wanted has happened once, and both books say the same. */
export async function endAll(runs: Run[]): Promise<void> {
  const stores = runs.map(({ at }) => at);
  await settleAll(stores);
  await Promise.all(runs.map(({ steps, name }) => told(name, steps.again())));
  await settleAll(stores);
  const end = async ({ at, steps }: Run) => {
    await steps.assertDone();
    await assertSameBooks(at.db, at.store_id, at.till);
  };
  await Promise.all(runs.map((run) => told(run.name, end(run))));
}

async function told(name: string, work: Promise<unknown>): Promise<void> {
  await work.catch((cause: Error) => {
    throw new Error(`${name}: ${cause.message}`, { cause });
  });
}
