import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { findFactors } from '../../shop/store/team/factor.sql.ts';
import { listPasskeys } from '../../shop/store/team/passkey.sql.ts';
import {
  endOtherSessions,
  endSession,
  listOpenStores,
  listSessions,
  renamePerson,
  type SessionRow,
} from '../../shop/store/team/person.sql.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { mistakesIn } from '../shared/refusal.ts';
import { browserName } from './browser-name.rules.ts';
import { accountPage, hidden, nameField } from './layout.ts';
import { nameProblem } from './new-account.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';

const NOTES = {
  name: 'Your name is saved.',
  password: 'Your password is changed. Your other browsers are signed out.',
  'no-password': 'Your password is removed. You sign in with a passkey.',
  app: 'Your authenticator app is set up.',
  'no-app': 'Your authenticator app is removed.',
  passkey: 'Your passkey is added.',
  'no-passkey': 'The passkey is removed.',
  ended: 'That browser is signed out.',
  'ended-others': 'All your other browsers are signed out.',
  joined: 'You have joined the team.',
};

const notes = new Map<string, string>(Object.entries(NOTES));

export const showAccount: OwnHandler<{ note?: string }> = (visit, _, { note = '' }) =>
  homePage(visit, { note: notes.get(note) });

export const rename: OwnHandler = async (visit, { form }) => {
  const name = (form.get('name') ?? '').trim();
  const problem = nameProblem(name);
  if (problem !== undefined) return homePage(visit, { name, problem });
  const { person_id, name: name_before } = visit.session;
  await visit.change(async (tx, audit) => {
    await renamePerson(tx, person_id, name);
    await audit('/account/name', { name }, { name: name_before });
  });
  return done(visit, 'name');
};

/** Back to the account, with what was done. */
export const done = ({ base_path }: OwnVisit, note: keyof typeof NOTES): PageAnswer =>
  redirectAfterForm(`${base_path}/account/done/${note}`);

export const endOneSession: OwnHandler = async (visit, { form }) => {
  const { db, session } = visit;
  const sessions = await listSessions(db.reader(null), session.person_id);
  const found = sessions.find((one) => sessionName(one) === form.get('session'));
  if (found) {
    await visit.change(async (tx, audit) => {
      await endSession(tx, found.token_hash);
      await audit('/account/sessions', { signed_out: found.browser });
    });
  }
  return done(visit, 'ended');
};

export const endOthers: OwnHandler = async (visit) => {
  const { session } = visit;
  await visit.change(async (tx, audit) => {
    await endOtherSessions(tx, session.person_id, session.token_hash);
    await audit('/account/sessions', { signed_out: 'everywhere else' });
  });
  return done(visit, 'ended-others');
};

/** Enough of the hash to tell one's own sessions apart. */
const sessionName = ({ token_hash }: SessionRow): string => token_hash.slice(0, 16);

interface Shown {
  note?: string | undefined;
  name?: string;
  problem?: string;
}

async function homePage(visit: OwnVisit, { note, name, problem }: Shown): Promise<PageAnswer> {
  const { session, base_path } = visit;
  const refusal = mistakesIn(visit.words, { name: problem });
  return accountPage(visit, {
    title: 'Your account',
    lead: session.email,
    is_wide: true,
    note,
    refusal,
    back: { at: '/dashboard', name: 'Dashboard' },
    main: html`<section class="card"><header><h2>Name</h2></header>
<form class="form" method="post" action="${base_path}/account/name">
  ${nameField('What others see', name ?? session.name, problem)}
  <button class="button second">Save name</button>
</form></section>
${await storesCard(visit)}
${session.is_owner === 1 && installationCard(base_path)}
${await factorsCard(visit)}
${await sessionsCard(visit)}`,
  });
}

const installationCard = (base_path: string): Html =>
  html`<section class="card"><header><h2>This installation</h2></header><ul class="entries">
<li><span><strong>Mail server</strong>
  <span class="quiet">Who sends the mails of all stores</span></span>
<a class="button second small" href="${base_path}/account/mail-server"
  aria-label="Open mail server">Open</a></li>
<li><span><strong>Backups</strong> <span class="quiet">Where to, how often, and now</span></span>
<a class="button second small" href="${base_path}/account/backups"
  aria-label="Open backups">Open</a></li></ul></section>`;

