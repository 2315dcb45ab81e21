import { ROLES, type Role } from '../../../shop/store/team/roles.rules.ts';
import { field } from '../field.ts';
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

/** Only an owner may give the role of an owner. */
const roleField = ({ role }: Visit) =>
  field.choice({
    label: 'Role',
    choices: ROLES.filter((one) => one !== 'owner' || role === 'owner').map((value) => ({
      value,
      label: ROLE_TEXTS[value].label,
    })),
  });

export const memberFields = (visit: Visit) => ({
  role: roleField(visit),
  refund_max: field.optionalNumber({
    label: 'Most that support may refund of one payment',
    hint: 'In whole units of its currency. Empty: as much as was paid.',
  }),
});

export const inviteFields = (visit: Visit) => ({
  email: field.text({ label: 'E-mail address', type: 'email' }),
  ...memberFields(visit),
});
