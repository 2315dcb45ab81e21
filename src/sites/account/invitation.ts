import { type Html, html } from '../../platform/core/html.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import {
  findInvitation,
  insertInvitation,
  type OpenInvitation,
  setOwner,
  takeInvitation,
} from '../../shop/store/team/member.sql.ts';
import { linkHash } from '../../shop/store/team/owner-link.ts';
import { addPerson, findPersonByEmail, saveMember } from '../../shop/store/team/person.sql.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { mistakesIn, type RefusalText } from '../shared/refusal.ts';
import { enterAs } from './enter.ts';
import { accountPage, hidden, nameField, newPasswordField } from './layout.ts';
import { type FieldProblems, nameProblem } from './new-account.ts';
import { newPasskeyPart } from './passkey-part.ts';
import { boundTo, chooseFactor, keepFactor, newPersonId, useUp } from './setup.ts';
import { signOutFirst } from './sign-out-first.ts';
import { auditAccount, type Handler, type Visit } from './visit.ts';
import { backQuery } from './way-back.rules.ts';

type LinkHandler = Handler<{ token: string }>;

/** A link that somebody of the team has made. Who has an account already signs in with it. */
export const showInvitation: LinkHandler = async (visit, _, { token }) => {
  const found = await findInvitation(visit.db.reader(null), linkHash(token), visit.now);
  return found ? invitationPage(visit, { token, found }) : deadInvitation(visit);
};

export const acceptInvitation: LinkHandler = async (visit, { form }, { token }) => {
  const { db, now, session } = visit;
  const reader = db.reader(null);
  const found = await findInvitation(reader, linkHash(token), now);
  if (!found) return deadInvitation(visit);
  const person = await findPersonByEmail(reader, found.email_folded);
  if (person) {
    if (session?.person_id !== person.person_id) return invitationPage(visit, { token, found });
    const is_joined = await db.write(null, async (tx) => join(tx, visit, found, person.person_id));
    if (!is_joined) return deadInvitation(visit);
    return redirectAfterForm(`${visit.base_path}/dashboard/${found.store_number}`);
  }
  if (session) return invitationPage(visit, { token, found });
  const name = (form.get('name') ?? '').trim();
  const problems: FieldProblems = {};
  const name_problem = nameProblem(name);
  if (name_problem !== undefined) problems.name = name_problem;
  const person_id = newPersonId(visit, form);
  const is_well = name_problem === undefined;
  const own = [found.email, ...(is_well ? [name] : []), found.store_name];
  const chosen = await chooseFactor(visit, form, { token, person_id, own, is_well });
  if ('problem' in chosen) problems.password = chosen.problem;
  const refusal =
    mistakesIn(visit.words, problems) ?? ('refusal' in chosen ? chosen.refusal : undefined);
  if (refusal || !('factor' in chosen)) {
    return invitationPage(visit, { token, found, name, problems, ...(refusal && { refusal }) });
  }
  const { email, email_folded } = found;
  const made = await db.write(null, async (tx) => {
    if (!(await useUp(tx, chosen.factor))) return 'dead';
    const taken = await takeInvitation(tx, found.token_hash, now);
    if (!taken) return 'dead';
    const row = { person_id, email, email_folded, name, is_owner: 0, created_at: now };
    if ((await addPerson(tx, row)) === 0) {
      // Invited to two stores, with both links used at once: the other one has made the account.
      await insertInvitation(tx, taken);
      return 'known';
    }
    await give(tx, taken, person_id, now);
    await keepFactor(tx, { person_id, now }, chosen.factor);
    await noteJoined(tx, visit, taken, person_id);
    return 'new';
  });
  if (made === 'dead') return deadInvitation(visit);
  if (made === 'known') return invitationPage(visit, { token, found });
  return enterAs(visit, { person_id }, `/dashboard/${found.store_number}`);
};

async function join(
  tx: Tx,
  visit: Visit,
  { token_hash }: OpenInvitation,
  person_id: string,
): Promise<boolean> {
  const { now } = visit;
  const taken = await takeInvitation(tx, token_hash, now);
  if (!taken) return false;
  await give(tx, taken, person_id, now);
  await noteJoined(tx, visit, taken, person_id);
  return true;
}

function noteJoined(
  tx: Tx,
  visit: Visit,
  { email, role, store_id, refund_max }: OpenInvitation,
  person_id: string,
): Promise<void> {
  const after = { email, role, store_id, refund_max };
  return auditAccount(tx, visit, person_id, '/account/invitation', { after });
}

/** What the invitation says; an owner has every store without being a member of one. */
async function give(tx: Tx, found: OpenInvitation, person_id: string, now: number): Promise<void> {
  const { store_id, role, refund_max } = found;
  if (role === 'owner') await setOwner(tx, { person_id, is_owner: 1, store_id });
  else await saveMember(tx, { store_id, person_id, role, refund_max, created_at: now });
}

const deadInvitation = (visit: Visit): PageAnswer =>
  accountPage(visit, {
    title: 'This invitation does not work any more',
    status: 404,
    main: html`<p class="lead">It counts once, for seven days, and may have been withdrawn. Ask
  whoever has sent it for another.</p>
  <p class="foot"><a href="${visit.base_path}/account/sign-in">Sign in</a></p>`,
  });

interface Shown {
  token: string;
  found: OpenInvitation;
  name?: string;
  problems?: FieldProblems;
  refusal?: RefusalText;
}

async function invitationPage(visit: Visit, shown: Shown): Promise<PageAnswer> {
  const { found, refusal, token } = shown;
  const person = await findPersonByEmail(visit.db.reader(null), found.email_folded);
  const is_new = person === undefined && visit.session === undefined;
  const here = `/account/invitation/${token}`;
  return accountPage(visit, {
    title: `Join ${found.store_name}`,
    lead: html`${found.invited_by} invites ${found.email} as ${found.role}.`,
    refusal,
    has_passkeys: is_new,
    main: is_new
      ? await newAccountForm(visit, shown)
      : ownAccountForm(visit, here, { person_id: person?.person_id, email: found.email }),
  });
}

function ownAccountForm(
  visit: Visit,
  here: string,
  { person_id, email }: { person_id: string | undefined; email: string },
): Html {
  const { session, base_path } = visit;
  if (session && session.person_id === person_id) {
    return html`<form class="form" method="post" action="${base_path}${here}">
  <button class="button">Join</button></form>`;
  }
  if (session) return signOutFirst(visit, here, email);
  return html`<p><a class="button" href="${base_path}/account/sign-in${backQuery(here)}">
  Sign in to join</a></p>`;
}

async function newAccountForm(visit: Visit, { token, found, ...shown }: Shown): Promise<Html> {
  const { name = '', problems = {} } = shown;
  const person_id = newId('person', visit.now);
  const bound_to = boundTo(token, person_id);
  const making = { bound_to, person_id, name: found.email, is_other_way: true };
  const by_passkey = await newPasskeyPart(visit, making, 'Use a passkey instead of a password');
  return html`<form class="form" method="post"
  action="${visit.base_path}/account/invitation/${token}">
  ${hidden('person_id', person_id)}
  <input class="hidden" name="email" type="email" value="${found.email}" autocomplete="username"
    aria-label="E-mail address" tabindex="-1" readonly>
  ${nameField('Your name', name, problems.name)}
  ${newPasswordField(problems.password)}
  <button class="button">Create account and join</button>
  ${by_passkey}
</form>`;
}
