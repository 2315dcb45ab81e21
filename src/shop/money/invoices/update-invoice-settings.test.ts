import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const OP = 'POST /update-invoice-settings';

const shop = await startShop();

test('200: prefix, next number, language and notes are those of the next document; older ones stay', async () => {
  const { product, buy, must } = await shop.openStore();
  const product_id = await product();
  await buy(product_id);
  const before = await must('GET /get-invoice', { number: 'INV-0001' });
  const notes = ['Thank you.', 'Questions: bills@example.com'];
  const change = { prefix: '2027/', next_number: 50, language: 'fr', notes };
  const after = await must(OP, change);
  assert.deepEqual(after, { object: 'invoice_settings', ...change, example: '2027/0050' });
  assert.deepEqual(await must('GET /get-invoice-settings'), after);
  assert.deepEqual(await must(OP), after);
  await buy(product_id);
  const { language, notes: written } = await must('GET /get-invoice', { number: '2027/0050' });
  assert.deepEqual([language, written], ['fr', notes]);
  assert.deepEqual(await must('GET /get-invoice', { number: 'INV-0001' }), before);
  await must(OP, { prefix: '' });
  await buy(product_id);
  const { data } = await must('GET /list-invoices');
  const numbers = data.map(({ number }: { number: string }) => number);
  assert.deepEqual(numbers, ['0051', '2027/0050', 'INV-0001']);
});

test('200: behind the highest number that can be set everything else can still be changed', async () => {
  const { product, buy, must } = await shop.openStore();
  await must(OP, { next_number: 999_999_999 });
  await buy(await product());
  const { prefix, next_number, notes } = await must(OP, { prefix: '2027/', notes: ['Thanks.'] });
  assert.deepEqual([prefix, next_number, notes], ['2027/', 1_000_000_000, ['Thanks.']]);
  assert.deepEqual(await must(OP, { next_number }), await must(OP));
});

test('400 invalid_parameters: numbers never go back, and no prefix can make two numbers the same', async () => {
  const { product, buy, must, ask } = await shop.openStore();
  await buy(await product());
  const settings = await must('GET /get-invoice-settings');
  const stored = await shop.everything();
  for (const [change, param] of [
    [{ next_number: 1 }, 'next_number'],
    [{ next_number: 1, prefix: 'B-' }, 'next_number'],
    [{ next_number: 1_000_000_000 }, 'next_number'],
    [{ next_number: 2.5 }, 'next_number'],
    [{ prefix: 'INV-1' }, 'prefix'],
    [{ prefix: 'a b' }, 'prefix'],
    [{ prefix: 'x'.repeat(21) }, 'prefix'],
    [{ language: 'xx' }, 'language'],
    [{ notes: Array.from({ length: 11 }, () => 'x') }, 'notes'],
    [{ notes: ['two\nlines'] }, 'notes.0'],
    [{ prefix: 'OK-', notes: [''] }, 'notes.0'],
  ] as const) {
    const { status, body } = await ask(OP, change);
    assert.equal(status, 400, JSON.stringify(change));
    assert.equal(body.error.code, 'invalid_parameters');
    assert.equal(body.error.details[0].param, param, JSON.stringify(change));
  }
  assert.deepEqual(await must('GET /get-invoice-settings'), settings);
  assert.equal(await shop.everything(), stored);
});
