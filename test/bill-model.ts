// A simple model of what a subscription costs, written apart from the program: the calendar by
// Temporal, shares by exact fractions, one function for each thing that can happen.

export interface Plan {
  name: string;
  price: number; // Minor units.
  unit: 'week' | 'month' | 'year';
  count: number;
}

interface Coupon {
  bps: number;
  duration: 'once' | 'forever' | 'repeating';
  months: number;
}

export interface Charge {
  at: number;
  type: string;
  status: 'paid' | 'declined';
  total: number;
}

const DAY = 86_400_000;
const RETRIES = [3, 5, 7, 7];

export class BillModel {
  status = 'active';
  clock: number;
  anchor: number;
  n = 0;
  start: number;
  end: number;
  due: number;
  credit = 0;
  retries = 0;
  ends_at_period_end = false;
  pending: { plan: Plan; quantity: number } | undefined;
  card_is_good = true;
  charges: Charge[] = [];
  discount_until = Number.NEGATIVE_INFINITY;
  plan: Plan;
  quantity: number;
  coupon: Coupon | undefined;

  constructor(
    now: number,
    terms: { plan: Plan; quantity: number; trial_days: number; coupon: Coupon | undefined },
  ) {
    this.clock = now;
    this.plan = terms.plan;
    this.quantity = terms.quantity;
    this.coupon = terms.coupon;
    this.anchor = now + terms.trial_days * DAY;
    const first_end = add(this.anchor, this.plan, 1);
    if (this.coupon?.duration === 'forever') this.discount_until = Number.POSITIVE_INFINITY;
    // Once: for the first payment, which after a trial is still to come.
    if (this.coupon?.duration === 'once') {
      this.discount_until = terms.trial_days > 0 ? Number.POSITIVE_INFINITY : first_end;
    }
    if (this.coupon?.duration === 'repeating') {
      const { months } = this.coupon;
      this.discount_until = add(this.anchor, { unit: 'month', count: months }, 1);
    }
    const is_trial = terms.trial_days > 0;
    this.status = is_trial ? 'trialing' : 'active';
    this.n = is_trial ? -1 : 0;
    this.start = now;
    this.end = is_trial ? this.anchor : first_end;
    this.due = this.end;
    const total = is_trial ? 0 : this.net(this.plan, this.quantity, now);
    this.charges.push({ at: now, type: 'subscription_start', status: 'paid', total });
  }

  net(plan: Plan, quantity: number, period_start: number): number {
    const full = plan.price * quantity;
    const bps = period_start < this.discount_until ? (this.coupon?.bps ?? 0) : 0;
    return full - fraction(full, bps, 10_000);
  }

  /** Lets time pass. */
  advance(to: number): void {
    this.pass(to);
    this.clock = to;
  }

  pass(to: number): void {
    for (;;) {
      if (this.status === 'canceled' || this.status === 'paused') return;
      const due = this.ends_at_period_end ? this.end : this.due;
      if (due > to) return;
      const at = Math.max(due, this.clock); // What is overdue happens now, not in the past.
      if (this.ends_at_period_end) this.status = 'canceled';
      else this.renew(at, this.card_is_good);
    }
  }

  renew(at: number, card_is_good: boolean, is_asked_for = false): void {
    const { plan, quantity } = this.pending ?? this;
    const anew = this.status === 'trialing' || !sameInterval(plan, this.plan);
    const anchor = anew ? this.end : this.anchor;
    const n = anew ? 0 : this.n + 1;
    const start = add(anchor, plan, n);
    const net = this.net(plan, quantity, start);
    const used = Math.min(this.credit, net);
    const total = net - used;
    const paid = total === 0 || card_is_good;
    this.charges.push({ at, type: 'renewal', status: paid ? 'paid' : 'declined', total });
    if (!paid) {
      if (is_asked_for) return;
      this.retries = this.status === 'past_due' ? this.retries + 1 : 0;
      const days = RETRIES[this.retries];
      if (days === undefined) {
        this.status = 'canceled';
        this.pending = undefined;
        return;
      }
      this.status = 'past_due';
      this.due = at + days * DAY;
      return;
    }
    Object.assign(this, { plan, quantity, anchor, n, start, status: 'active', retries: 0 });
    this.end = add(anchor, plan, n + 1);
    if (this.coupon?.duration === 'once') {
      this.discount_until = Math.min(this.discount_until, this.end);
    }
    this.due = this.end;
    this.credit -= used;
    this.pending = undefined;
  }

