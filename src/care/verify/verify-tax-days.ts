import { dayOf, dayText } from '../../shop/figures/day.rules.ts';
import { type FigureChange, TAX_SUMS } from '../../shop/figures/figure-change.rules.ts';
import { countDisputeTaxes, countTaxes } from '../../shop/money/transactions/count-taxes.ts';
import type { DisputeRow } from '../../shop/money/transactions/dispute.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { isPaid } from '../../shop/money/transactions/transaction-status.rules.ts';
import { keptTaxDays } from './verify-tax-days.sql.ts';
import type { Work } from './work.ts';

const TAXED = 'tax figures are what was sold';

/** Counts the taxes of a transaction and its disputes again. */
export function recountTaxes(
  { taxes }: Pick<Work, 'taxes'>,
  row: TransactionRow,
  disputes: readonly DisputeRow[],
): void {
  const addFigures = (change: FigureChange) => {
    if (!('taxes' in change)) return;
    const day = dayOf(change.at);
    for (const { key, sums } of change.taxes) {
      taxes.add(keyOf({ day, currency: change.currency, ...key }), sums);
    }
  };
  if (isPaid(row)) countTaxes({ addFigures }, row);
  for (const dispute of disputes) countDisputeTaxes({ addFigures }, undefined, dispute);
}

/** Whether the sums of taxes are what they are when everything is counted again. */
export async function verifyTaxDays({ reader, store_id, check, taxes }: Work): Promise<void> {
  for await (const { net_minor, tax_minor, entries, ...key } of keptTaxDays(reader, store_id)) {
    const kept = { net_minor, tax_minor, entries };
    check(TAXED, nameOf(key), taxes.compare(keyOf(key), kept, TAX_SUMS));
  }
  for (const key of taxes.missing()) check(TAXED, key, ['nothing is kept']);
}

const keyOf = (key: Record<string, string | number>): string =>
  JSON.stringify(
    Object.keys(key)
      .sort()
      .map((name) => key[name]),
  );

const nameOf = ({ day, ...rest }: Record<string, string | number>): string =>
  [dayText(Number(day)), ...Object.values(rest)].filter((one) => one !== '').join(' ');
