import type { Reader, Tx } from '../db/database.ts';

/** The card that is kept for a customer, at the provider that keeps it. */
export interface MethodRow {
  provider: string;
  card_token: string;
  card_brand: string;
  card_last_four: string;
}

const FIND = `
  SELECT provider, card_token, card_brand, card_last_four FROM payment_methods
  WHERE store_id = :store_id AND customer_id = :customer_id`;

export const findPaymentMethod = (reader: Reader, customer_id: string) =>
  reader.maybe<MethodRow>(FIND, { customer_id });

const SAVE = `
  INSERT INTO payment_methods (store_id, customer_id, provider, card_token, card_brand,
    card_last_four, updated_at)
  VALUES (:store_id, :customer_id, :provider, :card_token, :card_brand, :card_last_four,
    :updated_at)
  ON CONFLICT (store_id, customer_id) DO UPDATE
  SET provider = excluded.provider, card_token = excluded.card_token,
    card_brand = excluded.card_brand, card_last_four = excluded.card_last_four,
    updated_at = excluded.updated_at`;

export const savePaymentMethod = (
  tx: Tx,
  method: MethodRow & { customer_id: string; updated_at: number },
) => tx.run(SAVE, { ...method });

const FIND_PAYER = `
  SELECT c.email, c.name, m.card_token AS kept_card
  FROM customers c LEFT JOIN payment_methods m
    ON m.store_id = c.store_id AND m.customer_id = c.customer_id AND m.provider = :provider
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id`;

/** What a provider is told about a customer. */
export const findPayer = (reader: Reader, of: { customer_id: string; provider: string }) =>
  reader.maybe<{ email: string | null; name: string | null; kept_card: string | null }>(
    FIND_PAYER,
    of,
  );
