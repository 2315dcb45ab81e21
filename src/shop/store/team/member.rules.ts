import type { Static } from 'typebox';
import { KeptEmail } from '../../../platform/core/address-fields.ts';
import { Described, Id, Instant, Nullable, OneOf } from '../../../platform/core/fields.ts';
import { AMOUNT_MAX } from '../../../platform/core/money.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull } from '../../../platform/core/time.ts';
import { ROLES, type Role } from './roles.rules.ts';

/** Members and open invitations of a store; owners are not counted. */
export const MEMBERS_MAX = 100;
export const INVITATION_DAYS = 7;

export const MemberId = Id(
  'person_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The member or invitation. `list-members` lists them',
);

export const RoleInput = OneOf([...ROLES], {
  description:
    '`owner`: everything, in every store; `admin`: everything in this store; `support`: looks at ' +
    'everything, refunds, cancels and resends; `viewer`: looks at everything. Only an owner makes ' +
    'owners, in the dashboard',
});

export const RefundMax = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: Math.floor(AMOUNT_MAX),
    description:
      'The most that `support` may refund of one payment, in whole units of its currency; null: ' +
      'as much as was paid',
    examples: [50],
  }),
);

export const Member = Type.Object(
  {
    member_id: MemberId,
    object: Type.Literal('member'),
    email: KeptEmail,
    name: Nullable(Type.String({ description: 'As the member has written it' })),
    role: RoleInput,
    refund_max: RefundMax,
    status: OneOf(['active', 'invited'], {
      description: '`invited`: a link was made that nobody has used yet',
    }),
    invitation_expires_at: Nullable(Described('When the link ends', Instant)),
    created_at: Instant,
  },
  { title: 'Member' },
);

export interface TeamRow {
  member_id: string;
  email: string;
  name: string | null;
  role: Role;
  refund_max: number | null;
  expires_at: number | null;
  created_at: number;
}

export const showMember = (row: TeamRow): Static<typeof Member> => ({
  member_id: row.member_id,
  object: 'member',
  email: row.email,
  name: row.name === '' ? null : row.name,
  role: row.role,
  refund_max: row.role === 'support' ? row.refund_max : null,
  status: row.expires_at === null ? 'active' : 'invited',
  invitation_expires_at: isoInstantOrNull(row.expires_at),
  created_at: isoInstant(row.created_at),
});
