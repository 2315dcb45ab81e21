import assert from 'node:assert/strict';
import type { Answer } from '../harness/answer.ts';
import { DECLINES_LATER, GOOD } from '../harness/cast.ts';
import { random } from '../harness/sales/license-clients.ts';
import type { TillAnswer } from '../harness/sales/till.ts';
import type { TillShop, TillStore } from '../harness/sales/till-shop.ts';
import { seed, times } from '../harness/seed.ts';
import { START } from '../harness/shop.ts';
import { BillModel, type Charge, type Coupon, type Habits, type Plan } from './bill-model.ts';

// Random operations and clock moves, each subscription against a model of its bill. One run is
// one subscription; those of a store share its clock.
export const RUNS = times('BILL_RUNS', 56, 1_000);
const SEED = seed('BILL_SEED');
const IN_A_STORE = 50;
const STORES_AT_ONCE = 4;
// Of a store, so that on a busy machine none waits for longer than a provider may take.
const AT_ONCE = 5;
const ROUNDS = 6;

const PLANS: Plan[] = [
  { name: 'Basic', price: 999, unit: 'month', count: 1, plus_tax: true },
  { name: 'Pro', price: 2000, unit: 'month', count: 1, plus_tax: false },
  { name: 'Yearly', price: 19_999, unit: 'year', count: 1, plus_tax: true },
  { name: 'Weekly', price: 333, unit: 'week', count: 1, plus_tax: false },
  { name: 'Quarterly', price: 5001, unit: 'month', count: 3, plus_tax: true },
];
const COUPONS: (Coupon & { code: string })[] = [
  { code: 'ONCE', bps: 2500, duration: 'once', months: 0 },
  { code: 'EVER', bps: 3333, duration: 'forever', months: 0 },
  { code: 'THREE', bps: 5000, duration: 'repeating', months: 3 },
  { code: 'FIVE', amount: 501, duration: 'forever', months: 0 },
  { code: 'START', amount: 1500, duration: 'once', months: 0 },
  { code: 'MORE', amount: 6000, duration: 'repeating', months: 2 },
  { code: 'BASIC', bps: 10_000, duration: 'forever', months: 0, plans: ['Basic', 'Weekly'] },
];

// In the middle of what is played.
const RAISED_ON = '2027-02-01';
const RAISED_PERCENT = 21;
const taxInGermany = (at: number): number => (at < Date.parse(RAISED_ON) ? 19 : RAISED_PERCENT);

/** Plays all the runs, in stores of their own. */
export async function playAll({ openStore, stand_in }: TillShop, runs: number): Promise<void> {
  console.log(`seed ${SEED}: BILL_SEED=${SEED} repeats them`);
  const habits = { smallest: stand_in ? 50 : 1, keeps_any_card: stand_in !== undefined };
  const numbers = Array.from({ length: Math.ceil(runs / IN_A_STORE) }, (_, at) => at);
  await someAtOnce(numbers, STORES_AT_ONCE, async (number) => {
    const first = number * IN_A_STORE;
    const count = Math.min(IN_A_STORE, runs - first);
    const subscribers = Array.from({ length: count }, (_, at) => first + at);
    await new Batch(await openStore(), habits, number).play(subscribers);
  });
  console.log(JSON.stringify(seen));
}

