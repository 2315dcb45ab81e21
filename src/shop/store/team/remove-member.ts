import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { whoAsks } from './asking.ts';
import { Member, MemberId, showMember } from './member.rules.ts';
import {
  endSessionsOf,
  freeAddress,
  listTeam,
  removeFromEveryTeam,
  removeFromTeam,
  setOwner,
  withdrawInvitation,
  withdrawInvitationsBy,
} from './member.sql.ts';
import { forgetChoicesEverywhere, forgetNotificationChoices } from './notification-choice.sql.ts';

export const removeMember = operation({
  method: 'POST',
  path: '/remove-member',
  summary: 'Remove a member from this store, or withdraw an invitation',
  description:
    'At once: they are signed out everywhere, and invitations that they have made and nobody has ' +
    'used are withdrawn. Owners are removed by owners alone, in the dashboard, and from every ' +
    'store; one always remains.',
  scope: 'full',
  input: Type.Object({ member_id: MemberId }),
  output: Member,
  errors: ['member_not_found', 'owners_only', 'last_owner'],
  async write({ input: { member_id }, tx, actor, services: { clock }, audit, refuse }) {
    const asking = await whoAsks(tx, actor);
    const found = (await listTeam(tx, clock())).find((one) => one.member_id === member_id);
    if (!found) throw refuse('member_not_found');
    audit({ target: member_id, before: showMember(found), after: null });
    if (found.role === 'owner' && !asking.is_owner) throw refuse('owners_only');
    if (found.expires_at !== null) {
      await withdrawInvitation(tx, member_id);
      return showMember(found);
    }
    if (found.role === 'owner') {
      if (asking.owners < 2) throw refuse('last_owner');
      await setOwner(tx, { person_id: member_id, is_owner: 0 });
      await removeFromEveryTeam(tx, member_id);
      await forgetChoicesEverywhere(tx, member_id);
    }
    await removeFromTeam(tx, member_id);
    await forgetNotificationChoices(tx, { person_id: member_id });
    await withdrawInvitationsBy(tx, found);
    await freeAddress(tx, member_id);
    await endSessionsOf(tx, member_id);
    return showMember(found);
  },
});
