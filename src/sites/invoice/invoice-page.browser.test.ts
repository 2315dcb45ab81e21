import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { BUYER, CARD, invoiceOf, lineOf } from '../../../test/harness/invoices/documents.ts';
import { axeProblems } from '../../../test/harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../../../test/harness/visits/browser.ts';
import { fitsPhones } from '../../../test/harness/visits/layout.ts';
import { creditRefund } from '../../shop/money/invoices/credit-note.rules.ts';
import { LANGUAGES } from '../../shop/money/invoices/invoice.rules.ts';
import { invoicePage, invoiceStyle } from './invoice-page.ts';

const lines = [
  lineOf(10_000, 19_000, { quantity: 3, unit_price_minor: 3_833, discount_minor: 1_500 }),
  lineOf(4_500, 7_000, { description: 'חברת תוכנה בע״מ (Handbuch)' }),
  lineOf(1_200, 0, { tax_kind: 'exempt', exemption_reason: '§ 4 Nr. 21 UStG' }),
];
const long_name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2);
const view = {
  document: invoiceOf({ language: 'de', lines, buyer: { ...BUYER, name: long_name } }),
  base_path: '',
  pdf_url: '/invoice.pdf',
  xml_url: '/invoice.xml',
};

const style = readFileSync(new URL('../shared/style.css', import.meta.url));
const server = createServer((asked, answer) => {
  if (asked.url === '/style.css')
    return void answer.setHeader('Content-Type', 'text/css').end(style);
  const {
    type,
    body,
    headers = {},
  } = asked.url === '/invoice.css' ? styleAnswer : invoicePage({ ...view, document: shown });
  answer.writeHead(200, { ...headers, 'Content-Type': type }).end(body);
});
let shown = view.document;
let styleAnswer: ReturnType<typeof invoicePage>;
let address: string;

before(async () => {
  styleAnswer = (await invoiceStyle.serve(undefined as never)) as typeof styleAnswer;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

describe('the page of an invoice', () => {
  for (const { color_scheme, width } of LOOKS) {
    test(`is accessible and nothing sticks out: ${color_scheme}, ${width} wide`, async () => {
      const { page, complaints } = await openPage({ color_scheme, width });
      await page.goto(`${address}/`);
      await screenshot(page, `invoice-${color_scheme}-${width}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
      assert.equal(await page.locator('html').getAttribute('lang'), 'de');
      assert.deepEqual(complaints, []);
      assert.deepEqual(await axeProblems(page), []);
    });
  }

  test('a credit note fits a phone in every language, with its heading on one line', async () => {
    const { page } = await openPage({ width: 375 });
    const paid = { amount_minor: 5_950, payments: [{ ...CARD, amount_minor: 5_950 }] };
    const refund = {
      ...paid,
      number: 'INV-0043',
      issued_on: '2026-11-20',
      transaction_id: 'txn_2',
    };
    for (const language of LANGUAGES) {
      shown = creditRefund(invoiceOf({ language }), [], refund);
      await page.goto(`${address}/`);
      await fitsPhones(page, language);
      const [height, line] = await page.evaluate<[number, number]>(
        "(h1 => [h1.clientHeight, parseFloat(getComputedStyle(h1).lineHeight)])(document.querySelector('h1'))",
      );
      assert.ok(height < 1.5 * line, `${language}: ${height}`);
      if (language === 'de') await screenshot(page, 'credit-note-phone');
    }
    shown = view.document;
  });

  test('on paper it is light, without links, and one sheet', async () => {
    const { page } = await openPage({ color_scheme: 'dark' });
    await page.goto(`${address}/`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await page.locator('.files').isVisible(), false);
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    assert.equal(ground, 'rgb(255, 255, 255)');
    const paper = await page.pdf({ preferCSSPageSize: true });
    assert.equal(paper.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1);
  });
});
