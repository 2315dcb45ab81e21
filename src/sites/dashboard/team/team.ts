import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { inviteMember } from '../../../shop/store/team/invite-member.ts';
import { listMembers } from '../../../shop/store/team/list-members.ts';
import type { Member } from '../../../shop/store/team/member.rules.ts';
import { removeMember } from '../../../shop/store/team/remove-member.ts';
import { updateMember } from '../../../shop/store/team/update-member.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { copyable } from '../copyable.ts';
import { doneNote, type Filled, filledWith, inputs, sendForm } from '../form.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { type Handler, ifAllowed, mustConfirm, type Visit } from '../visit.ts';
import { inviteFields, memberFields, ROLE_TEXTS } from './team-fields.ts';

type MemberRecord = Static<typeof Member>;

const back = ({ address }: Visit) => ({ at: `${address}/team`, name: 'Team' });

const NOTES = {
  saved: 'Saved. It counts from their next page on.',
  removed: 'Removed. They are signed out.',
  withdrawn: 'The invitation is withdrawn: its link does not work any more.',
};

/** An admin does not touch owners, and nobody without the right touches anybody. */
const mayChange = (visit: Visit, { role }: MemberRecord): boolean =>
  visit.may(updateMember) && (role !== 'owner' || visit.role === 'owner');

const limitText = ({ role, refund_max }: MemberRecord): string => {
  if (role === 'viewer') return 'None';
  return refund_max === null ? 'Any amount' : `Up to ${refund_max}`;
};

const showTeam: Handler = async (visit, asked) => {
  const { data } = await visit.ask(listMembers, {});
  return dashboardPage(visit, {
    title: 'Team',
    section: 'team',
    note: doneNote(asked, NOTES),
    actions:
      visit.may(inviteMember) &&
      html`<a class="button" href="${visit.address}/team/invite">Invite somebody</a>`,
    main: html`${rowsTable(visit, { title: 'Team', columns: COLUMNS }, data)}
${rolesCard()}`,
  });
};

const rolesCard = (): Html => {
  const roles = Object.values(ROLE_TEXTS).map(
    ({ label, text }) => [label, text] as [string, string],
  );
  return card('What roles may do', facts(roles));
};

const COLUMNS: Parameters<typeof rowsTable<MemberRecord>>[1]['columns'] = [
  {
    title: 'Who',
    cell: (one, visit) => {
      const text = html`${one.name ?? one.email}`;
      return mayChange(visit, one)
        ? html`<a href="${visit.address}/team/${one.member_id}">${text}</a>`
        : text;
    },
  },
  { title: 'E-mail', wraps: true, cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => ROLE_TEXTS[role].label },
  { title: 'Refunds', cell: limitText },
  {
    title: 'State',
    cell: ({ status, invitation_expires_at }, { words }) =>
      status === 'active' || invitation_expires_at === null
        ? chip('good', 'Active')
        : html`${chip('warn', 'Invited')} until ${words.day(invitation_expires_at)}`,
  },
];

const showInvite: Handler = (visit) =>
  mustConfirm(visit, '/team/invite') ??
  invitePage(visit, filledWith(inviteFields(visit), { role: 'support' }));

const invite: Handler = async (visit, asked) => {
  const to_confirm = mustConfirm(visit, '/team/invite');
  if (to_confirm) return to_confirm;
  const once = visit.onceFor(asked.form.get('attempt'), 'invite-member');
  const fields = inviteFields(visit);
  const sent = await sendForm(
    { fields, sent: asked, about: { member_exists: 'email' }, refused: 'Nobody was invited' },
    (values) => visit.ask(inviteMember, values, once),
  );
  if ('again' in sent) return invitePage(visit, sent.again);
  const { email, invitation_url, role } = sent.done;
  return dashboardPage(visit, {
    title: 'Send this link',
    section: 'team',
    back: back(visit),
    can_copy: true,
    main: card(
      `To ${email}`,
      html`<p>Whoever opens it first joins ${visit.store.name}: ${ROLE_TEXTS[role].label}. It counts
      once, for seven days, and is shown only now.</p>
      ${copyable(visit, { id: 'invitation', text: invitation_url })}`,
    ),
  });
};

const invitePage = (visit: Visit, filled: Filled) =>
  dashboardPage(visit, {
    title: 'Invite somebody',
    section: 'team',
    back: back(visit),
    refusal: filled.refusal,
    main: html`<form class="form card" method="post" action="${visit.address}/team/invite">
  ${attemptField()}
  ${inputs(inviteFields(visit), filled, ['email', 'role', 'refund_max'])}
  <div class="actions"><button class="button">Make the link</button></div>
</form>
${rolesCard()}`,
  });

