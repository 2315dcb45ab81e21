// A simple model of what a subscription costs, written independently of the program: dates with
// Temporal, exact fractions, one method for each thing that can happen. What the rest of a period is
// worth follows from a rate (what was paid for a whole period) and from the refunds.

export interface Plan {
  name: string;
  price: number; // Minor units.
  unit: 'week' | 'month' | 'year';
  count: number;
  /** Whether tax is added to the price; otherwise it is in it. */
  plus_tax: boolean;
}

export interface Coupon {
  bps?: number;
  amount?: number;
  duration: 'once' | 'forever' | 'repeating';
  months: number;
  /** Names of the plans it is limited to. */
  plans?: string[];
}

export interface Charge {
  at: number;
  type: string;
  status: 'paid' | 'declined' | 'partially_refunded' | 'refunded';
  total: number;
  balance: number;
  /** Undefined for a refund: how its tax is shared is not the matter here. */
  tax: number | undefined;
}

interface Payment {
  charge: Charge;
  refunded: number;
  /** How much of it went to the balance. */
  credited: number;
}

const DAY = 86_400_000;
const RETRIES = [3, 5, 7, 7];

/** The tax at an instant, in percent. */
type TaxAt = (at: number) => number;

/** How a provider differs from others. */
export interface Habits {
  /** The smallest amount that it charges. */
  smallest: number;
  /** Whether a card is kept that was saved at the provider, although it pays nothing now. */
  keeps_any_card: boolean;
}

export class BillModel {
  status = 'active';
  clock: number;
  anchor: number;
  n = 0;
  start: number;
  end: number;
  due: number;
  paused_at = 0;
  paused_by = '';
  paused_ms = 0;
  /** Before then, a customer's pause is refused. */
  pause_is_used_until = Number.NEGATIVE_INFINITY;
  balance = 0;
  rate = 0;
  refunded = 0;
  retries = 0;
  ends_at_period_end = false;
  pending: { plan: Plan; quantity: number } | undefined;
  card_is_good = true;
  charges: Charge[] = [];
  payments: Payment[] = [];
  /** The payments from here on are for this period. */
  first_of_period = 0;
  paid_since: number;
  discount_until = Number.NEGATIVE_INFINITY;
  discount_seats: number;
  plan: Plan;
  quantity: number;
  coupon: Coupon | undefined;
  /** The interval for which the coupon was agreed; undefined once it was changed. */
  agreed: Plan | undefined;
  readonly smallest: number;
  readonly keeps_any_card: boolean;
  readonly taxAt: TaxAt;
  /** The tax with which the rest of the period was paid, in percent. */
  paid_percent = 0;
  /** Used while past due, on terms that were changed since. */
  used: {
    plan: Plan;
    quantity: number;
    until: number;
    agreed: BillModel['agreed'];
    from: number;
    to: number;
    start: number;
    whole: number;
  }[] = [];
  /** How often a planned change began with a renewal that failed. */
  begun_unpaid = 0;
  /** From when on the license of what was never paid is off while past due. */
  off_from = Number.POSITIVE_INFINITY;

  constructor(
    now: number,
    terms: {
      plan: Plan;
      quantity: number;
      trial_days: number;
      coupon: Coupon | undefined;
      taxAt: TaxAt;
    },
    { smallest, keeps_any_card }: Habits = { smallest: 1, keeps_any_card: false },
  ) {
    this.smallest = smallest;
    this.keeps_any_card = keeps_any_card;
    this.taxAt = terms.taxAt;
    this.clock = now;
    this.paid_since = now;
    this.plan = terms.plan;
    this.quantity = terms.quantity;
    this.discount_seats = terms.quantity;
    this.coupon = terms.coupon;
    this.agreed = terms.plan;
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
    const percent = this.taxAt(now);
    const price = this.price(this.plan, this.quantity, { start: now, percent });
    const { gross: total, tax } = is_trial ? { gross: 0, tax: 0 } : price;
    this.rate = total;
    this.paid_percent = percent;
    this.pay({ at: now, type: 'subscription_start', status: 'paid', total, balance: 0, tax });
  }

