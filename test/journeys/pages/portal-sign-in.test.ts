import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../harness/shop.ts';
import { readable } from '../../harness/visits/visiting.ts';

// Here mails are kept, because there is no mail server, and can be read by the API.
const shop = await startShop();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MINUTE = 60_000;

async function openSignIn() {
  const store = await shop.openStore();
  const sql = 'SELECT number FROM stores WHERE store_id = :store_id';
  const [row] = await shop.db.reader(store).all<{ number: number }>(sql);
  const path = `/portal/store/${row?.number}`;
  const ask = (email: string, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ email }).toString();
    return shop.send({ method: 'POST', path, headers: { ...FORM, ...headers } }, body);
  };
  const mails = async () => {
    await shop.runJob('due');
    return (await store.must('GET /list-mails', { kind: 'sign_in' })).data;
  };
  /** The links in a mail. */
  const linksIn = async (mail_id: string): Promise<string[]> => {
    const { text } = await store.must('GET /get-mail', { mail_id });
    return text.match(/https:\S+\/portal\/[0-9a-z]{32}/g) ?? [];
  };
  return { ...store, path, call: store.ask, ask, mails, linksIn };
}

test('a customer who types the address gets a link by mail that opens the portal for an hour', async () => {
  const { must, path, ask, mails, linksIn, advance } = await openSignIn();
  await must('POST /create-customer', {
    customer_id: 'ada',
    email: 'Ada@Example.com',
    name: 'Ada',
  });
  const form = await shop.send({ method: 'GET', path });
  assert.equal(form.status, 200);
  assert.match(form.text, new RegExp(`<form method="post" action="${path}">`));
  const sent = await ask(' ada@EXAMPLE.com ', { 'accept-language': 'nl-BE,nl;q=0.9' });
  assert.equal(sent.status, 303);
  assert.equal(sent.headers.location, `${path}/sent`);
  const [mail, ...more] = await mails();
  assert.deepEqual(more, []);
  assert.equal(mail.to, 'Ada@Example.com');
  assert.equal(mail.language, 'nl');
  const [link = ''] = await linksIn(mail.mail_id);
  const home = { method: 'GET', path: new URL(link).pathname };
  assert.equal((await shop.send(home)).status, 200);
  await advance('PT1H');
  const expired = await shop.send(home);
  assert.equal(expired.status, 404);
  assert.match(
    expired.text,
    new RegExp(`href="${path}"`),
    'it leads back to where one gets another',
  );
});

test('whether anybody has the address is not told: the answers are the same, and no mail goes out', async () => {
  const { must, path, ask, mails } = await openSignIn();
  await must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  const strip = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) => {
    const { date, 'x-request-id': _id, ...rest } = headers;
    return { status, text, rest, has_date: date !== undefined };
  };
  const [known, unknown] = [await ask('ada@example.com'), await ask('eve@example.com')];
  assert.deepEqual(strip(known), strip(unknown));
  const to = (await mails()).map((mail: { to: string }) => mail.to);
  assert.deepEqual(to, ['ada@example.com']);
  const page = await shop.send({ method: 'GET', path: `${path}/sent` });
  assert.match(readable(page.text), /If you have bought something with this address/);
});

test('an address gets one mail in five minutes, however often it is typed', async () => {
  const { must, ask, mails } = await openSignIn();
  await must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  await Promise.all(Array.from({ length: 8 }, () => ask('ada@example.com')));
  await Promise.all([shop.runJob('due'), shop.runJob('due')]);
  await ask('ADA@example.com');
  assert.equal((await mails()).length, 1);
  shop.now += 5 * MINUTE;
  await ask('ada@example.com');
  assert.equal((await mails()).length, 2);
});

test('customers who share an address get their links in one mail; those of other stores do not count', async () => {
  const one = await openSignIn();
  const other = await openSignIn();
  const email = 'shared@example.com';
  for (const customer_id of ['ada', 'bob']) {
    await one.must('POST /create-customer', { customer_id, email });
  }
  await other.must('POST /create-customer', { customer_id: 'eve', email });
  await one.ask(email);
  const [mail, ...more] = await one.mails();
  assert.deepEqual(more, []);
  assert.equal(new Set(await one.linksIn(mail.mail_id)).size, 2);
  assert.deepEqual(await other.mails(), []);
});

