import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START, startShop } from '../../test/harness/shop.ts';
import { DAY_MS } from '../platform/core/time.ts';

test('what is over is forgotten, however much it is, and nothing else', async () => {
  const shop = await startShop();
  const headers = (n: number) => ({ headers: { 'idempotency-key': `k${n}` } });
  const customer = (n: number) => ({ customer_id: `c${n}` });
  for (let n = 0; n < 600; n += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        shop.call('POST /create-customer-billing', customer(n + at), headers(n + at)),
      ),
    );
  }
  const count = async (table: string) =>
    (await shop.db.reader(null).maybe<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n;
  await shop.runJob('tidy');
  assert.deepEqual([await count('idempotency_keys'), await count('portal_links')], [600, 600]);
  shop.now = START + DAY_MS;
  await shop.runJob('tidy');
  assert.deepEqual([await count('idempotency_keys'), await count('portal_links')], [0, 0]);
  assert.equal(await count('customers'), 600);
});
