import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

const Q4 = { from: '2026-10-01', to: '2026-12-31' };
const Q1 = { from: '2027-01-01', to: '2027-03-31' };

/** A seller in Germany who is in the One-Stop-Shop, with a product of 100 euro without tax. */
async function openTaxedStore() {
  const store = await shop.openStore();
  await store.must('POST /update-tax-settings', {
    ...{ country: 'DE', when_unverified: 'accept', prices_include_tax: false },
    registrations: [
      { country: 'DE', since: '2020-01-01', tax_number: 'DE136695976' },
      { scheme: 'oss', country: 'DE', since: '2020-01-01' },
    ],
  });
  const product_id = await store.product({ price: 100, currency: 'EUR' });
  const buyer = async (customer_id: string, country: string, more: object = {}) => {
    const address = { country };
    await store.must('POST /create-customer-billing', { customer_id, address, ...more });
  };
  const sell = async (customer_id: string, id = product_id): Promise<string> =>
    (await store.buy(id, { customer_id })).transaction_id;
  /** Each row on a line. */
  const report = async (period: object): Promise<string[]> =>
    (await store.must('GET /get-tax-report', period)).rows.map(inShort);
  return { ...store, buyer, sell, report, product_id };
}

const inShort = (row: Record<string, string | number | null>): string =>
  [row.kind, row.country, row.scheme, row.name, row.rate, row.rate_type, row.currency]
    .concat(row.corrects_quarter === null ? [] : [`of ${row.corrects_quarter}`])
    .concat(`net ${row.net}`, `tax ${row.tax}`)
    .filter((word) => word !== null)
    .join(' ');

test('200: sales of the period by country, rate, currency and kind, less what was given back of them', async () => {
  const { buyer, sell, report, refund, product, must } = await openTaxedStore();
  await buyer('hans', 'DE');
  await buyer('anne', 'FR');
  await buyer('firm', 'FR', { tax_id: 'FR40303265045' });
  await buyer('joe', 'US');
  await sell('hans');
  await sell('hans');
  const paid = await sell('anne');
  await sell('firm');
  await sell('joe');
  await sell('anne', await product({ price: 9, currency: 'USD', tax_category: 'ebook' }));
  await refund(paid, { amount: 60 });
  const { rows, ...rest } = await must('GET /get-tax-report', Q4);
  assert.deepEqual(rest, { object: 'tax_report', ...Q4, oss_csv: null });
  assert.deepEqual(rows[0], {
    ...{ country: 'DE', region: null, kind: 'charged', scheme: 'standard', name: 'VAT', rate: 19 },
    ...{ rate_type: 'standard', currency: 'EUR', corrects_quarter: null, net: 200, tax: 38 },
  });
  assert.deepEqual(rows.map(inShort), [
    'charged DE standard VAT 19 standard EUR net 200 tax 38',
    'charged FR oss VAT 5.5 reduced USD net 9 tax 0.5',
    'charged FR oss VAT 20 standard EUR net 50 tax 10',
    'reverse_charge FR 0 EUR net 100 tax 0',
    'out_of_scope US 0 EUR net 100 tax 0',
  ]);
  assert.deepEqual(await report({ from: '2026-11-14', to: '2026-11-14' }), rows.map(inShort));
  assert.deepEqual(await report({ from: '2026-11-15', to: '2026-12-31' }), []);
  assert.deepEqual(await report({ from: '2026-10-01', to: '2026-11-13' }), []);
});

test('200: a refund or a lost dispute of an earlier quarter corrects that quarter', async () => {
  const { buyer, sell, report, refund, moveTo, must, create, product_id } = await openTaxedStore();
  await buyer('anne', 'FR');
  const paid = await sell('anne');
  await moveTo('2026-12-30T23:00:00Z');
  const { checkout_session_id } = await create({ product_id, customer_id: 'anne' });
  const payment_method = cards.disputed_lost;
  await must('POST /complete-checkout', { checkout_session_id, payment_method });
  const sold = ['charged FR oss VAT 20 standard EUR net 200 tax 40'];
  assert.deepEqual(await report(Q4), sold);
  await moveTo('2027-01-15');
  await refund(paid);
  await sell('anne');
  assert.deepEqual(await report(Q1), [
    'charged FR oss VAT 20 standard EUR net 100 tax 20',
    'charged FR oss VAT 20 standard EUR of 2026-Q4 net -200 tax -40',
  ]);
  assert.deepEqual(await report(Q4), sold, 'what was declared stays');
  const { oss_csv } = await must('GET /get-tax-report', { ...Q1, oss_csv: true });
  assert.equal(
    oss_csv,
    [
      'part,quarter,country_of_consumption,supply_type,vat_rate_type,vat_rate,taxable_amount,vat_amount,currency',
      'supply,2027-Q1,FR,SERVICES,STANDARD,20,100.00,20.00,EUR',
      'correction,2026-Q4,FR,,,,,-40.00,EUR',
      '',
    ].join('\r\n'),
  );
});

