import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { beginMove } from '../../../src/care/move/begin-move.ts';
import { copyRows } from '../../../src/care/move/move-rows.ts';
import { openPlace } from '../../../src/care/move/place.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { schemaOf } from '../../harness/schema.ts';
import { makePlace, type Place, type Shop } from '../../harness/shop.ts';
import { killMove, liveSomeDays, moveFrom, rowsOf, startSqliteShop } from './moving.ts';

// A move is killed in the middle, goes on where it stopped, and notices what happened meanwhile.

let shop: Shop;
let first: Record<string, string[]>;
let empty: Place;

before(async () => {
  shop = await startSqliteShop();
  await liveSomeDays(shop, 4);
  await shop.app.close();
  first = await rowsOf(shop.place);
  empty = await makePlace();
  await (await openDatabase(empty)).close();
  atEndOfFile(() => empty.remove());
});

const newPlace = async () => {
  const place = await makePlace();
  atEndOfFile(() => place.remove());
  return place;
};

/** Stops a move in the middle of a table: at its second transaction. */
async function stopWithin(table: string, from: Place, to: Place): Promise<void> {
  const source = await openPlace(from);
  const target = await openPlace(to);
  const end = { ...target };
  let written = 0;
  end.write = async (...rows) => {
    if (rows[0].name === table) written += 1;
    if (written === 2) throw new Error('the power is off');
    await target.write(...rows);
  };
  try {
    await beginMove({ source, target, restart: false, now: Date.now() });
    await copyRows({ source, target: end, report: () => {}, rows_at_once: 2 });
  } finally {
    await target.close();
    await source.close();
  }
}

test('killed at any table, and stopped within one, a move to PostgreSQL goes on and ends with equal rows', async () => {
  const to = await newPlace();
  await assert.rejects(stopWithin('audit_entries', shop.place, to), /the power is off/);
  for (const rows of [12, 25]) {
    const args = ['--to', String(to.database_url)];
    const { code, told } = await killMove(
      shop.place,
      args,
      (text) => text.split('\n').length > rows,
    );
    assert.equal(code, null, `it was killed: ${told}`);
    assert.match(told, /Going on to move/);
    await assert.rejects(openDatabase(to), /is not finished/);
    await assert.rejects(openDatabase(shop.place), /is being moved/);
  }
  const { text } = await moveFrom(shop.place, { to: String(to.database_url) });
  assert.match(text, /each is equal/);
  assert.deepEqual(await rowsOf(to), first);
  assert.deepEqual(await schemaOf(to), await schemaOf(empty), 'as if it had been made new');

  // And back, to a folder.
  const data_dir = join(shop.place.data_dir, 'back');
  const folder = { ...shop.place, data_dir, database_url: undefined };
  await assert.rejects(stopWithin('events', to, folder), /the power is off/);
  const source = { data_dir: shop.place.data_dir, database_url: to.database_url };
  const killed = await killMove(source, ['--to', data_dir], (text) => text.split('\n').length > 15);
  assert.equal(killed.code, null);
  await moveFrom(source, { to: data_dir });
  assert.deepEqual(await rowsOf(folder), first);
  const new_file = await makePlace('sqlite');
  atEndOfFile(() => new_file.remove());
  await (await openDatabase(new_file)).close();
  assert.deepEqual(await schemaOf(folder), await schemaOf(new_file), 'as if it had been made new');
  await moveFrom(shop.place, { undo: true });
});

test('a source that was used between two parts of a move is noticed, and the target begun anew when told so', async () => {
  const to = await newPlace();
  await assert.rejects(stopWithin('events', shop.place, to), /the power is off/);
  await moveFrom(shop.place, { undo: true });
  const db = await openDatabase(shop.place);
  await db.write(null, async (tx) => {
    await tx.run(`UPDATE stores SET name = 'Another name'`);
  });
  await db.close();
  const there = { to: String(to.database_url) };
  await assert.rejects(moveFrom(shop.place, there), /--restart/);
  await moveFrom(shop.place, { ...there, restart: true });
  const moved = await openDatabase(to);
  const [store] = await moved.reader(null).all<{ name: string }>('SELECT name FROM stores');
  await moved.close();
  assert.equal(store?.name, 'Another name');
  await moveFrom(shop.place, { undo: true });
});

test('a row that was changed behind its back is named, and the move is not finished', async () => {
  const to = await newPlace();
  await assert.rejects(stopWithin('search_texts', shop.place, to), /the power is off/);
  const db = await openDatabase(shop.place, { even_if_moved: true });
  await db.write(null, async (tx) => {
    await tx.run(`UPDATE audit_heads SET sequence = sequence + 1`);
  });
  await db.close();
  const there = { to: String(to.database_url) };
  await assert.rejects(moveFrom(shop.place, there), /not equal.*\n {2}audit_heads: .*differs/);
  await assert.rejects(openDatabase(to), /is not finished/);
  rmSync(join(shop.place.data_dir, 'back'), { recursive: true });
});
