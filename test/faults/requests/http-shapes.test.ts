import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ShopOptions, startShop } from '../../harness/shop.ts';
import { converse } from '../../harness/wire/converse.ts';
import { answersIn, WIRE_SHAPES } from '../../harness/wire/shapes.ts';

/** What each shape gets in a new shop, under its name. */
async function answersOf(options: ShopOptions): Promise<Record<string, string>> {
  const shop = await startShop(options);
  const ca = options.trusted_proxies ? undefined : shop.ca;
  const door = { port: shop.app.port, ca, api_key: shop.api_key };
  const heard = WIRE_SHAPES.map(async ({ name, pieces, answered }) => [
    name,
    await converse(door, pieces, answersIn(answered)),
  ]);
  return Object.fromEntries(await Promise.all(heard));
}

test('raw bytes get exactly the answers of the table, with TLS and on the connections of a proxy', async () => {
  const expected = Object.fromEntries(WIRE_SHAPES.map(({ name, answered }) => [name, answered]));
  const behind_proxy = answersOf({ trusted_proxies: ['127.0.0.1'] });
  assert.deepEqual(await answersOf({}), expected);
  assert.deepEqual(await behind_proxy, expected, 'without TLS');
});
