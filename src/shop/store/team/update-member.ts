import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { whoAsks } from './asking.ts';
import {
  Member,
  MemberId,
  RefundMax,
  RoleInput,
  showMember,
  type TeamRow,
} from './member.rules.ts';
import {
  listTeam,
  lockInvitation,
  removeFromEveryTeam,
  saveRole,
  setOwner,
  updateInvitation,
  withdrawInvitationsBy,
} from './member.sql.ts';
import { ROLES } from './roles.rules.ts';

export const updateMember = operation({
  method: 'POST',
  path: '/update-member',
  summary: 'Change the role of a member, or how much they may refund',
  description:
    'It counts from the next request of this member on. Whoever gets less is left without the ' +
    'invitations that they have made and nobody has used. Owners are changed by owners alone, in ' +
    'the dashboard; one always remains, and who is no owner any more is in this store alone.',
  scope: 'full',
  input: Type.Object({
    member_id: MemberId,
    role: Type.Optional(RoleInput),
    refund_max: Type.Optional(RefundMax),
  }),
  output: Member,
  errors: ['member_not_found', 'owners_only', 'last_owner'],
  async write({ input, tx, actor, services: { clock }, audit, refuse }) {
    const now = clock();
    const asking = await whoAsks(tx, actor);
    const before = (await listTeam(tx, now)).find(({ member_id }) => member_id === input.member_id);
    if (!before) throw refuse('member_not_found');
    const role = input.role ?? before.role;
    const given = input.refund_max === undefined ? before.refund_max : input.refund_max;
    const after: TeamRow = { ...before, role, refund_max: role === 'support' ? given : null };
    const touches_owner = before.role === 'owner' || role === 'owner';
    if (touches_owner && !asking.is_owner) throw refuse('owners_only');
    const { member_id, refund_max } = after;
    audit({ target: member_id, before: showMember(before), after: showMember(after) });
    if (before.expires_at !== null) {
      const invitation = await lockInvitation(tx, member_id);
      if (!invitation) throw refuse('member_not_found');
      await updateInvitation(tx, { ...invitation, role, refund_max });
      return showMember(after);
    }
    if (before.role === 'owner' && role !== 'owner' && asking.owners < 2) {
      throw refuse('last_owner');
    }
    if (ROLES.indexOf(role) > ROLES.indexOf(before.role)) await withdrawInvitationsBy(tx, before);
    if (before.role === 'owner' && role !== 'owner') await removeFromEveryTeam(tx, member_id);
    if (touches_owner)
      await setOwner(tx, { person_id: member_id, is_owner: role === 'owner' ? 1 : 0 });
    if (role !== 'owner') await saveRole(tx, { person_id: member_id, role, refund_max, now });
    return showMember(after);
  },
});
