import { inviteMember } from '../../../shop/store/team/invite-member.ts';
import { ROLES, type Role } from '../../../shop/store/team/roles.rules.ts';
import { field } from '../field.ts';
import { formFields } from '../form-fields.ts';
import type { Visit } from '../visit.ts';

export const ROLE_TEXTS: Record<Role, { label: string; text: string }> = {
  owner: { label: 'Owner', text: 'Everything, in every store. Makes other owners.' },
  admin: { label: 'Admin', text: 'Everything in this store: keys, provider, team, settings.' },
  support: {
    label: 'Support',
    text: 'Looks at everything; refunds up to a limit, cancels, resends mails and events.',
  },
  viewer: { label: 'Viewer', text: 'Looks at everything and changes nothing.' },
};

export const memberFields = (visit: Visit) => ({
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

export const inviteFields = (visit: Visit) => ({
  ...formFields(inviteMember, { email: { label: 'E-mail address' } }),
  ...memberFields(visit),
});
