import { createHash } from 'node:crypto';
import type { Words } from '../../../texts/words.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { auditPeople } from '../../platform/operation/audit.ts';
import type { Services } from '../../platform/operation/services.ts';
import { lockSignIn } from '../../shop/store/team/factor.sql.ts';
import { findSession, type PersonSession } from '../../shop/store/team/person.sql.ts';
import type { SignInAttempt } from '../../shop/store/team/sign-in.ts';
import type { PageHandler } from '../shared/router.ts';

/** Somebody at the pages of their own account, or on the way there. */
export interface Visit {
  db: Database;
  services: Services;
  base_path: string;
  /** Who is signed in in this browser, if anybody is. */
  session: PersonSession | undefined;
  /** What tries to sign in are counted by. */
  trying: SignInAttempt;
  /** Real time: stores with a clock of their own are elsewhere. */
  now: number;
  browser: string;
  words: Words;
}

type Audit = (path: AccountPath, after: object, before?: object) => Promise<void>;

/** Somebody who is signed in. */
export type OwnVisit = Visit & {
  session: PersonSession;
  /**
   * Changes something of the account: one change after another, and none by who is signed out.
   * `audit`: the entry in the audit log, as the last step.
   */
  change<T>(work: (tx: Tx, audit: Audit) => Promise<T>): Promise<T>;
};

export type Handler<Named = object> = PageHandler<Visit, Named>;
export type OwnHandler<Named = object> = PageHandler<OwnVisit, Named>;

/** Thrown when somebody was signed out while their form was under way. */
export class SignedOut extends Error {}

export const ownVisit = (visit: Visit, session: PersonSession): OwnVisit => ({
  ...visit,
  session,
  change: (work) =>
    visit.db.write(null, async (tx) => {
      await lockSignIn(tx, session.person_id);
      if (!(await findSession(tx, session.token_hash))) throw new SignedOut();
      const audit: Audit = (path, after, before) =>
        auditAccount(tx, visit, session.person_id, path, { after, ...(before && { before }) });
      return work(tx, audit);
    }),
});

/** The path of a page, without what is secret in it. */
type AccountPath = `/account/${string}`;

/** The entry in the audit log of what somebody did to their account: a transaction's last step. */
export const auditAccount = (
  tx: Tx,
  { trying, now }: Pick<Visit, 'trying' | 'now'>,
  person_id: string,
  action: AccountPath,
  change: { before?: object; after: object },
): Promise<void> => {
  const actor = { kind: 'person', id: person_id, address: trying.address } as const;
  return auditPeople(tx, { actor, action, at: now, target: person_id, ...change });
};

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
