import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../test/harness.ts';
import { openDatabase } from './open.ts';

test('starting twice changes nothing; several at once wait for each other', async () => {
  const shop = await startShop();
  const before = await shop.everything();
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(shop.place)));
  for (const db of opened) await db.close();
  assert.equal(await shop.everything(), before);
});

test('a database written by a newer Kassa is refused, in words', async () => {
  const shop = await startShop();
  await shop.db.write(null, async (tx) =>
    tx.run(`INSERT INTO migrations (number, name, applied_at) VALUES (9999, '9999-future', 0)`),
  );
  await assert.rejects(openDatabase(shop.place), /newer Kassa/);
});
