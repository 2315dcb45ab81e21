import { besidesKey } from '../../../platform/db/table.ts';

interface Kinds {
  /** False: payments alone. */
  refunds: boolean;
  /** False: no payments that were declined. */
  declined: boolean;
}

/** What else than a filter leaves transactions out of a list; undefined: nothing does. */
export function kindsLeft({ refunds, declined }: Kinds) {
  const type = besidesKey('t.type');
  const is_not_declined = `${besidesKey('t.status')} <> 'declined'`;
  // Where cards are tried out, nearly all that there is was declined.
  const may_be_rare = !declined;
  if (!refunds) {
    return {
      condition: `${type} <> 'refund'${declined ? '' : ` AND ${is_not_declined}`}`,
      may_be_rare,
    };
  }
  return declined
    ? undefined
    : { condition: `(${type} = 'refund' OR ${is_not_declined})`, may_be_rare };
}
