import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Check } from '../../../src/care/verify/verify.ts';
import type { Tx } from '../../../src/platform/db/database.ts';
import { cards } from '../../harness/cast.ts';
import { assertFound, run, verified, wrong } from '../../harness/planting.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

const NUMBERED = 'invoices are numbered without gaps';
const ADD_UP = 'invoices add up and say whose they are';
const ISSUED = 'every sale has one invoice, and what goes back of it is credited';

/** A sale that has no invoice: the beginning of a trial, made into one. */
const UNISSUED = `
  UPDATE transactions SET lines = replace(lines, '"amount_minor":0', '"amount_minor":500')
  WHERE type = 'subscription_start' AND total_minor = 0`;

/** A document like the second one, at the end of the series. */
const COPY = (changed: Record<string, string>) => {
  const columns = [
    ...['store_id', 'position', 'invoice_id', 'secret', 'number', 'kind', 'cause', 'customer_id'],
    ...['transaction_id', 'sale_id', 'refers_to', 'document', 'created_at'],
  ];
  const values: Record<string, string> = {
    position: '(SELECT MAX(o.position) + 1 FROM invoices o WHERE o.store_id = i.store_id)',
    invoice_id: "'inv_planted'",
    number: "'INV-planted'",
    ...changed,
  };
  return `INSERT INTO invoices (${columns.join(', ')})
    SELECT ${columns.map((name) => values[name] ?? `i.${name}`).join(', ')} FROM invoices i
    WHERE i.number = 'INV-0002'`;
};

/** A shop in which each kind of document was issued. */
async function issue(shop: Shop): Promise<void> {
  const { product, plan, create, complete, buy, refund, subscribe, update, advance, must } =
    await shop.openStore();
  const pay = async (payment_method = cards.pays) => {
    const { checkout_session_id } = await create({ product_id: await product() });
    return (await complete(checkout_session_id, payment_method)).transaction_id;
  };
  const first = await pay();
  await refund(first, { amount: 7 });
  await must('POST /update-invoice-settings', { prefix: 'B-', next_number: 90 });
  await must('POST /update-invoice-settings', { prefix: 'C-', next_number: 100 });
  const { data } = await must('GET /list-invoices', { transaction_id: first, kind: 'invoice' });
  const { invoice_id } = data[0];
  await must('POST /correct-invoice', { invoice_id, company: 'Engines' });
  await refund(await pay(cards.returns_refunds));
  await pay(cards.disputed_lost);
  await pay(cards.disputed_won);
  await buy(await plan({ trial_days: 3, price: 5 }), { customer_id: 'bob' });
  const [basic, pro] = [await plan({ price: 30 }), await plan({ price: 60 })];
  await update(await subscribe(pro, { customer_id: 'eve' }), { plan_id: basic });
  await advance('P4D');
}

const corruptions: [title: string, found: string, plant: (tx: Tx) => Promise<unknown>][] = [
  [
    'a document is missing at the end',
    NUMBERED,
    (tx) => run(tx, 'UPDATE invoice_series SET last_position = last_position + 1'),
  ],
  [
    'a document is missing in between',
    NUMBERED,
    (tx) => run(tx, COPY({ position: 'i.position + 1000' })),
  ],
  ['a number is not of the series', NUMBERED, (tx) => run(tx, COPY({}))],
  [
    'the next number is not of the series',
    NUMBERED,
    (tx) => run(tx, 'UPDATE invoice_series SET next_number = next_number + 1'),
  ],
  [
    'a change of the series is forgotten',
    NUMBERED,
    (tx) => run(tx, "DELETE FROM invoice_series_changes WHERE prefix = 'C-'"),
  ],
  [
    'a document does not add up',
    ADD_UP,
    (tx) => run(tx, COPY({ document: `replace(i.document, '"total_minor":', '"total_minor":1')` })),
  ],
  [
    'a document says another number than its row',
    ADD_UP,
    (tx) => run(tx, COPY({ number: "'INV-9999'" })),
  ],
  [
    'a document of a live store is in a test store',
    ADD_UP,
    (tx) => run(tx, COPY({ document: `replace(i.document, '"test"', '"live"')` })),
  ],
  ['a sale has no invoice', ISSUED, (tx) => run(tx, UNISSUED)],
  [
    'the tax of an invoice is not that of its payment',
    ISSUED,
    (tx) =>
      run(
        tx,
        "UPDATE transactions SET tax_minor = 1, subtotal_minor = subtotal_minor - 1 WHERE type = 'purchase'",
      ),
  ],
  ['a refund is credited twice', ISSUED, (tx) => run(tx, COPY({}))],
  [
    'a sale has two invoices',
    ISSUED,
    (tx) => run(tx, COPY({ kind: "'invoice'", cause: "'sale'" })),
  ],
  [
    'a refund was credited with another amount',
    ISSUED,
    (tx) =>
      run(
        tx,
        `UPDATE transactions SET effect = replace(effect, '"rest_minor":700', '"rest_minor":600')
         WHERE type = 'refund' AND total_minor = 700`,
      ),
  ],
  [
    'a dispute that was lost is not credited',
    ISSUED,
    (tx) => run(tx, "UPDATE disputes SET rest_minor = 1 WHERE status = 'lost'"),
  ],
];

describe('kassa verify finds what is wrong with invoices:', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
    await issue(shop);
    const checks = await verified(shop);
    assert.deepEqual(wrong(checks), [], JSON.stringify(checks));
  });

  for (const [title, found, plant] of corruptions) {
    test(title, () => assertFound(shop, found, plant));
  }

  test('nothing, if a sale is from before Kassa issued invoices', async () => {
    const found = async (none_until: string) => {
      const undo = new Error('undo');
      const checks: Check[] = [];
      const looked = shop.db.write(null, async (tx) => {
        await run(tx, UNISSUED);
        await run(tx, `UPDATE invoice_series SET none_until = ${none_until}`);
        const snapshot = <T>(work: (reader: Tx) => Promise<T>) => work(tx);
        checks.push(...(await verified({ ...shop, db: { ...shop.db, snapshot } })));
        throw undo;
      });
      await assert.rejects(looked, undo);
      return wrong(checks).includes(ISSUED);
    };
    const newest = `(SELECT MAX(t.transaction_id) FROM transactions t
      WHERE t.store_id = invoice_series.store_id)`;
    assert.deepEqual([await found("''"), await found(newest)], [true, false]);
  });
});
