import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { accounts, paidAtStripe } from '../harness/sales/stripe-money.ts';
import { startStripeShop } from '../harness/sales/stripe-shop.ts';
import { seed, times } from '../harness/seed.ts';

// A customer with patience and a seller with two dashboards: whatever is refunded, disputed, failed,
// won, lost, changed and canceled, in whatever order it is told, nobody has more than was paid.

const RUNS = times('GIVEN_BACK_RUNS', 4, 40);

type Step =
  | { do: 'refund'; amount: number }
  | { do: 'dashboard_refund'; amount: number }
  | { do: 'fail_refund' }
  | { do: 'dispute'; amount: number }
  | { do: 'decide'; outcome: 'won' | 'lost' }
  | { do: 'cheaper' }
  | { do: 'dearer' }
  | { do: 'cancel'; refund: 'none' | 'prorated' | 'full' }
  | { do: 'tell' };

const amount = fc.constantFrom(300, 1000, 3000);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), amount }),
  fc.record({ do: fc.constant('dashboard_refund' as const), amount }),
  fc.record({ do: fc.constant('fail_refund' as const) }),
  fc.record({ do: fc.constant('dispute' as const), amount }),
  fc.record({
    do: fc.constant('decide' as const),
    outcome: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('cheaper' as const) }),
  fc.record({ do: fc.constant('dearer' as const) }),
  fc.record({
    do: fc.constant('cancel' as const),
    refund: fc.constantFrom('none' as const, 'prorated' as const, 'full' as const),
  }),
  fc.record({ do: fc.constant('tell' as const) }),
);

