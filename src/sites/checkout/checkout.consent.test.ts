import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTaxed } from '../../../test/harness/sales/taxed-counter.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

// Where the law protects consumers: consent to delivery at once, and a button that says "pay".

test('a consumer in Germany agrees before paying; text, country and time are kept', async () => {
  const { openSession, get, post, fields, update, pay, session } = await openTaxed({});
  const { id, path } = await openSession();
  await update(path, { country: 'DE' });
  const page = (await get(path)).text;
  assert.match(page, /type="checkbox" id="consent" name="consent" value="1" required>/);
  assert.match(page, /Order and pay \$100\.00<\/button>/);
  const unticked = { ...(await fields(path)), email: 'ada@example.com', card_number: '4242' };
  const refused = await post(`${path}/pay`, unticked);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /href="#consent">Tick the box to go on\./);
  assert.match(refused.text, /href="#card_number"/, 'all mistakes in one round');
  assert.equal((await session(id)).consent, null);
  assert.equal((await pay(path)).status, 303);
  const { consent, completed_at } = await session(id);
  assert.match(consent.text, /I want it delivered immediately/);
  assert.deepEqual(
    [consent.country, consent.language, consent.given_at],
    ['DE', 'en', completed_at],
  );
});

test('a consumer whose country is known agrees also if the form does not say it again', async () => {
  const { openSession, post, fields, update, session, shop } = await openTaxed({});
  const registrations = [{ country: 'DE', since: '2020-01-01' }];
  const seller = { country: 'US', registrations };
  const { status, text } = await shop.call('POST /update-tax-settings', seller);
  assert.equal(status, 200, text);
  const { id, path } = await openSession();
  await update(path, { country: 'DE' });
  const { country: _, ...form } = await fields(path);
  const card = { card_number: '4242424242424242', card_expiry: '12/34', card_code: '123' };
  const paying = { ...form, ...card, email: 'ada@example.com' };
  const refused = await post(`${path}/pay`, paying);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /href="#consent">[\s\S]*type="checkbox" id="consent"/);
  assert.equal((await post(`${path}/pay`, { ...paying, consent: '1' })).status, 303);
  assert.equal((await session(id)).consent.country, 'DE');
});

test('who need not agree: a company, somebody elsewhere, and who pays nothing', async () => {
  const { openSession, get, update, shop } = await openTaxed({});
  const { path } = await openSession();
  await update(path, { country: 'US' });
  const american = (await get(path)).text;
  assert.doesNotMatch(american, /id="consent"/);
  assert.match(american, /Pay \$100\.00<\/button>/);
  await update(path, { country: 'CH' });
  assert.doesNotMatch((await get(path)).text, /id="consent"/, 'no such right in Switzerland');
  await update(path, { country: 'DE', company: 'Analytical Engines GmbH' });
  assert.doesNotMatch((await get(path)).text, /id="consent"/);
  const product = { name: 'Free', description: '', price: 0, currency: 'USD' };
  const { product_id } = (await shop.call('POST /create-product', product)).body;
  const free = await openSession({ product_id });
  assert.doesNotMatch((await get(free.path)).text, /id="consent"/);
});

test('a trial in Austria says that it is to be paid; a service has its own words', async () => {
  const { openSession, get, update, pay, session } = await openTaxed({
    ...{ billing_type: 'recurring', trial_days: 14 },
  });
  const { id, path } = await openSession();
  await update(path, { country: 'AT' });
  const page = (await get(path)).text;
  assert.match(page, /Order with obligation to pay<\/button>/);
  const before = readable(page.slice(page.indexOf('class="recap"')));
  assert.match(
    before,
    /Then \$100\.00 a month from 28 November 2026\. Your subscription renews.* \$0\.00 Order with/s,
  );
  await pay(path);
  assert.match((await session(id)).consent.text, /I want the service to begin immediately/);
});

test('in a shop without taxes too, the page asks for the consent that the payment wants', async () => {
  const { openSession, get, post, fields, session, shop } = await openTaxed({});
  const none = await shop.call('POST /update-tax-settings', { country: null, registrations: [] });
  assert.equal(none.status, 200, none.text);
  const card = { card_number: '4242424242424242', card_expiry: '12/34', card_code: '123' };
  const address = { country: 'GB' };
  for (const [customer_id, company] of [
    ['ada', null] as const,
    ['engines', 'Engines Ltd'] as const,
  ]) {
    const billing = { customer_id, company, address };
    await shop.call('POST /create-customer-billing', billing);
    const { id, path } = await openSession({ customer_id });
    const is_asked = /id="consent"/.test((await get(path)).text);
    assert.equal(is_asked, company === null, 'a company has no such right');
    const form = { ...(await fields(path)), ...card, email: 'ada@example.com', country: '' };
    const paid = await post(`${path}/pay`, { ...form, ...(is_asked && { consent: '1' }) });
    assert.equal(paid.status, 303);
    assert.equal((await session(id)).consent?.country, is_asked ? 'GB' : undefined);
  }
});
