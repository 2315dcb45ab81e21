import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

/** With the price and currency as these very characters, which JSON.stringify would rewrite. */
const createRaw = (price: string, currency: string) =>
  shop.send(
    {
      method: 'POST',
      path: '/create-product',
      headers: { 'x-api-key': shop.api_key, 'content-type': 'application/json' },
    },
    `{"name":"Photo editor","description":"","price":${price},"currency":"${currency}"}`,
  );

test('200: prices are exact to the digit in every currency', async () => {
  const table: [currency: string, sent: string, answered: string][] = [
    ['USD', '19.99', '19.99'],
    ['USD', '0.1', '0.1'],
    ['USD', '0.07', '0.07'],
    ['USD', '1.1', '1.1'],
    ['USD', '4.35', '4.35'],
    ['USD', '1e2', '100'],
    ['USD', '1999E-2', '19.99'],
    ['USD', '1.50', '1.5'],
    ['USD', '19.990000000000000000', '19.99'],
    ['USD', '0', '0'],
    ['USD', '-0', '0'],
    ['USD', '-0.00', '0'],
    ['USD', '0.01', '0.01'],
    ['USD', '999999999.99', '999999999.99'],
    ['JPY', '1500', '1500'],
    ['JPY', '1500.0', '1500'],
    ['JPY', '999999999', '999999999'],
    ['BHD', '1.234', '1.234'],
    ['BHD', '0.001', '0.001'],
    ['BHD', '999999999.989', '999999999.989'],
    ['CLF', '1.2345', '1.2345'],
    ['CLF', '0.0001', '0.0001'],
    ['CLF', '999999999.9899', '999999999.9899'],
  ];
  for (const [currency, sent, answered] of table) {
    const made = await createRaw(sent, currency);
    assert.equal(made.status, 200, `${sent} ${currency}: ${made.text}`);
    const price = `"price":${answered},"currency":"${currency}"`;
    assert(made.text.includes(price), made.text);
    const read = await shop.call('GET /get-product', { product_id: made.body.product_id });
    assert.equal(read.text, made.text);
  }
});

test('400 invalid_parameters: a price with more decimals than its currency has, or out of bounds', async () => {
  const before = await shop.everything();
  const table: [currency: string, price: string, detail: string][] = [
    ['USD', '19.999', 'too_many_decimals'],
    ['USD', '0.001', 'too_many_decimals'],
    ['USD', '1e-3', 'too_many_decimals'],
    ['USD', '1e-7', 'too_many_decimals'],
    ['USD', '0.30000000000000004', 'too_many_decimals'],
    ['USD', '999999999.989', 'too_many_decimals'],
    ['JPY', '1.5', 'too_many_decimals'],
    ['JPY', '999999999.99', 'too_many_decimals'],
    ['BHD', '1.2345', 'too_many_decimals'],
    ['CLF', '1.23456', 'too_many_decimals'],
    ['USD', '-1', 'too_small'],
    ['USD', '-0.01', 'too_small'],
    ['USD', '1000000000', 'too_large'],
    ['USD', '1e300', 'too_large'],
    ['BHD', '999999999.991', 'too_large'],
    ['USD', '"19.99"', 'wrong_type'],
    ['USD', 'null', 'missing'],
    ['USD', 'true', 'wrong_type'],
    ['USD', '[1]', 'wrong_type'],
  ];
  for (const [currency, price, detail] of table) {
    const answer = await createRaw(price, currency);
    assertRefused(answer, 400, 'invalid_parameters', ['price']);
    assert.equal(answer.body.error.details[0].code, detail, `${price} ${currency}`);
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_json: a price that would become another number is not rounded', async () => {
  const before = await shop.everything();
  for (const price of [
    '19.990000000000000001',
    '12345678901234567890',
    '1e400',
    '1e-400',
    '01',
    '.5',
    'NaN',
  ]) {
    assertRefused(await createRaw(price, 'USD'), 400, 'invalid_json');
  }
  assert.equal(await shop.everything(), before);
});
