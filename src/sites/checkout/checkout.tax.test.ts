import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounter } from '../../../test/harness/sales/buying.ts';
import { GERMAN } from '../../../test/harness/sales/taxed.ts';
import { FROM_GERMANY, openTaxed } from '../../../test/harness/sales/taxed-counter.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

// The payment page of a German shop.

test('with tax on top, the country is asked for first; then the page says what it comes to', async () => {
  const { openSession, get, post, update, pay, paid } = await openTaxed({
    tax_behavior: 'exclusive',
  });
  const { id, path } = await openSession();
  const first = (await get(path)).text;
  assert.match(first, /Depends on your country/);
  assert.match(first, /<button class="button wide">Continue<\/button>/);
  assert.doesNotMatch(first, /card_number|[Pp]ay \$/);
  const unsaid = await post(`${path}/details`, { email: '', country: '' });
  assert.equal(unsaid.status, 400);
  assert.match(unsaid.text, /Choose your country: the tax depends on it/);
  const told = await update(path, { email: 'ada@example.com', country: 'DE' });
  assert.equal(told.status, 200);
  assert.match(told.text, /[Pp]ay \$119\.00/);
  const page = (await get(path)).text;
  assert.match(page, /VAT 19%<\/dt><dd>\$19\.00/);
  assert.match(page, /[Pp]ay \$119\.00/);
  assert.match(page, /value="ada@example\.com"/);
  assert.equal((await pay(path)).status, 303);
  const { tax, total, tax_evidence } = await paid(id);
  assert.deepEqual([tax, total, tax_evidence.is_conflicting], [19, 119, false]);
  const receipt = readable((await get(path)).text);
  assert.match(receipt, /Editor \$100\.00 VAT 19% \$19\.00 Total \$119\.00/);
});

test('with tax on top, the receipt works it out as the payment page and the invoice do', async () => {
  const { openSession, shop, get, update, pay, paid } = await openTaxed({
    tax_behavior: 'exclusive',
  });
  const states = [{ country: 'US', region: 'NY', since: '2024-01-01' }];
  await shop.call('POST /update-tax-settings', { registrations: [GERMAN, ...states] });
  const sales_tax = { tax: 'Sales tax', country: 'US', region: 'NY', rate: 8.875 };
  assert.equal((await shop.call('POST /create-tax-rate', sales_tax)).status, 200);
  await shop.call('POST /create-discount-code', { code: 'WELCOME20', discount_percentage: 20 });
  const credit = { customer_id: 'grace', amount: 4.2, currency: 'USD', reason: 'goodwill' };
  await shop.call('POST /create-customer', { customer_id: 'grace' });
  await shop.call('POST /adjust-customer-balance', credit);
  const order = { customer_id: 'grace', quantity: 2, coupon_code: 'WELCOME20' };
  const { id, path } = await openSession(order);
  await update(path, { country: 'US', state: 'NY', postal_code: '10001' });
  const asked = readable((await get(path)).text);
  assert.match(asked, /Subtotal \$200\.00 .*-\$40\.00 Sales tax 8\.875% \$14\.20 .*-\$4\.20/);
  await pay(path);
  const receipt = readable((await get(path)).text);
  assert.match(
    receipt,
    /Editor × 2 \$200\.00 Discount WELCOME20 -\$40\.00 Sales tax 8\.875% \$14\.20 .*-\$4\.20 Total \$170\.00/,
  );
  assert.doesNotMatch(receipt, /included|217\.75/);
  const { invoice_url } = await paid(id);
  const invoice = readable((await get(new URL(invoice_url).pathname)).text);
  assert.match(invoice, /\$200\.00 Discount −\$40\.00 .*Sales tax 8\.875% .*\$14\.20/);
  assert.match(invoice, /Quantity Tax Amount/);
});

test('a price with tax in it is the same for everybody; the page says how much of it is tax', async () => {
  const { openSession, get, update, pay, paid } = await openTaxed({
    ...{ price: 20, tax_behavior: 'inclusive' },
  });
  const { id, path } = await openSession();
  assert.match((await get(path)).text, /[Pp]ay \$20\.00/);
  const missing = await pay(path);
  assert.equal(missing.status, 400);
  assert.match(missing.text, /Choose your country/);
  await update(path, { country: 'DE' });
  assert.match((await get(path)).text, /VAT 19% included<\/dt><dd>\$3\.19/);
  // Another country with the payment: the total is the same, the tax is that of the country.
  assert.equal((await pay(path, { country: 'HU' })).status, 303);
  const { tax, total, tax_evidence } = await paid(id);
  assert.deepEqual([tax, total], [4.25, 20]);
  const conflict = { billing_country: 'HU', card_country: 'DE', is_conflicting: true };
  assert.deepEqual(tax_evidence, conflict);
});

