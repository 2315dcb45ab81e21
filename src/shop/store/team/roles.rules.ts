/** From the most to the least. An owner may do everything in every store; others are per store. */
export const ROLES = ['owner', 'admin', 'support', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that are given in one store. */
const MEMBER_ROLES = ['admin', 'support', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Beside reading: what somebody does who answers customers. */
const SUPPORT = new Set([
  '/refund-transaction',
  '/cancel-subscription',
  '/resend-mail',
  '/create-note',
  '/delete-note',
  '/replay-event',
  '/replay-failed-deliveries',
  '/deactivate-license',
  '/release-instance',
]);

/** Whether a role may ask for an operation at all; how much may be refunded is asked besides. */
export function mayAsk(role: Role, { path, method }: { path: string; method: string }): boolean {
  if (role === 'owner' || role === 'admin') return true;
  if (NOT_READ.has(path)) return false;
  return method === 'GET' || READS.has(path) || (role === 'support' && SUPPORT.has(path));
}

/** By POST, although they change nothing. */
const READS = new Set(['/validate-license', '/preview-subscription-change']);

/** What only owners and admins look at. */
const NOT_READ = new Set(['/list-api-keys']);
