import type { Reader } from '../db/database.ts';

/** What a search has found: enough to be recognised by. */
export interface FoundRow {
  id: string;
  title: string;
  detail: string | null;
}

/** By the beginning of an identifier: what it is, and the record with that identifier. */
const BY_ID = {
  prod: {
    type: 'product',
    sql: `SELECT p.product_id AS id, p.name AS title, NULL AS detail FROM products p
      WHERE p.store_id = :store_id AND p.product_id = :id`,
  },
  txn: {
    type: 'transaction',
    sql: `SELECT t.transaction_id AS id, t.type AS title, t.customer_id AS detail
      FROM transactions t WHERE t.store_id = :store_id AND t.transaction_id = :id`,
  },
  sub: {
    type: 'subscription',
    sql: `SELECT s.subscription_id AS id, s.plan_name AS title, s.customer_id AS detail
      FROM subscriptions s WHERE s.store_id = :store_id AND s.subscription_id = :id`,
  },
  lic: {
    type: 'license',
    sql: `SELECT l.license_id AS id, p.name AS title, l.customer_id AS detail
      FROM licenses l JOIN products p
        ON p.store_id = l.store_id AND p.product_id = l.product_id
      WHERE l.store_id = :store_id AND l.license_id = :id`,
  },
  inv: {
    type: 'invoice',
    sql: `SELECT i.invoice_id AS id, i.number AS title, i.customer_id AS detail FROM invoices i
      WHERE i.store_id = :store_id AND i.invoice_id = :id`,
  },
  cs: {
    type: 'checkout',
    sql: `SELECT COALESCE(t.transaction_id, c.checkout_session_id) AS id, c.product_name AS title,
        c.status AS detail
      FROM checkouts c LEFT JOIN transactions t
        ON t.store_id = c.store_id AND t.checkout_session_id = c.checkout_session_id
      WHERE c.store_id = :store_id AND c.checkout_session_id = :id LIMIT 1`,
  },
  link: {
    type: 'payment_link',
    sql: `SELECT k.payment_link_id AS id, k.slug AS title, NULL AS detail FROM payment_links k
      WHERE k.store_id = :store_id AND k.payment_link_id = :id`,
  },
  mail: {
    type: 'mail',
    sql: `SELECT m.mail_id AS id, m.kind AS title, m.customer_id AS detail FROM mails m
      WHERE m.store_id = :store_id AND m.mail_id = :id`,
  },
  wh: {
    type: 'webhook',
    sql: `SELECT w.webhook_id AS id, w.url AS title, NULL AS detail FROM webhooks w
      WHERE w.store_id = :store_id AND w.webhook_id = :id AND w.deleted_at IS NULL`,
  },
} as const;

type Prefix = keyof typeof BY_ID;
export type FoundType = (typeof BY_ID)[Prefix]['type'] | 'customer' | 'discount_code';

const isPrefix = (text: string): text is Prefix => Object.hasOwn(BY_ID, text);

/** The record with this identifier, whatever it is. */
export async function findById(
  reader: Reader,
  id: string,
): Promise<{ type: FoundType; row: FoundRow } | undefined> {
  const [prefix = ''] = id.split('_');
  if (!isPrefix(prefix)) return undefined;
  const { type, sql } = BY_ID[prefix];
  const row = await reader.maybe<FoundRow>(sql, { id });
  return row && { type, row };
}

const BY_CARD = `SELECT t.transaction_id AS id, t.type AS title, t.customer_id AS detail
  FROM transactions t
  WHERE t.store_id = :store_id AND t.card_last_four = :last_four AND t.card_last_four IS NOT NULL
  ORDER BY t.transaction_id DESC LIMIT :limit`;

/** The newest payments with a card that ends in these digits. */
export const findByCard = (reader: Reader, last_four: string, limit: number) =>
  reader.all<FoundRow>(BY_CARD, { last_four, limit });

const BY_NUMBER = `SELECT i.invoice_id AS id, i.number AS title, i.customer_id AS detail
  FROM invoices i WHERE i.store_id = :store_id AND i.number = :number`;

export const findByInvoiceNumber = (reader: Reader, number: string) =>
  reader.all<FoundRow>(BY_NUMBER, { number });

const BY_CODE = `SELECT d.code AS id, d.code AS title, NULL AS detail FROM discount_codes d
  WHERE d.store_id = :store_id AND d.code_folded = :code_folded AND d.deleted_at IS NULL`;

export const findByCode = (reader: Reader, code_folded: string) =>
  reader.all<FoundRow>(BY_CODE, { code_folded });