async function storesCard({ db, session, base_path }: OwnVisit): Promise<Html> {
  const stores = await listOpenStores(db.reader(null), session);
  return html`<section class="card"><header><h2>Stores</h2></header>
${
  stores.length === 0
    ? html`<p class="quiet">You are in no team any more.</p>`
    : html`<ul class="entries">${stores.map(
        ({ number, name, mode, role }) => html`<li><span>
    <a href="${base_path}/dashboard/${number}">${name}</a>
    <span class="mode ${mode}">${mode === 'test' ? 'Test' : 'Live'}</span></span>
    <span class="quiet">${session.is_owner === 1 ? 'owner' : role}</span>
    <a href="${base_path}/account/mails/${number}"
      aria-label="Mails to you about ${name}">Mails to you</a></li>`,
      )}</ul>`
}</section>`;
}

async function factorsCard(visit: OwnVisit): Promise<Html> {
  const { db, session, base_path, words } = visit;
  const reader = db.reader(null);
  const factors = await findFactors(reader, session.person_id);
  const passkeys = await listPasskeys(reader, session.person_id);
  const has_password = factors?.password_hash !== null;
  const has_app = factors?.totp_secret !== null;
  const codes = factors?.recovery_codes ?? 0;
  const link = (path: string, text: string) =>
    html`<a class="button second small" href="${base_path}/account/${path}">${text}</a>`;
  const entry = (title: string, state: Html | string, action: Html) =>
    html`<li><span><strong>${title}</strong> <span class="quiet">${state}</span></span>
    ${action}</li>`;
  return html`<section class="card"><header><h2>Signing in</h2></header>
${
  !has_app &&
  passkeys.length === 0 &&
  html`<p>A password can be stolen. An authenticator app or a
passkey beside it keeps whoever has it out.</p>`
}
<ul class="entries">
${entry(
  'Password',
  has_password ? 'Set' : 'None: you sign in with a passkey',
  link('password', has_password ? 'Change' : 'Set one'),
)}
${entry(
  'Authenticator app',
  has_app ? 'Asked for after the password' : 'Not set up',
  link('authenticator', has_app ? 'Remove' : 'Set up'),
)}
${entry(
  'Passkeys',
  'Sign in with your finger, face or a security key',
  link('passkeys/new', 'Add'),
)}
${passkeys.map(({ credential_id, name, created_at, last_used_at }) =>
  entry(
    name,
    html`Added ${words.day(created_at)}${
      last_used_at !== null && html`, last used ${words.day(last_used_at)}`
    }`,
    html`<form method="post" action="${base_path}/account/passkeys/remove">
    ${hidden('credential_id', credential_id)}
    <button class="button second small" aria-label="Remove ${name}">Remove</button></form>`,
  ),
)}
${entry(
  'Recovery codes',
  codes === 0 ? 'None: create some, for when you lose your phone' : `${codes} left`,
  link('recovery-codes', 'Create new ones'),
)}
</ul></section>`;
}

async function sessionsCard({ db, session, base_path, words }: OwnVisit): Promise<Html> {
  const sessions = await listSessions(db.reader(null), session.person_id);
  return html`<section class="card"><header><h2>Where you are signed in</h2>
${
  sessions.length > 1 &&
  html`<form method="post" action="${base_path}/account/sessions/end-others">
  <button class="button second small">Sign out all others</button></form>`
}</header>
<ul class="entries">${sessions.map((one) => {
    const name = browserName(one.browser);
    return html`<li><span><strong>${name}</strong> <span class="quiet">${one.address}, since
    ${words.day(one.created_at)}, last seen ${words.day(one.last_seen_at)}</span></span>
  ${
    one.token_hash === session.token_hash
      ? html`<span class="chip good">This browser</span>`
      : html`<form method="post" action="${base_path}/account/sessions/end">
    ${hidden('session', sessionName(one))}
    <button class="button second small" aria-label="Sign out ${name}">Sign out</button></form>`
  }</li>`;
  })}</ul></section>`;
}
