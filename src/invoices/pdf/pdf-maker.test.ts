import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { invoiceOf } from '../../../test/invoices/documents.ts';
import { fontsWith } from './fonts.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { pdfMaker } from './pdf-maker.ts';

const MONO = readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')));

test('makes what invoicePdf makes; a font that is not needed changes nothing', async () => {
  const made = await invoicePdf(invoiceOf(), { fonts: fontsWith() });
  assert.ok(made.equals(await pdfMaker()(invoiceOf())));
  assert.ok(made.equals(await pdfMaker([MONO])(invoiceOf())));
});

test('a font that cannot be embedded is refused at once, before there is a document', () => {
  assert.throws(() => pdfMaker([MONO, Buffer.from('wOFF, not a TrueType font')]), /TrueType/);
});

test('loads nothing before the first document', () => {
  const script = `
    const { pdfMaker } = await import(${JSON.stringify(import.meta.resolve('./pdf-maker.ts'))});
    pdfMaker();
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await pdfMaker()(${JSON.stringify(invoiceOf())});
    console.log(loaded.some((url) => url.includes('/pdfkit/')));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname });
  assert.equal(String(stdout).trim(), 'true', String(stderr));
});
