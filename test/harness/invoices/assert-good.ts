import assert from 'node:assert/strict';
import type { InvoiceDocument } from '../../../src/shop/money/invoices/invoice.rules.ts';
import { facturX } from '../../../src/shop/money/invoices/xml/factur-x.ts';
import { ubl } from '../../../src/shop/money/invoices/xml/ubl.ts';
import { brokenRules } from './business-rules.ts';
import { readModel } from './semantic-model.ts';

/** Both syntaxes break no rule and say the same. */
export function assertGood(document: InvoiceDocument) {
  const [from_ubl, from_cii] = [readModel(ubl(document)), readModel(facturX(document))];
  assert.deepEqual(brokenRules(from_ubl), []);
  assert.deepEqual(brokenRules(from_cii), []);
  assert.deepEqual(from_cii, from_ubl);
  return from_ubl;
}
