import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { operations as groups } from '../../../src/sites/api/operations.ts';
import { type Shop, startShop } from '../../harness/shop.ts';
import {
  inputOf,
  namesIn,
  nobodys as namesOfNobody,
  oneOfEach,
  type Things,
  thingFor,
} from '../../prove/two-stores.ts';

// Asked of every operation, by its declaration: a new one is asked it too.

const operations = Object.values(groups).flat();

let shop: Shop;
let key: string;
let own: Things;
let foreign: Things;
let nobodys: Things;
before(async () => {
  shop = await startShop();
  const { api_key, store_id } = await shop.makeStore('test');
  key = api_key;
  own = await oneOfEach(shop, { api_key, store_id }, 'OWN');
  const elsewhere = await shop.makeStore('test');
  foreign = await oneOfEach(shop, elsewhere, 'FOREIGN');
  nobodys = namesOfNobody(foreign, own);
});

test("another store's identifier is answered as one that does not exist, by every operation; nothing changes", async () => {
  const stored = await shop.everything();
  const asked: string[] = [];
  for (const operation of operations) {
    for (const name of namesIn(operation)) {
      const title = `${operation.path} ${name}`;
      asked.push(title);
      const answers = [foreign, nobodys].map(async (things) => {
        const value = thingFor(operation, name, things);
        assert.ok(value, `${title}: there is nothing of another store to give it (two-stores.ts)`);
        const input = inputOf(operation, own, { name, value });
        const options = { key, in_body: true };
        const { status, text } = await shop.call(
          `${operation.method} ${operation.path}`,
          input,
          options,
        );
        assert.ok(!text.includes('FOREIGN'), `${title}: ${text}`);
        return `${status} ${text.replaceAll(value, '(the name)').replace(/req_\w+/, '')}`;
      });
      assert.equal(await answers[0], await answers[1], title);
    }
  }
  assert.ok(asked.length >= 50, `${asked.length} names`);
  assert.equal(await shop.everything(), stored);
});

test('what another store has is in no list, whatever is asked', async () => {
  for (const operation of operations) {
    if (operation.method !== 'GET') continue;
    const filters = [{}, { query: 'FOREIGN' }, { email: foreign.email }];
    for (const input of filters) {
      const { text } = await shop.call(`GET ${operation.path}`, input, { key });
      assert.ok(!text.includes('FOREIGN'), `${operation.path}: ${text}`);
      for (const name of ['subscription_id', 'transaction_id', 'license_id', 'event_id'] as const) {
        assert.ok(!text.includes(foreign[name] ?? '?'), `${operation.path}: ${text}`);
      }
    }
  }
});
