import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../../test/harness/invoices/pdf-pages.ts';
import { base64, PICTURES, pngOf, storeSvgLogo } from '../../../test/harness/pictures.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

const get = (url: string) => shop.send({ method: 'GET', path: new URL(url).pathname });

/** How many pictures there are in a PDF. */
async function picturesIn(url: string): Promise<number> {
  const { status, bytes } = await get(url);
  assert.equal(status, 200);
  const { pages, dictionary } = readDocument(bytes);
  const { XObject } = dictionary(pages[0]?.dictionary.Resources);
  return XObject === undefined ? 0 : Object.keys(dictionary(XObject)).length;
}

test('an invoice has the logo of the day it was issued, on its page and in its PDF, for ever', async () => {
  const { must, product, buy } = await openVisitedStore(shop);
  const product_id = await product({ price: 19.99 });
  const sell = async () => {
    const { transaction_id } = await buy(product_id);
    return (await must('GET /get-transactions', { transaction_id })).data[0];
  };
  const without = await sell();
  const { logo_url } = await must('POST /update-store', { logo: PICTURES.png });
  const first = await sell();
  await must('POST /update-store', { logo: base64(pngOf({ width: 9, height: 9 })) });
  const second = await sell();
  await must('POST /update-store', { logo: null });

  const logoOf = async ({ invoice_url }: { invoice_url: string }) => {
    const { text, headers } = await get(invoice_url);
    assert.match(String(headers['content-security-policy']), /img-src 'self' data:;/);
    return /<img class="logo" src="([^"]+)"/.exec(text)?.[1];
  };
  assert.equal(await logoOf(without), undefined);
  assert.equal(await logoOf(first), new URL(logo_url).pathname);
  const [before, after] = [await logoOf(first), await logoOf(second)];
  assert(after !== undefined && after !== before);
  assert.equal((await shop.send({ method: 'GET', path: after })).status, 200);
  assert.equal(await picturesIn(without.invoice_pdf_url), 0);
  assert.equal(await picturesIn(first.invoice_pdf_url), 1);
  assert.equal(await picturesIn(second.invoice_pdf_url), 1);
});

test('a logo that no PDF can contain is on the page, and the PDF has the name', async () => {
  const { must, product, buy } = await openVisitedStore(shop);
  const product_id = await product({ price: 19.99 });
  const large = base64(pngOf({ width: 4, height: 4 }, { rest: 60_000 }));
  const { store_id } = await must('GET /get-store');
  for (const setLogo of [
    () => must('POST /update-store', { logo: PICTURES.webp }),
    () => must('POST /update-store', { logo: large }),
    () => storeSvgLogo(shop.db, store_id),
  ]) {
    await setLogo();
    const { transaction_id } = await buy(product_id);
    const [sale] = (await must('GET /get-transactions', { transaction_id })).data;
    assert.match((await get(sale.invoice_url)).text, /<img class="logo"/);
    assert.equal(await picturesIn(sale.invoice_pdf_url), 0);
  }
});