test('whoever pays for a customer with another address gets the receipt, and no way into the portal', async () => {
  const { must, product, create, ask, mails } = await openSignIn();
  await must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  const { checkout_session_id } = await create({ product_id: await product({ price: 0 }) });
  const form = { email: 'eve@example.com', name: '', country: '', attempt: 'one', total: '0' };
  const path = `/checkout/${checkout_session_id}/pay`;
  const body = new URLSearchParams(form).toString();
  const paid = await shop.send({ method: 'POST', path, headers: FORM }, body);
  assert.equal(paid.status, 303);
  const [receipt] = (await must('GET /list-mails', { kind: 'purchase' })).data;
  assert.equal(receipt.to, 'eve@example.com');
  assert.equal((await must('GET /get-customer', { customer_id: 'ada' })).email, 'ada@example.com');
  await ask('eve@example.com');
  assert.deepEqual(await mails(), []);
});

test('a link goes to the very address that its customer has, not to one that looks like it', async () => {
  const { must, ask, mails, linksIn } = await openSignIn();
  const KELVIN = '\u212a';
  await must('POST /create-customer', { customer_id: 'mike', email: 'mike@example.com' });
  await must('POST /create-customer', { customer_id: 'eve', email: `mi${KELVIN}e@example.com` });
  await ask('mike@example.com');
  const sent = await mails();
  const to = sent.map((mail: { to: string; customer_id: string }) => [mail.to, mail.customer_id]);
  assert.deepEqual(Object.fromEntries(to), {
    'mike@example.com': 'mike',
    [`mi${KELVIN}e@example.com`]: 'eve',
  });
  for (const { mail_id } of sent) assert.equal(new Set(await linksIn(mail_id)).size, 1);
});

test('what is no address, a shop that is none and a form of another site are refused as pages', async () => {
  const { ask, mails } = await openSignIn();
  for (const email of ['', 'ada', 'a@b\r\nBcc: x@example.com', `${'x'.repeat(300)}@example.com`]) {
    const answer = await ask(email);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /Enter an e-mail address, such as ada@example\.com\./);
  }
  assert.equal((await ask('a@example.com', { 'sec-fetch-site': 'cross-site' })).status, 400);
  for (const path of ['/portal/store/999999', '/portal/store', '/portal/store/x']) {
    assert.equal((await shop.send({ method: 'GET', path })).status, 404, path);
  }
  assert.deepEqual(await mails(), []);
});

test('/portal asks for the address of the first live store, or of the first store if none is live', async () => {
  const first = await shop.send({ method: 'GET', path: '/portal' });
  assert.match(first.text, /action="\/portal\/store\/1"/);
  const { store_id } = await shop.makeStore('live');
  const sql = 'SELECT number FROM stores WHERE store_id = :store_id';
  const [row] = await shop.db.reader({ store_id }).all<{ number: number }>(sql);
  const live = await shop.send({ method: 'GET', path: '/portal' });
  assert.match(live.text, new RegExp(`action="/portal/store/${row?.number}"`));
});

test('strangers who type the address of a customer cannot push their link out of the mail', async () => {
  const { must, ask, mails, linksIn, plan, call } = await openSignIn();
  const email = 'ada@example.com';
  await must('POST /create-customer', { customer_id: 'ada', email });
  const product_id = await plan();
  const declined = { number: '4000000000000002', exp_month: 12, exp_year: 2099, cvc: '123' };
  for (let n = 0; n < 21; n += 1) {
    const wanted = { product_id, quantity: 1, customer_email: email };
    const { checkout_session_id } = await must('POST /create-checkout', wanted);
    const paying = { checkout_session_id, payment_method: declined };
    assert.equal((await call('POST /complete-checkout', paying)).status, 400);
  }
  await ask(email);
  const [mail] = await mails();
  assert.equal(mail.customer_id, 'ada');
  assert.equal((await linksIn(mail.mail_id)).length, 20);
});
