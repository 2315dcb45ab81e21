import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { inviteMember } from '../../../shop/store/team/invite-member.ts';
import { listMembers } from '../../../shop/store/team/list-members.ts';
import type { Member } from '../../../shop/store/team/member.rules.ts';
import { removeMember } from '../../../shop/store/team/remove-member.ts';
import { ROLES, type Role } from '../../../shop/store/team/roles.rules.ts';
import { updateMember } from '../../../shop/store/team/update-member.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { copyable } from '../copy.ts';
import { field } from '../field.ts';
import { doneNote } from '../form.ts';
import { formFields } from '../form-fields.ts';
import { confirmHandlers, form, formHandlers } from '../form-page.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { rowsTable } from '../list.ts';
import type { Handler, Visit } from '../visit.ts';

type MemberRecord = Static<typeof Member>;

const ROLE_TEXTS: Record<Role, { label: string; text: string }> = {
  owner: { label: 'Owner', text: 'Everything, in every store. Makes other owners.' },
  admin: { label: 'Admin', text: 'Everything in this store: keys, provider, team, settings.' },
  support: {
    label: 'Support',
    text: 'Looks at everything; refunds up to a limit, cancels, resends mails and events.',
  },
  viewer: { label: 'Viewer', text: 'Looks at everything and changes nothing.' },
};

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

const showTeam: Handler = async (visit, request) => {
  const { data } = await visit.ask(listMembers, {});
  return dashboardPage(visit, {
    section: 'team',
    note: doneNote(request, NOTES),
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

const memberFields = (visit: Visit) => ({
  // Only an owner may give the role of an owner.
  role: field.choice({
    label: 'Role',
    choices: ROLES.filter((one) => one !== 'owner' || visit.role === 'owner').map((value) => ({
      ...{ value, label: ROLE_TEXTS[value].label },
    })),
  }),
  ...formFields(inviteMember, {
    refund_max: {
      label: 'Most that support may refund of one payment',
      hint: 'In whole units of its currency. Empty: as much as was paid.',
    },
  }),
});

const inviteFields = (visit: Visit) => ({
  ...formFields(inviteMember, { email: { label: 'E-mail address' } }),
  ...memberFields(visit),
});

const invite = formHandlers(
  inviteMember,
  (visit) =>
    form(inviteFields(visit), {
      ...{ section: 'team', title: 'Invite somebody', button: 'Create link' },
      ...{ filled: { role: 'support' }, about: { member_exists: 'email' }, below: rolesCard() },
      ...{ refused: 'Nobody was invited', no_cancel: true },
      parts: [{ title: 'Whom', rows: [['email'], ['role'], ['refund_max']] }],
      async send(values, once) {
        return invitedPage(visit, await visit.ask(inviteMember, values, once));
      },
    }),
  { must_confirm: true },
);

const invitedPage = (visit: Visit, invited: Static<typeof inviteMember.output>) =>
  dashboardPage(visit, {
    title: 'Send this link',
    section: 'team',
    can_copy: true,
    main: card(
      `To ${invited.email}`,
      html`<p>Whoever opens it first joins ${visit.store.name}: ${ROLE_TEXTS[invited.role].label}.
      It counts once, for seven days, and is shown only now.</p>
      ${copyable(visit, { id: 'invitation', text: invited.invitation_url })}`,
    ),
  });

type OfMember = { member_id: string };

/** A member that this person may change; anybody else is answered as if there were nobody. */
async function memberOf(visit: Visit, member_id: string): Promise<MemberRecord | undefined> {
  const { data } = await visit.ask(listMembers, {});
  const member = data.find((one) => one.member_id === member_id);
  return member && mayChange(visit, member) ? member : undefined;
}

const toTeam = ({ address }: Visit) => redirectAfterForm(`${address}/team`);

const nameOf = ({ name, email }: MemberRecord): string => name ?? email;

const edit = formHandlers(
  updateMember,
  async (visit, { member_id }: OfMember) => {
    const one = await memberOf(visit, member_id);
    if (!one) return toTeam(visit);
    return form(memberFields(visit), {
      ...{ section: 'team', title: nameOf(one), button: 'Save', filled: one },
      ...{ about: { last_owner: 'role' }, refused: 'Nothing was changed', no_cancel: true },
      actions: html`<a class="button second" href="${visit.address}/team/${member_id}/remove">
      ${one.status === 'invited' ? 'Withdraw…' : 'Remove…'}</a>`,
      ...{ parts: [{ title: one.email, rows: [['role'], ['refund_max']] }], below: rolesCard() },
      async send(values) {
        await visit.ask(updateMember, { member_id, ...values });
        return '/team?done=saved';
      },
    });
  },
  { must_confirm: true },
);

const remove = confirmHandlers<OfMember>(
  removeMember,
  {
    async ask(visit, { member_id }) {
      const one = await memberOf(visit, member_id);
      if (!one) return toTeam(visit);
      const is_invited = one.status === 'invited';
      return {
        section: 'team',
        title: is_invited ? 'Withdraw the invitation?' : `Remove ${nameOf(one)}?`,
        back: { at: `${visit.address}/team/${member_id}`, name: nameOf(one) },
        ...{ text: whatHappens(visit, one), button: is_invited ? 'Withdraw it' : 'Remove' },
      };
    },
    async act(visit, { member_id }) {
      const { status } = await visit.ask(removeMember, { member_id });
      return `/team?done=${status === 'invited' ? 'withdrawn' : 'removed'}`;
    },
  },
  { must_confirm: true },
);

function whatHappens({ store }: Visit, { status, role, email }: MemberRecord): Html {
  if (status === 'invited') return html`The link for ${email} will not work any more.`;
  const where = role === 'owner' ? 'every store' : store.name;
  return html`${email} cannot enter ${where} any more and is signed out at once. What they have done
  stays in the audit log.`;
}

export const teamRoutes = [
  route('/team', { GET: showTeam }),
  route('/team/invite', invite),
  route('/team/:member_id', edit),
  route('/team/:member_id/remove', remove),
];
