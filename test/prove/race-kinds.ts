import { setTimeout } from 'node:timers/promises';
import { CALLERS, type RaceStore, tally } from './race-store.ts';

interface Checks {
  check(is_so: boolean, text: string): void;
  equal(found: unknown, expected: unknown, text: string): void;
}

interface Race {
  name: string;
  promise: string;
  run(store: RaceStore, checks: Checks): Promise<void>;
}

const OTHERS = CALLERS - 1;
const MOVES = 8;
const REVOKED_WITHIN_MS = 1_000;
const half = <T>(one: () => T, other: () => T) =>
  Array.from({ length: CALLERS }, (_, at) => (at % 2 === 0 ? one : other));
const paid = (store: RaceStore) => store.count("test_gateway_charges WHERE status = 'paid'");

type Told = Awaited<ReturnType<RaceStore['ask']>>;
/** Of a plan, if not said otherwise. */
const PRICE = 20;

/** What the provider has taken and given back, and what Ada has left for later payments. */
async function moneyOf(store: RaceStore) {
  const [sums] = await store.rows<{ taken: number; given: number }>(
    `SELECT SUM(amount_minor) AS taken, SUM(refunded_minor) AS given
     FROM test_gateway_charges WHERE status = 'paid'`,
  );
  const given_minor = Number(sums?.given);
  const { balances } = await store.get('/get-customer?customer_id=ada');
  const credit_minor = Math.round((balances.USD ?? 0) * 100);
  return { net_minor: Number(sums?.taken) - given_minor, given_minor, credit_minor };
}

/** What happened to a subscription after it was canceled. */
async function eventsAfterCancel(store: RaceStore, subscription_id: string): Promise<string[]> {
  const rows = await store.rows<{ type: string; data: string; sequence: number }>(
    "SELECT type, data, sequence FROM events WHERE type LIKE 'subscription.%'",
  );
  const own = rows
    .filter(({ data }) => JSON.parse(data).subscription_id === subscription_id)
    .toSorted((one, other) => Number(one.sequence) - Number(other.sequence))
    .map(({ type }) => type);
  const at = own.indexOf('subscription.canceled');
  return at === -1 ? ['was never canceled'] : own.slice(at + 1);
}

