import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { verify } from '../../../src/care/verify/verify.ts';
import { openSecrets } from '../../../src/platform/machine/secret.ts';
import { createConnections } from '../../../src/shop/money/payments/connections.ts';
import { createProviders } from '../../../src/shop/money/payments/providers.ts';
import { onDataOf, kassa as runKassa } from '../../harness/kassa-command.ts';
import { happens, paidAtStripe } from '../../harness/sales/stripe-money.ts';
import { buyAtStripe, type StripeShop, startStripeShop } from '../../harness/sales/stripe-shop.ts';

const RECORDS = 'stripe has the same payments and refunds';
const DISPUTES = 'stripe has the same disputes';

/** What `kassa verify --provider` finds wrong with Stripe's records. */
async function compared(
  { shop, stand_in }: StripeShop,
  {
    meanwhile,
    ...more
  }: {
    since?: number;
    until?: number;
    pauses_ms?: number[];
    meanwhile?: () => Promise<void>;
  } = {},
) {
  const secrets = openSecrets({ secret: undefined, data_dir: shop.place.data_dir });
  const connections = createConnections(shop.db, { secrets, clock: Date.now });
  const options = { connections, addresses: { stripe: stand_in.url } };
  const progress: number[] = [];
  const checks = await verify(shop.db, {
    progress: () => {},
    provider: {
      ...{ since: undefined, until: undefined, pauses_ms: [1, 1], ...more },
      gatewayOf: createProviders(shop.db, () => '', options).gatewayOf,
      clock: Date.now,
      progress(count) {
        if (progress.length === 0) void meanwhile?.();
        progress.push(count);
      },
    },
  });
  const of = (name: string) => checks.find((one) => one.name === name);
  return {
    records: of(RECORDS)?.violations ?? [],
    disputes: of(DISPUTES)?.violations ?? [],
    looked_at: of(RECORDS)?.looked_at ?? 0,
    others: checks
      .filter(({ name }) => name !== RECORDS && name !== DISPUTES)
      .flatMap(({ violations }) => violations),
    progress,
  };
}

