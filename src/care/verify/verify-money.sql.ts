import type { Reader } from '../../platform/db/database.ts';
import type { DisputeRow } from '../../shop/money/transactions/dispute.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import type { OwnRate } from '../../shop/tax/tax-rate.rules.ts';

/** As in verify.sql.ts: identifiers after one, up to another. */
type Range = Record<'store_id' | 'after' | 'upto', string>;

const DISPUTES = `SELECT * FROM disputes
  WHERE store_id = :store_id AND transaction_id > :after AND transaction_id <= :upto
  ORDER BY transaction_id, opened_at, reference`;

export const disputesIn = (reader: Reader, range: Range) => reader.all<DisputeRow>(DISPUTES, range);

const STANDING_REFUNDS = `SELECT refunded_transaction_id, effect, total_minor, tax_rows
  FROM transactions
  WHERE store_id = :store_id AND refunded_transaction_id > :after
    AND refunded_transaction_id <= :upto AND status IN ('pending', 'paid')`;

/** Refunds of some payments, made or under way. */
export const standingRefundsIn = (reader: Reader, range: Range) =>
  reader.all<
    Pick<TransactionRow, 'refunded_transaction_id' | 'effect' | 'total_minor' | 'tax_rows'>
  >(STANDING_REFUNDS, range);

const OWN_RATES = 'SELECT * FROM tax_rates WHERE store_id = :store_id ORDER BY tax_rate_id';

export const ownRatesOf = (reader: Reader, store_id: string) =>
  reader.all<OwnRate>(OWN_RATES, { store_id });

const TAX_SETTINGS = 'SELECT tax_settings FROM stores WHERE store_id = :store_id';

export const taxSettingsOf = async (reader: Reader, store_id: string): Promise<string> =>
  (await reader.maybe<{ tax_settings: string }>(TAX_SETTINGS, { store_id }))?.tax_settings ?? '{}';
