import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verify } from '../../src/care/verify/verify.ts';
import type { Answer } from '../harness/answer.ts';
import { PROVIDERS, type TillAnswer } from '../harness/sales/till.ts';
import { startTillShop, type TillShop, type TillStore } from '../harness/sales/till-shop.ts';
import { seed, times } from '../harness/seed.ts';

// Random sequences of what sellers and buyers do, several at once, with a gateway that fails now
// and then, against a simple model of what each answer means. After each sequence every invariant
// of `kassa verify` holds.
const RUNS = times('SELLING_RUNS', 10, 150);
const AT_ONCE = 10;
const SEED = seed('SELLING_SEED');

const CARDS = [
  '4242424242424242',
  '4000000000000002',
  '4000000000000374',
  '4000000000007726',
  '4000000000005134',
];
const FAULTS = ['unavailable', 'answer_lost'] as const;

type Step =
  | { do: 'checkout'; customer: number; coupon: number | null; quantity: number }
  | { do: 'pay'; session: number; card: number; key: number | null }
  | { do: 'expire'; session: number }
  | { do: 'refund'; payment: number; amount: number | null; key: number | null }
  | { do: 'price'; price: number }
  | { do: 'fault'; fault: number | null }
  | { do: 'wait'; minutes: number };

const small = fc.nat({ max: 12 });
const key = fc.option(fc.nat({ max: 3 }), { freq: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('checkout' as const),
      customer: fc.nat({ max: 2 }),
      coupon: fc.option(fc.nat({ max: 1 }), { freq: 2 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      session: small,
      card: fc.nat({ max: CARDS.length - 1 }),
      key,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), session: small }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      payment: small,
      amount: fc.option(fc.constantFrom(1, 3.33, 7, 19.99)),
      key,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      price: fc.constantFrom(0, 9.99, 20, 33.33),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.option(fc.nat({ max: 1 }), { freq: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.nat({ max: 700 }) }),
  },
);
/** What stands in one group happens at once. */
const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), {
  minLength: 3,
  maxLength: 14,
});

