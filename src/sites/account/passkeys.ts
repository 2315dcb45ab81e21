import { html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { findFactors } from '../../shop/store/team/factor.sql.ts';
import {
  findPasskey,
  insertPasskey,
  lockPasskeys,
  removePasskey,
  takeChallenge,
} from '../../shop/store/team/passkey.sql.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { browserName } from './browser-name.rules.ts';
import { done } from './home.ts';
import { accountPage, field } from './layout.ts';
import { nameProblem } from './new-account.ts';
import { newPasskeyPart, readNewPasskey } from './passkey-part.ts';
import { ONLY_WAY } from './password.ts';
import { PASSKEY_REFUSED } from './sign-in.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';

const HERE = '/account/passkeys/new';
const PASSKEYS_MAX = 20;

export const showNewPasskey: OwnHandler = (visit) => newPasskeyPage(visit);

export const addPasskey: OwnHandler = async (visit, { form }) => {
  const { session, now, browser } = visit;
  const { person_id } = session;
  const found = readNewPasskey(visit, form, boundTo(visit));
  const typed = (form.get('name') ?? '').trim();
  const name = typed === '' || nameProblem(typed) !== undefined ? browserName(browser) : typed;
  const added = await visit.change(async (tx, audit) => {
    if (!found || (await takeChallenge(tx, found.used)) !== 1) return undefined;
    const own = await lockPasskeys(tx, person_id);
    // Of whomever it is: one passkey cannot be of two accounts.
    if (own.length >= PASSKEYS_MAX || (await findPasskey(tx, found.passkey.credential_id))) {
      return undefined;
    }
    const about = { person_id, name, created_at: now, last_used_at: null };
    await insertPasskey(tx, { ...found.passkey, ...about });
    const factors = await findFactors(tx, person_id);
    await audit('/account/passkeys', { passkey: name });
    return factors;
  });
  if (!added) return newPasskeyPage(visit, PASSKEY_REFUSED);
  if (added.recovery_codes === 0) {
    return redirectAfterForm(`${visit.base_path}/account/recovery-codes`);
  }
  return done(visit, 'passkey');
};

export const dropPasskey: OwnHandler = async (visit, { form }) => {
  const { session } = visit;
  const { person_id } = session;
  const is_removed = await visit.change(async (tx, audit) => {
    const own = await lockPasskeys(tx, person_id);
    const factors = await findFactors(tx, person_id);
    if (own.length < 2 && factors?.password_hash === null) return false;
    const credential_id = form.get('credential_id') ?? '';
    const removed = own.find((one) => one.credential_id === credential_id);
    await removePasskey(tx, person_id, credential_id);
    if (removed) await audit('/account/passkeys', { passkey: null }, { passkey: removed.name });
    return true;
  });
  if (is_removed) return done(visit, 'no-passkey');
  return newPasskeyPage(visit, {
    title: 'This is your only passkey',
    text: `Add another, or set a password, first. ${ONLY_WAY}`,
  });
};

const boundTo = ({ session }: OwnVisit) => ['new passkey', session.token_hash] as const;

async function newPasskeyPage(visit: OwnVisit, refusal?: RefusalText): Promise<PageAnswer> {
  const { session, base_path, browser } = visit;
  const { person_id, email } = session;
  const making = { bound_to: boundTo(visit), person_id, name: email };
  const part = await newPasskeyPart(visit, making, 'Create a passkey');
  return accountPage(visit, {
    title: 'Add a passkey',
    lead: 'It stays on your device or security key, and is unlocked by your finger, face or PIN.',
    refusal,
    has_passkeys: true,
    back: { at: '/account', name: 'Your account' },
    main: html`<form class="form" method="post" action="${base_path}${HERE}">
  ${field({
    ...{ name: 'name', label: 'Name', value: browserName(browser), optional: true },
    hint: 'So that you know which one it is.',
    attributes: { maxlength: 100 },
  })}
  ${part}
  <noscript><p class="hint">Browsers create passkeys only where scripts may run.</p></noscript>
</form>`,
  });
}