test('200: the return is in euro, by the rates that are sent, and has the One-Stop-Shop alone', async () => {
  const { buyer, sell, product, must } = await openTaxedStore();
  await buyer('anne', 'GR');
  await buyer('hans', 'DE');
  await sell('anne', await product({ price: 50, currency: 'USD' }));
  await sell('anne');
  await sell('hans');
  const asked = { ...Q4, oss_csv: true, euro_rates: 'USD:1.25' };
  const { oss_csv } = await must('GET /get-tax-report', asked);
  assert.deepEqual(oss_csv.split('\r\n').slice(1), [
    'supply,2026-Q4,EL,SERVICES,STANDARD,24,140.00,33.60,EUR',
    '',
  ]);
});

test('200: a store that charges no tax has its sales in one row without a country; a trial has none', async () => {
  const { must, buy, product, plan, refund } = await shop.openStore();
  const { transaction_id } = await buy(await product({ price: 20, currency: 'JPY' }));
  await buy(await plan({ price: 5, trial_days: 14 }));
  await refund(transaction_id, { amount: 5 });
  const { rows } = await must('GET /get-tax-report', Q4);
  assert.deepEqual(rows.map(inShort), ['not_registered 0 JPY net 15 tax 0']);
});

test('200: what belongs to another store, is pending, was declined or came back is not in it', async () => {
  const { sell, buyer, report, create, must, product_id, refund, advance } = await openTaxedStore();
  await (await openTaxedStore()).buyer('anne', 'FR');
  await buyer('anne', 'FR');
  const { checkout_session_id } = await create({ product_id, customer_id: 'anne' });
  const declined = { checkout_session_id, payment_method: cards.declined };
  await must('POST /complete-checkout', declined).catch(() => {});
  assert.deepEqual(await report(Q4), []);
  const second = await create({ product_id, customer_id: 'anne' });
  const { transaction_id } = await must('POST /complete-checkout', {
    checkout_session_id: second.checkout_session_id,
    payment_method: cards.returns_refunds,
  });
  await refund(transaction_id);
  const sold = 'charged FR oss VAT 20 standard EUR net';
  assert.deepEqual(await report(Q4), [`${sold} 0 tax 0`]);
  await advance('P3D');
  assert.deepEqual(await report(Q4), [`${sold} 100 tax 20`], 'the refund has failed');
  await sell('anne');
  assert.deepEqual(await report(Q4), [`${sold} 200 tax 40`]);
});

test('400 invalid_parameters: a period that is none, too long or no quarter; rates that are none or missing', async () => {
  const { buyer, sell, product, key } = await openTaxedStore();
  await buyer('anne', 'FR');
  await sell('anne', await product({ price: 50, currency: 'USD' }));
  const ask = (parameters: object) =>
    shop.call('GET /get-tax-report', parameters, { key, in_body: true });
  const table: [parameters: object, ...params: string[]][] = [
    [{}, 'from', 'to'],
    [{ from: '2026-02-30', to: 'now' }, 'from', 'to'],
    [{ from: '2026-10-01T00:00:00Z', to: '2026-12-31' }, 'from'],
    [{ from: '2026-12-31', to: '2026-12-30' }, 'to'],
    [{ from: '2026-01-01', to: '2027-01-02' }, 'to'],
    [{ from: '2026-10-02', to: '2026-12-31', oss_csv: true }, 'to'],
    [{ ...Q4, oss_csv: 'yes' }, 'oss_csv'],
    [{ ...Q4, oss_csv: true }, 'euro_rates'],
    [{ ...Q4, oss_csv: true, euro_rates: 'GBP:0.84' }, 'euro_rates'],
    ...['', 'USD', 'USD:0', 'USD:-1', 'USD:1e3', 'usd:1', 'XXX:1', 'USD:1,USD:1', 'USD:1,', 1].map(
      (euro_rates): [object, string] => [{ ...Q4, euro_rates }, 'euro_rates'],
    ),
    [{ ...Q4, euro_rates: `USD:1.${'0'.repeat(10)}` }, 'euro_rates'],
  ];
  for (const [parameters, ...params] of table) {
    assertRefused(await ask(parameters), 400, 'invalid_parameters', params);
  }
  const good = await ask({ ...Q4, oss_csv: true, euro_rates: 'USD:1.25,GBP:0.84' });
  assert.equal(
    good.body.oss_csv.split('\r\n')[1],
    'supply,2026-Q4,FR,SERVICES,STANDARD,20,40.00,8.00,EUR',
  );
  assert.equal((await ask({ from: '2026-01-01', to: '2027-01-01' })).status, 200);
});
