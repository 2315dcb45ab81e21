import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import type { Page } from 'playwright-core';
import { readRegistration } from '../../src/shop/store/team/passkey.rules.ts';
import { ALGORITHMS } from '../../src/shop/store/team/public-key.rules.ts';
import { judgeAssertion, judgeRegistration } from '../harness/passkey-judge.ts';
import { startShop } from '../harness/shop.ts';
import { ownerLink } from '../harness/visits/account.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';
import { largeTextProblems, widthTooMuch } from '../harness/visits/layout.ts';

// Passkeys as a browser makes them, with Chromium's own authenticator.

const shop = await startShop({ clock: Date.now });

/** What a phone with a fingerprint reader does: it says yes to everything. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('an owner is made with a passkey, signs out and in with it, and proves who they are', async () => {
  const { page, complaints } = await openPage({ width: 390, height: 844, is_new: true });
  await withAuthenticator(page);
  const sent: URLSearchParams[] = [];
  page.on('request', (request) => {
    const form = new URLSearchParams(request.postData() ?? '');
    if (form.get('credential')) sent.push(form);
  });
  const at = (path: string) => shop.app.base_url + path;
  await page.goto(at(await ownerLink(shop)));
  await screenshot(page, 'account-setup-390');
  await press(page, 'Use a passkey instead of a password');
  assert.equal(await page.locator('#email:invalid').count(), 1, 'an address must be typed');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await press(page, 'Use a passkey instead of a password');
  await page.waitForURL(/\/dashboard\/\d+$/);
  await page.goto(at('/account'));
  await screenshot(page, 'account-390');
  await page.context().clearCookies({ name: /^__Host-kassa-seat-/ });
  await page.goto(at('/dashboard/1/team'));
  await page.waitForURL(/\/account\/sign-in\?back=/);
  await press(page, 'Sign in with a passkey');
  await page.waitForURL(/\/dashboard\/1\/team$/);
  await page.goto(at('/account/confirm?back=%2Faccount%2Fpassword'));
  await press(page, 'Use a passkey');
  await page.waitForURL(/\/account\/password$/);
  assert.deepEqual(complaints, []);
  await assertJudged(sent);

  for (const look of LOOKS) {
    const other = await openPage(look);
    await other.page.context().addCookies(await page.context().cookies());
    for (const [name, path] of PAGES) {
      await other.page.goto(at(path));
      await screenshot(other.page, `account-${name}-${look.color_scheme}-${look.width}`);
      assert.deepEqual(await axeProblems(other.page, 'main'), [], name);
      assert.equal(await widthTooMuch(other.page), 0, name);
      assert.deepEqual(await largeTextProblems(other.page), [], name);
    }
    assert.deepEqual(other.complaints, []);
  }

  await page.goto(at('/dashboard/1/team/invite'));
  await page.getByLabel('E-mail address').fill('ben@example.com');
  await press(page, 'Create link');
  const guest = await openPage({ width: 390, height: 844 });
  await guest.page.goto(await page.locator('#invitation').innerText());
  await screenshot(guest.page, 'account-invitation-390');
  assert.deepEqual(await axeProblems(guest.page, 'main'), []);
  assert.equal(await widthTooMuch(guest.page), 0, 'nothing scrolls sideways on a telephone');
});

const { origin, hostname: rp_id } = new URL(shop.app.base_url);

/** What Kassa took from the browser, a new passkey and two signatures of it, they take as well. */
async function assertJudged([made, ...signed]: URLSearchParams[]) {
  const expecting = (form: URLSearchParams) => ({
    ...{ origin, rp_id, challenge: form.get('challenge') ?? '', must_verify: true },
  });
  assert.ok(made);
  const text = made.get('credential') ?? '';
  const judged = await judgeRegistration(text, expecting(made));
  assert.ok(judged);
  assert.equal(judged.id, readRegistration(text, expecting(made))?.credential_id);
  assert.equal(signed.length, 2);
  for (const form of signed) {
    const answer = form.get('credential') ?? '';
    const count = await judgeAssertion(answer, judged, expecting(form));
    assert.ok(count !== undefined && count > judged.counter);
    const elsewhere = { ...expecting(form), origin: 'https://evil.example' };
    assert.equal(await judgeAssertion(answer, judged, elsewhere), undefined);
    judged.counter = count;
  }
}

test('a passkey that the script of SimpleWebAuthn makes is one to Kassa', async () => {
  const { page } = await openPage({ is_new: true });
  await withAuthenticator(page);
  await page.goto(`${shop.app.base_url}/account/sign-in`);
  const script = 'node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js';
  await page.evaluate(readFileSync(script, 'utf8'));
  const challenge = 'aGVsbG8';
  const optionsJSON = {
    ...{ challenge, rp: { id: rp_id, name: 'Kassa' }, attestation: 'none' },
    user: { id: 'cGVyc29uXzE', name: 'ada@example.com', displayName: 'Ada' },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  };
  const made: RegistrationResponseJSON = await page.evaluate(
    `SimpleWebAuthnBrowser.startRegistration(${JSON.stringify({ optionsJSON })})`,
  );
  const text = JSON.stringify({ id: made.id, ...made.response });
  const expected = { origin, rp_id, challenge, must_verify: true };
  const ours = readRegistration(text, expected);
  assert.equal(ours?.credential_id, made.id);
  assert.equal(ours?.spki, made.response.publicKey);
  assert.equal((await judgeRegistration(text, expected))?.id, made.id);
});

const PAGES = [
  ['home', '/account'],
  ['password', '/account/password'],
  ['authenticator', '/account/authenticator'],
  ['passkey', '/account/passkeys/new'],
  ['codes', '/account/recovery-codes'],
  ['mails', '/account/mails/1'],
  ['mail-server', '/account/mail-server'],
  ['backups', '/account/backups'],
  ['team', '/dashboard/1/team'],
  ['invite', '/dashboard/1/team/invite'],
] as const;

test('signing in: axe is content, light and dark, and it works without JavaScript', async () => {
  for (const look of LOOKS) {
    const { page } = await openPage(look);
    await page.goto(`${shop.app.base_url}/account/sign-in`);
    await screenshot(page, `account-sign-in-${look.color_scheme}-${look.width}`);
    assert.deepEqual(await axeProblems(page), []);
  }
  const { page } = await openPage({ javascript: false, width: 390, height: 844 });
  await page.goto(`${shop.app.base_url}/account/sign-in`);
  assert.equal(
    await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(),
    false,
  );
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password').fill('wrong-wrong-1');
  await press(page, 'Sign in');
  await screenshot(page, 'account-sign-in-refused-390');
  assert.match(await page.title(), /^E-mail address or password is wrong/);
});
