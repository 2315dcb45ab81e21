import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import { FIRST_SERIES, type SeriesChangeRow, type SeriesRow } from './numbering.rules.ts';

const series = table<SeriesRow>(
  'invoice_series',
  'v',
  {
    prefix: 'changes',
    next_number: 'changes',
    last_position: 'fixed',
    last_issued_on: 'fixed',
  },
  { unread: ['none_until'] },
);

// The row stays locked until the transaction ends, which is the next step: so there are no gaps,
// and days never go back from one number to the next.
const TAKE = changes('invoice_series', 'store_id').counting('next_number', 'last_position')`
  INSERT INTO invoice_series (store_id, prefix, next_number, last_position, last_issued_on)
  VALUES (:store_id, '${FIRST_SERIES.prefix}', ${FIRST_SERIES.next_number} + :count, :count, :day)
  ON CONFLICT (store_id) DO UPDATE SET
    next_number = invoice_series.next_number + excluded.last_position,
    last_position = invoice_series.last_position + excluded.last_position,
    last_issued_on = CASE WHEN invoice_series.last_issued_on < excluded.last_issued_on
      THEN excluded.last_issued_on ELSE invoice_series.last_issued_on END
  RETURNING prefix, next_number, last_position, last_issued_on`;

/** Takes the next number. Returns the series after it. */
export const takePosition = (tx: Tx, day: string) => tx.maybe<SeriesRow>(TAKE, { day, count: 1 });

/** Undefined while nothing was issued or set. */
export const findSeries = (reader: Reader) => reader.maybe<SeriesRow>(series.select);

const BEGIN = changes('invoice_series', 'store_id')`
  INSERT INTO invoice_series (store_id, prefix, next_number, last_position, last_issued_on)
  VALUES (:store_id, '${FIRST_SERIES.prefix}', ${FIRST_SERIES.next_number}, 0, '')
  ON CONFLICT (store_id) DO NOTHING`;

const LOCK = locks('invoice_series', 'store_id')`${series.select} FOR UPDATE`;

/** No number is taken until the transaction has ended. */
export async function lockSeries(tx: Tx): Promise<SeriesRow | undefined> {
  await tx.run(BEGIN);
  return tx.maybe<SeriesRow>(LOCK);
}

const SAVE = changes('invoice_series', 'store_id')`
  UPDATE invoice_series SET ${series.changes} WHERE store_id = :store_id`;

const breaks = table<SeriesChangeRow>('invoice_series_changes', 'k', {
  from_position: 'key',
  prefix: 'changes',
  first_number: 'changes',
});

/** How numbers go on. It is recorded where they do, which distinguishes what was left out from a gap. */
export async function changeSeries(tx: Tx, after: SeriesRow): Promise<void> {
  const { prefix, next_number, last_position } = after;
  await tx.run(SAVE, { prefix, next_number });
  await breaks.save(tx, {
    from_position: last_position + 1,
    prefix,
    first_number: next_number,
  });
}
