import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Answer } from '../../../test/harness/answer.ts';
import { brokenRules } from '../../../test/harness/invoices/business-rules.ts';
import { allText, readDocument } from '../../../test/harness/invoices/pdf-pages.ts';
import { readModel } from '../../../test/harness/invoices/semantic-model.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const COMPANY = {
  company: 'Analytical Engines Ltd',
  name: 'Ada Lovelace',
  address: { line1: '12 St James’s Square', city: 'London', country: 'GB' },
};

let shop: Shop;
let store: Awaited<ReturnType<typeof openVisitedStore>>;
let bought: Answer['body'];
before(async () => {
  shop = await startShop();
  store = await openVisitedStore(shop);
  await store.visit('ada', COMPANY);
  bought = await buy();
});

/** The transaction of a purchase by Ada. */
async function buy() {
  const product_id = await store.product({ name: 'Photo editor', price: 19.99 });
  const { transaction_id } = await store.buy(product_id);
  return (await store.must('GET /get-transactions', { transaction_id })).data[0];
}

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.send({ method: 'GET', path: new URL(url).pathname, headers });

describe('the address of an invoice', () => {
  test('is in the records of the payment and of the invoice, and nobody can guess it', async () => {
    const { invoice_url, invoice_pdf_url, transaction_id } = bought;
    const [invoice] = (await store.must('GET /list-invoices', { transaction_id })).data;
    assert.match(invoice_url, /^https:\/\/localhost:\d+\/invoice\/[0-9a-hjkmnp-tv-z]{52}$/);
    assert.equal(invoice_pdf_url, `${invoice_url}/invoice.pdf`);
    assert.deepEqual(
      [invoice.invoice_url, invoice.invoice_pdf_url],
      [invoice_url, invoice_pdf_url],
    );
    const { body } = await store.ask('GET /get-invoice', { invoice_id: invoice.invoice_id });
    assert.deepEqual(body, invoice);
    const other = await buy();
    const secret = (url: string) => url.slice(-24);
    assert.notEqual(secret(other.invoice_url), secret(invoice_url));
  });

  test('shows a page and a PDF that say the same, without a key', async () => {
    const page = await get(bought.invoice_url);
    const pdf = await get(bought.invoice_pdf_url);
    assert.deepEqual([page.status, pdf.status], [200, 200]);
    const text = allText(readDocument(pdf.bytes));
    for (const words of ['INV-0001', 'Analytical Engines Ltd', 'Photo editor', '€19.99']) {
      assert.ok(readable(page.text).includes(words), words);
      assert.ok(text.includes(words), words);
    }
    assert.ok(pdf.bytes.length < 100_000);
    const path = new URL(bought.invoice_pdf_url).pathname;
    assert.ok(page.text.includes(`href="${path}"`));
  });

  test('tells browsers to keep what it shows to themselves', async () => {
    const page = await get(bought.invoice_url);
    const pdf = await get(bought.invoice_pdf_url);
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(pdf.headers['content-type'], 'application/pdf');
    assert.equal(pdf.headers['content-disposition'], 'inline; filename="INV-0001.pdf"');
    assert.equal(pdf.headers['cache-control'], 'private, no-cache');
    assert.equal(pdf.headers['x-robots-tag'], 'noindex');
    for (const { headers } of [page, pdf]) {
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
  });

  test('gives the same bytes each time: after a change of the customer and a restart too', async () => {
    const first = await get(bought.invoice_pdf_url);
    const page = await get(bought.invoice_url);
    await store.visit('ada', { name: 'Somebody Else', address: { country: 'DE' } });
    await store.must('POST /update-customer', { customer_id: 'ada', name: 'Somebody Else' });
    await shop.restart();
    const again = await get(bought.invoice_pdf_url);
    assert.ok(again.bytes.equals(first.bytes));
    assert.equal(again.headers.etag, first.headers.etag);
    assert.equal((await get(bought.invoice_url)).text, page.text);
    await store.visit('ada', COMPANY);
  });

  test('sends nothing that is there already, and the whole to those who want a part', async () => {
    const { headers, bytes } = await get(bought.invoice_pdf_url);
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const same = await get(bought.invoice_pdf_url, { 'if-none-match': known });
      assert.deepEqual([same.status, same.bytes.length], [304, 0], known);
    }
    const other = await get(bought.invoice_pdf_url, { 'if-none-match': '"other"' });
    assert.equal(other.status, 200);
    for (const range of ['bytes=0-9', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'lines=1']) {
      const answer = await get(bought.invoice_pdf_url, { range });
      assert.deepEqual([answer.status, answer.bytes.length], [200, bytes.length], range);
      assert.equal(answer.headers['accept-ranges'], 'none');
    }
  });
});

