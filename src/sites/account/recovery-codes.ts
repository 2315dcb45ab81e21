import { html } from '../../platform/core/html.ts';
import { replaceRecoveryCodes } from '../../shop/store/team/factor.sql.ts';
import { newRecoveryCodes, readRecoveryCode } from '../../shop/store/team/recovery-code.rules.ts';
import { recoveryCodeHash } from '../../shop/store/team/sign-in.ts';
import { accountPage } from './layout.ts';
import type { OwnHandler } from './visit.ts';

const HERE = '/account/recovery-codes';

export const showRecoveryCodes: OwnHandler = (visit) =>
  accountPage(visit, {
    title: 'Recovery codes',
    lead: html`Ten codes for when you have lost your phone or your passkeys. Each counts once in
    place of a code of the app or a passkey. New ones make the old ones worthless.`,
    back: { at: '/account', name: 'Your account' },
    main: html`<form class="form" method="post" action="${visit.base_path}${HERE}">
  <button class="button">Create recovery codes</button>
</form>`,
  });

/** Shown in the answer itself: nobody can come back to it. */
export const makeRecoveryCodes: OwnHandler = async (visit) => {
  const { services, session } = visit;
  const { person_id } = session;
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) =>
    recoveryCodeHash(services, { person_id, code: readRecoveryCode(code) ?? '' }),
  );
  await visit.change(async (tx, audit) => {
    await replaceRecoveryCodes(tx, person_id, hashes);
    await audit('/account/recovery-codes', { recovery_codes: 'new ones' });
  });
  return accountPage(visit, {
    title: 'Your recovery codes',
    lead: 'They are shown only now. Print them, or keep them where you keep your passwords.',
    main: html`<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button" href="${visit.base_path}/account">I have kept them</a></p>`,
  });
};
