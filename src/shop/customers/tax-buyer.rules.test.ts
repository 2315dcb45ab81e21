import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taxBuyerOf } from './tax-buyer.rules.ts';

test('the billing address says where a customer is, else the country of the customer', () => {
  const none = { line1: null, line2: null, city: null };
  const billingOf = (address: object | null, tax_id: string | null = null) => ({
    ...{ billing_id: 'bill_1', customer_id: 'ada', email: null, name: null, company: null },
    ...{ phone: null, tax_id, tax_number: null, vies_due_at: null, created_at: 0, updated_at: 0 },
    address: address && JSON.stringify({ ...none, ...address }),
  });
  const placed = (country: string | null, address: object | null) =>
    taxBuyerOf({ customer: { country }, billing: billingOf(address) }).address;
  assert.equal(taxBuyerOf(undefined).address, null);
  assert.equal(taxBuyerOf({ customer: { country: null }, billing: undefined }).address, null);
  const canada = { country: 'CA', state: 'QC', postal_code: 'H2X 1Y4' };
  const written = { country: 'CA', region: 'QC', postal_code: 'H2X 1Y4' };
  assert.deepEqual(placed('FR', canada), written);
  assert.deepEqual(placed('CA', { ...canada, country: null }), written);
  assert.deepEqual(placed('FR', null), { country: 'FR', region: null, postal_code: null });
  const old = billingOf({ country: 'FR', state: null, postal_code: null }, 'FR 40 303 265 045');
  const buyer = taxBuyerOf({ customer: { country: null }, billing: old });
  assert.equal(buyer.tax_number?.well_formed?.number, 'FR40303265045', 'set by an older Kassa');
});
