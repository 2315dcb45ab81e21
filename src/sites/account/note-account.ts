import type { Tx } from '../../platform/db/database.ts';
import { auditPeople } from '../../platform/operation/audit.ts';
import type { Visit } from './visit.ts';

/** The path of a page, without what is secret in it. */
type AccountPath = `/account/${string}`;

/** Tells the audit log, as the last step of a transaction, what somebody did to their account. */
export const noteAccount = (
  tx: Tx,
  { trying, now }: Pick<Visit, 'trying' | 'now'>,
  person_id: string,
  action: AccountPath,
  change: { before?: object; after: object },
): Promise<void> => {
  const actor = { kind: 'person', id: person_id, address: trying.address } as const;
  return auditPeople(tx, { actor, action, at: now, target: person_id, ...change });
};
