import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

const ADA = 'ada+shop@example.com/{1}';
const AT = `/customers/${encodeURIComponent(ADA)}`;

let shop: Shop;
let store: Awaited<ReturnType<typeof openStore>>;
let license_key: string;
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
  const details = { email: 'ada@example.com', name: 'Ada Lovelace', country: 'GB' };
  await store.must('POST /create-customer', { customer_id: ADA, ...details });
  const plan = await store.licensedPlan();
  await store.subscribe(plan, { customer_id: ADA });
  license_key = (await store.must('GET /list-licenses', { customer_id: ADA })).data[0].license_key;
  await store.activate(license_key, 'The laptop');
});

const person = (role: 'owner' | 'admin' | 'support' | 'viewer') =>
  signedIn(shop, { role, store_id: store.store_id });
const customer = () => store.must('GET /get-customer', { customer_id: ADA });

test('"I lost my key": found by e-mail, the key is shown, and its mail is sent again', async () => {
  const support = await person('support');
  const found = await support.page('/customers?email=ADA%40example.com');
  assert.ok(found.includes(`href="${support.home}${AT}"`), found);
  const page = await support.page(AT);
  assert.ok(readable(page).includes(license_key));
  const form = await support.hidden(AT, `${AT}/resend`);
  const mails = async () => (await store.must('GET /list-mails', { customer_id: ADA })).data;
  const before = await mails();
  for (const _ of [1, 2]) {
    const note = await support.follow(await support.post(`${AT}/resend`, form));
    assert.match(readable(note), /made again and kept: no mail server is set up/);
  }
  const [newest, ...others] = await mails();
  assert.equal(others.length, before.length);
  assert.equal(newest.resend_of, form.mail_id);
});