  can_change(): boolean {
    return ['active', 'trialing'].includes(this.status) && !this.ends_at_period_end;
  }

  /** A change that takes effect now; returns whether it could be paid. */
  change(now: number, plan: Plan, quantity: number, proration?: string): boolean {
    const charge = (total: number, status: 'paid' | 'declined') =>
      this.charges.push({ at: now, type: 'plan_change', status, total });
    if (this.status === 'trialing') {
      charge(0, 'paid');
      Object.assign(this, { plan, quantity, pending: undefined });
      return true;
    }
    const [rest, whole] = [this.end - now, this.end - this.start];
    const same = sameInterval(plan, this.plan);
    const unused = fraction(this.net(this.plan, this.quantity, this.start), rest, whole);
    const fresh = same
      ? fraction(this.net(plan, quantity, this.start), rest, whole)
      : this.coupon?.duration === 'once'
        ? plan.price * quantity
        : this.net(plan, quantity, now);
    let difference = fresh - unused;
    if (proration === 'none') difference = same ? 0 : fresh;
    if (difference > 0 && proration !== 'next_renewal') {
      const used = Math.min(this.credit, difference);
      const total = difference - used;
      const paid = total === 0 || this.card_is_good;
      charge(total, paid ? 'paid' : 'declined');
      if (!paid) return false;
      this.credit -= used;
    } else {
      charge(0, 'paid');
      this.credit -= difference;
    }
    if (!same) {
      if (this.coupon?.duration === 'once') this.discount_until = now;
      this.anchor = now;
      this.n = 0;
      this.start = now;
      this.end = add(now, plan, 1);
      this.due = this.end;
    }
    Object.assign(this, { plan, quantity, pending: undefined });
    return true;
  }

  cancel(at_period_end: boolean): void {
    if (this.status === 'canceled') return;
    this.pending = undefined;
    if (at_period_end && ['active', 'trialing'].includes(this.status))
      this.ends_at_period_end = true;
    else this.status = 'canceled';
  }

  pause(): boolean {
    if (this.status === 'paused') return true;
    if (this.status !== 'active' || this.ends_at_period_end) return false;
    this.status = 'paused';
    this.pending = undefined;
    return true;
  }

  resume(now: number): boolean {
    if (this.status === 'paused') {
      this.status = 'active';
      if (this.end <= now) {
        Object.assign(this, { anchor: now, n: -1, end: now, due: now });
        this.renew(now, this.card_is_good);
      }
      return true;
    }
    if (!this.ends_at_period_end || this.status === 'canceled') return false;
    this.ends_at_period_end = false;
    this.due = this.end;
    return true;
  }

  /** Returns whether the card was taken. */
  replaceCard(now: number, is_good: boolean): boolean {
    if (this.status === 'past_due') {
      this.renew(now, is_good, true);
      if (!is_good && this.status === 'past_due') return false;
    }
    this.card_is_good = is_good;
    return true;
  }
}

/** Half to even, of exact fractions. */
function fraction(amount: number, part: number, whole: number): number {
  const twice = 2n * BigInt(amount) * BigInt(part);
  const floor = twice / (2n * BigInt(whole));
  const rest = twice - floor * 2n * BigInt(whole);
  if (rest === BigInt(whole)) return Number(floor + (floor & 1n));
  return Number(rest > BigInt(whole) ? floor + 1n : floor);
}

function add(from: number, { unit, count }: Pick<Plan, 'unit' | 'count'>, n: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO('UTC');
  return start.add({ [`${unit}s`]: count * n }).epochMilliseconds;
}

const sameInterval = (a: Plan, b: Plan): boolean => a.unit === b.unit && a.count === b.count;
