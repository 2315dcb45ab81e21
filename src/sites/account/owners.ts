import { html } from '../../platform/core/html.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findPerson } from '../../shop/store/team/person.sql.ts';
import { accountPage } from './layout.ts';
import { type OwnHandler, type OwnVisit, SignedOut } from './visit.ts';

/** What concerns the machine is for owners of the installation: others are told so. */
export const ownersOnly =
  <Named>(handler: OwnHandler<Named>): OwnHandler<Named> =>
  (visit, request, parts) =>
    visit.session.is_owner === 1
      ? handler(visit, request, parts)
      : accountPage(visit, {
          title: 'Only owners can do this',
          status: 403,
          lead: html`This belongs to the whole installation, and not to one store. Ask an owner.`,
          main: html``,
          back: { at: '/account', name: 'Your account' },
        });

/** In the transaction that changes something: nobody does who is no owner any more. */
export async function stillOwner(tx: Tx, { session }: OwnVisit): Promise<void> {
  const person = await findPerson(tx, session.person_id);
  if (person?.is_owner !== 1) throw new SignedOut();
}
