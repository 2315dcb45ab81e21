import { Email } from '../../../platform/core/address-fields.ts';
import { Default, Described } from '../../../platform/core/fields.ts';
import { newId } from '../../../platform/core/ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { DAY_MS } from '../../../platform/core/time.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { whoAsks } from './asking.ts';
import {
  INVITATION_DAYS,
  MEMBERS_MAX,
  Member,
  RefundMax,
  RoleInput,
  showMember,
} from './member.rules.ts';
import { insertInvitation, listTeam, withdrawInvitationOf } from './member.sql.ts';
import { linkHash, newLinkToken } from './owner-link.ts';
import { foldEmail } from './sign-in.ts';

export const inviteMember = operation({
  method: 'POST',
  path: '/invite-member',
  summary: 'Invite somebody to the dashboard of this store',
  description:
    '`invitation_url` is shown only now: send it to whom it is for. It counts once, for seven ' +
    'days. Inviting the same address again makes the first link worthless.',
  scope: 'full',
  input: Type.Object({
    email: Described('Whom the invitation is for. The account will have this address', Email),
    role: RoleInput,
    refund_max: Default(null, RefundMax),
  }),
  output: Type.Object(
    {
      ...Member.properties,
      invitation_url: Type.String({
        description: 'The link. Shown only now',
        examples: ['https://pay.example.com/account/invitation/4rk6m2x8pz7ycn5k3v8wr0tq4mz6hdye'],
      }),
    },
    { title: 'InvitedMember' },
  ),
  errors: ['member_exists', 'member_limit', 'owners_only'],
  example: { email: 'grace@example.com', role: 'support', refund_max: 50 },
  async write({ input, tx, store, actor, services, audit, refuse }) {
    const { email, role, refund_max } = input;
    const { clock, base_url } = services;
    const now = clock();
    const asking = await whoAsks(tx, actor);
    const email_folded = foldEmail(email);
    const team = await listTeam(tx, now);
    const others = team.filter((one) => foldEmail(one.email) !== email_folded);
    const known = team.filter((one) => foldEmail(one.email) === email_folded);
    if (known.some((one) => one.expires_at === null)) throw refuse('member_exists');
    // Nor does anybody else replace the invitation of an owner: that would withdraw it.
    const touches_owner = [role, ...known.map((one) => one.role)].includes('owner');
    if (touches_owner && !asking.is_owner) throw refuse('owners_only');
    if (others.length >= MEMBERS_MAX) throw refuse('member_limit');
    await withdrawInvitationOf(tx, email_folded);
    const token = newLinkToken();
    const row = {
      store_id: store.store_id,
      email,
      email_folded,
      role,
      invitation_id: newId('invite', now),
      refund_max: role === 'support' ? refund_max : null,
      token_hash: linkHash(token),
      invited_by: asking.name,
      created_at: now,
      expires_at: now + INVITATION_DAYS * DAY_MS,
    };
    await insertInvitation(tx, row);
    const member = showMember({ ...row, member_id: row.invitation_id, name: null });
    audit({ target: row.invitation_id, after: member });
    return { ...member, invitation_url: `${base_url}/account/invitation/${token}` };
  },
});
