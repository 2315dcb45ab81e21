import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import jsQR from 'jsqr';
import { authenticator } from '../../../test/harness/authenticator.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import {
  type Browser,
  hiddenFields,
  makeOwner,
  OWNER,
  openBrowser,
  passkeyOptions,
} from '../../../test/harness/visits/account.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';
import { base32, totpNow } from '../../shop/store/team/totp.rules.ts';

let shop: Shop;
let home: Browser;
const { email, password } = OWNER;
before(async () => {
  shop = await startShop();
  home = await makeOwner(shop);
});

const signIn = (browser: Browser, form: object = {}) =>
  browser.post('/account/sign-in', { email, password, ...form });

/** The secret that a page shows to be typed into an app. */
function shownSecret(page: string): Buffer {
  const [, typed = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(page) ?? [];
  const bits = [...typed.replaceAll(' ', '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What a camera reads from the QR code of a page, each square of it being four by four points. */
function scanned(page: string): string | undefined {
  const code = /<svg class="qr"[^>]* viewBox="0 0 (\d+) \1"[^>]*><path d="([^"]*)"/.exec(page);
  const [, size = '', path = ''] = code ?? [];
  const width = Number(size) * 4;
  const points = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let line = Number(y) * 4; line < Number(y) * 4 + 4; line++) {
      const from = (line * width + Number(x) * 4) * 4;
      for (let at = from; at < from + 16; at += 4) points.fill(0, at, at + 3);
    }
  }
  return jsQR.default(points, width, width)?.data;
}

let secret: Buffer;
let codes: string[];

test('an authenticator app is set up by its first code, and asked for from then on', async () => {
  const page = await home.page('/account/authenticator');
  secret = shownSecret(page);
  const link = /<a href="(otpauth:[^"]*)">open the app on this device</.exec(page)?.[1] ?? '';
  assert.ok(
    link.includes(`secret=${base32(secret)}`),
    'nobody scans the screen of their own phone',
  );
  assert.equal(scanned(page), link.replaceAll('&amp;', '&'));
  const sealed = hiddenFields(page).sealed ?? '';
  const wrong = await home.post('/account/authenticator', { sealed, code: '000000' });
  assert.equal(wrong.status, 400);
  assert.deepEqual(shownSecret(wrong.text), secret, 'the app need not be set up again');
  for (const bad of ['', 'x', sealed.slice(0, -2)]) {
    const sent = await home.post('/account/authenticator', { sealed: bad, code: '1' });
    assert.equal(sent.headers.location, '/account/authenticator');
  }
  const code = totpNow(secret, shop.now);
  const done = await home.post('/account/authenticator', { sealed, code });
  assert.equal(done.headers.location, '/account/recovery-codes', 'codes are offered at once');
  const made = await home.post('/account/recovery-codes', {});
  codes = [...made.text.matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, one = '']) => one);
  assert.equal(codes.length, 10);
  const stored = await shop.everything();
  for (const one of codes)
    assert.ok(!stored.includes(one) && !stored.includes(one.toLowerCase().replaceAll('-', '')));
  assert.ok(!stored.includes(secret.toString('base64url')));

  const browser = openBrowser(shop);
  const half = await signIn(browser, { back: '/dashboard/1/customers' });
  assert.equal(half.headers.location, '/account/second-factor?back=%2Fdashboard%2F1%2Fcustomers');
  assert.equal(await browser.isSignedIn(), false, 'the password alone is not enough');
  assert.equal((await browser.get('/dashboard/1')).status, 303);
  const replayed = await browser.post('/account/second-factor', { code });
  assert.equal(replayed.status, 400, 'the code that set it up does not count again');
  shop.now += 30_000;
  const next = { code: totpNow(secret, shop.now), back: '/dashboard/1/customers' };
  const entered = await browser.post('/account/second-factor', next);
  assert.equal(entered.headers.location, '/dashboard/1/customers');
  assert.ok(await browser.isSignedIn());
  const other = openBrowser(shop);
  await signIn(other);
  assert.equal((await other.post('/account/second-factor', next)).status, 400, 'used');
});