  pay(charge: Charge): void {
    this.charges.push(charge);
    if (charge.status === 'paid') this.payments.push({ charge, refunded: 0, credited: 0 });
  }

  /** What is charged now, and what is taken from the balance or owed: too little waits. */
  bill(gross: number): { total: number; balance: number } {
    const due = gross - Math.min(this.balance, gross);
    const total = due < this.smallest ? 0 : due;
    return { total, balance: total - gross || 0 };
  }

  /** What a period costs with tax, and the tax in that. */
  price(
    plan: Plan,
    quantity: number,
    { start, percent }: { start: number; percent: number },
  ): { gross: number; tax: number } {
    const stated = this.stated(plan, quantity, start);
    if (!plan.plus_tax) return { gross: stated, tax: taxIn(stated, percent) };
    const tax = halfUp(stated * percent, 100);
    return { gross: stated + tax, tax };
  }

  /** The price as it is stated, after the coupon. */
  stated(plan: Plan, quantity: number, period_start: number): number {
    const full = plan.price * quantity;
    const { coupon } = this;
    const counts = !coupon?.plans || coupon.plans.includes(plan.name);
    if (!coupon || !counts || period_start >= this.discount_until) return full;
    const covered = plan.price * Math.min(quantity, this.discount_seats);
    if (coupon.bps === undefined) return full - Math.min(coupon.amount ?? 0, covered);
    const off = fraction(covered, coupon.bps, 10_000);
    const is_agreed = this.agreed !== undefined && sameInterval(plan, this.agreed);
    if (coupon.duration !== 'repeating' || is_agreed) return full - off;
    const until = this.discount_until - (period_start === this.start ? this.paused_ms : 0);
    return full - share(off, { plan, from: period_start, until });
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
      this.clock = Math.max(due, this.clock); // What is overdue happens now, not in the past.
      const at = this.clock;
      if (this.ends_at_period_end) {
        this.collectDebt(at);
        this.status = 'canceled';
      } else this.renew(Math.max(at, this.paid_since + 1), this.card_is_good);
    }
  }

  renew(at: number, card_is_good: boolean, is_asked_for = false): void {
    const { plan, quantity } = this.pending ?? this;
    const anew = this.status === 'trialing' || !sameInterval(plan, this.plan);
    const anchor = anew ? this.end : this.anchor;
    const n = anew ? 0 : this.n + 1;
    const start = add(anchor, plan, n);
    const until = this.discount_until;
    if (this.coupon?.amount !== undefined && !sameInterval(plan, this.plan)) {
      this.discount_until = Math.min(until, start);
    }
    const percent = this.taxAt(at);
    const whole_price = this.price(plan, quantity, { start, percent });
    const { gross, tax } = this.withUsed(whole_price, {
      start,
      end: add(anchor, plan, n + 1),
      percent,
    });
    const { total, balance } = this.bill(gross);
    const paid = total === 0 || card_is_good;
    const last = this.charges.findLast((one) => one.type === 'renewal' && one.at <= this.end);
    const since = this.payments.length;
    this.pay({ at, type: 'renewal', status: paid ? 'paid' : 'declined', total, balance, tax });
    if (!paid) {
      this.discount_until = until;
      if (is_asked_for) return;
      // Whoever was past due when the period fell due has the days from then on.
      const from = last?.status === 'declined' ? Math.min(this.end, at) : at;
      if (this.status !== 'past_due') {
        const has_paid = this.payments.some(
          ({ charge }) => charge.total > Math.max(0, charge.balance),
        );
        this.off_from = has_paid ? Number.POSITIVE_INFINITY : from + 3 * DAY;
      }
      const dues = [3, 8, 15, 22].map((days) => from + days * DAY);
      const over = dues.filter((due) => due <= at).length;
      const is_first = this.status !== 'past_due';
      this.retries = is_first ? over : this.retries + 1;
      const days = RETRIES[this.retries];
      if (days === undefined) {
        this.status = 'canceled';
        this.pending = undefined;
        return;
      }
      this.status = 'past_due';
      this.due = is_first ? (dues[over] ?? at) : at + days * DAY;
      if (is_first) this.beginWhatWasPlanned(at);
      return;
    }
    Object.assign(this, { plan, quantity, anchor, n, start, status: 'active', retries: 0 });
    this.end = add(anchor, plan, n + 1);
    if (this.coupon?.duration === 'once') {
      this.discount_until = Math.min(this.discount_until, this.end);
    }
    this.due = this.end;
    this.balance += balance;
    this.agree();
    // The rest of the period is worth its share of a whole one on the new terms.
    const rate = this.used.length > 0 ? whole_price.gross : gross;
    this.used = this.used.filter(({ to }) => to > this.end);
    for (const one of this.used) one.from = Math.max(one.from, this.end);
    Object.assign(this, { rate, paid_percent: percent, refunded: 0, paused_ms: 0 });
    Object.assign(this, { first_of_period: since, paid_since: at });
    this.pending = undefined;
  }

  /** What was planned and is not dearer counts from the end of the period on, also if that fails. */
  beginWhatWasPlanned(at: number): void {
    const { pending } = this;
    if (!pending || this.is_dearer(pending.plan, pending.quantity)) return;
    this.pay({ at, type: 'plan_change', status: 'paid', total: 0, balance: 0, tax: 0 });
    if (!sameInterval(pending.plan, this.plan)) {
      Object.assign(this, { anchor: this.end, n: -1 });
      if (this.coupon?.amount !== undefined) {
        this.discount_until = Math.min(this.discount_until, this.end);
      }
    }
    this.take(pending.plan, pending.quantity);
    this.begun_unpaid += 1;
  }

  /** The price of a period, of which days were used on other terms: those pay for these days. */
  withUsed(
    price: { gross: number; tax: number },
    { start, end, percent }: { start: number; end: number; percent: number },
  ): { gross: number; tax: number } {
    const due = this.used.filter(({ from }) => from < end);
    if (due.length === 0) return price;
    const last = Math.min(due.at(-1)?.to ?? start, end);
    const { discount_until, agreed } = this;
    let used = 0;
    for (const one of due) {
      Object.assign(this, { discount_until: one.until, agreed: one.agreed });
      const { gross } = this.price(one.plan, one.quantity, { start: one.start, percent });
      used += fraction(gross, Math.min(one.to, end) - one.from, one.whole);
    }
    Object.assign(this, { discount_until, agreed });
    if (last <= start) return { gross: used + price.gross, tax: taxIn(used, percent) + price.tax };
    const gross = used + fraction(price.gross, end - last, end - start);
    return { gross, tax: taxIn(gross, percent) };
  }

  /** Whether new terms can be had now at all. */
  can_change(plan: Plan, quantity: number, at_period_end: boolean): boolean {
    const runs = this.status === 'active' || this.status === 'trialing';
    if (runs && !this.ends_at_period_end) return true;
    const may_shrink = this.status === 'past_due' || (runs && sameInterval(plan, this.plan));
    return may_shrink && !at_period_end && !this.is_dearer(plan, quantity);
  }

  is_dearer(
    plan: Plan,
    quantity: number,
    than: Pick<BillModel, 'plan' | 'quantity'> = this,
  ): boolean {
    const days = { week: 7, month: 365.25 / 12, year: 365.25 };
    const cost = (one: Plan, seats: number) => (one.price * seats) / (days[one.unit] * one.count);
    return cost(plan, quantity) > cost(than.plan, than.quantity);
  }

  /** What the rest of the period is worth to the customer. */
  kept(now: number): number {
    const rest = fraction(this.rate, this.end - now, this.end - this.start - this.paused_ms);
    return Math.max(0, rest - this.refunded);
  }

  /** Past due with other seats: a plan that was to come begins with them, unless it is dearer. */
  orPlanned(plan: Plan, quantity: number): Plan {
    const { pending } = this;
    if (!pending || plan.name !== this.plan.name) return plan;
    return this.is_dearer(pending.plan, quantity, { plan, quantity }) ? plan : pending.plan;
  }

  /** A change that takes effect now; returns whether it could be paid. */
  change(now: number, asked: Plan, quantity: number, proration?: string): boolean {
    const plan = this.status === 'past_due' ? this.orPlanned(asked, quantity) : asked;
    const same = sameInterval(plan, this.plan);
    if (this.status === 'past_due') {
      this.pay({ at: now, type: 'plan_change', status: 'paid', total: 0, balance: 0, tax: 0 });
      const start = add(this.anchor, this.plan, this.n + 1);
      const from = this.used.at(-1)?.to ?? this.end;
      const to = Math.min(now, this.off_from);
      if (to > from) {
        const whole = add(this.anchor, this.plan, this.n + 2) - start;
        const { plan: used_plan, quantity: seats, discount_until: until, agreed } = this;
        this.used.push({ plan: used_plan, quantity: seats, until, agreed, from, to, start, whole });
      }
      if (!same) Object.assign(this, { anchor: now, n: -1 });
      if (this.coupon?.amount !== undefined && !same) {
        this.discount_until = Math.min(this.discount_until, this.end);
      }
      return this.take(plan, quantity);
    }
    if (this.status === 'trialing') {
      if (this.is_dearer(plan, quantity)) return this.endTrial(now, plan, quantity);
      if (this.coupon?.amount !== undefined && !same) {
        this.discount_until = Math.min(this.discount_until, this.anchor);
      }
      this.pay({ at: now, type: 'plan_change', status: 'paid', total: 0, balance: 0, tax: 0 });
      return this.take(plan, quantity);
    }
    const { discount_until: discounted_until } = this;
    // A coupon for the first payment, or for an amount of one interval, counts for no other.
    const is_bound = this.coupon?.duration === 'once' || this.coupon?.amount !== undefined;
    if (!same && is_bound) this.discount_until = Math.min(discounted_until, now);
    const whole = this.end - this.start - this.paused_ms;
    const is_unpaid = proration === 'none' && same;
    // What is not paid anew stays taxed as it was.
    const percent = is_unpaid ? this.paid_percent : this.taxAt(now);
    const next = this.price(plan, quantity, { start: same ? this.start : now, percent });
    const new_rate = next.gross;
    if (is_unpaid) {
      this.pay({ at: now, type: 'plan_change', status: 'paid', total: 0, balance: 0, tax: 0 });
      this.rate = Math.min(this.rate, new_rate);
      return this.take(plan, quantity);
    }
    const fresh = same ? fraction(new_rate, this.end - now, whole) : new_rate;
    const kept = this.kept(now);
    const difference = fresh - kept;
    const new_tax = same ? taxIn(fresh, percent) : next.tax;
    const tax = new_tax - taxIn(kept, this.paid_percent);
    if (difference > 0 && (proration !== 'next_renewal' || !same)) {
      const { total, balance } = this.bill(difference);
      const used = Math.min(difference, Math.max(0, this.balance));
      const paid = total === 0 || this.card_is_good;
      this.pay({
        at: now,
        type: 'plan_change',
        status: paid ? 'paid' : 'declined',
        total,
        balance,
        tax,
      });
      if (!paid) {
        this.discount_until = discounted_until;
        return false;
      }
      this.balance += balance;
      this.bringBack(used);
    } else {
      const balance = -difference || 0;
      if (balance > 0) this.recordCreditFromPayments(balance);
      // A cost that is put off uses the credit there is; the rest of it is owed.
      if (balance < 0) this.bringBack(Math.min(difference, Math.max(0, this.balance)));
      this.pay({ at: now, type: 'plan_change', status: 'paid', total: 0, balance, tax });
      this.balance += balance;
    }
    Object.assign(this, { rate: new_rate, paid_percent: percent, refunded: 0 });
    if (!same) {
      // As many days as the shorter of both intervals has, if it does not end before.
      this.pause_is_used_until = Math.min(
        this.pause_is_used_until,
        add(now, plan, 1),
        add(now, this.plan, 1),
      );
      Object.assign(this, { anchor: now, n: 0, start: now, paused_ms: 0 });
      this.end = add(now, plan, 1);
      this.due = this.end;
    }
    return this.take(plan, quantity);
  }

  /** A change to something dearer ends the trial: it is paid for from now on. */
  endTrial(now: number, plan: Plan, quantity: number): boolean {
    const until = this.discount_until;
    const end = add(now, plan, 1);
    if (this.coupon?.duration === 'once') this.discount_until = end;
    if (this.coupon?.duration === 'repeating') {
      this.discount_until = add(now, { unit: 'month', count: this.coupon.months }, 1);
    }
    // An amount of another interval, now or by a change before, is over with the trial.
    const is_over = until <= this.anchor || !sameInterval(plan, this.plan);
    if (this.coupon?.amount !== undefined && is_over) this.discount_until = now;
    const percent = this.taxAt(now);
    const { gross, tax } = this.price(plan, quantity, { start: now, percent });
    const { total, balance } = this.bill(gross);
    const paid = total === 0 || this.card_is_good;
    const status = paid ? 'paid' : 'declined';
    this.pay({ at: now, type: 'plan_change', status, total, balance, tax });
    if (!paid) {
      this.discount_until = until;
      return false;
    }
    this.balance += balance;
    Object.assign(this, { status: 'active', anchor: now, n: 0, start: now, end, due: end });
    Object.assign(this, { rate: gross, paid_percent: percent });
    return this.take(plan, quantity);
  }

  take(plan: Plan, quantity: number): true {
    // Another plan drops what was put off; another quantity keeps the plan that is to come.
    const { pending } = this;
    const keeps = plan.name === this.plan.name && pending && pending.plan.name !== plan.name;
    Object.assign(this, { plan, quantity });
    this.pending = keeps ? { plan: pending.plan, quantity } : undefined;
    this.agree();
    return true;
  }

  /** A coupon was agreed for an interval, until that is changed; not in a trial. */
  agree(): void {
    const stays =
      this.status === 'trialing' || (this.agreed && sameInterval(this.plan, this.agreed));
    if (!stays) this.agreed = undefined;
  }

  recordCreditFromPayments(amount: number): void {
    for (const payment of this.payments.toReversed()) {
      const { total, balance } = payment.charge;
      const left = total - payment.refunded + Math.max(0, -balance) - payment.credited;
      const part = Math.min(amount, left);
      if (part <= 0 || (total > 0 && payment.refunded === total)) continue;
      payment.credited += part;
      amount -= part;
    }
  }

  /** Credit made of this period's payments that pays for it again is theirs once more. */
  bringBack(amount: number): void {
    for (const payment of this.payments.slice(this.first_of_period).toReversed()) {
      const part = Math.min(amount, payment.credited);
      payment.credited -= part;
      amount -= part;
    }
  }

  /** Refunds some of a payment; credit made of it is taken back first. */
  refund(payment: Payment, amount: number, now: number): void {
    const { charge } = payment;
    // Beyond the price it had paid a debt, which is owed again.
    const price = charge.total - Math.max(0, charge.balance);
    const beyond = (refunded: number) => Math.max(0, refunded - price);
    const debt = beyond(payment.refunded + amount) - beyond(payment.refunded);
    const credit = Math.min(amount - debt, payment.credited);
    const back = credit + debt;
    payment.credited -= credit;
    payment.refunded += amount;
    charge.status = payment.refunded === charge.total ? 'refunded' : 'partially_refunded';
    this.balance -= back;
    if (this.payments.indexOf(payment) >= this.first_of_period) this.refunded += amount - back;
    const balance = back === 0 ? 0 : -back;
    const tax = undefined;
    this.charges.push({ at: now, type: 'refund', status: 'paid', total: amount, balance, tax });
  }

  collectDebt(now: number): void {
    if (-this.balance < this.smallest) return;
    const total = -this.balance;
    const status = this.card_is_good ? 'paid' : 'declined';
    this.pay({ at: now, type: 'plan_change', status, total, balance: total, tax: 0 });
    if (this.card_is_good) this.balance = 0;
  }

  cancel(at_period_end: boolean, now: number): void {
    if (this.status === 'canceled') return;
    if (at_period_end && this.ends_at_period_end) return;
    if (at_period_end && this.status !== 'past_due') {
      if (this.status === 'paused') this.resume(now);
      this.ends_at_period_end = true;
    } else {
      this.collectDebt(now);
      this.status = 'canceled';
    }
    this.pending = undefined;
  }

  has_used_pause(now: number): boolean {
    return this.status === 'active' && !this.ends_at_period_end && now < this.pause_is_used_until;
  }

  pause(now: number, paused_by: string): boolean {
    if (this.status === 'paused') return true;
    if (this.status !== 'active' || this.ends_at_period_end) return false;
    this.status = 'paused';
    Object.assign(this, { paused_at: now, paused_by });
    this.pending = undefined;
    return true;
  }

  /** Paid time continues where it stopped. */
  resume(now: number): boolean {
    if (this.status === 'paused') {
      const by = now - this.paused_at;
      this.status = 'active';
      this.end += by;
      this.paused_ms += by;
      if (by > 0) {
        // What counts in this period, or later, counts for as much longer.
        if (this.discount_until > this.start) this.discount_until += by;
        // From the first day, moved by the pause, where that fits; else from the new end.
        const fits = add(this.anchor + by, this.plan, this.n + 1) === this.end;
        Object.assign(this, fits ? { anchor: this.anchor + by } : { anchor: this.end, n: -1 });
        // A seller's pause uses none, and what was used stays used for as many paid days.
        if (this.paused_by === 'customer') this.pause_is_used_until = this.end;
        else if (this.pause_is_used_until > this.paused_at) this.pause_is_used_until += by;
      }
      this.due = this.end;
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
      const is_refused = !is_good && this.status === 'past_due';
      if (is_refused && !this.keeps_any_card) return false;
    }
    this.card_is_good = is_good;
    return true;
  }
}

