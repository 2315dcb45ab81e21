import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const settings = async () => (await shop.call('GET /get-tax-settings')).body;
const rates = async () => (await shop.call('GET /list-tax-rates')).body.data;

const PROFILE = {
  ...{ legal_name: 'Engines GmbH', email: 'tax@example.com', 'address.line1': '1 Main Street' },
  ...{ 'address.line2': '', 'address.city': 'Ulm', 'address.state': '', country: 'DE' },
  ...{ 'address.postal_code': '89073', tax_number: '29/815', company_number: 'HRB 1234' },
  ...{ prices_include_tax: 'on', when_unverified: 'accept' },
};
const GERMANY = {
  scheme: 'standard',
  country: 'DE',
  since: '2020-01-01',
  tax_number: 'DE136695976',
};
const OSS = { scheme: 'oss', country: 'DE', since: '2026-01-01', until: '2030-12-31' };

test('who the seller is: the API reads what the form says, and it can be cleared', async () => {
  const owner = await signedIn(shop);
  await owner.follow(await owner.post('/taxes', PROFILE));
  const { object, registrations, registrations_confirmed, ...profile } = await settings();
  assert.equal(registrations_confirmed, false, 'the form says nothing about them');
  const address = { line1: '1 Main Street', line2: null, city: 'Ulm', state: null };
  assert.deepEqual(profile, {
    ...{ legal_name: 'Engines GmbH', email: 'tax@example.com', country: 'DE' },
    ...{ tax_number: '29/815', company_number: 'HRB 1234', when_unverified: 'accept' },
    ...{ prices_include_tax: true, address: { ...address, postal_code: '89073' } },
  });
  const page = await owner.page('/taxes');
  assert.match(page, /name="address.city" value="Ulm"/);
  assert.match(page, /value="DE" selected/);
  await owner.post('/taxes', { when_unverified: 'charge' });
  const cleared = await settings();
  for (const name of ['legal_name', 'email', 'address', 'country', 'company_number']) {
    assert.equal(cleared[name], null, name);
  }
  assert.equal(cleared.prices_include_tax, false);
  const wrong = { ...PROFILE, email: 'nobody', 'address.postal_code': 'x'.repeat(21) };
  const { status, text } = await owner.post('/taxes', wrong);
  assert.equal(status, 400);
  assert.match(text, /id="address.postal_code-problem"/);
  assert.match(text, /id="email-problem"/);
  assert.deepEqual(await settings(), cleared);
});

test('registrations are added, changed and removed one by one', async () => {
  const owner = await signedIn(shop);
  await owner.post('/taxes', PROFILE);
  for (const one of [GERMANY, OSS]) {
    await owner.follow(await owner.post('/taxes/registrations/new', one));
  }
  const nothing = { region: null, until: null, tax_number: null };
  const [germany, oss] = (await settings()).registrations;
  assert.deepEqual(germany, { ...nothing, ...GERMANY });
  assert.deepEqual(oss, { ...nothing, ...OSS });
  assert.match(readable(await owner.page('/taxes')), /Germany.*Standard.*One-Stop-Shop/s);
  const wrong = await owner.post('/taxes/registrations/new', {
    ...{ scheme: 'standard', country: 'ZZ', since: 'soon', tax_number: 'x'.repeat(51) },
  });
  assert.equal(wrong.status, 400);
  for (const name of ['country', 'since', 'tax_number']) {
    assert.match(wrong.text, new RegExp(`<a href="#${name}">.*id="${name}-problem"`, 's'), name);
  }
  assert.match(await owner.page('/taxes/registrations/1'), /name="until" value="2030-12-31"/);
  await owner.follow(await owner.post('/taxes/registrations/1', { ...OSS, until: '' }));
  assert.equal((await settings()).registrations[1].until, null);
  const { mark } = await owner.hidden('/taxes/registrations/0/remove');
  await owner.follow(await owner.post('/taxes/registrations/0/remove', { mark }));
  assert.deepEqual(
    (await settings()).registrations.map(({ scheme }: { scheme: string }) => scheme),
    ['oss'],
  );
  const again = await owner.post('/taxes/registrations/0/remove', { mark });
  assert.equal(again.status, 404, 'another one is not removed in its place');
  assert.equal((await owner.get('/taxes/registrations/7')).status, 404);
  await shop.call('POST /update-tax-settings', { registrations: [] });
});

