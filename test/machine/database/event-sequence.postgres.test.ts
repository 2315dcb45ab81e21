import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { readOn } from '../../harness/read-on.ts';
import { makePlace } from '../../harness/shop.ts';

// Why events are not numbered by a sequence of the database (decision 8). With one writer at a
// time, as with SQLite, there is nothing to show.
test('the hazard is real: numbered by a plain sequence, an event that commits late is passed over', async () => {
  const place = await makePlace();
  const open = async () => {
    const client = new Client(place.database_url);
    await client.connect();
    return client;
  };
  const [sql, slow] = [await open(), await open()];
  await sql.query('CREATE TABLE plain_events (sequence int GENERATED ALWAYS AS IDENTITY)');
  const listAfter = async (after: number) => {
    const text = 'SELECT sequence FROM plain_events WHERE sequence > $1 ORDER BY sequence';
    return (await sql.query<{ sequence: number }>(text, [after])).rows;
  };
  await slow.query('BEGIN');
  await slow.query('INSERT INTO plain_events DEFAULT VALUES'); // Takes 1, and is not done yet.
  await sql.query('INSERT INTO plain_events DEFAULT VALUES'); // Takes 2.
  const first = await listAfter(0);
  await assert.rejects(
    readOn(listAfter, () => true),
    /the next one and no other/,
  );
  await slow.query('COMMIT');
  const then = await listAfter(2);
  assert.deepEqual([first, then], [[{ sequence: 2 }], []], 'nobody is ever shown 1');
  assert.deepEqual(await listAfter(0), [{ sequence: 1 }, { sequence: 2 }], 'and yet it is there');
  await Promise.all([sql.end(), slow.end()]);
  await place.remove();
});
