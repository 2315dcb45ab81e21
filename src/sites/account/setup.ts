import { html } from '../../platform/core/html.ts';
import { newId } from '../../platform/core/ids.ts';
import { KASSA } from '../../platform/core/program.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { newestSequence } from '../../shop/events/webhooks/webhook.sql.ts';
import { FIRST_STORE_NAME } from '../../shop/store/store.rules.ts';
import { listStores, type StoreRow } from '../../shop/store/store.sql.ts';
import { chooseNotifications } from '../../shop/store/team/choose-notifications.ts';
import {
  lockSignIn,
  replaceRecoveryCodes,
  setPassword,
  setTotp,
} from '../../shop/store/team/factor.sql.ts';
import { forgetDevicesOf } from '../../shop/store/team/failure.sql.ts';
import { FIRST_NOTIFICATIONS } from '../../shop/store/team/notification.rules.ts';
import {
  findOwnerLink,
  type OwnerLinkRow,
  takeOwnerLink,
} from '../../shop/store/team/owner-link.sql.ts';
import { linkHash } from '../../shop/store/team/owner-link.ts';
import {
  findPasskey,
  insertPasskey,
  removePasskeys,
  takeChallenge,
} from '../../shop/store/team/passkey.sql.ts';
import {
  endOtherSessions,
  findPerson,
  findPersonByEmail,
  insertPerson,
  listOwners,
} from '../../shop/store/team/person.sql.ts';
import { foldEmail } from '../../shop/store/team/sign-in.ts';
import { mistakesIn, type RefusalText } from '../shared/refusal.ts';
import { enterAs } from './enter.ts';
import { accountPage, field, hidden, nameField, newPasswordField } from './layout.ts';
import {
  accountProblems,
  type FieldProblems,
  type NewFactor,
  passwordProblem,
  type TypedAccount,
  typedAccount,
} from './new-account.ts';
import { hasPasskey, newPasskeyPart, readNewPasskey } from './passkey-part.ts';
import { PASSKEY_REFUSED, tooMany } from './sign-in.ts';
import { signOutFirst } from './sign-out-first.ts';
import { auditAccount, type Handler, type Visit } from './visit.ts';

type LinkHandler = Handler<{ token: string }>;

/** The link that the server has printed: it makes the owner, or lets an owner in again. */
export const showSetup: LinkHandler = async (visit, _, { token }) => {
  const link = await linkOf(visit, token);
  return link ? setupPage(visit, { token, link }) : deadLink(visit);
};

export const setUp: LinkHandler = async (visit, { form }, { token }) => {
  const { db, now } = visit;
  const link = await linkOf(visit, token);
  if (!link) return deadLink(visit);
  if (isForAnother(visit, link)) return setupPage(visit, { token, link });
  const reader = db.reader(null);
  const owner = link.person_id === null ? undefined : await findPerson(reader, link.person_id);
  const typed = owner ?? typedAccount(form);
  const problems = owner ? {} : accountProblems(typed);
  const is_well = () => Object.keys(problems).length === 0;
  if (!owner && is_well() && (await findPersonByEmail(reader, foldEmail(typed.email)))) {
    problems.email = 'There is an account with this address already.';
  }
  const stores = await listStores(reader);
  const own = [...(is_well() ? [typed.email, typed.name] : []), ...stores.map(({ name }) => name)];
  const person_id = owner?.person_id ?? newPersonId(visit, form);
  const about = { token, person_id, own, is_well: is_well() };
  const chosen = await chooseFactor(visit, form, about);
  if ('problem' in chosen) problems.password = chosen.problem;
  const refusal =
    mistakesIn(visit.words, problems) ?? ('refusal' in chosen ? chosen.refusal : undefined);
  if (refusal || !('factor' in chosen)) {
    return setupPage(visit, { token, link, typed, problems, ...(refusal && { refusal }) });
  }
  const first = await untouchedStore(visit, stores);
  const is_made = await db.write(null, async (tx) => {
    if (!(await useUp(tx, chosen.factor))) return false;
    if ((await takeOwnerLink(tx, link.token_hash, now)) !== 1) return false;
    if (!owner && (await listOwners(tx)).length > 0) return false;
    if (owner) await forgetLost(tx, person_id, form.get('forget') === 'yes');
    else {
      await addOwner(tx, { ...typed, person_id, now });
      if (first) await beginMails(tx, { person_id, ...first });
    }
    await keepFactor(tx, { person_id, now }, chosen.factor);
    const { email, name } = typed;
    const after = owner ? { sign_in: 'set up anew' } : { email, name, role: 'owner' };
    await auditAccount(tx, visit, person_id, '/account/setup', { after });
    return true;
  });
  if (!is_made) return deadLink(visit);
  const first_page = first ? `/dashboard/${first.number}/welcome` : '/dashboard';
  return enterAs(visit, { person_id }, owner ? '/account' : first_page);
};