/** A part of an amount, rounded half to even. */
function fraction(amount: number, part: number, whole: number): number {
  const twice = 2n * BigInt(amount) * BigInt(part);
  const floor = twice / (2n * BigInt(whole));
  const rest = twice - floor * 2n * BigInt(whole);
  if (rest === BigInt(whole)) return Number(floor + (floor & 1n));
  return Number(rest > BigInt(whole) ? floor + 1n : floor);
}

/** The part of a discount on a period that a coupon has left for it, by months where it has such. */
function share(
  off: number,
  { plan, from, until }: { plan: Plan; from: number; until: number },
): number {
  if (add(from, plan, 1) <= until) return off;
  if (plan.unit === 'week') return fraction(off, until - from, plan.count * 7 * DAY);
  const month = { unit: 'month', count: 1 } as const;
  const of = plan.unit === 'year' ? 12 * plan.count : plan.count;
  const whole = Array.from({ length: of }).filter(
    (_, n) => add(from, month, n + 1) <= until,
  ).length;
  const [begun, next] = [add(from, month, whole), add(from, month, whole + 1)];
  return fraction(off, whole * (next - begun) + until - begun, of * (next - begun));
}

/** The tax in an amount. */
const taxIn = (gross: number, percent: number): number => halfUp(gross * percent, 100 + percent);

/** A quotient of whole numbers above 0, rounded half up, as taxes are. */
const halfUp = (a: number, b: number): number => Math.floor((2 * a + b) / (2 * b));

function add(from: number, { unit, count }: Pick<Plan, 'unit' | 'count'>, n: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO('UTC');
  return start.add({ [`${unit}s`]: count * n }).epochMilliseconds;
}

const sameInterval = (a: Plan, b: Plan): boolean => a.unit === b.unit && a.count === b.count;
