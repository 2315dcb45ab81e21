import type { Reader } from '../../platform/db/database.ts';
import { textList } from '../../platform/db/filters.ts';
import { RECORDS_MAX } from '../../shop/money/payments/provider-record.rules.ts';
import type { DisputeRow } from '../../shop/money/transactions/dispute.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';

const SOME = textList(RECORDS_MAX);
const OURS = 'SELECT * FROM transactions WHERE store_id = :store_id AND provider = :provider';
const BY_REFERENCE = `${OURS} AND provider_reference ${SOME.sql}`;
const BY_KEY = `${OURS} AND transaction_id ${SOME.sql}`;

interface Whose {
  [name: string]: string;
  store_id: string;
  provider: string;
}

/** What we have of some references, and of some of our own keys. */
export async function findOurs(
  reader: Reader,
  of: Whose,
  { references, keys }: { references: string[]; keys: string[] },
): Promise<TransactionRow[]> {
  const by_reference =
    references.length === 0
      ? []
      : await reader.all<TransactionRow>(BY_REFERENCE, { ...of, ...SOME.values(references) });
  const by_key =
    keys.length === 0
      ? []
      : await reader.all<TransactionRow>(BY_KEY, { ...of, ...SOME.values(keys) });
  return [...by_reference, ...by_key];
}

const IN_PERIOD = `${OURS} AND transaction_id > :after AND transaction_id < :before
  AND provider_reference IS NOT NULL AND total_minor > 0 AND status <> 'declined'
  ORDER BY transaction_id LIMIT ${RECORDS_MAX}`;

/** What is paid or pending here, a page at a time. Identifiers begin with the time. */
export const listOursInPeriod = (reader: Reader, of: Whose & { after: string; before: string }) =>
  reader.all<TransactionRow>(IN_PERIOD, of);

const DISPUTES = `SELECT d.* FROM disputes d
  JOIN transactions t ON t.store_id = d.store_id AND t.transaction_id = d.transaction_id
  WHERE d.store_id = :store_id AND t.provider = :provider`;

/** All disputes that we have. There are never many. */
export const listOurDisputes = (reader: Reader, of: Whose) => reader.all<DisputeRow>(DISPUTES, of);
