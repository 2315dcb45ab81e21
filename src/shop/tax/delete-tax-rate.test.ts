import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const remove = (tax_rate_id: string, key = shop.api_key) =>
  shop.call('DELETE /delete-tax-rate', { tax_rate_id }, { key });

test('200: the rate as it was, which is gone then; of several at once, one deletes it', async () => {
  const made = (await shop.call('POST /create-tax-rate', { country: 'BR', rate: 5 })).body;
  const answers = await Promise.all([1, 2, 3].map(() => remove(made.tax_rate_id)));
  const good = answers.filter(({ status }) => status === 200);
  assert.deepEqual(
    good.map(({ body }) => body),
    [made],
  );
  assert.deepEqual((await shop.call('GET /list-tax-rates')).body.data, []);
  const again = await shop.call('POST /create-tax-rate', { country: 'BR', rate: 5 });
  assert.equal(again.status, 200, 'its place is free again');
});

test('404 tax_rate_not_found: an unknown one, a deleted one, one of another store', async () => {
  const made = (await shop.call('POST /create-tax-rate', { country: 'AR', rate: 5 })).body;
  const other = await shop.makeStore('test');
  assertRefused(await remove(made.tax_rate_id, other.api_key), 404, 'tax_rate_not_found', []);
  assertRefused(await remove('rate_1'), 404, 'tax_rate_not_found', []);
  await remove(made.tax_rate_id);
  assertRefused(await remove(made.tax_rate_id), 404, 'tax_rate_not_found', []);
});