/** A new owner says first what this one is called, if nobody has yet. */
async function untouchedStore({ db }: Visit, [store, ...others]: StoreRow[]) {
  if (store?.name !== FIRST_STORE_NAME || others.length > 0) return undefined;
  const { store_id, number } = store;
  return { store_id, number, newest: await newestSequence(db.reader(store)) };
}

/** As with other shops, sales and trouble are told without being asked for. */
async function beginMails(
  tx: Tx,
  of: { person_id: string; store_id: string; newest: number },
): Promise<void> {
  const { newest, ...chooser } = of;
  const is_owner = 1;
  await chooseNotifications(tx, { ...chooser, is_owner }, { chosen: FIRST_NOTIFICATIONS, newest });
}

/** A passkey has the identifier in it, sealed by its challenge; a password gets a new one. */
export const newPersonId = ({ now }: Visit, form: PageRequest['form']): string =>
  hasPasskey(form) ? (form.get('person_id') ?? '') : newId('person', now);

async function linkOf(visit: Visit, token: string): Promise<OwnerLinkRow | undefined> {
  const link = await findOwnerLink(visit.db.reader(null), linkHash(token));
  return link && link.expires_at > visit.now ? link : undefined;
}

const deadLink = (visit: Visit): PageAnswer =>
  accountPage(visit, {
    title: 'This link does not work any more',
    status: 404,
    main: html`<p class="lead">It counts once, for an hour. At the server,
  <code>${KASSA} dashboard link</code> makes another.</p>
  <p class="foot"><a href="${visit.base_path}/account/sign-in">Sign in</a></p>`,
  });

interface Chosen {
  token: string;
  person_id: string;
  own: readonly string[];
  /** Whether all else that was typed may stay: only then is it worth the work. */
  is_well: boolean;
}

/** The password or the passkey of the form, or why it cannot be used. */
export async function chooseFactor(
  visit: Visit,
  form: PageRequest['form'],
  { token, person_id, own, is_well }: Chosen,
): Promise<{ factor: NewFactor } | { problem: string } | { refusal?: RefusalText }> {
  if (hasPasskey(form)) {
    if (!is_well) return {};
    const factor = readNewPasskey(visit, form, boundTo(token, person_id));
    // Of whomever it is: one passkey cannot be of two accounts.
    const is_taken =
      factor && (await findPasskey(visit.db.reader(null), factor.passkey.credential_id));
    return factor && !is_taken ? { factor } : { refusal: PASSKEY_REFUSED };
  }
  const password = form.get('password') ?? '';
  const problem = passwordProblem(password, own);
  if (problem !== undefined) return { problem };
  if (!is_well) return {};
  const password_hash = await visit.trying.hashing.hash(password);
  return password_hash === undefined ? { refusal: tooMany(5) } : { factor: { password_hash } };
}

export const boundTo = (token: string, person_id: string) =>
  ['link', linkHash(token), person_id] as const;

