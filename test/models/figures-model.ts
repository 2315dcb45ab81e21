import assert from 'node:assert/strict';
import type { Coupon, Session, Subscription, Told, Transaction } from './figures-told.ts';

// The figures of a store, worked out from what the API tells of it: its events, its transactions and
// its checkout sessions. Written from docs/metrics.md alone; nothing of src/ is used.

const DAY_MS = 86_400_000;
const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / DAY_MS);
const cents = (amount: number): number => Math.round(amount * 100);

/** Something that counts: so much of a figure, on a day. `product_id` '' is the whole store. */
interface Fact {
  day: number;
  product_id: string;
  currency: string;
  figure: string;
  value: number;
}

export class FiguresModel {
  readonly facts: Fact[] = [];
  readonly coupons: Record<string, Coupon>;

  constructor(coupons: Record<string, Coupon>) {
    this.coupons = coupons;
  }

  private both(day: number, of: { product_id: string; currency: string }, sums: object): void {
    for (const product_id of ['', of.product_id]) this.add(day, { ...of, product_id }, sums);
  }

  private add(day: number, of: { product_id: string; currency: string }, sums: object): void {
    const { product_id, currency } = of;
    for (const [figure, value] of Object.entries(sums)) {
      this.facts.push({ day, product_id, currency, figure, value });
    }
  }

