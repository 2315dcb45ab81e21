import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { BUYER, invoiceOf } from '../../../../../test/harness/invoices/documents.ts';
import { LIMITS } from '../../../../platform/core/limits.ts';
import type { InvoiceDocument } from '../invoice.rules.ts';
import { fontsWith } from './fonts.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { createPdfThread } from './pdf-thread.ts';
import { createPdfs } from './pdfs.ts';

const MONO = readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')));
const here = { fonts: fontsWith() };
const order = (number: string, requested_by = '192.0.2.1') => ({
  name: number,
  document: invoiceOf({ number }),
  logo: undefined,
  requested_by,
});

describe('the thread that makes PDFs', () => {
  // It ends whenever there is nothing to do.
  const thread = createPdfThread({ more_fonts: [MONO], timeout_ms: 60_000, idle_ms: 0 });
  after(thread.stop);

  test('makes the same bytes as here; a font that is not needed changes nothing', async () => {
    const document = invoiceOf({ buyer: { ...BUYER, name: 'Αθήνα Пловдив' } });
    const made = await thread.make({ document, logo: undefined });
    assert.ok(made.equals(await invoicePdf(document, here)));
  });

  test('is started again when it has ended; a document that cannot be drawn fails alone', async () => {
    await setTimeout(20);
    const broken = { ...invoiceOf(), lines: undefined } as unknown as InvoiceDocument;
    const [failed, made] = await Promise.allSettled([
      thread.make({ document: broken, logo: undefined }),
      thread.make({ document: invoiceOf(), logo: undefined }),
    ]);
    assert.equal(failed.status, 'rejected');
    assert.equal(made.status, 'fulfilled');
  });

  test('one that takes too long fails, and the next one gets a new thread', async () => {
    const hasty = createPdfThread({ more_fonts: [], timeout_ms: 1, idle_ms: 60_000 });
    const job = { document: invoiceOf(), logo: undefined };
    const ends = await Promise.allSettled([hasty.make(job), hasty.make(job)]);
    assert.deepEqual(
      ends.map((end) => end.status === 'rejected' && end.reason.message),
      ['a PDF took too long', 'a PDF took too long'],
    );
    await hasty.stop();
  });

  test('stopping fails what waits, and nothing hangs', async () => {
    const stopped = createPdfThread({ more_fonts: [], timeout_ms: 60_000, idle_ms: 60_000 });
    const job = { document: invoiceOf(), logo: undefined };
    const ends = Promise.allSettled([stopped.make(job), stopped.make(job)]);
    await stopped.stop();
    assert.deepEqual(
      (await ends).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });
});

describe('PDFs that are asked for', () => {
  const pdfs = createPdfs();
  after(pdfs.stop);

  test('the same one is made once, however many ask for it, and kept for those who ask later', async () => {
    const [one, two] = await Promise.all([pdfs.pdfOf(order('A-1')), pdfs.pdfOf(order('A-1'))]);
    assert.ok(one && one === two);
    assert.equal(await pdfs.pdfOf(order('A-1')), one);
  });

  test('an address may have a few waiting, and all together not too many', async () => {
    const few = LIMITS.pdfs_waiting_per_address;
    const askAll = (count: number, requested_by: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => pdfs.pdfOf(order(`B-${at}`, requested_by(at))));
    const of_one = askAll(few + 2, (at) => `2001:db8::${at}`);
    assert.equal(of_one.filter((pdf) => pdf === undefined).length, 2, 'a network is one address');
    const of_many = askAll(LIMITS.pdfs_waiting + 1, (at) => `192.0.2.${at}`);
    assert.equal(of_many.filter((pdf) => pdf === undefined).length, 1);
    assert.ok((await Promise.all([...of_one, ...of_many])).filter(Boolean).length > few);
    assert.ok(await pdfs.pdfOf(order(`B-${LIMITS.pdfs_waiting}`, '192.0.2.7')));
  });
});
