import { html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { findFactors, setPassword } from '../../shop/store/team/factor.sql.ts';
import { endOtherSessions, listOpenStores } from '../../shop/store/team/person.sql.ts';
import { mistakesIn, type RefusalText } from '../shared/refusal.ts';
import { done } from './home.ts';
import { accountPage, newPasswordField } from './layout.ts';
import { passwordProblem } from './new-account.ts';
import { tooMany } from './sign-in.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';

export const showPassword: OwnHandler = (visit) => passwordPage(visit);

/** Whoever knows the old one and is signed in with it is not any more. */
export const changePassword: OwnHandler = async (visit, { form }) => {
  const { db, session, trying } = visit;
  const stores = await listOpenStores(db.reader(null), session);
  const own = [session.email, session.name, ...stores.map(({ name }) => name)];
  const password = form.get('password') ?? '';
  const problem = passwordProblem(password, own);
  if (problem !== undefined) return passwordPage(visit, problem);
  const password_hash = await trying.hashing.hash(password);
  if (password_hash === undefined) return passwordPage(visit, undefined, tooMany(5));
  await visit.change(async (tx, audit) => {
    await setPassword(tx, session.person_id, password_hash);
    await endOtherSessions(tx, session.person_id, session.token_hash);
    await audit('/account/password', { password: 'a new one' });
  });
  return done(visit, 'password');
};

/** For those who have a passkey: then there is nothing that could be stolen. */
export const removePassword: OwnHandler = async (visit) => {
  const { session } = visit;
  const is_removed = await visit.change(async (tx, audit) => {
    const factors = await findFactors(tx, session.person_id);
    if (!factors || factors.passkeys === 0) return false;
    await setPassword(tx, session.person_id, null);
    await audit('/account/password', { password: null });
    return true;
  });
  if (is_removed) return done(visit, 'no-password');
  return passwordPage(visit, undefined, { title: 'Add a passkey first', text: ONLY_WAY });
};

export const ONLY_WAY = 'Otherwise there would be no way to sign in.';

async function passwordPage(
  visit: OwnVisit,
  problem?: string,
  refusal: RefusalText | undefined = mistakesIn(visit.words, { password: problem }),
): Promise<PageAnswer> {
  const { db, session, base_path } = visit;
  const factors = await findFactors(db.reader(null), session.person_id);
  const has_password = factors?.password_hash !== null;
  return accountPage(visit, {
    title: has_password ? 'Change your password' : 'Set a password',
    lead: 'All your other browsers are signed out when you do.',
    refusal,
    back: { at: '/account', name: 'Your account' },
    main: html`<form class="form" method="post" action="${base_path}/account/password">
  <input class="hidden" name="email" type="email" value="${session.email}" autocomplete="username"
    aria-label="E-mail address" tabindex="-1" readonly>
  ${newPasswordField(problem, 'New password')}
  <button class="button">Save password</button>
</form>
${
  has_password &&
  (factors?.passkeys ?? 0) > 0 &&
  html`<form class="form" method="post" action="${base_path}/account/password/remove">
  <p class="or">or</p>
  <button class="button second">Sign in with passkeys alone</button>
</form>`
}`,
  });
}
