import type { Words } from '../../../texts/words.ts';
import { Refusal } from '../../platform/core/errors.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { Ask } from '../../platform/operation/ask.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { OpenStoreRow, PersonSession } from '../../shop/store/team/person.sql.ts';
import type { Role } from '../../shop/store/team/roles.rules.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { PageHandler } from '../shared/router.ts';
import type { Shop } from '../shared/shop.ts';

/** Somebody who is signed in, in one of their stores. */
export interface Visit {
  person: Pick<PersonSession, 'person_id' | 'email' | 'name' | 'is_owner' | 'confirmed_at'>;
  /** As what they are in this store. */
  role: Role;
  /** The most that they may refund of one payment, in whole units; null: as much as was paid. */
  refund_max: number | null;
  store: Shop & { store_id: string };
  /** All stores that they may enter. */
  stores: Pick<OpenStoreRow, 'number' | 'name' | 'mode'>[];
  base_path: string;
  /** Of the first page of this store; all others are below it. */
  address: string;
  /** By the store's clock. */
  now: number;
  words: Words;
  /** Whether this role may ask for it: a button that may not be pressed is not shown. */
  may(operation: Pick<Operation, 'path' | 'method'>): boolean;
  /** Whether they have proved in the last ten minutes who they are: see `mustConfirm`. */
  is_confirmed: boolean;
  /** Performs an operation as this person; refuses what the role may not. */
  ask: Ask;
  /** The Idempotency-Key of a form: sending it twice acts once. */
  onceFor(attempt: string | undefined, action: string): string | undefined;
  /** Whether a form was sent under this key before: it is answered as it was then. */
  wasSent(once: string | undefined): Promise<boolean>;
}

/** What answers at an address of the dashboard with these parts. */
export type Handler<Named = object> = PageHandler<Visit, Named>;

export const notAllowed = (role: Role): Refusal =>
  new Refusal('api_key_scope', [], `Your role in this store, ${role}, does not allow this.`);

/** A page with a form, for those alone who may send it. */
export const ifAllowed =
  <Named>(operation: Pick<Operation, 'path' | 'method'>, handler: Handler<Named>): Handler<Named> =>
  (visit, request, parts) => {
    if (!visit.may(operation)) throw notAllowed(visit.role);
    return handler(visit, request, parts);
  };

/**
 * For pages about keys, team, payouts and the provider: undefined when this person has proved
 * lately who they are, otherwise the way to do so, and back to `path` of this store.
 */
export function mustConfirm(
  visit: Pick<Visit, 'is_confirmed' | 'base_path'> & { store: { number: number } },
  path: `/${string}`,
): PageAnswer | undefined {
  const { is_confirmed, base_path, store } = visit;
  if (is_confirmed) return undefined;
  const back = encodeURIComponent(`/dashboard/${store.number}${path}`);
  return redirectAfterForm(`${base_path}/account/confirm?back=${back}`);
}