export const RACES: Race[] = [
  {
    name: 'pay-one-session',
    promise: 'a session is charged once, and everybody is told the same',
    async run(store, { equal }) {
      const session = await store.open(await store.product());
      const answers = await store.everybody(() => store.pay(session));
      equal(tally(answers), { 200: CALLERS }, 'answers');
      equal(new Set(answers.map(({ body }) => body.transaction_id)).size, 1, 'transactions told');
      equal(await paid(store), 1, 'charges');
    },
  },
  {
    name: 'last-redemption',
    promise: 'a code is used as often as it may be',
    async run(store, { equal }) {
      const product_id = await store.product();
      const code = { code: 'LAST', discount_percentage: 50, max_redemptions: 1 };
      await store.must('/create-discount-code', code);
      const sessions = await Promise.all(
        Array.from({ length: CALLERS }, (_, at) =>
          store.open(product_id, { customer_id: `c${at}`, coupon_code: 'LAST' }),
        ),
      );
      const answers = await store.everybody((at) => store.pay(sessions[at] ?? ''));
      equal(tally(answers), { 200: 1, coupon_exhausted: OTHERS }, 'answers');
      equal(await paid(store), 1, 'charges');
    },
  },
  {
    name: 'last-seat',
    promise: 'no more machines than seats',
    async run(store, { equal }) {
      const product_id = await store.product({ license: { activation_limit: 3 } });
      const [license_key] = (await store.buy(product_id)).license_keys;
      const answers = await store.everybody((at) =>
        store.ask('/activate-license', { license_key, instance_name: `m${at}` }),
      );
      equal(tally(answers), { 200: 3, activation_limit_reached: CALLERS - 3 }, 'answers');
      equal(await store.count('license_instances WHERE 1 = 1'), 3, 'seats taken');
    },
  },
  {
    name: 'refund',
    promise: 'no more is given back than was paid',
    async run(store, { equal }) {
      const { transaction_id } = await store.buy(await store.product());
      const answers = await store.everybody(() =>
        store.ask('/refund-transaction', { transaction_id, amount: 3 }),
      );
      equal(tally(answers), { 200: 6, amount_too_large: CALLERS - 6 }, 'answers');
      const [charge] = await store.rows<{ refunded_minor: number }>(
        'SELECT refunded_minor FROM test_gateway_charges WHERE 1 = 1',
      );
      equal(Number(charge?.refunded_minor), 1_800, 'given back by the provider');
    },
  },
  {
    name: 'idempotency-key',
    promise: 'one key is one effect, and one answer for all',
    async run(store, { equal }) {
      const product_id = await store.product();
      const session = { product_id, quantity: 1, customer_id: 'ada' };
      const headers = { 'idempotency-key': 'the-same' };
      const answers = await store.everybody(() => store.ask('/create-checkout', session, headers));
      equal(tally(answers), { 200: CALLERS }, 'answers');
      equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1, 'different answers');
      equal(await store.count('checkouts WHERE 1 = 1'), 1, 'sessions');
      const others = await store.everybody((at) =>
        store.ask('/create-checkout', { ...session, quantity: 2 + at }, headers),
      );
      equal(tally(others), { idempotency_key_reused: CALLERS }, 'answers to other parameters');
    },
  },
  {
    name: 'cancel-against-renewal',
    promise: 'nothing is charged and nothing happens after a cancel',
    async run(store, { equal, check }) {
      const plan_id = await store.plan(20, { billing_interval: 'day' });
      const { subscription_id } = await store.buy(plan_id);
      const cancel = () => store.ask('/cancel-subscription', { subscription_id });
      const renew = () => store.ask('/advance-clock', { by: 'P3D' });
      const answers = await store.atOnce([renew, ...Array.from({ length: OTHERS }, () => cancel)]);
      equal(tally(answers), { 200: CALLERS }, 'answers');
      equal(await eventsAfterCancel(store, subscription_id), [], 'events after the cancel');
      check((await paid(store)) <= 4, 'charged for more days than there were');
    },
  },
  {
    name: 'change-against-refund',
    promise: 'what is given back or credited was paid',
    async run(store, { equal, check }) {
      const { subscription_id, transaction_id } = await store.buy(await store.plan());
      const refunds: Told[] = [];
      const changes = await store.atOnce(
        half(
          () =>
            store.ask('/update-subscription', { subscription_id, quantity: 1 + store.below(9) }),
          async () => {
            const answer = await store.ask('/refund-transaction', { transaction_id, amount: 1 });
            refunds.push(answer);
            return answer;
          },
        ),
      );
      const {
        200: done,
        nothing_to_refund: late = 0,
        amount_too_large: large = 0,
      } = tally(refunds);
      equal([done, late + large], [PRICE, CALLERS / 2 - PRICE], 'refunds done and refused');
      const told = changes.filter((one) => !refunds.includes(one));
      equal(tally(told), { 200: CALLERS / 2 }, 'changes');
      const { net_minor, given_minor, credit_minor } = await moneyOf(store);
      equal(given_minor, PRICE * 100, 'given back by the provider');
      const { quantity } = await store.get(`/get-subscription?subscription_id=${subscription_id}`);
      // Each refund is of a price that a change had used already, or was not credited any more.
      const used = (quantity * PRICE * 100 + credit_minor - net_minor) / 100;
      const is_possible = Number.isInteger(used) && used >= 0 && used <= PRICE;
      check(is_possible, `${net_minor} was paid for ${quantity}, and ${credit_minor} is left`);
    },
  },
  {
    name: 'pause-against-cancel',
    promise: 'canceled is final',
    async run(store, { equal }) {
      const { subscription_id } = await store.buy(await store.plan());
      const asked = { subscription_id };
      await store.atOnce(
        half(
          () => store.ask('/pause-subscription', asked),
          () => store.ask('/cancel-subscription', asked),
        ),
      );
      const late = await store.ask('/pause-subscription', asked);
      equal(tally([late]), { subscription_status: 1 }, 'whoever comes later');
      equal(await eventsAfterCancel(store, subscription_id), [], 'events after the cancel');
      const { status } = await store.get(`/get-subscription?subscription_id=${subscription_id}`);
      equal(status, 'canceled', 'in the end');
    },
  },
  {
    name: 'same-customer',
    promise: 'a name is given once',
    async run(store, { equal }) {
      const answers = await store.everybody((at) =>
        store.ask('/create-customer', { customer_id: 'ada', name: `Ada ${at}` }),
      );
      equal(tally(answers), { 200: 1, customer_exists: OTHERS }, 'answers');
      equal(await store.count("events WHERE type = 'customer.created'"), 1, 'events');
      const told = answers.filter(({ status }) => status === 200).map(({ body }) => body.name);
      const { name } = await store.get('/get-customer?customer_id=ada');
      equal(told.toSorted(), [name], 'names that were told 200');
    },
  },
  {
    name: 'revoked-key',
    promise: 'a revoked key is refused everywhere within a second, and what it was told stays',
    async run(store, { equal, check }) {
      const { api_key, key_id } = await store.must('/create-api-key', {
        name: 'Shop',
        scope: 'full',
      });
      const use = (at: number) =>
        store.ask('/create-customer', { customer_id: `c${at}` }, { 'x-api-key': api_key });
      await use(1_000);
      const revoke = () => store.ask('/revoke-api-key', { key_id });
      const uses = Array.from({ length: OTHERS }, (_, at) => () => use(at));
      const answers = await store.atOnce([revoke, ...uses]);
      const { 200: done = 0, api_key_invalid: refused = 0 } = tally(answers);
      equal(done + refused, CALLERS, 'answers of the two kinds');
      equal(await store.count("events WHERE type = 'customer.created'"), done, 'customers');
      await setTimeout(REVOKED_WITHIN_MS);
      const late = await store.everybody((at) => use(2_000 + at));
      check(tally(late).api_key_invalid === CALLERS, `afterwards ${JSON.stringify(tally(late))}`);
    },
  },
  {
    name: 'two-plans',
    promise: 'each change is charged once, and the last one counts',
    async run(store, { equal, check }) {
      const { subscription_id } = await store.buy(await store.plan());
      const [pro, team] = [await store.plan(40), await store.plan(80)];
      const answers = await store.atOnce(
        half(
          () => store.ask('/update-subscription', { subscription_id, plan_id: pro }),
          () => store.ask('/update-subscription', { subscription_id, plan_id: team }),
        ),
      );
      check((tally(answers)['200'] ?? 0) > 0, 'nobody changed anything');
      const { plan_id } = await store.get(`/get-subscription?subscription_id=${subscription_id}`);
      check([pro, team].includes(plan_id), `the plan is ${plan_id}`);
      const changes = await store.count("events WHERE type = 'subscription.updated'");
      const charges = await store.count("transactions WHERE type = 'plan_change'");
      equal(charges, changes, 'bookings of changes');
      const { net_minor, credit_minor } = await moneyOf(store);
      const price_minor = plan_id === pro ? 4_000 : 8_000;
      equal(net_minor, price_minor + credit_minor, 'what was paid: the plan, and what is left');
      equal((await store.get('/list-subscriptions')).data.length, 1, 'subscriptions');
    },
  },
  {
    name: 'invoice-numbers',
    promise: 'invoices are numbered without a gap and without a double',
    async run(store, { equal }) {
      const product_id = await store.product();
      const sessions = await Promise.all(
        Array.from({ length: CALLERS }, (_, at) =>
          store.open(product_id, { customer_id: `c${at}` }),
        ),
      );
      const answers = await store.everybody((at) => store.pay(sessions[at] ?? ''));
      equal(tally(answers), { 200: CALLERS }, 'answers');
      const { data } = await store.get('/list-invoices?limit=100');
      const numbers: number[] = data.map((one: { number: string }) =>
        Number(/\d+$/.exec(one.number)?.[0]),
      );
      const sorted = numbers.toSorted((one, other) => one - other);
      equal(
        sorted,
        sorted.map((_, at) => (sorted[0] ?? 1) + at),
        'numbers',
      );
      equal(sorted.length, CALLERS, 'invoices');
    },
  },
  {
    name: 'clock-moves',
    promise: 'moves of the clock take turns, and every day is charged once',
    async run(store, { equal, check }) {
      const plan_id = await store.plan(1, { billing_interval: 'day' });
      await store.buy(plan_id);
      const moves: Awaited<ReturnType<RaceStore['ask']>>[] = [];
      const move = async () => {
        const answer = await store.ask('/advance-clock', { by: 'P1D' });
        moves.push(answer);
        return answer;
      };
      const others = Array.from({ length: CALLERS - MOVES }, (_, at) => {
        return () => store.ask('/create-customer', { customer_id: `c${at}` });
      });
      await store.atOnce([...Array.from({ length: MOVES }, () => move), ...others]);
      const { 200: moved = 0, clock_moving: refused = 0 } = tally(moves);
      equal(moved + refused, MOVES, 'moves that were answered');
      check(moved > 0, 'nobody moved the clock');
      equal(await paid(store), 1 + moved, 'days charged');
    },
  },
];
