import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTaxed } from '../../../test/harness/sales/taxed-counter.ts';

// Where the buyer is: the region of their browser, until something better is known.

const counter = await openTaxed({ tax_behavior: 'exclusive' });
const { shop, openSession, post, paid, update, product_id } = counter;
const look = (path: string, language: string) =>
  shop.send({ method: 'GET', path, headers: { 'accept-language': language } });
const chosenIn = (page: string) => /<option value="(\w+)" selected/.exec(page)?.[1];

test('the region of the browser is chosen, with its tax and its consent, and nothing is stored', async () => {
  const { id, path } = await openSession();
  const before = await shop.everything();
  const austrian = (await look(path, 'de-AT,de;q=0.9')).text;
  assert.equal(chosenIn(austrian), 'AT');
  assert.match(austrian, /USt\.\s20\s%[\s\S]*120,00[\s\S]*Zahlungspflichtig bestellen<\/button>/);
  assert.match(austrian, /id="consent"/);
  const american = (await look(path, 'en-US')).text;
  assert.equal(chosenIn(american), 'US');
  assert.match(american, /Pay \$100\.00<\/button>/);
  assert.doesNotMatch(american, /id="consent"/);
  const unknown = (await look(path, 'en')).text;
  assert.equal(chosenIn(unknown), undefined);
  assert.match(unknown, /Continue<\/button>/);
  assert.equal(await shop.everything(), before);
  const hidden = [...austrian.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const card = { card_number: '4242424242424242', card_expiry: '12/34', card_code: '123' };
  const form = { ...card, country: 'AT', email: 'ada@example.com', consent: '1' };
  const typed = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...form };
  assert.equal((await post(`${path}/pay`, typed)).status, 303);
  assert.equal((await paid(id)).total, 120);
});

test('a total that is of another country than the form is not charged', async () => {
  const { id, path } = await openSession();
  const page = (await look(path, 'en-US')).text;
  const hidden = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const card = { card_number: '4242424242424242', card_expiry: '12/34', card_code: '123' };
  const form = { ...card, country: 'AT', email: 'ada@example.com', consent: '1' };
  const typed = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...form };
  const refused = await post(`${path}/pay`, typed);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Order and pay \$120\.00<\/button>/);
  assert.equal(await paid(id), undefined);
});

test('what is known of the buyer goes before their browser', async () => {
  const { path } = await openSession();
  await update(path, { country: 'CH' });
  assert.equal(chosenIn((await look(path, 'de-AT')).text), 'CH');
  await shop.call('POST /create-customer', { customer_id: 'ada', country: 'FR' });
  const named = await openSession({ customer_id: 'ada' });
  assert.equal(chosenIn((await look(named.path, 'de-AT')).text), 'FR');
  const billing = { customer_id: 'ada', address: { country: 'DE' } };
  await shop.call('POST /create-customer-billing', billing);
  const billed = (await look(named.path, 'de-AT')).text;
  assert.equal(chosenIn(billed), 'DE', 'of which the price is, too');
  assert.match(billed, /119,00/);
});

test('the page of a payment link does the same, and has the address of its query', async () => {
  const { slug } = (await shop.call('POST /create-payment-link', { product_id })).body;
  const before = await shop.everything();
  const { text } = await look(`/test/buy/${slug}?email=ada@example.com`, 'fr-FR,fr;q=0.9');
  assert.equal(chosenIn(text), 'FR');
  assert.match(text, /value="ada@example\.com"/);
  assert.match(text, /TVA\s20\s%[\s\S]*id="consent"/);
  assert.equal(await shop.everything(), before);
});

test('a script asks what the page would be elsewhere: nothing is kept, and nobody else can', async () => {
  const { path } = await openSession();
  const link = (await shop.call('POST /create-payment-link', { product_id })).body;
  const before = await shop.everything();
  for (const page of [path, `/test/buy/${link.slug}`]) {
    const german = await post(`${page}/preview`, { country: 'DE', card_number: '4242' });
    assert.equal(german.status, 200);
    assert.match(german.text, /VAT 19%[\s\S]*id="consent"[\s\S]*Order and pay \$119\.00/);
    const company = await post(`${page}/preview`, { country: 'DE', company: 'Engines GmbH' });
    assert.doesNotMatch(company.text, /id="consent"/);
    assert.doesNotMatch((await post(`${page}/preview`, { country: 'US' })).text, /id="consent"/);
    assert.match((await post(`${page}/preview`, { country: '' })).text, /Continue<\/button>/);
    assert.equal((await post(`${page}/preview`, { country: 'Nowhere' })).status, 200);
    assert.equal((await post(`${page}/preview`, { tax_id: 'ATU12345675' })).status, 200);
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await post(`${page}/preview`, { country: 'DE' }, elsewhere)).status, 400);
    assert.equal((await look(`${page}/preview`, 'en')).status, 200);
  }
  assert.equal(await shop.everything(), before);
});

test('the page may ask its own server, and no other, and no script but ours runs', async () => {
  const { path } = await openSession();
  const { headers, text } = await look(path, 'en');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.match(policy, /connect-src 'self';/);
  assert.deepEqual(
    [...text.matchAll(/<script([^>]*)>([^<]*)</g)].map(([, where, inside]) => [where, inside]),
    [
      [' src="/card.js" defer', ''],
      [' src="/sale.js" defer', ''],
    ],
  );
});
