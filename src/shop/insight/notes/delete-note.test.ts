import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

test('200: a note is deleted for good', async () => {
  const { must, store_id } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  const { note_id } = await must('POST /create-note', { customer_id: 'ada', text: 'a secret' });
  assert.equal((await must('DELETE /delete-note', { note_id })).note_id, note_id);
  assert.deepEqual((await must('GET /list-notes')).data, []);
  const sql = 'SELECT note_id FROM notes WHERE store_id = :store_id';
  assert.deepEqual(await shop.db.reader({ store_id }).all(sql), []);
});

test('404 note_not_found: one that was deleted, or is of another store', async () => {
  const { must, ask } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  const { note_id } = await must('POST /create-note', { customer_id: 'ada', text: 'late' });
  const other = await shop.openStore();
  assertRefused(await other.ask('DELETE /delete-note', { note_id }), 404, 'note_not_found');
  await must('DELETE /delete-note', { note_id });
  assertRefused(await ask('DELETE /delete-note', { note_id }), 404, 'note_not_found');
});