/** False when the challenge of the passkey was used before. */
export const useUp = async (tx: Tx, factor: NewFactor): Promise<boolean> =>
  'password_hash' in factor || (await takeChallenge(tx, factor.used)) === 1;

export async function keepFactor(
  tx: Tx,
  { person_id, now }: { person_id: string; now: number },
  factor: NewFactor,
): Promise<void> {
  if ('password_hash' in factor)
    return void (await setPassword(tx, person_id, factor.password_hash));
  const about = { person_id, name: 'First passkey', created_at: now, last_used_at: null };
  await insertPasskey(tx, { ...factor.passkey, ...about });
}

/** Whoever had a session or a known browser has them no longer. */
async function forgetLost(tx: Tx, person_id: string, with_factors: boolean): Promise<void> {
  await lockSignIn(tx, person_id);
  await endOtherSessions(tx, person_id, null);
  await forgetDevicesOf(tx, person_id);
  if (!with_factors) return;
  await setTotp(tx, person_id, { totp_secret: null, totp_last_step: 0 });
  await removePasskeys(tx, person_id);
  await replaceRecoveryCodes(tx, person_id, []);
}

const addOwner = (
  tx: Tx,
  { person_id, email, name, now }: TypedAccount & { person_id: string; now: number },
) =>
  insertPerson(tx, {
    ...{ person_id, email, name, is_owner: 1, created_at: now },
    email_folded: foldEmail(email),
  });

/** Somebody else is signed in in this browser. */
const isForAnother = ({ session }: Visit, { person_id }: OwnerLinkRow): boolean =>
  session !== undefined && session.person_id !== person_id;

interface Shown {
  token: string;
  link: OwnerLinkRow;
  typed?: TypedAccount;
  problems?: FieldProblems;
  refusal?: RefusalText;
}

async function setupPage(
  visit: Visit,
  { token, link, typed, problems = {}, refusal }: Shown,
): Promise<PageAnswer> {
  const owner =
    link.person_id === null ? undefined : await findPerson(visit.db.reader(null), link.person_id);
  if (isForAnother(visit, link)) {
    return accountPage(visit, {
      title: owner ? 'Back into your account' : 'Welcome to Kassa',
      main: signOutFirst(visit, `/account/setup/${token}`, owner?.email ?? 'a new owner'),
    });
  }
  const person_id = owner?.person_id ?? newId('person', visit.now);
  const making = {
    ...{ bound_to: boundTo(token, person_id), person_id, is_other_way: true },
    ...(owner && { name: owner.email }),
  };
  const by_passkey = await newPasskeyPart(visit, making, 'Use a passkey instead of a password');
  return accountPage(visit, {
    title: owner ? 'Back into your account' : 'Welcome to Kassa',
    lead: owner
      ? html`You will sign in as ${owner.email} with what you choose here. All browsers in which
      you are signed in now are signed out.`
      : 'Create the account of the owner. You will see every store, and can invite others.',
    refusal,
    has_passkeys: true,
    main: html`<form class="form" method="post"
  action="${visit.base_path}/account/setup/${token}">
  ${hidden('person_id', person_id)}
  ${!owner && accountFields(typed, problems)}
  ${newPasswordField(problems.password, owner ? 'New password' : 'Password')}
  ${
    owner &&
    html`<label class="tick"><input type="checkbox" name="forget" value="yes">
    I have lost my authenticator app or my passkeys: remove them, and my recovery codes</label>`
  }
  <button class="button">${owner ? 'Set password and sign in' : 'Create account'}</button>
  ${by_passkey}
</form>`,
  });
}

const accountFields = (typed: TypedAccount | undefined, problems: FieldProblems) =>
  html`${nameField('Your name', typed?.name ?? '', problems.name)}
  ${field({
    ...{ name: 'email', label: 'E-mail address', type: 'email', value: typed?.email ?? '' },
    problem: problems.email,
    attributes: { autocomplete: 'username', maxlength: 254 },
  })}`;
