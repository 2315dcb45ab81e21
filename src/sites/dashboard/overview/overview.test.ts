import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';
import { noteUnknownPayment } from '../../../shop/settlement/unknown-payment.sql.ts';

const shop = await startShop();

/** A store in which something was sold in two months, seen by its owner. */
async function openSold() {
  const store = await shop.openStore();
  const { plan, product, buy, subscribe, refund, advance, inStatus } = store;
  const editor = await product({ price: 100 });
  await buy(editor, { customer_id: 'ben' });
  await subscribe(await plan({ price: 30 }), { customer_id: 'cleo' });
  await inStatus('past_due'); // This takes a month.
  const { transaction_id } = await buy(editor, { customer_id: 'dan' });
  await refund(transaction_id, { amount: 40 });
  await store.create({ product_id: editor, customer_id: 'eve' });
  await advance('P1D');
  const owner = await signedIn(shop, { store_id: store.store_id });
  return { ...store, owner };
}

test('the overview of a store without sales says so, without a figure made up', async () => {
  const { store_id } = await shop.openStore();
  const owner = await signedIn(shop, { store_id });
  // After a restore: nobody here knows of it.
  const paid = { reference: 'pi_1', amount_minor: 2000, currency: 'EUR', seen_at: null };
  const unknown = { transaction_id: 'txn_1', provider: 'stripe', paid_at: Date.now(), ...paid };
  await shop.db.write({ store_id }, async (tx) => noteUnknownPayment(tx, unknown));
  const text = readable(await owner.page());
  assert.match(text, /1 unknown payment €20\.00, paid on .* \(pi_1\): .* charges seen pi_1/);
  assert.match(text, /Nothing was sold today/);
  assert.match(text, /Nothing was paid in this month or the one before/);
  assert.doesNotMatch(text, /NaN|Infinity|undefined|null/);
});

test('what needs a person comes first, then figures with their direction, pictures, the latest payments', async () => {
  const { owner, must } = await openSold();
  await must('POST /update-customer', { customer_id: 'dan', email: 'dan@example.com' });
  const page = await owner.page();
  const text = readable(page);
  const order = ['1 failed renewal', 'Monthly recurring revenue', 'Revenue by day', 'Latest'];
  const places = order.map((one) => text.indexOf(one));
  assert.ok(
    places.every((at) => at > 0),
    `${places}`,
  );
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.match(text, /Net volume €90\.00/); // 100 + 30 for the renewal - 40
  assert.match(page, /<a href="[^"]*\/subscriptions\?status=past_due">/);
  assert.match(page, /<span class="chip good">Paid<\/span>/);
  assert.match(
    page,
    /payments\/txn_\w+">dan<wbr>@example\.com<\/a>/,
    'customers are people, not identifiers',
  );
});

test('each picture has its values behind it as a table and as CSV, which agree with get-metrics', async () => {
  const { owner, must } = await openSold();
  const page = await owner.page();
  const links = [...page.matchAll(/href="([^"]*\/figures\/[^"]*)"/g)].map(([, at = '']) => at);
  assert.equal(links.length, 4);
  const csv = async (name: string) => {
    const at = links.find((one) => one.includes(name)) ?? '';
    const { status, headers, text } = await owner.get(at.replaceAll('&amp;', '&'));
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    return text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  };
  const range = { from: '2026-12-01', to: '2026-12-15' };
  const { series, totals } = await must('GET /get-metrics', { ...range, interval: 'day' });
  const [, ...days] = await csv('revenue');
  assert.equal(days.length, 15);
  assert.deepEqual(
    days.map(([day, paid]) => [day, Number(paid)]),
    series.map((one: { start: string; gross_volume: number }) => [one.start, one.gross_volume]),
  );
  const moves = await csv('movements');
  const [first = [], ...rest] = moves.slice(1);
  const steps = rest.slice(0, -1).reduce((sum, [, amount]) => sum + Number(amount), 0);
  assert.equal(Number(first[1]) + steps, totals.mrr);
  assert.equal(Number(moves.at(-1)?.[1]), totals.mrr);
  const [, ...stages] = await csv('checkouts');
  assert.deepEqual(
    stages.map(([, count]) => Number(count)),
    [totals.checkouts_opened, totals.checkouts_begun, totals.checkouts_paid],
  );
  assert.equal((await csv('retention')).length, 13);
  assert.equal(page.split('<table').length - 1, 5); // behind three, the heat map, the payments
});

test('another month is chosen in the address; what is no month or not begun is the present one', async () => {
  const { owner } = await openSold();
  assert.match(readable(await owner.page('?month=2026-11')), /November 2026 →/);
  for (const month of ['2031-01', '2026-13', '%27', 'x'.repeat(300), '2026-12&currency=EURO']) {
    assert.match(readable(await owner.page(`?month=${month}`)), /December 2026/);
  }
});

test('everybody in the store sees the overview, and nobody of another store', async () => {
  const { store_id } = await openSold();
  for (const role of ['admin', 'support', 'viewer'] as const) {
    const one = await signedIn(shop, { role, store_id });
    assert.match(readable(await one.page()), /Monthly recurring revenue/);
  }
  const stranger = await signedIn(shop, { role: 'admin' });
  const { home } = await signedIn(shop, { store_id });
  assert.equal((await stranger.get(`${home}/figures/revenue.csv`)).status, 303);
});
