import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import {
  type Browser,
  makeOwner,
  OWNER,
  openBrowser,
} from '../../../test/harness/visits/account.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

let shop: Shop;
let at_desk: Browser;
const { email, password } = OWNER;
before(async () => {
  shop = await startShop();
  at_desk = await makeOwner(shop);
});

const signIn = (browser: Browser, form: object = {}) =>
  browser.post('/account/sign-in', { email, password, ...form });

test('the right password opens a new session, and leads back to where somebody wanted to go', async () => {
  const browser = openBrowser(shop);
  const sent = await browser.get('/dashboard/1/customers?query=ada');
  assert.equal(sent.status, 303);
  const at = String(sent.headers.location);
  const page = await browser.page(at);
  assert.match(page, /name="back" value="\/dashboard\/1\/customers\?query=ada"/);
  // A session that somebody else has put there is not the one that is used afterwards.
  browser.cookies.set('__Host-kassa-seat', 'prepared');
  const answer = await signIn(browser, {
    back: '/dashboard/1/customers?query=ada',
    email: ' ADA@Example.com ',
  });
  assert.equal(answer.headers.location, '/dashboard/1/customers?query=ada');
  const session = browser.cookies.get('__Host-kassa-seat');
  assert.notEqual(session, 'prepared');
  await signIn(browser);
  assert.notEqual(browser.cookies.get('__Host-kassa-seat'), session, 'each sign-in has its own');
  browser.cookies.set('__Host-kassa-seat', session ?? '');
  assert.equal(await browser.isSignedIn(), false, 'the one before has ended');
});

test('a password that is too long costs as much as a wrong one; whoever has to wait costs no hashing', async () => {
  const browser = openBrowser(shop);
  const forget = () => shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
  const costOf = async (form: object, first: () => Promise<unknown>) => {
    const costs: number[] = [];
    for (let n = 0; n < 3; n++) {
      await first();
      const begun = process.cpuUsage();
      await signIn(browser, form);
      const { user, system } = process.cpuUsage(begun);
      costs.push(user + system);
    }
    return Math.min(...costs);
  };
  const wrong = await costOf({ password: 'not-this-one-77' }, forget);
  const long = await costOf({ password: `${password}${'\u0323\u0301'.repeat(20_000)}` }, forget);
  assert.ok(long > wrong / 2 && long < wrong * 3, `${long} and ${wrong} µs`);
  while ((await signIn(browser, { password: 'wrong' })).status !== 429);
  const waiting = await costOf({ password: 'not-this-one-77' }, async () => {});
  assert.ok(waiting < wrong / 2, `${waiting} and ${wrong} µs`);
  await forget();
});

test('a way back to another site is left out', async () => {
  for (const back of ['https://evil.example', '//evil.example/dashboard', '/\\evil.example']) {
    const browser = openBrowser(shop);
    const page = await browser.page(`/account/sign-in?back=${encodeURIComponent(back)}`);
    assert.doesNotMatch(page, /evil/);
    assert.equal((await signIn(browser, { back })).headers.location, '/dashboard');
    const again = await browser.get(`/account/sign-in?back=${encodeURIComponent(back)}`);
    assert.equal(again.headers.location, '/dashboard');
  }
});