test('the page of a customer has what is theirs and one timeline of it, on pages', async () => {
  const viewer = await person('viewer');
  const text = readable(await viewer.page(AT));
  for (const part of [
    ...['Ada Lovelace', 'ada@example.com', 'United Kingdom', 'The laptop', 'Visa •••• 4242'],
    ...['until 12/2099', 'Subscribed to Pro', 'Activated a device with', 'Paid €20.00'],
    ...['Mail about a purchase', 'Became a customer', '€20.00 a month', 'INV-0001'],
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  for (const button of ['Send again', 'Give credit', 'Edit', 'Open their portal']) {
    assert.ok(!text.includes(button), button);
  }
});

test('details are edited; what is refused is shown with what was typed; once is enough', async () => {
  const admin = await person('admin');
  const form = await admin.hidden(`${AT}/edit`);
  const typed = { ...form, name: 'Ada King', email: 'nobody', country: 'DE', language: 'de' };
  const refused = await admin.post(`${AT}/edit`, typed);
  assert.equal(refused.status, 400);
  assert.match(readable(refused.text), /The details were not saved E-mail: /);
  assert.match(refused.text, /value="Ada King"/);
  assert.equal((await customer()).name, 'Ada Lovelace');
  const good = { ...typed, email: 'ada@example.com', metadata: 'order = 7', attempt: 'b' };
  assert.match(readable(await admin.follow(await admin.post(`${AT}/edit`, good))), /were saved/);
  const { name, country, language, metadata } = await customer();
  assert.deepEqual(
    { name, country, language, metadata },
    { name: 'Ada King', country: 'DE', language: 'de', metadata: { order: '7' } },
  );
});

test('credit is given after a page that says how much, once', async () => {
  const admin = await person('admin');
  const form = { amount: '12.50', currency: 'EUR', reason: 'An apology' };
  const asked = readable((await admin.post(`${AT}/balance`, form)).text);
  assert.match(asked, /€12\.50 is given to Ada/);
  assert.match(asked, /The balance is €12\.50 then/);
  assert.deepEqual((await customer()).balances, {});
  for (const _ of [1, 2]) {
    const sent = await admin.post(`${AT}/balance`, { ...form, confirmed: 'yes', attempt: 'c' });
    assert.match(readable(await admin.follow(sent)), /The balance was changed/);
  }
  assert.deepEqual((await customer()).balances, { EUR: 12.5 });
  assert.match(readable(await admin.page(AT)), /Credit: €12\.50 An apology/);
  for (const amount of ['0', 'lots', '1.001']) {
    const refused = await admin.post(`${AT}/balance`, { ...form, amount });
    assert.equal(refused.status, 400);
    assert.match(refused.text, new RegExp(`value="${amount}"`));
  }
});

test('a link to the portal is shown once, in no address, and can be made useless', async () => {
  const admin = await person('admin');
  assert.match(readable(await admin.page(`${AT}/portal`)), /for one hour/);
  const made = await admin.post(`${AT}/portal`, { confirmed: 'yes', attempt: 'd' });
  assert.equal(made.status, 200);
  const [, path = ''] = /https:\/\/[^/"]+(\/portal\/[0-9a-z]{32})/.exec(made.text) ?? [];
  assert.equal((await shop.send({ method: 'GET', path })).status, 200);
  assert.match(readable(await admin.page(`${AT}/revoke-links`)), /stops working at once/);
  await admin.follow(await admin.post(`${AT}/revoke-links`, { confirmed: 'yes', attempt: 'e' }));
  assert.equal((await shop.send({ method: 'GET', path })).status, 404);
});

test('what a role may not do has no button and is refused; another store sees nobody', async () => {
  const sent = { confirmed: 'yes', attempt: 'f', amount: '1', currency: 'EUR', name: 'X' };
  const before = JSON.stringify(await customer());
  for (const [role, paths] of [
    ['support', ['/edit', '/balance', '/revoke-links', '/portal']],
    ['viewer', ['/edit', '/balance', '/revoke-links', '/portal', '/resend']],
  ] as const) {
    const one = await person(role);
    for (const path of paths) {
      assert.equal((await one.post(AT + path, sent)).status, 403, `${role} ${path}`);
      if (path !== '/resend') assert.equal((await one.get(AT + path)).status, 403);
    }
  }
  const stranger = await signedIn(shop);
  for (const path of ['', '/edit', '/balance', '/portal', '/revoke-links']) {
    const answer = await stranger.get(AT + path);
    assert.equal(answer.status, 404, path);
    assert.doesNotMatch(answer.text, /Lovelace|King|KASSA-/);
  }
  assert.equal((await stranger.get('/customers/%FF')).status, 404);
  assert.equal(JSON.stringify(await customer()), before);
});

test('a customer has a page whatever signs the identifier is made of, and however long it is', async () => {
  const owner = await person('owner');
  for (const customer_id of [
    'ü'.repeat(255),
    '\u{1F600}'.repeat(127),
    '<b>"%2f',
    'a?b#c',
    'x'.repeat(255),
  ]) {
    await store.must('POST /create-customer', { customer_id, email: 'odd@example.com' });
    const at = `/customers/${encodeURIComponent(customer_id)}`;
    assert.match(readable(await owner.page(at)), /odd@example\.com/);
    await owner.follow(await owner.post(`${at}/edit`, { name: 'Odd' }));
    assert.equal((await store.must('GET /get-customer', { customer_id })).name, 'Odd');
  }
  for (const nobody of ['%ff', 'x'.repeat(4_000), '%00']) {
    assert.equal((await owner.get(`/customers/${nobody}`)).status, 404, nobody);
  }
});

test('a customer whose identifier is the name of a folder has a page where a browser goes', async () => {
  const owner = await person('owner');
  for (const customer_id of ['.', '..']) {
    const email = `folder${customer_id.length}@example.com`;
    await store.must('POST /create-customer', { customer_id, email });
    const list = await owner.page(`/customers?email=${email}`);
    const [, link = ''] = /href="([^"]*\/customers\/\.[^"]*)"/.exec(list) ?? [];
    const { pathname } = new URL(link, shop.app.base_url);
    const at = pathname.slice(owner.home.length);
    assert.match(readable(await owner.page(at)), new RegExp(email));
    await owner.follow(await owner.post(`${at}/edit`, { name: 'Folder' }));
    assert.equal((await store.must('GET /get-customer', { customer_id })).name, 'Folder');
  }
});
