import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { createOutput } from '../../src/commands/output.ts';
import { replaceSecret } from '../../src/commands/secret.ts';
import { readSettings } from '../../src/platform/machine/settings.ts';
import { totpNow } from '../../src/shop/store/team/totp.rules.ts';
import { buyAtStripe, connectStripe, startStripeShop } from '../harness/sales/stripe-shop.ts';
import { assertRefused } from '../harness/shop.ts';
import {
  type Browser,
  hiddenFields,
  makeOwner,
  OWNER,
  openBrowser,
} from '../harness/visits/account.ts';

// The secret is lost while it protects an authenticator app that somebody uses, the key of a Stripe
// account that has taken money, and the key by which certificates were signed.

const { email, password } = OWNER;
let ahead_ms = 0;
const clock = () => Date.now() + ahead_ms;
const { shop, stand_in, store } = await startStripeShop({ clock });

let home: Browser;
let app: Buffer;
let codes: string[];
let paid = '';
let old_certificate = '';
let license_key = '';
let old_keys: Jwks;

type Jwks = Parameters<typeof createLocalJWKSet>[0];

/** Sets up an app as a person does; returns what the app keeps, and the recovery codes. */
async function setUpApp(browser: Browser): Promise<{ app: Buffer; codes: string[] }> {
  const page = await browser.page('/account/authenticator');
  const [, typed = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(page) ?? [];
  const bits = [...typed.replaceAll(' ', '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const made = Buffer.from(bytes);
  const sealed = hiddenFields(page).sealed ?? '';
  const code = totpNow(made, clock());
  const done = await browser.post('/account/authenticator', { sealed, code });
  assert.equal(done.headers.location, '/account/recovery-codes', done.text);
  const shown = await browser.post('/account/recovery-codes', {});
  const found = shown.text.matchAll(/<code>([0-9A-Z-]{19})<\/code>/g);
  return { app: made, codes: [...found].map(([, one = '']) => one) };
}

/** The password alone; returns where the browser is sent. */
async function signIn(browser: Browser): Promise<string> {
  const answer = await browser.post('/account/sign-in', { email, password });
  assert.equal(answer.status, 303, answer.text);
  return String(answer.headers.location);
}

const secondFactor = (browser: Browser, code: string) =>
  browser.post('/account/second-factor', { code });

const publishedKeys = async (): Promise<Jwks> =>
  (await shop.call('GET /.well-known/jwks.json')).body;

/** What an application believes that was shipped with these keys. */
const isBelieved = (certificate: string, keys: Jwks): Promise<boolean> =>
  jwtVerify(certificate, createLocalJWKSet(keys), { currentDate: new Date(clock()) }).then(
    () => true,
    () => false,
  );

const certify = async (of: Pick<typeof store, 'activate'>, machine: string): Promise<string> =>
  (await of.activate(license_key, machine)).certificate;

before(async () => {
  home = await makeOwner(shop);
  ({ app, codes } = await setUpApp(home));
  const { session, checkout } = await buyAtStripe(shop, store);
  await stand_in.control.pay({ session });
  await stand_in.control.quiet();
  paid = (await checkout()).transaction_id;
  const seller = await shop.openStore(shop);
  license_key = await seller.newKey();
  old_certificate = await certify(seller, 'Laptop');
  old_keys = await publishedKeys();
});

test('before the loss the app is asked for, Stripe holds the payment, the certificate is good', async () => {
  ahead_ms += 30_000; // A code counts once.
  const browser = openBrowser(shop);
  assert.equal(await signIn(browser), '/account/second-factor');
  assert.equal(await browser.isSignedIn(), false);
  await secondFactor(browser, totpNow(app, clock()));
  assert.ok(await browser.isSignedIn());
  assert.equal((await store.must('GET /get-provider')).provider, 'stripe');
  assert.ok(await isBelieved(old_certificate, old_keys));
});

test('the replacement names the person and the store, and says what each has to do', async () => {
  await shop.app.close();
  rmSync(join(shop.place.data_dir, 'secret'));
  const { data_dir, database_url } = shop.place;
  const settings = readSettings({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url });
  const lines: string[] = [];
  for (const yes of [false, true]) {
    const output = createOutput(false, (line) => lines.push(line));
    await replaceSecret(settings, { yes, now: clock() }, output);
  }
  const [listed = '', done = ''] = lines.join('\n').split('A new secret is in');
  for (const text of [listed, done]) {
    assert.match(text, /^ {2}1 people with an authenticator app: taken off/m);
    assert.match(text, /^ {2}10 unused recovery codes: void/m);
    assert.match(text, /^ {2}1 connections to payment providers: disconnected/m);
    assert.match(text, /^ {2}1 keys that sign license certificates: a new one signs/m);
  }
  assert.match(done, /^Everybody signs in again\. Whoever cannot gets a link: /m);
  assert.match(done, new RegExp(`^ {2}Sets up the authenticator app again: ${email}$`, 'm'));
  assert.match(
    done,
    /^ {2}Connect again: npm run kassa -- provider connect stripe --store "[^"]+"$/m,
  );
  assert.match(done, /: npm run kassa -- dashboard link --email ADDRESS$/);
  await shop.open();
});

test('who had an app signs in again with the password, and sets it up again', async () => {
  assert.ok(!(await home.isSignedIn()), 'names of cookies have a mark of the secret');
  const browser = openBrowser(shop);
  assert.notEqual(await signIn(browser), '/account/second-factor');
  assert.ok(await browser.isSignedIn());
  ahead_ms += 30_000;
  const again = await setUpApp(browser);
  assert.equal(again.codes.length, 10);
  assert.notDeepEqual(again.app, app);
  ahead_ms += 30_000;
  const next = openBrowser(shop);
  assert.equal(await signIn(next), '/account/second-factor');
  for (const old of [totpNow(app, clock()), codes[0] ?? '']) {
    assert.equal((await secondFactor(next, old)).status, 400, 'what was lost opens nothing');
  }
  assert.equal((await secondFactor(next, totpNow(again.app, clock()))).status, 303);
  assert.ok(await next.isSignedIn());
  const other = openBrowser(shop);
  await signIn(other);
  assert.equal((await secondFactor(other, again.codes[0] ?? '')).status, 303);
  assert.ok(await other.isSignedIn());
});

test('what Stripe took is refunded once the store is connected again, and not before', async () => {
  const own = await shop.openStore({ store_id: store.store_id, api_key: store.key });
  assert.notEqual((await own.must('GET /get-provider')).provider, 'stripe');
  const refused = await own.ask('POST /refund-transaction', { transaction_id: paid });
  assertRefused(refused, 400, 'provider_disconnected');
  await connectStripe(own, stand_in);
  const { provider, problem } = await own.must('GET /get-provider');
  assert.deepEqual([provider, problem], ['stripe', null]);
  assert.equal((await own.refund(paid)).status, 'paid');
  const { session, checkout } = await buyAtStripe(shop, own);
  await stand_in.control.pay({ session });
  await stand_in.control.quiet();
  assert.equal((await checkout()).status, 'completed', 'its messages are believed again');
  const { totals } = await stand_in.control.books();
  assert.deepEqual(totals.eur, { charged: 4000, refunded: 2000, lost_in_disputes: 0 });
});

test('certificates are signed by the new key, and those of the old one stay good', async () => {
  const seller = await shop.openStore(shop);
  const made = await certify(seller, 'Desktop');
  const keys = await publishedKeys();
  const [old_kid, kid] = [old_certificate, made].map((one) => decodeProtectedHeader(one).kid);
  assert.notEqual(kid, old_kid);
  assert.ok(await isBelieved(made, keys));
  assert.ok(await isBelieved(old_certificate, keys), 'what was signed stays good');
  assert.equal(await isBelieved(made, old_keys), false, 'the key is new: fetch the list again');
});