test('between password and code there are ten minutes, in one browser, with one password', async () => {
  const browser = openBrowser(shop);
  await signIn(browser);
  const attempt = browser.cookies.get('__Host-kassa-attempt') ?? '';
  const thief = openBrowser(shop);
  await thief.page('/account/sign-in');
  thief.cookies.set('__Host-kassa-attempt', attempt);
  assert.equal((await thief.get('/account/second-factor')).status, 303, 'of another browser');
  for (const bad of ['', 'x', `${attempt}0`, attempt.replace(/\d+\./, '9999999999999.'), '..']) {
    browser.cookies.set('__Host-kassa-attempt', bad);
    assert.equal((await browser.get('/account/second-factor')).status, 303, bad);
  }
  browser.cookies.set('__Host-kassa-attempt', attempt);
  assert.equal((await browser.get('/account/second-factor')).status, 200);
  shop.now += 600_000;
  const late = await browser.post('/account/second-factor', { code: totpNow(secret, shop.now) });
  assert.equal(late.headers.location, '/account/sign-in');
  assert.equal(await browser.isSignedIn(), false);
});

test('guessing codes means waiting', async () => {
  await shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
  const browser = openBrowser(shop);
  await signIn(browser);
  for (let time = 0; time < 5; time++) {
    assert.equal(
      (await browser.post('/account/second-factor', { code: `00000${time}` })).status,
      400,
    );
  }
  const code = totpNow(secret, shop.now);
  assert.equal((await browser.post('/account/second-factor', { code })).status, 429);
  shop.now += 30_000;
  assert.equal((await browser.post('/account/second-factor', { code: codes[0] })).status, 303);
});

test('a recovery code counts once, in place of the app', async () => {
  const browser = openBrowser(shop);
  await signIn(browser);
  assert.equal((await browser.post('/account/second-factor', { code: codes[0] })).status, 400);
  const typed = (codes[1] ?? '').toLowerCase().replaceAll('-', ' ');
  const entered = await browser.post('/account/second-factor', { code: typed });
  assert.equal(entered.headers.location, '/account');
  assert.match(readable(await browser.page('/account')), /8 left/);
});

test('what changes an account asks again who it is, after ten minutes', async () => {
  shop.now += 600_000;
  for (const page of ['password', 'authenticator', 'passkeys/new', 'recovery-codes']) {
    const sent = await home.get(`/account/${page}`);
    assert.equal(
      sent.headers.location,
      `/account/confirm?back=${encodeURIComponent(`/account/${page}`)}`,
    );
    const form = {
      password: 'andere-molen-88',
      sealed: 'x',
      code: '1',
      credential: '{}',
      challenge: 'x',
    };
    const posted = await home.post(`/account/${page}`, form);
    assert.match(String(posted.headers.location), /^\/account\/confirm/, page);
  }
  for (const page of ['password/remove', 'authenticator/remove', 'passkeys/remove']) {
    const posted = await home.post(`/account/${page}`, {});
    assert.match(String(posted.headers.location), /^\/account\/confirm/, page);
  }
  const wrong = await home.post('/account/confirm', { password: 'wrong-wrong-1' });
  assert.equal(wrong.status, 400);
  const back = '/account/password';
  const confirmed = await home.post('/account/confirm', { password, back });
  assert.equal(confirmed.headers.location, back);
  assert.equal((await home.get(back)).status, 200);
});

test('another password ends all other seats; a bad one changes nothing', async () => {
  const browser = openBrowser(shop);
  await signIn(browser);
  await browser.post('/account/second-factor', { code: codes[2] });
  assert.ok(await browser.isSignedIn());
  const bad = await home.post('/account/password', { password: 'password1234' });
  assert.equal(bad.status, 400);
  assert.ok(await browser.isSignedIn());
  const changed = await home.post('/account/password', { password: 'andere-molen-88' });
  assert.equal(changed.headers.location, '/account/done/password');
  assert.equal(await browser.isSignedIn(), false);
  assert.ok(await home.isSignedIn());
  assert.equal((await signIn(browser)).status, 400, 'the old one does not count');
  await home.post('/account/password', { password });
});

test('the list of seats ends one, or all others, and nobody else’s', async () => {
  const browsers = [openBrowser(shop), openBrowser(shop)];
  for (const [at, browser] of browsers.entries()) {
    await signIn(browser);
    await browser.post('/account/second-factor', { code: codes[3 + at] });
  }
  const page = await home.page('/account');
  assert.match(readable(page), /Chrome on Linux 127\.0\.0\.1/);
  assert.match(page, /This browser/);
  const [, name = ''] = /name="session" value="(\w+)"/.exec(page) ?? [];
  assert.equal((await home.post('/account/sessions/end', { session: name })).status, 303);
  const signed = await Promise.all(browsers.map((browser) => browser.isSignedIn()));
  assert.deepEqual(signed.toSorted(), [false, true]);
  await home.post('/account/sessions/end', { session: 'x' });
  await home.post('/account/sessions/end-others', {});
  assert.ok(await home.isSignedIn());
  for (const browser of browsers) assert.equal(await browser.isSignedIn(), false);
});

