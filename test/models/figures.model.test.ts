import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CastStore, card, cards, DECLINES_LATER, GOOD } from '../harness/cast.ts';
import { seed, times } from '../harness/seed.ts';
import { startShop } from '../harness/shop.ts';
import { FiguresModel } from './figures-model.ts';
import type { Coupon, Session, Told, Transaction } from './figures-told.ts';

// A store in which much happens at random; then every figure is compared with a model that knows
// nothing but the records and events of the API.

const SEED = seed('FIGURES_SEED');
const STEPS = times('FIGURES_STEPS', 130, 1_000);
const DAY_MS = 86_400_000;

const COUPONS: Record<string, Coupon> = {
  ONCE: { percent: 50, duration: 'once' },
  TWO: { percent: 25, duration: 'repeating' },
  EVER: { percent: 33, duration: 'forever' },
  // More than some plans cost.
  FOUR: { amount: 4, duration: 'forever' },
  SIX: { amount: 6.66, duration: 'repeating' },
};

/** Numbers from a seed. */
function numbers(from: number) {
  let state = from;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <T>(all: readonly T[]): T => {
    const one = all[below(all.length)];
    assert(one !== undefined);
    return one;
  };
  return { below, pick };
}

class Play {
  readonly store: CastStore;
  readonly next = numbers(SEED);
  readonly sessions: (Session & { checkout_session_id: string })[] = [];
  readonly subscriptions: string[] = [];
  readonly paid: string[] = [];
  products: string[] = [];
  plans: string[] = [];

  constructor(store: CastStore) {
    this.store = store;
  }

  async prepare(): Promise<void> {
    const { product, plan, must } = this.store;
    for (const [code, { percent, amount, duration }] of Object.entries(COUPONS)) {
      const months = duration === 'repeating' ? { duration_months: 2 } : {};
      const off =
        amount === undefined
          ? { discount_percentage: percent }
          : { discount_amount: amount, currency: 'EUR' };
      await must('POST /create-discount-code', { code, ...off, duration, ...months });
    }
    this.products = [await product({ price: 19.99 }), await product({ price: 7, currency: 'USD' })];
    this.plans = [
      await plan({ price: 9.99 }),
      await plan({ price: 25 }),
      await plan({ price: 99.9, billing_interval: 'year' }),
      await plan({ price: 3.33, billing_interval: 'week' }),
      await plan({ price: 15, trial_days: 10 }),
      await plan({ price: 12, currency: 'USD', trial_days: 5 }),
      await plan({ price: 0 }),
    ];
  }

  async step(): Promise<void> {
    const { below, pick } = this.next;
    const { ask } = this.store;
    const subscription_id = this.subscriptions.length > 0 ? pick(this.subscriptions) : '';
    const customer_id = `customer-${below(9)}`;
    const acts = [
      () => this.buy(pick(this.products), customer_id),
      () => this.buy(pick(this.plans), customer_id),
      () => this.buy(pick(this.plans), customer_id),
      () => ask('POST /advance-clock', { by: `P${1 + below(7)}D` }),
      () => ask('POST /advance-clock', { by: `P${1 + below(7)}D` }),
      () => ask('POST /pause-subscription', { subscription_id }),
      () => ask('POST /resume-subscription', { subscription_id }),
      () =>
        ask('POST /cancel-subscription', { subscription_id, cancel_at_period_end: below(2) > 0 }),
      () => ask('POST /update-subscription', { subscription_id, quantity: 1 + below(3) }),
      () => ask('POST /update-subscription', { subscription_id, plan_id: pick(this.plans) }),
      () => ask('POST /apply-coupon', { subscription_id, coupon_code: pick(Object.keys(COUPONS)) }),
      () => this.changeCard(customer_id),
      () => this.refund(),
    ];
    await pick(acts)();
  }

  /** What chance may leave out: a renewal that recovers, a trial that is lost, one that runs. */
  async certain(): Promise<void> {
    const { ask } = this.store;
    const [monthly = '', , , , tried = ''] = this.plans;
    const buy = async (product_id: string, customer_id: string) => {
      while (!this.sessions.at(-1)?.is_paid || this.sessions.at(-1)?.product_id !== product_id) {
        await this.buy(product_id, customer_id);
      }
      return this.subscriptions.at(-1);
    };
    await buy(monthly, 'recovers');
    await ask('POST /cancel-subscription', { subscription_id: await buy(tried, 'looks') });
    for (const number of [DECLINES_LATER, GOOD]) {
      const customer_id = 'recovers';
      await ask('POST /update-payment-method', { customer_id, payment_method: card(number) });
      await ask('POST /advance-clock', { by: 'P32D' });
    }
    await buy(tried, 'tries');
  }

