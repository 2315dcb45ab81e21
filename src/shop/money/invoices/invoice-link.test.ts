import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { findInvoicesOfTransaction } from './invoice.sql.ts';
import { invoiceToken } from './invoice-address.rules.ts';
import { findInvoiceByToken } from './invoice-link.ts';

const shop = await startShop();

test('a document is found by its token, in any store, and by nothing that is nearly it', async () => {
  const { product, buy, store_id } = await shop.openStore();
  const { transaction_id } = await buy(await product());
  const [row] = await findInvoicesOfTransaction(shop.db.reader({ store_id }), transaction_id);
  assert.ok(row);
  const reader = shop.db.reader(null);
  const token = invoiceToken(row);
  assert.match(token, /^[0-9a-z]{52}$/);
  const found = await findInvoiceByToken(reader, token);
  assert.deepEqual(
    [found?.invoice_id, found?.store_id, found?.mode],
    [row.invoice_id, store_id, 'test'],
  );
  const { length } = token;
  const other = (at: number) =>
    token.slice(0, at) + (token[at] === '0' ? '1' : '0') + token.slice(at + 1);
  const nearly = Array.from({ length }, (_, at) => other(at));
  for (const text of [...nearly, '', token.slice(0, -1), `${token}0`, token.toUpperCase(), 'ä\0']) {
    assert.equal(await findInvoiceByToken(reader, text), undefined, text);
  }
});