test('rates of the store are made, listed and deleted', async () => {
  const owner = await signedIn(shop);
  const form = { country: 'US', region: 'NY', tax: 'Sales tax', rate: '8.875', tax_category: '' };
  const days = { valid_from: '2026-01-01', valid_until: '' };
  await owner.follow(await owner.post('/taxes/rates/new', { ...form, ...days }));
  const [{ tax_rate_id, object, created_at, ...rate }] = await rates();
  assert.deepEqual(rate, {
    ...{ country: 'US', region: 'NY', tax: 'Sales tax', rate: 8.875, tax_category: null },
    ...{ valid_from: '2026-01-01', valid_until: null },
  });
  assert.match(readable(await owner.page('/taxes/rates')), /United States.*Sales tax.*8\.875 %/s);
  assert.match((await owner.get('/taxes/rates.csv')).text, /US,NY,Sales tax,8.875/);
  const wrong = await owner.post('/taxes/rates/new', {
    ...form,
    rate: '101',
    tax: '',
    country: '',
  });
  for (const name of ['rate', 'tax', 'country']) {
    assert.match(wrong.text, new RegExp(`id="${name}-problem"`), name);
  }
  const at = `/taxes/rates/${tax_rate_id}/delete`;
  assert.match(readable(await owner.page(at)), /What was sold with it keeps it/);
  const other = await signedIn(shop, { store_id: (await shop.makeStore('test')).store_id });
  assert.equal((await other.get(at)).status, 404);
  assert.equal((await other.post(at, {})).status, 404);
  for (const role of ['support', 'viewer'] as const) {
    const person = await signedIn(shop, { role });
    assert.doesNotMatch(await person.page('/taxes/rates'), /rates\/new|\/delete/);
    assert.equal((await person.post(at, {})).status, 403);
    assert.equal((await person.post('/taxes/rates/new', form)).status, 403);
  }
  await owner.follow(await owner.post(at, {}));
  assert.deepEqual(await rates(), []);
});

test('the report of a period is shown, and is a CSV; a wrong period is said at its field', async () => {
  const viewer = await signedIn(shop, { role: 'viewer' });
  assert.match(await viewer.page('/taxes/report'), /name="from" value="2026-07-01"/);
  const query = '?from=2026-10-01&to=2026-12-31&euro_rates=';
  assert.match(readable(await viewer.page(`/taxes/report${query}`)), /Nothing was sold/);
  const csv = await viewer.get(`/taxes/report.csv${query}`);
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(csv.text, /^Country,Region,Kind,Tax,Rate,/);
  assert.match(String(csv.headers['content-disposition']), /taxes-2026-10-01-2026-12-31\.csv/);
  const oss = await viewer.get(`/taxes/oss.csv${query}`);
  assert.equal(oss.headers['content-type'], 'text/csv; charset=utf-8');
  for (const path of [
    '/taxes/report?from=2026-10-01&to=2026-09-01',
    '/taxes/report.csv?from=2026-10-01&to=x',
    '/taxes/oss.csv?from=2026-10-01&to=2026-11-01',
  ]) {
    const { status, text } = await viewer.get(path);
    assert.equal(status, 400, path);
    assert.match(text, /id="to-problem"/, path);
  }
});

test('support and viewer read the taxes, without a form, and are refused', async () => {
  const was = await settings();
  for (const role of ['support', 'viewer'] as const) {
    const person = await signedIn(shop, { role });
    const page = await person.page('/taxes');
    assert.match(readable(page), /Who you are/);
    assert.doesNotMatch(page, /method="post" action="[^"]*\/taxes|registrations\/new/);
    assert.equal((await person.post('/taxes', PROFILE)).status, 403);
    for (const path of ['new', '0', '0/remove']) {
      assert.equal((await person.get(`/taxes/registrations/${path}`)).status, 403, path);
      assert.equal((await person.post(`/taxes/registrations/${path}`, GERMANY)).status, 403, path);
    }
  }
  assert.deepEqual(await settings(), was);
});