type MemberHandler = Handler<{ member_id: string }>;

/** A member that this person may change; anybody else is answered as if there were nobody. */
async function memberOf(visit: Visit, member_id: string): Promise<MemberRecord | undefined> {
  const { data } = await visit.ask(listMembers, {});
  const found = data.find((one) => one.member_id === member_id);
  return found && mayChange(visit, found) ? found : undefined;
}

const toTeam = (visit: Visit, done = '') =>
  redirectAfterForm(`${visit.address}/team${done && `?done=${done}`}`);

const showMember: MemberHandler = async (visit, _, { member_id }) => {
  const to_confirm = mustConfirm(visit, `/team/${member_id}`);
  if (to_confirm) return to_confirm;
  const one = await memberOf(visit, member_id);
  if (!one) return toTeam(visit);
  return memberPage(visit, one, filledWith(memberFields(visit), one));
};

const change: MemberHandler = async (visit, asked, { member_id }) => {
  const to_confirm = mustConfirm(visit, `/team/${member_id}`);
  if (to_confirm) return to_confirm;
  const one = await memberOf(visit, member_id);
  if (!one) return toTeam(visit);
  const sent = await sendForm(
    {
      ...{ fields: memberFields(visit), sent: asked, refused: 'Nothing was changed' },
      about: { last_owner: 'role' },
    },
    (values) => visit.ask(updateMember, { member_id, ...values }),
  );
  return 'again' in sent ? memberPage(visit, one, sent.again) : toTeam(visit, 'saved');
};

const memberPage = (visit: Visit, one: MemberRecord, filled: Filled) =>
  dashboardPage(visit, {
    title: one.name ?? one.email,
    section: 'team',
    back: back(visit),
    refusal: filled.refusal,
    actions: html`<a class="button second"
      href="${visit.address}/team/${one.member_id}/remove">
      ${one.status === 'invited' ? 'Withdraw…' : 'Remove…'}</a>`,
    main: html`<form class="form card" method="post"
  action="${visit.address}/team/${one.member_id}">
  <p>${one.email}</p>
  ${inputs(memberFields(visit), filled, ['role', 'refund_max'])}
  <div class="actions"><button class="button">Save</button></div>
</form>
${rolesCard()}`,
  });

const showRemove: MemberHandler = async (visit, _, { member_id }) => {
  const to_confirm = mustConfirm(visit, `/team/${member_id}/remove`);
  if (to_confirm) return to_confirm;
  const one = await memberOf(visit, member_id);
  return one ? removePage(visit, one) : toTeam(visit);
};

const remove: MemberHandler = async (visit, _, { member_id }) => {
  const to_confirm = mustConfirm(visit, `/team/${member_id}/remove`);
  if (to_confirm) return to_confirm;
  const { status } = await visit.ask(removeMember, { member_id });
  return toTeam(visit, status === 'invited' ? 'withdrawn' : 'removed');
};

const removePage = (visit: Visit, one: MemberRecord) =>
  dashboardPage(visit, {
    title:
      one.status === 'invited' ? 'Withdraw the invitation?' : `Remove ${one.name ?? one.email}?`,
    section: 'team',
    back: { at: `${visit.address}/team/${one.member_id}`, name: one.name ?? one.email },
    main: html`<form class="form card" method="post"
  action="${visit.address}/team/${one.member_id}/remove">
  <p>${whatHappens(visit, one)}</p>
  <div class="actions"><button class="button danger">
    ${one.status === 'invited' ? 'Withdraw it' : 'Remove'}</button></div>
</form>`,
  });

function whatHappens({ store }: Visit, { status, role, email }: MemberRecord): Html {
  if (status === 'invited') return html`The link for ${email} will not work any more.`;
  const where = role === 'owner' ? 'every store' : store.name;
  return html`${email} cannot enter ${where} any more and is signed out at once. What they have done
  stays in the audit log.`;
}

export const teamRoutes = [
  route('/team', { GET: showTeam }),
  route('/team/invite', {
    GET: ifAllowed(inviteMember, showInvite),
    POST: ifAllowed(inviteMember, invite),
  }),
  route('/team/:member_id', {
    GET: ifAllowed(updateMember, showMember),
    POST: ifAllowed(updateMember, change),
  }),
  route('/team/:member_id/remove', {
    GET: ifAllowed(removeMember, showRemove),
    POST: ifAllowed(removeMember, remove),
  }),
];