async function someAtOnce<T>(
  all: T[],
  count: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = all.values();
  const worker = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** How often each thing happened. */
export const seen: Record<string, number> = {};
const saw = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

interface Run {
  subscription_id: string;
  customer_id: string;
  model: BillModel;
  /** Its own numbers: a seed repeats a run whatever happens beside it. */
  next: ReturnType<typeof random>;
  log: string[];
}

class Batch {
  now = START;
  plan_ids: string[] = [];
  runs: Run[] = [];
  readonly store: TillStore;
  readonly habits: Habits;
  readonly number: number;
  /** Every other store is one of a German seller, whose customers are in Germany. */
  readonly is_taxed: boolean;

  constructor(store: TillStore, habits: Habits, number: number) {
    this.store = store;
    this.habits = habits;
    this.number = number;
    this.is_taxed = number % 2 === 0;
  }

  async play(subscribers: number[]): Promise<void> {
    if (this.is_taxed) {
      const registrations = [{ country: 'DE', since: '2020-01-01' }];
      await this.post('update-tax-settings', { country: 'DE', registrations });
      const rate = { country: 'DE', tax: 'VAT', rate: RAISED_PERCENT, valid_from: RAISED_ON };
      await this.post('create-tax-rate', rate);
    }
    for (const { name, price, unit, count, plus_tax } of PLANS) {
      const plan = { name, description: '', price: price / 100, currency: 'USD' };
      const tax_behavior = plus_tax ? 'exclusive' : 'inclusive';
      const terms = { billing_type: 'recurring', billing_interval: unit, tax_behavior };
      const more = { ...terms, billing_interval_count: count, trial_days: name === 'Pro' ? 10 : 0 };
      this.plan_ids.push((await this.post('create-product', { ...plan, ...more })).body.product_id);
    }
    for (const { code, bps, amount, duration, months, plans } of COUPONS) {
      await this.post('create-discount-code', {
        code,
        duration,
        ...(bps === undefined
          ? { discount_amount: (amount ?? 0) / 100, currency: 'USD' }
          : { discount_percentage: bps / 100 }),
        ...(duration === 'repeating' && { duration_months: months }),
        ...(plans && {
          product_ids: this.plan_ids.filter((_, at) => plans.includes(PLANS[at]?.name ?? '')),
        }),
      });
    }
    await someAtOnce(subscribers, AT_ONCE, (number) => this.start(number));
    await this.advance(1_000);
    const next = random(SEED - 1 - this.number);
    for (let round = 0; round < ROUNDS; round++) {
      await this.each((run) => this.act(run));
      await this.advance((1 + next(60)) * 86_400_000 + next(86_400_000));
      await this.each((run) => this.compare(run));
    }
    await this.each((run) => this.compareBills(run));
    await this.store.assertSameBooks();
  }

  /** Several at once; what goes wrong says how to repeat it. */
  async each(work: (run: Run) => Promise<void>): Promise<void> {
    const told = (run: Run) => (cause: Error) => {
      const what = `${cause.message}\n${run.subscription_id}\n${run.log.join('\n')}`;
      throw new Error(`BILL_SEED=${SEED} BILL_RUNS=${RUNS}: ${what}`, { cause });
    };
    await someAtOnce(this.runs, AT_ONCE, (run) => work(run).catch(told(run)));
  }

  async start(number: number): Promise<void> {
    const customer_id = `c${number}`;
    const next = random(SEED + number);
    const at = next(PLANS.length);
    const plan = PLANS[at] as Plan;
    const found = COUPONS[next(2 * COUPONS.length)];
    const coupon = found?.plans && !found.plans.includes(plan.name) ? undefined : found;
    const quantity = 1 + next(3);
    // An address of one's own: whoever types that of somebody else has had their trial.
    await this.post('create-customer', { customer_id, email: `${customer_id}@example.com` });
    if (this.is_taxed) {
      const address = { country: 'DE' };
      await this.post('create-customer-billing', { customer_id, address });
    }
    const { checkout_session_id } = (
      await this.post('create-checkout', {
        product_id: this.plan_ids[at],
        quantity,
        customer_id,
        ...(coupon && { coupon_code: coupon.code }),
      })
    ).body;
    const { subscription_id } = (await this.store.till.pay(checkout_session_id)).body;
    const trial_days = plan.name === 'Pro' ? 10 : 0;
    const taxAt = this.is_taxed ? taxInGermany : () => 0;
    const terms = { plan, quantity, trial_days, coupon, taxAt };
    const model = new BillModel(this.now, terms, this.habits);
    // What is free now and later needs nobody at Stripe's page: no card is kept.
    const is_free = coupon?.duration === 'forever' && model.stated(plan, quantity, this.now) === 0;
    if (is_free && this.habits.keeps_any_card) model.card_is_good = false;
    const log = [`run ${number}: ${plan.name} ${coupon?.code}`];
    this.runs.push({ subscription_id, customer_id, model, next, log });
  }

  /** Something at random; the answer is what the model says. */
  async act({ subscription_id, customer_id, model, next, log }: Run): Promise<void> {
    const at = next(PLANS.length);
    const [plan, plan_id] = [PLANS[at] as Plan, this.plan_ids[at]];
    const quantity = 1 + next(4);
    const proration = [undefined, undefined, 'next_renewal', 'none'][next(4)];
    // Who is past due often comes with another card, and who has planned a change with one that fails.
    const is_due = model.status === 'past_due' && next(3) === 0;
    const fails_soon = model.pending !== undefined && model.card_is_good && next(2) === 0;
    const plans = model.status === 'active' && !model.pending && next(5) === 0;
    const kind = is_due ? 4 : fails_soon ? 5 : plans ? 3 : next(14);
    log.push(`${this.now} ${kind} ${plan.name} ${quantity} ${proration}`);
    const is_same = plan.name === model.plan.name && quantity === model.quantity;
    if (kind <= 3) {
      const effective = kind === 3 ? 'period_end' : 'now';
      const input = {
        subscription_id,
        plan_id,
        quantity,
        effective,
        ...(proration && { proration }),
      };
      const answer = await this.post('update-subscription', input);
      const terms = plan.name === model.plan.name ? model.plan : plan;
      // What it is already changes nothing, whatever its status, nor what was put off.
      if (is_same && (kind < 3 || !model.pending)) {
        return assert.equal(answer.status, 200, answer.text);
      }
      // Nor does what is put off already.
      const { pending } = model;
      const is_put_off = pending?.plan.name === plan.name && pending.quantity === quantity;
      if (is_put_off && kind === 3) return assert.equal(answer.status, 200, answer.text);
      if (!model.can_change(terms, quantity, kind === 3)) {
        return refused(answer, 'subscription_status');
      }
      if (kind === 3) {
        if (is_same) saw('taken back');
        model.pending = is_same ? undefined : { plan: terms, quantity };
        return assert.equal(answer.status, 200, answer.text);
      }
      const paid = model.change(this.now, terms, quantity, proration);
      saw(paid ? 'changed' : 'declined');
      return paid
        ? assert.equal(answer.status, 200, answer.text)
        : refused(answer, 'payment_declined');
    }
    if (kind <= 5) {
      const is_good = kind === 4;
      const number = is_good ? GOOD : DECLINES_LATER;
      const answer = await this.store.till.replaceCard(customer_id, number);
      const was_past_due = model.status === 'past_due';
      const taken = model.replaceCard(this.now, is_good);
      if (was_past_due && model.status === 'active') saw('recovered');
      return taken
        ? assert.equal(answer.status, 200, JSON.stringify(answer.body))
        : refused(answer, 'payment_declined');
    }
    if (kind === 6) {
      const cancel_at_period_end = next(3) > 0;
      const answer = await this.post('cancel-subscription', {
        subscription_id,
        cancel_at_period_end,
      });
      model.cancel(cancel_at_period_end, this.now);
      return assert.equal(answer.status, 200, answer.text);
    }
    if (kind === 7) {
      const paused_by = next(2) === 0 ? 'customer' : 'seller';
      const answer = await this.post('pause-subscription', { subscription_id, paused_by });
      if (paused_by === 'customer' && model.has_used_pause(this.now)) {
        saw('no second pause');
        return refused(answer, 'pause_used');
      }
      if (!model.pause(this.now, paused_by)) return refused(answer, 'subscription_status');
      return assert.equal(answer.status, 200, answer.text);
    }
    if (kind === 8) {
      const answer = await this.post('resume-subscription', { subscription_id });
      if (!model.resume(this.now)) return refused(answer, 'subscription_status');
      return assert.equal(answer.status, 200, answer.text);
    }
    if (kind >= 12) return this.refund({ subscription_id, model, next });
    if (kind === 11) {
      // Only more or fewer seats: a plan that is to come stays.
      const answer = await this.post('update-subscription', { subscription_id, quantity });
      if (quantity === model.quantity) {
        return assert.equal(answer.status, 200, answer.text);
      }
      if (!model.can_change(model.plan, quantity, false)) {
        return refused(answer, 'subscription_status');
      }
      const paid = model.change(this.now, model.plan, quantity);
      saw(paid ? 'more or fewer seats' : 'declined');
      return paid
        ? assert.equal(answer.status, 200, answer.text)
        : refused(answer, 'payment_declined');
    }
  }

  /** Refunds a payment at random, whole or in part. */
  async refund({
    subscription_id,
    model,
    next,
  }: Pick<Run, 'subscription_id' | 'model' | 'next'>): Promise<void> {
    const input = { subscription_id, limit: 100 };
    const { body } = await this.store.ask('GET /get-transactions', input);
    const rows = body.data.filter(
      (one: { type: string; status: string }) =>
        one.type !== 'refund' && one.status !== 'declined' && one.status !== 'pending',
    );
    rows.reverse();
    const at = next(rows.length);
    const payment = model.payments[at];
    assert.ok(payment && rows.length === model.payments.length, 'the model has the same payments');
    const left = payment.charge.total - payment.refunded;
    const { transaction_id } = rows[at];
    const part = left > 1 && next(2) === 0 ? 1 + next(left - 1) : left;
    const answer = await this.post('refund-transaction', {
      transaction_id,
      ...(part !== left && { amount: part / 100 }),
    });
    if (left === 0) return refused(answer, 'nothing_to_refund');
    assert.equal(answer.status, 200, answer.text);
    saw(payment.credited > 0 ? 'refund that took credit back' : 'refunded');
    model.refund(payment, part, this.now);
  }

  async advance(by_ms: number): Promise<void> {
    this.now += by_ms;
    const to = new Date(this.now).toISOString();
    let answer = await this.post('advance-clock', { to });
    while (answer.status === 200 && !answer.body.reached)
      answer = await this.post('advance-clock', { to });
    assert.equal(answer.status, 200, answer.text);
    for (const { model } of this.runs) model.advance(this.now);
  }

  async compare({ subscription_id, model }: Run): Promise<void> {
    const found = await this.store.ask('GET /get-subscription', { subscription_id });
    const is_running = ['trialing', 'active', 'past_due'].includes(model.status);
    saw(model.status);
    const next = is_running && !model.ends_at_period_end ? new Date(model.due).toISOString() : null;
    const { body } = found;
    assert.deepEqual(
      {
        status: body.status,
        plan: body.plan.name,
        quantity: body.quantity,
        credit: Math.round(body.credit * 100),
        start: body.current_period_start,
        end: body.current_period_end,
        next: body.next_payment_at,
        pending: body.pending_change?.quantity ?? null,
      },
      {
        status: model.status,
        plan: model.plan.name,
        quantity: model.quantity,
        credit: model.balance,
        start: new Date(model.start).toISOString(),
        end: new Date(model.end).toISOString(),
        next,
        pending: model.pending?.quantity ?? null,
      },
    );
  }

  async compareBills({ subscription_id, model }: Run): Promise<void> {
    const found: Charge[] = [];
    let cursor: string | undefined;
    do {
      const input = { subscription_id, limit: 100, ...(cursor && { cursor }) };
      const { body } = await this.store.ask('GET /get-transactions', input);
      for (const one of body.data) {
        const total = Math.round(one.total * 100);
        const balance = Math.round(one.balance_change * 100);
        const { type, status } = one;
        const tax = type === 'refund' ? undefined : Math.round(one.tax * 100);
        found.push({ at: Date.parse(one.created_at), type, status, total, balance, tax });
        const sum = one.lines.reduce(
          (all: number, { amount }: { amount: number }) => all + Math.round(amount * 100),
          0,
        );
        assert.equal(sum, total, 'lines add up');
      }
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    saw('renewed');
    seen.planned = (seen.planned ?? 0) + model.begun_unpaid;
    assert.deepEqual(found.reverse(), model.charges);
  }

  async post(operation: string, input: object): Promise<Answer> {
    const answer = await this.store.ask(`POST /${operation}`, input);
    assert.ok(answer.status < 500, `${operation} ${answer.text}`);
    return answer;
  }
}

function refused({ body }: TillAnswer, code: string): void {
  assert.equal(body.error?.code, code, JSON.stringify(body));
}
