import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START, startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';
import { NUMBERS, startVies } from '../../../test/stand-ins/vies.ts';

const vies = await startVies();
const shop = await startShop({ vies_url: vies.vies_url });
const DAY_MS = 86_400_000;
const REGISTERED = {
  country: 'DE',
  registrations: [{ country: 'DE', since: '2020-01-01', tax_number: 'DE136695976' }],
};
const UNKNOWN = {
  ...{ country: null, number: null, checked_at: null, consultation_number: null },
  ...{ name: null, address: null, reason: null },
};

async function openTaxedStore() {
  const store = await openVisitedStore(shop);
  await store.must('POST /update-tax-settings', REGISTERED);
  const bill = (customer_id: string, tax_id: string, country = 'FR') =>
    store.must('POST /create-customer-billing', { customer_id, tax_id, address: { country } });
  const check = async (customer_id: string) =>
    (await store.must('GET /get-customer', { customer_id })).billing.tax_id_check;
  return { ...store, bill, check };
}

test('200: VIES is asked when a number is entered, in the seller’s name; its answer is kept with its time', async () => {
  const { bill, check, must } = await openTaxedStore();
  const before = vies.asked().length;
  const { tax_id_check } = await bill('ada', 'fr 40 303 265 045');
  assert.deepEqual(tax_id_check, {
    ...{ ...UNKNOWN, status: 'valid', country: 'FR', number: NUMBERS.valid, name: 'SA SODIMAS' },
    ...{ checked_at: '2026-11-14T09:30:00.000Z', consultation_number: 'WAPIAAAAY1' },
  });
  assert.deepEqual(vies.asked().slice(before), [
    {
      ...{ countryCode: 'FR', vatNumber: '40303265045' },
      ...{ requesterMemberStateCode: 'DE', requesterNumber: '136695976' },
    },
  ]);
  await bill('ada', NUMBERS.valid);
  assert.deepEqual(await check('ada'), tax_id_check, 'written in another way, it is the same one');
  await must('POST /create-customer-billing', { customer_id: 'ada' });
  assert.equal(vies.asked().length, before + 1, 'it is asked once');
  shop.now = START + 31 * DAY_MS;
  const again = await bill('ada', NUMBERS.valid);
  shop.now = START;
  assert.equal(again.tax_id_check.checked_at, '2026-12-15T09:30:00.000Z');
});

test('200: what was found is said: mistyped, of a country nobody knows, not looked up, not answered', async () => {
  const { bill } = await openTaxedStore();
  const before = vies.asked().length;
  const table: [tax_id: string, country: string, found: object][] = [
    ['FR41303265045', 'FR', { status: 'malformed', reason: 'wrong_check_digits' }],
    ['FR1', 'FR', { status: 'malformed', reason: 'wrong_form' }],
    ['12-3456789', 'US', { status: 'unknown', reason: 'unknown_country' }],
    [
      '974760673',
      'NO',
      { status: 'well_formed', country: 'NO', number: 'NO974760673MVA', reason: null },
    ],
  ];
  for (const [tax_id, country, found] of table) {
    const { tax_id_check } = await bill('found', tax_id, country);
    assert.deepEqual(tax_id_check, { ...UNKNOWN, ...found }, tax_id);
  }
  assert.equal(vies.asked().length, before, 'VIES is asked about none of them');
  assert.equal((await bill('no', NUMBERS.invalid)).tax_id_check.status, 'invalid');
  const { status, reason } = (await bill('down', NUMBERS.unanswered, 'IT')).tax_id_check;
  assert.deepEqual([status, reason], ['unverified', 'MS_UNAVAILABLE']);
});

test('200: a store without a registration asks nobody, until it has one: then a job asks about all', async () => {
  const { must } = await openVisitedStore(shop);
  const before = vies.asked().length;
  const details = { customer_id: 'ada', tax_id: NUMBERS.valid };
  const { tax_id_check } = await must('POST /create-customer-billing', details);
  assert.equal(tax_id_check.status, 'unverified');
  await shop.runJob('tax-numbers');
  assert.equal(vies.asked().length, before);
  await must('POST /update-tax-settings', REGISTERED);
  await shop.runJob('tax-numbers');
  assert.equal(vies.asked().length, before + 1);
  const { billing } = await must('GET /get-customer', { customer_id: 'ada' });
  assert.equal(billing.tax_id_check.status, 'valid');
});

test('200: the portal asks too, and refuses a mistyped number in words', async () => {
  const { visit, check, must } = await openTaxedStore();
  const ada = await visit('ada');
  const form = { email: 'ada@example.com', name: 'Ada', country: 'FR' };
  const refused = await ada.post('/billing', { ...form, tax_id: 'FR41303265045' });
  assert.equal(refused.status, 400);
  assert.match(readable(refused.text), /Check this tax number, or leave it empty\./);
  const both = await ada.post('/billing', { ...form, email: 'ada@', tax_id: 'FR41303265045' });
  const told = both.text.match(/<p class="problem"[^>]*>|aria-invalid="true"/g) ?? [];
  assert.ok(told.length >= 2, 'a mistyped number is told together with a mistyped address');
  assert.match(readable(both.text), /Check this tax number/);
  await ada.follow(await ada.post('/billing', { ...form, tax_id: NUMBERS.valid }));
  assert.equal((await check('ada')).status, 'valid');
  const mistyped = { customer_id: 'ada', tax_id: 'FR41303265045' };
  await must('POST /create-customer-billing', mistyped);
  await ada.follow(await ada.post('/billing', { ...form, tax_id: mistyped.tax_id }));
});