test('without a password, or an owner, the page says what helps, and alike in both cases', async () => {
  const without_owner = await startShop();
  const pages = [await openBrowser(shop).page('/account/sign-in')];
  pages.push(await openBrowser(without_owner).page('/account/sign-in'));
  const plain = pages.map((page) => page.replace(/(data-passkey|value)="[^"]*"/g, ''));
  assert.equal(plain[0], plain[1]);
  assert.match(readable(plain[0] ?? ''), /dashboard link makes a link for the owner/);
});

test('a wrong password and an unknown address are answered alike, and kept out of the page', async () => {
  const answers = [
    { password: 'wrong-password-1' },
    { email: 'ben@example.com' },
    { email: 'x' },
    { email: '' },
  ];
  const texts: string[] = [];
  for (const form of answers) {
    const { status, text } = await signIn(openBrowser(shop), form);
    assert.equal(status, 400);
    assert.doesNotMatch(text, /vierkant|wrong-password/);
    texts.push(text.replace(/data-passkey="[^"]*"|value="[^"]*"/g, ''));
  }
  assert.equal(new Set(texts).size, 1);
  const [text = ''] = texts;
  assert.match(readable(text), /E-mail address or password is wrong/);
});

test('strangers have to wait longer and longer; a browser that was signed in before does not', async () => {
  await shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
  const stranger = openBrowser(shop);
  await stranger.page('/account/sign-in');
  for (let time = 0; time < 5; time++) {
    assert.equal((await signIn(stranger, { password: `wrong-${time}-wrong` })).status, 400);
  }
  const held = await signIn(stranger, {});
  assert.equal(held.status, 429, 'the right password does not help while one has to wait');
  assert.equal(held.headers['retry-after'], '5');
  assert.match(readable(held.text), /Try again in 5 seconds/);
  const unknown = { email: 'nobody@example.com' };
  for (let time = 0; time < 5; time++) await signIn(openBrowser(shop), unknown);
  const other = await signIn(openBrowser(shop), unknown);
  assert.equal(other.status, 429, 'an unknown address is counted as well');
  at_desk.cookies.delete('__Host-kassa-seat');
  assert.equal((await signIn(at_desk)).status, 303, 'the owner at their own machine gets in');
  shop.now += 5_000;
  assert.equal((await signIn(stranger, { password: 'wrong-again-1' })).status, 400);
  assert.equal((await signIn(stranger)).headers['retry-after'], '10', 'twice as long');
});

test('many tries at once are no way around the limit', async () => {
  await shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
  const tries = Array.from({ length: 15 }, (_, at) =>
    signIn(openBrowser(shop), { password: `guess-number-${at}` }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 400).length, 5, statuses.join(' '));
  assert.equal(statuses.filter((status) => status === 429).length, 10);
  await shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
});

test('whoever has to wait leaves nothing behind, under however many addresses they go on', async () => {
  await signIn(openBrowser(shop), { email: 'first@example.com' });
  await shop.db.write(null, async (tx) => tx.run('UPDATE sign_in_failures SET failures = 100'));
  const stored = await shop.everything();
  for (let at = 0; at < 5; at++) {
    const { status } = await signIn(openBrowser(shop), { email: `other${at}@example.com` });
    assert.equal(status, 429);
  }
  assert.equal(await shop.everything(), stored);
  await shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
});

test('a form of another site, or of another port of this host, signs nobody in or out', async () => {
  const browser = openBrowser(shop);
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    const form = { email, password };
    assert.equal((await browser.post('/account/sign-in', form, headers)).status, 400);
    assert.equal((await at_desk.post('/account/sign-out', {}, headers)).status, 400);
  }
  const old = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://localhost:1',
  };
  const answer = await shop.send({ method: 'POST', path: '/account/sign-in', headers: old }, '');
  assert.equal(answer.status, 400);
  assert.ok(await at_desk.isSignedIn());
});

test('signing out ends the session, not only the cookie', async () => {
  const browser = openBrowser(shop);
  await signIn(browser);
  const session = browser.cookies.get('__Host-kassa-seat') ?? '';
  const answer = await browser.post('/account/sign-out', {});
  assert.equal(answer.headers.location, '/account/sign-in');
  assert.equal(browser.cookies.has('__Host-kassa-seat'), false);
  browser.cookies.set('__Host-kassa-seat', session);
  assert.equal(await browser.isSignedIn(), false);
});

test('pages may not be framed, run nothing but our script and are kept by nobody', async () => {
  const { headers } = await openBrowser(shop).get('/account/sign-in');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.match(policy, /form-action 'self'; base-uri 'none'; frame-ancestors 'none'/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
});