suite('money that goes back, in any order', async () => {
  const place = await startStripeShop();
  const { shop, store, stand_in } = place;
  const { control } = stand_in;
  await store.must('POST /update-store-settings', { on_dispute_lost: 'keep' });
  // A rate at which most amounts have to be rounded: 25.5 %, in the price.
  await store.must('POST /update-tax-settings', {
    ...{ country: 'FI', registrations: [{ country: 'FI', since: '2020-01-01' }] },
  });
  const dear = await store.plan({ price: 30, tier: 2 });
  const cheap = await store.plan({ price: 10, tier: 1 });
  const runs = fc.sample(fc.array(step, { minLength: 3, maxLength: 9 }), {
    numRuns: RUNS,
    seed: seed('GIVEN_BACK_SEED'),
  });

  for (const [at, steps] of runs.entries()) {
    const title = steps.map((one) => Object.values(one).join(' ')).join(', ');
    test(`${at}: ${title}`, async () => {
      await control.webhooks({ held: false });
      const customer_id = `customer-${at}`;
      const sold = await paidAtStripe(place, { product_id: dear, customer_id, country: 'FI' });
      const { subscription_id, payment_intent, transaction_id } = sold;
      await control.webhooks({ held: true });
      const ids = async () => {
        const books = await control.books();
        const isOurs = (one: { payment_intent: string | null }) =>
          one.payment_intent === payment_intent;
        return { refunds: books.refunds.filter(isOurs), disputes: books.disputes.filter(isOurs) };
      };
      /** What is not possible then is refused there: nothing happens. */
      const tryTo = (act: Promise<unknown>) => act.catch(() => undefined);
      for (const one of steps) {
        if (one.do === 'refund') {
          const input = { transaction_id, amount: one.amount / 100 };
          await store.ask('POST /refund-transaction', input);
        }
        if (one.do === 'dashboard_refund') {
          await tryTo(control.refund({ payment_intent, amount: one.amount }));
        }
        if (one.do === 'fail_refund') {
          const last = (await ids()).refunds.at(-1);
          if (last) await tryTo(control.endRefund({ refund: last.refund, ends: 'failed' }));
        }
        if (one.do === 'dispute') {
          await tryTo(control.dispute({ payment_intent, amount: one.amount }));
        }
        if (one.do === 'decide') {
          const last = (await ids()).disputes.at(-1);
          const decision = { dispute: last?.dispute ?? '', outcome: one.outcome };
          if (last) await tryTo(control.decideDispute(decision));
        }
        if (one.do === 'cheaper' || one.do === 'dearer') {
          const plan_id = one.do === 'cheaper' ? cheap : dear;
          await store.ask('POST /update-subscription', { subscription_id, plan_id });
        }
        if (one.do === 'cancel') {
          await store.ask('POST /cancel-subscription', { subscription_id, refund: one.refund });
        }
        if (one.do === 'tell') await shop.runJob('provider-events');
        await shop.assertRight();
      }
      for (let round = 0; round < 2; round++) await shop.runJob('provider-events');
      await shop.assertRight();
      assert.deepEqual(await ahead(customer_id), [], title);
      assert.deepEqual(await taxAhead(customer_id), [], title);
    });
  }

  test('and the ledger has what the books of Stripe have', async () => {
    const { totals } = await control.books();
    const found = await accounts(place);
    const { refunded = 0, lost_in_disputes = 0 } = totals.eur ?? {};
    const gone = (found['refunds EUR'] ?? 0) + (found['disputes EUR'] ?? 0);
    assert.equal(gone + (await taxGivenBack()), refunded + lost_in_disputes);
  });

  /** What refunds and lost disputes have given back of taxes, by the ledger. */
  async function taxGivenBack(): Promise<number> {
    const sql = `SELECT CAST(COALESCE(SUM(CASE WHEN debit_account = 'tax' THEN amount_minor
        ELSE -amount_minor END), 0) AS bigint) AS tax FROM ledger_entries
      WHERE store_id = :store_id AND (debit_account = 'tax' AND credit_account = 'refunds'
        OR credit_account = 'tax' AND debit_account = 'refunds')`;
    return (await shop.db.reader(store).maybe<{ tax: number }>(sql))?.tax ?? 0;
  }

  /**
   * Whether the tax that is owed is that of what was kept, but for rounding. What is disputed may have
   * gone back twice, or be held by the bank: `kassa verify` looks at that.
   */
  async function taxAhead(customer_id: string): Promise<string[]> {
    const sql = `SELECT e.debit_account, e.credit_account, e.amount_minor FROM ledger_entries e
      JOIN transactions t ON t.store_id = e.store_id AND t.transaction_id = e.transaction_id
      WHERE e.store_id = :store_id AND t.customer_id = :customer_id`;
    interface Entry {
      debit_account: string;
      credit_account: string;
      amount_minor: number;
    }
    const entries = await shop.db.reader(store).all<Entry>(sql, { customer_id });
    if (entries.some((one) => one.debit_account === 'disputes')) return [];
    const has = (...accounts: string[]) =>
      entries.reduce(
        (sum, one) =>
          sum +
          (accounts.includes(one.debit_account) ? one.amount_minor : 0) -
          (accounts.includes(one.credit_account) ? one.amount_minor : 0),
        0,
      );
    const [net, tax] = [-has('sales', 'refunds'), -has('tax')];
    const meant = (net * 255) / 1000;
    return Math.abs(tax - meant) <= 10 ? [] : [`${tax} of tax is owed for ${net}`];
  }

  /** In what a customer is ahead of us: more credit and money given back than was paid. */
  async function ahead(customer_id: string): Promise<string[]> {
    const sql = `SELECT type, status, total_minor, refunded_minor, disputed_minor
      FROM transactions WHERE store_id = :store_id AND customer_id = :customer_id`;
    interface Row {
      type: string;
      status: string;
      total_minor: number;
      refunded_minor: number;
      disputed_minor: number;
    }
    const rows = await shop.db.reader(store).all<Row>(sql, { customer_id });
    const payments = rows.filter(
      ({ type, status }) => type !== 'refund' && status !== 'declined' && status !== 'pending',
    );
    const paid = payments.reduce((sum, one) => sum + one.total_minor, 0);
    // A refunded payment that is disputed is the bank's and the provider's doing, not ours.
    const back = payments.reduce(
      (sum, one) => sum + Math.min(one.total_minor, one.refunded_minor + one.disputed_minor),
      0,
    );
    const { balances } = await store.must('GET /get-customer', { customer_id });
    const credit = Math.round((balances.EUR ?? 0) * 100);
    return back + credit > paid ? [`${back} given back and ${credit} of credit, ${paid} paid`] : [];
  }
});
