import { randomBytes } from 'node:crypto';
import { encode } from 'uqr';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { findFactors, setTotp } from '../../shop/store/team/factor.sql.ts';
import { base32, SECRET_BYTES, stepOfCode, totpAddress } from '../../shop/store/team/totp.rules.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { done } from './home.ts';
import { accountPage, field, hidden } from './layout.ts';
import { WRONG_CODE } from './sign-in.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';

const HERE = '/account/authenticator';

export const showAuthenticator: OwnHandler = async (visit) => {
  const factors = await findFactors(visit.db.reader(null), visit.session.person_id);
  if (factors && factors.totp_secret !== null) return removePage(visit);
  return setupPage(visit, randomBytes(SECRET_BYTES));
};

/** Set up once the app has shown a right code: then it has the secret, and its clock is right. */
export const setUpAuthenticator: OwnHandler = async (visit, { form }) => {
  const { services, session, now } = visit;
  const { person_id } = session;
  const totp_secret = form.get('sealed') ?? '';
  const opened = services.secrets.open(totp_secret, ['authenticator', person_id]);
  if (opened === undefined) return redirectAfterForm(visit.base_path + HERE);
  const secret = Buffer.from(opened, 'base64url');
  const step = stepOfCode(secret, { typed: form.get('code') ?? '', last_step: 0, now });
  if (step === undefined) return setupPage(visit, secret, WRONG_CODE);
  const before = await visit.change(async (tx, audit) => {
    const factors = await findFactors(tx, person_id);
    await setTotp(tx, person_id, { totp_secret, totp_last_step: step });
    await audit('/account/authenticator', { authenticator: 'a new one' });
    return factors;
  });
  if (before?.recovery_codes === 0) {
    return redirectAfterForm(`${visit.base_path}/account/recovery-codes`);
  }
  return done(visit, 'app');
};

export const removeAuthenticator: OwnHandler = async (visit) => {
  const nothing = { totp_secret: null, totp_last_step: 0 };
  await visit.change(async (tx, audit) => {
    await setTotp(tx, visit.session.person_id, nothing);
    await audit('/account/authenticator', { authenticator: null });
  });
  return done(visit, 'no-app');
};

function setupPage(visit: OwnVisit, secret: Buffer, refusal?: RefusalText): PageAnswer {
  const { services, session, base_path } = visit;
  const { host } = new URL(services.base_url);
  const address = totpAddress(secret, { email: session.email, host });
  const place = ['authenticator', session.person_id] as const;
  const sealed = services.secrets.seal(secret.toString('base64url'), [...place]);
  return accountPage(visit, {
    title: 'Set up an authenticator app',
    lead: 'From then on, signing in with your password also takes a code of the app.',
    refusal,
    back: { at: '/account', name: 'Your account' },
    main: html`<p>1. Scan this with the app, or
<a href="${address}">open the app on this device</a>.</p>
${qrPicture(address)}
<details><summary>Type it instead</summary>
<p><code>${(base32(secret).match(/.{4}/g) ?? []).join(' ')}</code></p></details>
<form class="form" method="post" action="${base_path}${HERE}">
  ${hidden('sealed', sealed)}
  ${field({
    ...{ name: 'code', label: '2. Type the code that it shows' },
    attributes: { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 10 },
  })}
  <button class="button">Set up</button>
</form>`,
  });
}

function qrPicture(text: string): Html {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((is_dark, x) => (is_dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return html`<svg class="qr" shape-rendering="crispEdges" viewBox="0 0 ${size} ${size}" role="img"
  aria-label="QR code for your authenticator app"><path d="${path}" fill="#000000"/></svg>`;
}

const removePage = (visit: OwnVisit): PageAnswer =>
  accountPage(visit, {
    title: 'Remove the authenticator app?',
    lead: 'Signing in will then take your password, or a passkey, alone.',
    back: { at: '/account', name: 'Your account' },
    main: html`<form class="form" method="post" action="${visit.base_path}${HERE}/remove">
  <button class="button danger">Remove it</button>
</form>`,
  });