  /** Purchases and first payments with a code. Of a trial, the first payment comes after it. */
  private firstWithCoupon(sessions: Session[], transactions: Transaction[]): Set<string> {
    const bought = sessions.filter((one) => one.has_coupon).map((one) => one.transaction_id);
    const paid_for = new Set<string | null>();
    const first = new Set<string>();
    const by_id = transactions.toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));
    for (const one of by_id) {
      const { type, transaction_id, subscription_id, status } = one;
      if (type === 'refund' || status === 'declined' || status === 'pending') continue;
      const is_bought = type === 'purchase' || type === 'subscription_start';
      const has_coupon = is_bought ? bought.includes(transaction_id) : one.discount > 0;
      const is_first = type === 'purchase' || (one.subtotal > 0 && !paid_for.has(subscription_id));
      if (has_coupon && is_first) first.add(transaction_id);
      if (one.subtotal > 0) paid_for.add(subscription_id);
    }
    return first;
  }

  sell(sessions: Session[], transactions: Transaction[], events: Told[]): void {
    for (const one of sessions) {
      this.both(dayOf(one.created_at), one, {
        checkouts_opened: 1,
        checkouts_begun: Number(one.is_begun),
        checkouts_paid: Number(one.is_paid),
      });
    }
    const with_coupon = this.firstWithCoupon(sessions, transactions);
    const last_renewal = new Map<string | null, string>();
    for (const one of transactions) {
      if (one.settled_at === null) continue;
      const day = dayOf(one.settled_at);
      const total = cents(one.total);
      if (one.type === 'refund') {
        if (one.status === 'declined') continue;
        this.both(day, one, { refunded: total, refunds: 1, tax: -cents(one.tax) });
        const failed = events.find(
          ({ type, data }) =>
            type === 'transaction.refund_failed' && data.transaction_id === one.transaction_id,
        );
        assert.equal(failed !== undefined, one.status === 'failed');
        if (failed) this.both(dayOf(failed.created_at), one, { refunded: -total, refunds: -1 });
        continue;
      }
      const is_declined = one.status === 'declined';
      if (is_declined) this.both(day, one, { declined_payments: 1, declined_volume: total });
      else {
        this.both(day, one, {
          gross_volume: total,
          payments: Number(total > 0),
          discounts: cents(one.discount),
          coupon_purchases: Number(with_coupon.has(one.transaction_id)),
        });
        this.dispute(one);
      }
      if (one.type !== 'renewal') continue;
      const was_declined = last_renewal.get(one.subscription_id) === 'declined';
      last_renewal.set(one.subscription_id, one.status);
      if (is_declined && !was_declined) {
        this.both(day, one, { failed_renewals: 1, failed_volume: total });
      }
      if (!is_declined && was_declined) {
        this.both(day, one, { recovered_renewals: 1, recovered_volume: total });
      }
    }
  }

  private dispute(one: Transaction): void {
    if (!one.dispute) return;
    const { status, opened_at, closed_at } = one.dispute;
    const amount = cents(one.dispute.amount);
    this.both(dayOf(opened_at), one, { disputes_opened: 1, disputed: amount });
    if (closed_at === null) return;
    const won = Number(status === 'won');
    const decided = { disputes_won: won, disputes_lost: 1 - won, disputed: -won * amount };
    this.both(dayOf(closed_at), one, decided);
  }

  /** What every event about a subscription says of it. */
  subscribe(events: Told[]): void {
    const known = new Map<string, { state: string; mrr: number; plan_id: string }>();
    const discounted = new Map<string, Discounted>();
    const customers = new Map<string, Map<string, { mrr: number; ever: boolean }>>();
    for (const { type, created_at, data } of events) {
      if (!type.startsWith('subscription.')) continue;
      const now: Subscription = data;
      const { subscription_id: id, customer_id, plan_id } = now;
      // A coupon covers the seats that there were when it was used.
      const { coupon_code, discount_starts_at, quantity } = now;
      const used = discounted.get(id);
      const is_applied =
        used?.coupon_code !== coupon_code ||
        (type === 'subscription.updated' && used.discount_starts_at !== discount_starts_at);
      const seats = is_applied ? quantity : used.seats;
      discounted.set(id, { coupon_code, discount_starts_at, seats });
      const state = stateOf(now);
      const mrr = state === 'active' ? this.monthly(now, seats) : 0;
      const before = known.get(id) ?? { state: 'none', mrr: 0, plan_id };
      known.set(id, { state, mrr, plan_id });
      const day = dayOf(created_at);
      const { currency } = now.plan;
      const own = customers.get(`${customer_id} ${currency}`) ?? new Map();
      customers.set(`${customer_id} ${currency}`, own);
      const was_trial = ['trialing', 'unpaid'].includes(before.state);
      // The store as a whole, and each product as if it were alone.
      for (const product_id of new Set(['', before.plan_id, plan_id])) {
        const was_here = product_id === '' || product_id === before.plan_id;
        const is_here = product_id === '' || product_id === plan_id;
        const from = was_here ? before : { state: 'none', mrr: 0 };
        const to = is_here ? { state, mrr } : { state: 'none', mrr: 0 };
        this.add(
          day,
          { product_id, currency },
          {
            active_subscriptions: Number(to.state === 'active') - Number(from.state === 'active'),
            trialing_subscriptions:
              Number(to.state === 'trialing') - Number(from.state === 'trialing'),
            subscriptions_started: Number(to.state === 'active' && from.state !== 'active'),
            subscriptions_stopped: Number(from.state === 'active' && to.state !== 'active'),
            trials_started: Number(is_here && before.state === 'none' && state === 'trialing'),
            trials_converted: Number(is_here && was_trial && state === 'active'),
            trials_lost: Number(is_here && was_trial && state === 'ended'),
          },
        );
        const pays = own.get(product_id) ?? { mrr: 0, ever: false };
        const after = pays.mrr + to.mrr - from.mrr;
        this.add(day, { product_id, currency }, movement(pays, after));
        own.set(product_id, { mrr: after, ever: pays.ever || after > 0 });
      }
    }
  }

  private monthly(row: Subscription, covered: number): number {
    const { price, interval, interval_count } = row.plan;
    const unit = cents(price);
    const coupon = row.coupon_code === null ? undefined : this.coupons[row.coupon_code];
    const start = Date.parse(row.current_period_start);
    const counts =
      coupon !== undefined &&
      coupon.duration !== 'once' &&
      start >= Date.parse(row.discount_starts_at ?? row.current_period_start) &&
      (row.discount_ends_at === null || start < Date.parse(row.discount_ends_at));
    const seats = Math.min(row.quantity, covered);
    const off = counts ? offOf(coupon, unit * seats) : 0;
    const a_year = { year: 1, month: 12, week: 52, day: 365 }[interval];
    return halfToEven((unit * row.quantity - off) * a_year, 12 * interval_count);
  }

  /** All figures of some days, as get-metrics shows them. */
  figures({ from, to, product_id, currency }: Asked): Record<string, number | null> {
    const sums: Record<string, number> = {};
    const start: Record<string, number> = {};
    for (const one of this.facts) {
      if (one.product_id !== product_id || one.currency !== currency || one.day > to) continue;
      const into = one.day < from ? start : sums;
      into[one.figure] = (into[one.figure] ?? 0) + one.value;
    }
    const sum = (name: string) => sums[name] ?? 0;
    const before = (name: string) => start[name] ?? 0;
    const end = (name: string) => before(name) + sum(name);
    const share = (part: number, whole: number) =>
      whole > 0 ? halfToEven(part * 10_000, whole) / 100 : null;
    const money = (minor: number) => minor / 100;
    const [mrr, customers] = [end('mrr'), end('paying_customers')];
    const churned = sum('customers_churned');
    const at_first = before('paying_customers');
    const lifetime =
      customers > 0 && churned > 0 && at_first > 0
        ? halfToEven(mrr * at_first * (to - from + 1) * 10_000, customers * churned * 304_375)
        : null;
    const plain = (names: string[]) => Object.fromEntries(names.map((name) => [name, sum(name)]));
    const amounts = (names: string[]) =>
      Object.fromEntries(names.map((name) => [name, money(sum(name))]));
    return {
      ...amounts(['gross_volume', 'refunded', 'disputed', 'fees', 'tax', 'discounts']),
      ...amounts(['declined_volume', 'failed_volume', 'recovered_volume']),
      ...amounts(['mrr_new', 'mrr_expansion', 'mrr_contraction', 'mrr_churn', 'mrr_reactivation']),
      net_volume: money(sum('gross_volume') - sum('refunded') - sum('disputed') - sum('fees')),
      ...plain(['payments', 'refunds', 'disputes_opened', 'disputes_won', 'disputes_lost']),
      ...plain(['declined_payments', 'failed_renewals', 'recovered_renewals', 'coupon_purchases']),
      ...plain(['checkouts_opened', 'checkouts_begun', 'checkouts_paid']),
      ...plain(['subscriptions_started', 'subscriptions_stopped']),
      ...plain(['customers_new', 'customers_churned', 'customers_reactivated']),
      ...plain(['trials_started', 'trials_converted', 'trials_lost']),
      checkout_conversion_rate: share(sum('checkouts_paid'), sum('checkouts_opened')),
      mrr: money(mrr),
      arr: money(12 * mrr),
      active_subscriptions: end('active_subscriptions'),
      trialing_subscriptions: end('trialing_subscriptions'),
      paying_customers: customers,
      customer_churn_rate: share(churned, at_first),
      revenue_churn_rate: share(-sum('mrr_churn') - sum('mrr_contraction'), before('mrr')),
      trial_conversion_rate: share(
        sum('trials_converted'),
        sum('trials_converted') + sum('trials_lost'),
      ),
      average_revenue_per_customer: customers > 0 ? money(halfToEven(mrr, customers)) : null,
      lifetime_value: lifetime === null ? null : money(lifetime),
    };
  }
}