for (const provider of PROVIDERS) {
  const runs = provider === 'Stripe' ? Math.ceil(RUNS / 4) : RUNS;
  test(`${runs} random sequences of selling keep every invariant, at every instant: ${provider}`, async () => {
    console.log(`seed ${SEED}: SELLING_SEED=${SEED} repeats these sequences`);
    const place = await startTillShop(provider);
    const { db } = place.shop;
    const seen: Seen = {};
    const sequences = fc.sample(sequence, { numRuns: runs, seed: SEED }).values();
    const stores: TillStore[] = [];
    while (stores.length < runs) stores.push(await place.openStore());
    const work = async () => {
      for (const groups of sequences) {
        const store = stores.pop();
        if (store) await new Sequence(place, store, seen).play(groups);
        // The others are in the middle of something: that must not matter.
        const checks = await verify(db, { progress: () => {} });
        const violations = checks.flatMap(({ violations }) => violations);
        assert.deepEqual(violations, [], JSON.stringify(groups));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    console.log(JSON.stringify(seen));
    for (const what of ['200', 'payment_declined', 'payment_unresolved', 'nothing_to_refund']) {
      assert.ok((seen[what] ?? 0) > 0, `${what} was among the answers`);
    }
  });
}

/** How often each kind of answer came. */
type Seen = Record<string, number>;

class Sequence {
  readonly name: string;
  product_id = '';
  codes: { code: string; limit: number }[] = [];
  sessions: string[] = [];
  /** What the answers said: sessions that are paid, and what was given back of each payment. */
  paid = new Map<string, { transaction_id: string; total: number; refunded: number }>();

  readonly place: TillShop;
  readonly store: TillStore;
  readonly seen: Seen;

  constructor(place: TillShop, store: TillStore, seen: Seen) {
    this.place = place;
    this.store = store;
    this.seen = seen;
    this.name = `s${store.store_id.slice(-6)}`;
  }

  call(operation: string, input: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.store.ask(operation, input, headers);
  }

  setFault(fault: (typeof FAULTS)[number] | undefined): Promise<unknown> {
    return this.store.till.setFault(fault && { fault, delay_ms: 0 });
  }

  /** Time passes, here and at the provider. */
  async pass(minutes: number): Promise<void> {
    const { shop, stand_in } = this.place;
    shop.now += minutes * 60_000;
    await stand_in?.control.advance({ seconds: minutes * 60 });
  }

  async play(groups: Step[][]): Promise<void> {
    await this.setFault(undefined);
    const product = { name: 'Editor', description: '', price: 19.99, currency: 'USD' };
    this.product_id = (await this.call('POST /create-product', product)).body.product_id;
    this.codes = [
      { code: `${this.name}-a`, limit: 2 },
      { code: `${this.name}-b`, limit: 100 },
    ];
    for (const { code, limit } of this.codes) {
      // The amount is more than one costs, and less than two.
      const terms =
        limit === 100
          ? { discount_amount: 25, currency: 'USD', max_redemptions_per_customer: 1 }
          : { discount_percentage: 33.33 };
      await this.call('POST /create-discount-code', { code, ...terms, max_redemptions: limit });
    }
    for (const group of groups) {
      await Promise.all(group.map((one) => this.take(one)));
    }
    await this.settle();
    await this.compare();
    await this.store.assertSameBooks();
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case 'checkout': {
        const customer_id = `${this.name}_${one.customer}`;
        const coupon_code = one.coupon === null ? null : this.codes[one.coupon]?.code;
        const input = { product_id: this.product_id, quantity: one.quantity, customer_id };
        const { status, body, text } = await this.call('POST /create-checkout', {
          ...input,
          coupon_code,
        });
        if (status === 200) this.sessions.push(body.checkout_session_id);
        else assert.equal(body.error.code, 'coupon_exhausted', text);
        return;
      }
      case 'pay': {
        const checkout_session_id = this.sessions[one.session % this.sessions.length];
        if (checkout_session_id === undefined) return;
        const number = CARDS[one.card] ?? '';
        const key = one.key === null ? undefined : `${this.name}-complete-checkout-${one.key}`;
        const how = { number, ...(key !== undefined && { key }) };
        const answer = await this.store.till.pay(checkout_session_id, how);
        this.saw('complete-checkout', answer);
        this.noted(answer);
        return;
      }
      case 'expire': {
        const checkout_session_id = this.sessions[one.session % this.sessions.length];
        if (checkout_session_id) await this.post('expire-checkout', { checkout_session_id }, null);
        return;
      }
      case 'refund': {
        const payment = [...this.paid.values()][one.payment % this.paid.size];
        if (!payment) return;
        const { transaction_id } = payment;
        const input = { transaction_id, ...(one.amount !== null && { amount: one.amount }) };
        await this.post('refund-transaction', input, one.key);
        return;
      }
      case 'price':
        await this.post('update-product', { product_id: this.product_id, price: one.price }, null);
        return;
      case 'fault':
        await this.setFault(one.fault === null ? undefined : FAULTS[one.fault]);
        return;
      case 'wait':
        await this.pass(one.minutes);
    }
  }

  async post(operation: string, input: object, key: number | null): Promise<Answer> {
    const idempotency_key = `${this.name}-${operation}-${key}`;
    const headers: Record<string, string> =
      key === null ? {} : { 'idempotency-key': idempotency_key };
    const answer = await this.call(`POST /${operation}`, input, headers);
    this.saw(operation, answer);
    return answer;
  }

  saw(operation: string, { status, body }: TillAnswer): void {
    const kind = body.error?.code ?? '200';
    this.seen[kind] = (this.seen[kind] ?? 0) + 1;
    const is_unresolved = /_unresolved$/.test(kind);
    assert.ok(status < 500 || is_unresolved, `${operation} ${JSON.stringify(body)}`);
  }

  noted({ status, body }: TillAnswer): void {
    if (status !== 200) return;
    const { checkout_session_id, transaction_id, total } = body;
    const known = this.paid.get(checkout_session_id);
    assert.ok(
      !known || known.transaction_id === transaction_id,
      'paid by one transaction for ever',
    );
    this.paid.set(checkout_session_id, { transaction_id, total, refunded: known?.refunded ?? 0 });
  }

  /** The gateway works again, time passes, and nothing stays pending but what it has taken on. */
  async settle(): Promise<void> {
    await this.setFault(undefined);
    const pending = `SELECT transaction_id FROM transactions
      WHERE store_id = :store_id AND status = 'pending'
        AND (type <> 'refund' OR provider_reference IS NULL)`;
    const { shop } = this.place;
    const reader = shop.db.reader({ store_id: this.store.store_id });
    // More than once: all sequences share this time, and in the last hour before the provider
    // forgets a key nothing is started and nothing is given up.
    for (let round = 0; round < 6; round++) {
      await this.pass(20);
      await shop.runJob('due');
      if ((await reader.all(pending)).length === 0) return;
    }
    assert.deepEqual(await reader.all(pending), [], 'everything is settled in the end');
  }

  /** What was answered is what is kept. */
  async compare(): Promise<void> {
    for (const [checkout_session_id, { transaction_id, total }] of this.paid) {
      const session = (await this.call('GET /get-checkout', { checkout_session_id })).body;
      assert.deepEqual(
        [session.status, session.transaction_id, session.total],
        ['completed', transaction_id, total],
      );
      const { data } = (await this.call('GET /get-transactions', { checkout_session_id })).body;
      const paid = data.filter((one: { type: string; status: string }) =>
        one.type === 'purchase' ? one.status !== 'declined' : false,
      );
      assert.equal(paid.length, 1);
      const given = data.filter((one: { type: string; status: string }) =>
        one.type === 'refund' ? one.status === 'paid' : false,
      );
      const cents = given.reduce(
        (sum: number, one: { total: number }) => sum + Math.round(one.total * 100),
        0,
      );
      assert.equal(Math.round(paid[0].refunded * 100), cents);
      assert.ok(cents <= Math.round(total * 100));
    }
    for (const { code, limit } of this.codes) {
      const { redemptions } = (await this.call('GET /get-discount-code', { code })).body;
      assert.ok(redemptions <= limit);
    }
  }
}
