import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
  for (const customer_id of ['ada', 'ben', '=1+2'])
    await shop.call('POST /create-customer', { customer_id, email: 'a@example.com' });
});

test('whoever is not signed in is asked to, and led back', async () => {
  const answer = await shop.send({ method: 'GET', path: '/dashboard/1/customers?query=ada' });
  assert.equal(answer.status, 303);
  assert.match(String(answer.headers.location), /^\/account\/sign-in\?back=/);
});

test('whoever was signed out meanwhile is told why, and led back to the page of their form', async () => {
  const headers = { 'content-type': FORM, 'sec-fetch-site': 'same-origin' };
  const signInFor = async (path: string): Promise<string> => {
    const answer = await shop.send({ method: 'POST', path, headers }, 'name=Editor&price=40');
    assert.equal(answer.status, 303);
    return String(answer.headers.location);
  };
  const look = (path: string) => shop.send({ method: 'GET', path });
  const to = (page: string) => `/account/sign-in?back=${encodeURIComponent(page)}&lost=form`;
  const prod = `prod_${'0'.repeat(28)}`;
  for (const [form, page] of [
    ['/dashboard/1/products/new', '/dashboard/1/products/new'],
    [`/dashboard/1/products/${prod}/archive`, `/dashboard/1/products/${prod}/archive`],
    [
      `/dashboard/1/mails/mail_${'0'.repeat(28)}/resend`,
      `/dashboard/1/mails/mail_${'0'.repeat(28)}`,
    ],
    ['/dashboard/1/made-up/form', '/dashboard/1'],
    ['/dashboard/1//evil.example', '/dashboard/1'],
    ['/account/password/remove', '/account/password'],
    ['/account/sessions/end', '/account'],
  ] as const) {
    assert.equal(await signInFor(form), to(page));
  }
  const sign_in = await look(await signInFor('/dashboard/1/products/new'));
  assert.match(readable(sign_in.text), /nothing of the form was saved\. Sign in, and you are back/);
  const looked = await look('/account/sign-in?back=/dashboard/1/customers');
  assert.match(
    readable(looked.text),
    /You are signed out\. Sign in, and you are back where you were/,
  );
  assert.doesNotMatch((await look('/account/sign-in?back=//evil.example')).text, /evil|back where/);
});

const FORM = 'application/x-www-form-urlencoded';

test('a seat opens the stores of its person and no others', async () => {
  const other = await shop.makeStore('live');
  const viewer = await signedIn(shop, { role: 'viewer', store_id: other.store_id });
  assert.equal((await viewer.get()).status, 200);
  const elsewhere = await viewer.get('/dashboard/1/customers');
  assert.equal(elsewhere.status, 303);
  assert.doesNotMatch(elsewhere.text, /ada/);
  const first = await viewer.get('/dashboard');
  assert.equal(first.headers.location, viewer.home);
});

test('a seat ends when it was not used for twelve hours, and after thirty days', async () => {
  const owner = await signedIn(shop);
  const began = shop.now;
  shop.now = began + 11 * 3_600_000;
  assert.equal((await owner.get()).status, 200);
  shop.now = began + 24 * 3_600_000;
  assert.equal((await owner.get()).status, 303);
  const used = await signedIn(shop);
  const hours = 11 * 3_600_000;
  for (let at = 1; at * hours < 30 * 24 * 3_600_000; at++) {
    shop.now = began + 24 * 3_600_000 + at * hours;
    assert.equal((await used.get()).status, 200, `after ${at} × 11 hours`);
  }
  shop.now += hours;
  assert.equal((await used.get()).status, 303);
  shop.now = began;
});

test('a form of another site does nothing', async () => {
  const owner = await signedIn(shop);
  for (const headers of [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: shop.app.base_url.replace('https:', 'http:') },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    const answer = await owner.post('/customers', {}, headers);
    assert.equal(answer.status, 400, JSON.stringify(headers));
    assert.match(readable(answer.text), /another/);
  }
});

test('the CSV of a list has all of its pages, and nothing that a spreadsheet would compute', async () => {
  const owner = await signedIn(shop);
  const { headers, text } = await owner.get('/customers.csv');
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  const lines = text.trim().split('\r\n');
  assert.equal(lines[0], 'Customer,Since,E-mail,Country,Balance,Identifier');
  assert.equal(lines.length, 4);
  assert.match(text, /,'=1\+2\r\n/);
});

test('no name in a CSV begins a formula, also where a spreadsheet parts cells at semicolons', async () => {
  const { must, store_id } = await shop.openStore();
  const owner = await signedIn(shop, { store_id });
  const names = ["x;=cmd|' /C calc'!A0;y", '; +1', '＝1+1', ' =1+1', 'Ltd; Co - 5'];
  for (const [at, name] of names.entries()) {
    await must('POST /create-customer', { customer_id: `c${at}`, email: 'a@example.com', name });
  }
  const { text } = await owner.get('/customers.csv');
  const shown = text.split('\r\n').map((line) => line.split(',')[0]);
  const marked = ["x;'=cmd|' /C calc'!A0;y", ";' +1", "'＝1+1", "' =1+1", 'Ltd; Co - 5'];
  assert.deepEqual(shown.slice(1, -1).toSorted(), marked.toSorted());
});

test('pages may not be framed, load nothing from elsewhere and are kept by nobody', async () => {
  const owner = await signedIn(shop);
  const { headers } = await owner.get();
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(headers['cache-control'], 'no-store');
});