suite('kassa verify --provider', async () => {
  const place = await startStripeShop();
  const { shop, store, stand_in } = place;
  const { control } = stand_in;
  const run = (sql: string, values = {}) => shop.db.write(store, async (tx) => tx.run(sql, values));

  test('payments, refunds and disputes of every kind: nothing is different', async () => {
    const { transaction_id } = await paidAtStripe(place);
    await store.refund(transaction_id, { amount: 5 });
    const made = await paidAtStripe(place, { number: '4000000000007726' });
    await happens(place, 'told', () => control.refund({ payment_intent: made.payment_intent }));
    const failing = await paidAtStripe(place, { number: '4000000000005126' });
    await store.refund(failing.transaction_id);
    await happens(place, 'told', () => control.advance({ seconds: 90_000 }));
    const { payment_intent } = await paidAtStripe(place);
    await happens(place, 'told', () => control.dispute({ payment_intent }));
    await buyAtStripe(shop, store); // Nobody pays it.
    const declined = await buyAtStripe(shop, store);
    await control.pay({ session: declined.session, number: '4000000000000002' });
    const found = await compared(place);
    assert.deepEqual([found.records, found.disputes, found.others], [[], [], []]);
    assert.ok(found.looked_at >= 7, String(found.looked_at));
    assert.ok(found.progress.length > 0);
  });

  test('without --provider, Stripe is not asked: its payments are counted as not compared', async () => {
    await control.forgetCalls();
    const checks = await verify(shop.db, { progress: () => {} });
    // The job that asks for events runs by itself, every few seconds.
    const asked = (await control.calls()).filter(({ call }) => call !== 'GET /v1/events');
    assert.deepEqual(asked, []);
    const local = checks.find(({ name }) => name === 'the gateway has the same record');
    assert.ok((local?.not_compared ?? 0) > 0);
  });

  test('a refund that was made there and never arrived is named, with both names and what to do', async () => {
    const { payment_intent, transaction_id } = await paidAtStripe(place);
    await control.webhooks({ held: true });
    // The job that asks would hear of it too.
    await control.fault({ call: 'GET /v1/events', kind: 'error_503', times: 1000 });
    const { id } = await control.refund({ payment_intent, amount: 500 });
    assert.deepEqual((await compared(place)).records.toSorted(), [
      `${transaction_id} (${payment_intent}): 0 EUR given back here, 5 EUR there. It should arrive within minutes; if not, see \`npm run kassa -- provider show\``,
      `unknown here (${id}): a refund of 5 EUR that was made there is not recorded here. It should arrive within minutes; if not, see \`npm run kassa -- provider show\``,
    ]);
    await control.clearFaults();
    await control.release();
    await control.quiet();
    assert.deepEqual((await compared(place)).records, []);
  });

  test('what arrives while it is compared is no difference', async () => {
    const { payment_intent } = await paidAtStripe(place);
    await control.webhooks({ held: true });
    await control.refund({ payment_intent });
    const meanwhile = () => control.release();
    const { records } = await compared(place, { pauses_ms: [300, 300, 300, 300], meanwhile });
    assert.deepEqual(records, []);
  });

  test('another amount, status, fee or dispute, and what is not there: each is named', async () => {
    const sold = await paidAtStripe(place);
    const { transaction_id, payment_intent } = sold;
    const named = `${transaction_id} (${payment_intent}): `;
    const where = 'WHERE store_id = :store_id AND transaction_id = :transaction_id';
    const kept = (await sold.find()).fee;
    const table: [change: string, undo: string, said: RegExp][] = [
      [
        'fee_minor = 1',
        `fee_minor = ${Math.round(kept * 100)}`,
        /a fee of 0.01 USD here, .* there/,
      ],
      [
        "provider_reference = 'pi_unknown'",
        `provider_reference = '${payment_intent}'`,
        /not known here|unknown there/,
      ],
      [
        'total_minor = 1999, subtotal_minor = 1999',
        'total_minor = 2000, subtotal_minor = 2000',
        /19.99 EUR here, 20 EUR there/,
      ],
    ];
    for (const [change, undo, said] of table) {
      await run(`UPDATE transactions SET ${change} ${where}`, { transaction_id });
      const { records } = await compared(place);
      assert.ok(records.length > 0, change);
      for (const line of records) assert.match(line, said);
      if (!change.includes('unknown')) assert.ok(records[0]?.startsWith(named), String(records[0]));
      await run(`UPDATE transactions SET ${undo} ${where}`, { transaction_id });
    }
    assert.deepEqual((await compared(place)).records, []);
    await control.webhooks({ held: true });
    await control.fault({ call: 'GET /v1/events', kind: 'error_503', times: 1000 });
    const { id } = await control.dispute({ payment_intent });
    const { disputes } = await compared(place);
    assert.match(disputes[0] ?? '', new RegExp(`^unknown here \\(${id}\\): a dispute of 20 EUR`));
    await control.clearFaults();
    await control.release();
    await control.quiet();
    assert.deepEqual((await compared(place)).disputes, []);
  });

  test('a period: only what was paid there in it is asked for', async () => {
    const day = 86_400_000;
    const before = await compared(place, {
      since: Date.now() - 9 * day,
      until: Date.now() - 8 * day,
    });
    assert.deepEqual([before.records, before.looked_at], [[], 0]);
    const now = await compared(place, { since: Date.now() - day });
    assert.deepEqual(now.records, []);
    assert.ok(now.looked_at > 0);
  });

  test('payments of other programs with the same account are none of ours', async () => {
    const other = await startStripeShopAt();
    await paidAtStripe(other);
    assert.deepEqual((await compared(place)).records, []);
  });

  /** Another store at the same account. */
  async function startStripeShopAt(): Promise<StripeShop> {
    const second = await shop.openStore();
    const { test: key } = stand_in.keys;
    await second.must('POST /connect-provider', { provider: 'stripe', key });
    return { shop, stand_in, store: second };
  }

  test('a provider that does not answer is said, and is no success', async () => {
    await control.fault({ kind: 'error_503', times: 1000 });
    const { records } = await compared(place);
    await control.clearFaults();
    assert.match(records[0] ?? '', new RegExp(`^${store.store_id}: not compared: `));
  });

  test('the command: compares, and answers wrong dates with one sentence', async () => {
    const right = await kassa(['verify', '--provider', '--since', '2020-01-01', '--json']);
    assert.equal(right.code, 0, right.out + right.err);
    const { checks } = JSON.parse(right.out);
    assert.ok(checks.some(({ name }: { name: string }) => name === RECORDS));
    for (const [args, said] of [
      [['--since', '2020-01-01'], /--since and --until go with --provider/],
      [['--provider', '--since', 'yesterday'], /"yesterday" is no date/],
      [['--provider', '--since', '2021-01-01', '--until', '2020-01-01'], /--until must not be/],
    ] as const) {
      const { code, err } = await kassa(['verify', ...args]);
      assert.equal(code, 1);
      assert.match(err, said);
      assert.equal(err.trim().split('\n').length, 1);
    }
  });

  const kassa = (args: string[]) =>
    runKassa(args, { ...onDataOf(shop), KASSA_STRIPE_API: stand_in.url });
});