test('a passkey signs in alone, once for each challenge, in the browser that was asked', async () => {
  const page = await home.page('/account/passkeys/new');
  const { challenge, person_id = '' } = passkeyOptions(page);
  const own = authenticator('EdDSA');
  const site = { origin: shop.app.base_url, person_id };
  const registered = own.register({ ...site, challenge });
  const added = await home.post('/account/passkeys/new', {
    challenge,
    credential: registered,
    name: 'Key',
  });
  assert.equal(added.headers.location, '/account/done/passkey', added.text);
  const again = await home.post('/account/passkeys/new', { challenge, credential: registered });
  assert.equal(again.status, 400, 'a challenge counts once');
  assert.match(readable(await home.page('/account')), /Key Added/);

  const browser = openBrowser(shop);
  const asked = passkeyOptions(await browser.page('/account/sign-in')).challenge;
  const credential = own.sign({ ...site, challenge: asked });
  const thief = openBrowser(shop);
  await thief.page('/account/sign-in');
  const form = { challenge: asked, credential };
  assert.equal((await thief.post('/account/sign-in', form)).status, 400, 'of another browser');
  assert.equal((await browser.post('/account/sign-in', form)).status, 303);
  assert.ok(await browser.isSignedIn());
  browser.cookies.delete('__Host-kassa-seat');
  assert.equal((await browser.post('/account/sign-in', form)).status, 400, 'a second time');
  const fresh = async () => passkeyOptions(await browser.page('/account/sign-in')).challenge;
  const wrong = [
    own.sign({ ...site, challenge: await fresh() }, { flags: 0x01 }),
    own.sign({ ...site, challenge: await fresh() }, { origin: 'https://evil.example' }),
    authenticator().sign({ ...site, challenge: await fresh() }),
    ...['{', '[]', '{"id":"AA"}', '\u0000'.slice(1), 'x'.repeat(50_000)],
  ];
  for (const sent of wrong) {
    const answer = await browser.post('/account/sign-in', {
      challenge: await fresh(),
      credential: sent,
    });
    assert.equal(answer.status, 400, sent.slice(0, 50));
  }
  shop.now += 600_000;
  const old = await fresh();
  shop.now += 600_000;
  const late = { challenge: old, credential: own.sign({ ...site, challenge: old }) };
  assert.equal((await browser.post('/account/sign-in', late)).status, 400, 'after ten minutes');
});

test('a passkey of one account makes no other', async () => {
  const own = authenticator();
  const origin = shop.app.base_url;
  const statuses: number[] = [];
  for (const email of ['one@example.com', 'two@example.com']) {
    const { body } = await shop.call('POST /invite-member', { email, role: 'viewer' });
    const path = new URL(body.invitation_url).pathname;
    const browser = openBrowser(shop);
    const { challenge, person_id = '' } = passkeyOptions(await browser.page(path));
    const credential = own.register({ origin, challenge, person_id });
    const answer = await browser.post(path, { challenge, person_id, credential });
    statuses.push(answer.status);
  }
  assert.deepEqual(statuses, [303, 400]);
});

test('the only way in is not removed; without a password a recovery code counts in its place', async () => {
  await home.post('/account/confirm', { password });
  const removed = await home.post('/account/password/remove', {});
  assert.equal(removed.headers.location, '/account/done/no-password');
  const page = await home.page('/account');
  const { credential_id = '' } = hiddenFields(page);
  const kept = await home.post('/account/passkeys/remove', { credential_id });
  assert.equal(kept.status, 400);
  assert.match(readable(kept.text), /only passkey/);
  const browser = openBrowser(shop);
  assert.equal((await signIn(browser)).status, 400, 'the old password does not count');
  const by_code = await signIn(browser, { password: codes[6] });
  assert.equal(by_code.headers.location, '/account/password');
  assert.equal((await signIn(openBrowser(shop), { password: codes[6] })).status, 400);
});
