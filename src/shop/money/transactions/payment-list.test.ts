import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../../test/harness/visits/visiting.ts';

const shop = await startShop();

test("the portal's list of payments leads to the documents that the API names, and to nobody else's", async () => {
  const store = await openVisitedStore(shop);
  const ada = await store.visit('ada', { name: 'Ada Lovelace', address: { country: 'GB' } });
  const first = await store.buy(await store.product({ name: 'Brush' }));
  const second = await store.buy(await store.product({ name: 'Canvas & frame' }));
  await store.refund(first.transaction_id);
  const [invoice] = (
    await store.must('GET /list-invoices', { transaction_id: second.transaction_id })
  ).data;
  await ada.post(`/invoice/${invoice.invoice_id}/correct`, { company: 'Ada Ltd', name: 'Ada' });
  await store.buy(await store.product({ name: 'Easel' }), { customer_id: 'bob' });

  const { data } = await store.must('GET /get-transactions', { customer_id: 'ada' });
  const named = data.flatMap((one: { invoice_url: string; invoice_pdf_url: string }) => [
    new URL(one.invoice_url).pathname,
    new URL(one.invoice_pdf_url).pathname,
  ]);
  assert.equal(named.length, 6);
  for (const below of ['', '/payments']) {
    const { text } = await ada.get(below);
    const links = [...text.matchAll(/href="(\/invoice\/[^"]+)"/g)].map(([, path]) => path);
    assert.deepEqual(links, named, below);
    assert.match(
      readable(text),
      /Brush Refunded .*Credit note.* Canvas & frame Paid .*Invoice.* Brush Refunded .*Invoice/,
    );
    assert.doesNotMatch(text, /Easel/);
  }
});
