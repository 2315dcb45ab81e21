import type { Reader } from '../../../platform/db/database.ts';

const BY_CARD = `SELECT t.transaction_id, t.customer_id, t.type, t.status, t.total_minor,
    t.currency, t.card_brand, t.card_last_four, t.created_at
  FROM transactions t
  WHERE t.store_id = :store_id AND t.card_last_four = :last_four
  ORDER BY t.transaction_id DESC LIMIT :limit`;

/** The newest payments and refunds of cards that end in these digits. */
export const listPaidByCard = (reader: Reader, of: { last_four: string; limit: number }) =>
  reader.all<PaidByCard>(BY_CARD, of);

export interface PaidByCard {
  transaction_id: string;
  customer_id: string;
  type: string;
  status: string;
  total_minor: number;
  currency: string;
  card_brand: string | null;
  card_last_four: string | null;
  created_at: number;
}