interface Discounted {
  coupon_code: string | null;
  discount_starts_at: string | null;
  seats: number;
}

interface Asked {
  from: number;
  to: number;
  product_id: string;
  currency: string;
}

function stateOf({ status, trial_end, current_period_end }: Subscription): string {
  if (status === 'canceled') return 'ended';
  if (status === 'active' || status === 'trialing') return status;
  // Past due or paused: only if something was ever paid.
  const never_paid = trial_end !== null && Date.parse(current_period_end) <= Date.parse(trial_end);
  if (never_paid) return 'unpaid';
  return status === 'past_due' ? 'active' : 'paused';
}

function movement(pays: { mrr: number; ever: boolean }, after: number): Record<string, number> {
  const change = after - pays.mrr;
  if (change === 0) return {};
  const all = { mrr: change };
  if (pays.mrr > 0 && after > 0) {
    return { ...all, [change > 0 ? 'mrr_expansion' : 'mrr_contraction']: change };
  }
  if (after === 0) {
    return { ...all, mrr_churn: change, customers_churned: 1, paying_customers: -1 };
  }
  return pays.ever
    ? { ...all, mrr_reactivation: change, customers_reactivated: 1, paying_customers: 1 }
    : { ...all, mrr_new: change, customers_new: 1, paying_customers: 1 };
}

/** What a coupon takes off the price of the seats that it covers. */
const offOf = ({ percent = 0, amount }: Coupon, covered: number): number =>
  amount === undefined ? halfToEven(covered * percent, 100) : Math.min(covered, cents(amount));

function halfToEven(n: number, d: number): number {
  const [a, b] = [BigInt(n), BigInt(d)];
  const [low, rest] = [a / b, a % b];
  const up = 2n * rest > b || (2n * rest === b && low % 2n === 1n);
  return Number(up ? low + 1n : low);
}