test('nobody pays a price that they were not shown: another country, another window, no number', async () => {
  const { openSession, get, update, pay, paid, session, fields, post } = await openTaxed(
    { tax_behavior: 'exclusive' },
    { when_unverified: 'accept' },
  );
  const { id, path } = await openSession();
  await update(path, { country: 'US' });
  const cheap = await fields(path);
  // Priced for the United States, paid from Germany.
  const moved = await pay(path, { country: 'DE' });
  assert.equal(moved.status, 400);
  assert.match(moved.text, /The total has changed/);
  assert.match(moved.text, /[Pp]ay \$119\.00/);
  assert.equal((await session(id)).total, 119);
  const austrian = { country: 'AT', company: 'Wiener AG', tax_id: 'ATU12345675' };
  await update(path, austrian);
  const page = (await get(path)).text;
  assert.match(page, /Reverse charge: no VAT is charged/);
  assert.match(page, /[Pp]ay \$100\.00/);
  const withdrawn = await pay(path, { tax_id: '' });
  assert.match(withdrawn.text, /The total has changed/);
  assert.match(withdrawn.text, /[Pp]ay \$120\.00/);
  const card = { card_number: FROM_GERMANY, card_expiry: '12/34', card_code: '123' };
  const who = { country: 'AT', email: 'ada@example.com', tax_id: '', consent: '1' };
  const old = { ...cheap, ...card, ...who };
  assert.match((await post(`${path}/pay`, old)).text, /The total has changed/);
  assert.equal(await paid(id), undefined);
  await update(path, austrian);
  assert.equal((await pay(path)).status, 303);
  const { tax, total, tax_breakdown } = await paid(id);
  assert.deepEqual([tax, total, tax_breakdown[0].kind], [0, 100, 'reverse_charge']);
});

test('a trial shows what comes after it, with tax, and begins with that price alone', async () => {
  const { openSession, get, update, pay, session } = await openTaxed({
    ...{ tax_behavior: 'exclusive', billing_type: 'recurring', trial_days: 14, price: 10 },
  });
  const { id, path } = await openSession();
  assert.match(
    (await get(path)).text,
    /Then \$10\.00 a month from [\s\S]*Tax is added\. Cancel any time/,
  );
  await update(path, { country: 'US' });
  assert.match(
    (await get(path)).text,
    /Then \$10\.00 a month from 28 November 2026\.<\/strong>\s+Cancel any time/,
  );
  const moved = await pay(path, { country: 'DE' });
  assert.match(moved.text, /The total has changed/);
  assert.match(moved.text, /Then \$11\.90 a month from [\s\S]*Tax is included\./);
  assert.equal((await session(id)).status, 'open');
  await pay(path);
  const begun = await session(id);
  assert.deepEqual([begun.status, begun.recurring.renewal_total], ['completed', 11.9]);
});

test('a wrong tax number is said at its field, and nothing of it is kept', async () => {
  const { openSession, update, session, get, pay } = await openTaxed({ tax_behavior: 'exclusive' });
  const { id, path } = await openSession();
  await update(path, { country: 'AT' });
  const before = await session(id);
  for (const send of [update, pay]) {
    const wrong = await send(path, { country: 'AT', tax_id: 'ATU12345670' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /id="tax_id-problem"[^>]*>Check this number, or leave it empty/);
    assert.match(wrong.text, /value="ATU12345670"/);
  }
  const { updated_at: _, ...after } = await session(id);
  assert.deepEqual({ ...after, updated_at: before.updated_at }, before);
  assert.doesNotMatch((await get(path)).text, /ATU12345670/);
});

test('region and postal code are asked for where the tax depends on them, and only there', async () => {
  const { openSession, shop, get, update, pay, paid } = await openTaxed({
    tax_behavior: 'exclusive',
  });
  const canada = { country: 'CA', since: '2024-01-01' };
  const registrations = [GERMAN, canada, { ...canada, region: 'QC' }];
  await shop.call('POST /update-tax-settings', { registrations });
  const { id, path } = await openSession();
  await update(path, { country: 'NL' });
  assert.doesNotMatch((await get(path)).text, /name="state"|name="postal_code"/);
  await update(path, { country: 'ES' });
  assert.match((await get(path)).text, /name="postal_code"/);
  assert.equal((await update(path, { country: 'CA' })).status, 200);
  const asking = (await get(path)).text;
  assert.match(asking, /<select id="state" name="state"/);
  assert.match(asking, /<option value="PE">Prince Edward Island/);
  assert.match(asking, /Depends on your country/);
  assert.equal((await update(path, { state: '' })).status, 400);
  await update(path, { state: 'QC' });
  const page = (await get(path)).text;
  assert.match(page, /GST 5%<\/dt><dd>\$5\.00/);
  assert.match(page, /QST 9\.975%<\/dt><dd>\$9\.98/);
  await pay(path);
  assert.equal((await paid(id)).total, 114.98);
});

test('a store without registrations asks nobody, and an exempt or free order needs no country', async () => {
  const { openSession, shop, get, pay, session } = await openTaxed({ tax_category: 'exempt' });
  const { id, path } = await openSession();
  assert.match((await get(path)).text, /Country <span class="quiet">\(optional\)/);
  await pay(path);
  assert.equal((await session(id)).status, 'completed');
  await shop.call('POST /update-tax-settings', { registrations: [] });
  const plain = await openCounter(shop, { tax_behavior: 'exclusive' });
  const free = await plain.openSession();
  const page = (await get(free.path)).text;
  assert.doesNotMatch(page, /buying for a company|Update total|Depends on your country/);
});