test('the electronic invoice is a file of its own, where the seller has said enough for one', async () => {
  const own = await openVisitedStore(shop);
  const seller = { country: 'DE', legal_name: 'Kessler GmbH' };
  const registration = { scheme: 'standard', country: 'DE', since: '2020-01-01' };
  const registrations = [{ ...registration, tax_number: 'DE136695976' }];
  await own.must('POST /update-tax-settings', { ...seller, registrations });
  await own.visit('ada', { ...COMPANY, address: { city: 'Ulm', country: 'DE' } });
  const { transaction_id } = await own.buy(await own.product());
  const [invoice] = (await own.must('GET /list-invoices', { transaction_id })).data;
  assert.equal(invoice.invoice_xml_url, `${invoice.invoice_url}/invoice.xml`);
  const { status, headers, text } = await get(invoice.invoice_xml_url);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/xml');
  assert.equal(headers['content-disposition'], 'attachment; filename="INV-0001.xml"');
  assert.deepEqual(brokenRules(readModel(text)), []);
  assert.match((await get(invoice.invoice_url)).text, /href="[^"]*\/invoice\.xml"/);
  const none = await get(`${bought.invoice_url}/invoice.xml`);
  assert.equal(none.status, 404);
  assert.match(none.text, /has no electronic form/);
});

describe('what is no address of an invoice', () => {
  test('is answered alike, whatever is wrong with it', async () => {
    const path = new URL(bought.invoice_url).pathname;
    const wrong_secret = path.slice(0, -1) + (path.endsWith('0') ? '1' : '0');
    const [invoice] = (await store.must('GET /list-invoices', {})).data;
    const addresses = [
      wrong_secret,
      ...[
        path.slice(0, -1),
        `${path}0`,
        `/invoice/${path.slice(9).toUpperCase()}`,
        `${path}/..`,
        `${path}%00`,
      ],
      ...['/invoice/', '/invoice/INV-0001', `/invoice/${invoice.invoice_id}`, '/invoice/%ff'],
      `/invoice/${'0'.repeat(52)}`,
      `/invoice/${'9'.repeat(5_000)}`,
    ];
    for (const address of addresses) {
      for (const below of ['', '/invoice.pdf', '/invoice.xml']) {
        const answer = await shop.send({ method: 'GET', path: address + below });
        assert.equal(answer.status, 404, address + below);
        assert.match(answer.text, /Invoice not found/);
      }
    }
    for (const below of ['/invoice_pdf', '/invoiceXpdf', '/invoice.pdf/x', '/invoice.doc', '/..']) {
      assert.equal((await shop.send({ method: 'GET', path: path + below })).status, 404, below);
    }
  });

  test('nor do other methods do anything; HEAD has the headers of GET', async () => {
    const before = await shop.everything();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const url of [bought.invoice_url, bought.invoice_pdf_url]) {
        const answer = await shop.send({ method, path: new URL(url).pathname }, 'x=1');
        assert.equal(answer.status, 400, method);
        assert.match(answer.text, /This page cannot be used like this/);
      }
    }
    const { pathname } = new URL(bought.invoice_pdf_url);
    const head = await shop.send({ method: 'HEAD', path: pathname });
    const whole = await get(bought.invoice_pdf_url);
    assert.equal(head.bytes.length, 0);
    assert.equal(head.headers['content-length'], String(whole.bytes.length));
    assert.equal(await shop.everything(), before);
  });
});

test('many who ask at once are served in turn or asked to wait, and others are not held up', async () => {
  const urls: string[] = [];
  for (let at = 0; at < 20; at++) urls.push((await buy()).invoice_pdf_url);
  const asked = Promise.all([...urls, ...urls].map((url) => get(url)));
  const { product_id } = bought;
  const look_up = await store.ask('GET /get-product', { product_id });
  assert.equal(look_up.status, 200);
  const answers = await asked;
  assert.ok(answers.every(({ status }) => status === 200 || status === 429));
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers, text } of refused) {
    assert.equal(headers['retry-after'], '2');
    assert.match(text, /One moment, please/);
  }
  for (const url of urls) {
    let answer = await get(url);
    while (answer.status === 429) answer = await get(url);
    assert.equal(answer.headers['content-type'], 'application/pdf');
  }
});

test('a link is opened a few times a second, and not without end', async () => {
  const limited = await startShop({ rate_limit: { rate_per_second: 100, burst: 200 } });
  const own = await openVisitedStore(limited);
  const { transaction_id } = await own.buy(await own.product());
  const [{ invoice_url }] = (await own.must('GET /get-transactions', { transaction_id })).data;
  const path = new URL(invoice_url).pathname;
  const answers = [];
  for (let at = 0; at < 70; at++) answers.push(await limited.send({ method: 'GET', path }));
  const last = answers.at(-1);
  assert.equal(last?.status, 429);
  assert.match(String(last?.headers['retry-after']), /^\d+$/);
  assert.equal(answers[0]?.status, 200);
});