  private async buy(product_id: string, customer_id: string): Promise<void> {
    const { below, pick } = this.next;
    const picked = below(3) === 0 ? pick(Object.keys(COUPONS)) : null;
    const wanted = { product_id, customer_id, quantity: 1 + below(2) };
    const create = (coupon_code: string | null) =>
      this.store.ask('POST /create-checkout', { ...wanted, coupon_code });
    const first = await create(picked);
    // An amount in euros is for euros only.
    const coupon_code = first.body.error?.code === 'coupon_not_applicable' ? null : picked;
    const made = coupon_code === picked ? first : await create(null);
    if (made.status !== 200) return;
    const { checkout_session_id, currency, created_at } = made.body;
    const session = {
      ...{ checkout_session_id, product_id, currency, created_at, is_begun: false, is_paid: false },
      ...{ has_coupon: coupon_code !== null, transaction_id: null },
    };
    this.sessions.push(session);
    if (below(5) === 0) return;
    for (const payment_method of [this.pickCard(), cards.pays]) {
      const input = { checkout_session_id, payment_method };
      const { status, body } = await this.store.ask('POST /complete-checkout', input);
      session.is_begun ||= status === 200 || body.error.code === 'payment_declined';
      if (status !== 200) continue;
      Object.assign(session, { is_paid: true, transaction_id: body.transaction_id });
      if (body.subscription_id !== null) this.subscriptions.push(body.subscription_id);
      else this.paid.push(body.transaction_id);
      return;
    }
  }

  private pickCard() {
    const { disputed_lost, disputed_won, declined, returns_refunds, declines_later, pays } = cards;
    const some = [disputed_lost, disputed_won, declined, returns_refunds, declines_later];
    return this.next.pick([...some, pays, pays, pays, pays]);
  }

  private changeCard(customer_id: string) {
    const payment_method = card(this.next.pick([GOOD, GOOD, DECLINES_LATER]));
    return this.store.ask('POST /update-payment-method', { customer_id, payment_method });
  }

  private async refund(): Promise<void> {
    if (this.paid.length === 0) return;
    const { below, pick } = this.next;
    const amount = below(2) === 0 ? {} : { amount: 1 + below(3) };
    await this.store.ask('POST /refund-transaction', {
      transaction_id: pick(this.paid),
      ...amount,
    });
  }

  async model(): Promise<FiguresModel> {
    const { must } = this.store;
    const events: Told[] = [];
    for (let after_sequence = 0; ; after_sequence = events.length) {
      const { data } = await must('GET /list-events', { after_sequence, limit: 100 });
      if (data.length === 0) break;
      events.push(...data);
    }
    const transactions: Transaction[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await must('GET /get-transactions', { limit: 100, cursor });
      transactions.push(...page.data);
      cursor = page.next_cursor;
    }
    const model = new FiguresModel(COUPONS);
    model.sell(this.sessions, transactions.reverse(), events);
    model.subscribe(events);
    return model;
  }
}

test(`after ${STEPS} things at random, every figure is what the model says, by day, week and month, product and currency`, async () => {
  console.log(`seed ${SEED}: FIGURES_SEED=${SEED} repeats it`);
  const shop = await startShop();
  const play = new Play(await shop.openStore());
  await play.prepare();
  for (let at = 0; at < STEPS; at++) await play.step();
  await play.certain();
  const { must } = play.store;
  const { now } = await must('GET /get-clock');
  const to = now.slice(0, 10);
  const days = Math.floor((Date.parse(to) - Date.parse('2026-11-14')) / DAY_MS);
  const model = await play.model();
  const seen: Record<string, number> = {};
  const dayOf = (text: string) => Date.parse(text) / DAY_MS;
  const all_intervals: [string, number][] = [
    ['day', Math.min(days, 150)],
    ['week', days],
    ['month', days],
    ['day', 20],
    ['month', 40],
  ];
  const currencies = ['EUR', 'USD'];
  const asked = [
    ...currencies.map((currency) => ({ product_id: '', currency, intervals: all_intervals })),
    ...[...play.products, ...play.plans].flatMap((product_id) =>
      currencies.map((currency) => ({
        ...{ product_id, currency, intervals: all_intervals.slice(1, 2) },
      })),
    ),
  ];
  for (const { product_id, currency, intervals } of asked) {
    for (const [interval, back] of intervals) {
      const from = new Date(Date.parse(to) - back * DAY_MS).toISOString().slice(0, 10);
      const of = product_id === '' ? {} : { product_id };
      const answer = await must('GET /get-metrics', { interval, from, to, currency, ...of });
      const compare = (shown: Record<string, unknown>, first: string, last: number) => {
        const expected = model.figures({ from: dayOf(first), to: last, product_id, currency });
        const where = `${interval} ${first} ${product_id} ${currency}`;
        assert.deepEqual({ ...shown, where }, { ...expected, where });
        for (const [name, value] of Object.entries(shown)) {
          seen[name] = (seen[name] ?? 0) + Math.abs(Number(value));
        }
      };
      compare(answer.totals, answer.from, dayOf(to));
      const { from: first, to: last, ...previous } = answer.previous;
      compare(previous, first, dayOf(last));
      for (const [at, { start, ...figures }] of answer.series.entries()) {
        const next = answer.series[at + 1]?.start;
        compare(figures, start, next === undefined ? dayOf(to) : dayOf(next) - 1);
      }
    }
  }
  const never = Object.keys(seen).filter((name) => seen[name] === 0);
  assert.deepEqual(never.toSorted(), ['fees', 'tax'], 'everything else happened');
  await shop.assertRight();
});
