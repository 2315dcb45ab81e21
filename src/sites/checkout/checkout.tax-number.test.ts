import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTaxed } from '../../../test/harness/sales/taxed-counter.ts';
import { NUMBERS, startVies } from '../../../test/stand-ins/vies.ts';

// What a tax number is worth on the payment page: VIES is asked when it is entered, never while a
// payment waits.

const vies = await startVies();
const terms = { tax_behavior: 'exclusive' };
const counter = await openTaxed(terms, {}, { vies_url: vies.vies_url });
const { openSession, get, update, pay, paid, customer, shop } = counter;

test('a number that VIES knows takes the tax away, and is kept with its answer', async () => {
  const { id, path, customer_id } = await openSession();
  await update(path, { country: 'FR', email: 'ada@example.com' });
  assert.match((await get(path)).text, /[Pp]ay \$120\.00/);
  await update(path, { company: 'SODIMAS', tax_id: NUMBERS.valid });
  assert.match((await get(path)).text, /Reverse charge: no VAT is charged[\s\S]*[Pp]ay \$100\.00/);
  const asked = vies.asked().length;
  await pay(path);
  assert.equal(vies.asked().length, asked, 'nobody is asked while a payment waits');
  const { total, tax_breakdown } = await paid(id);
  assert.deepEqual([total, tax_breakdown[0].kind], [100, 'reverse_charge']);
  const { billing } = await customer(customer_id);
  assert.deepEqual([billing.company, billing.tax_id], ['SODIMAS', NUMBERS.valid]);
  assert.equal(billing.tax_id_check.status, 'valid');
});

test('one that VIES does not know, or cannot tell about, is charged, and the page says why', async () => {
  const { path } = await openSession();
  await update(path, { country: 'FR', tax_id: NUMBERS.invalid });
  const unknown = (await get(path)).text;
  assert.match(unknown, /does not know this number, so tax is charged/);
  assert.match(unknown, /[Pp]ay \$120\.00/);
  await update(path, { country: 'IT', tax_id: NUMBERS.unanswered });
  const silent = (await get(path)).text;
  assert.match(silent, /could not be verified yet, so tax is charged/);
  assert.match(silent, /[Pp]ay \$122\.00/);
  await shop.call('POST /update-tax-settings', { when_unverified: 'accept' });
  assert.match((await get(path)).text, /[Pp]ay \$100\.00/);
  await shop.call('POST /update-tax-settings', { when_unverified: 'charge' });
});

test('a number that is entered with the payment is looked at first; the price it makes is shown', async () => {
  const { id, path } = await openSession();
  await update(path, { country: 'FR', email: 'ada@example.com' });
  const shown = await pay(path, { tax_id: NUMBERS.valid });
  assert.match(shown.text, /The total has changed/);
  assert.match(shown.text, /[Pp]ay \$100\.00/);
  assert.equal(await paid(id), undefined);
  assert.equal((await pay(path)).status, 303);
  assert.equal((await paid(id)).total, 100);
});
