import type { TransactionRow } from './transaction.rules.ts';

type CardFields = Pick<
  TransactionRow,
  'card_token' | 'card_brand' | 'card_last_four' | 'exp_month' | 'exp_year' | 'card_country'
>;

/** The card that a transaction is paid with, at the provider that keeps it. */
export function cardOf(row: Pick<TransactionRow, 'provider'> & CardFields) {
  const { provider, card_token, card_brand, card_last_four } = row;
  if (provider === null || card_token === null || card_brand === null || card_last_four === null) {
    return undefined;
  }
  const { exp_month, exp_year, card_country } = row;
  return { provider, card_token, card_brand, card_last_four, exp_month, exp_year, card_country };
}
