import type { Language } from '../../../platform/core/languages.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks, reads } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import { expiryNoticeAt } from './card.rules.ts';

/** A customer's saved card. The provider has the card itself; we have a token for it. */
export interface PaymentMethodRow {
  provider: string;
  card_token: string;
  card_brand: string;
  card_last_four: string;
  /** When it expires, if the provider has said so. */
  exp_month: number | null;
  exp_year: number | null;
  /** Where it was issued, if the provider has said so. */
  card_country: string | null;
}

interface StoredPaymentMethodRow extends PaymentMethodRow {
  customer_id: string;
  /** When the customer is notified that it expires; null: they were, or it is not known. */
  expiry_notice_at: number | null;
  /** When the customer gave it. */
  updated_at: number;
}

const methods = table<StoredPaymentMethodRow>('payment_methods', 'm', {
  customer_id: 'key',
  provider: 'changes',
  card_token: 'changes',
  card_brand: 'changes',
  card_last_four: 'changes',
  exp_month: 'changes',
  exp_year: 'changes',
  card_country: 'changes',
  expiry_notice_at: 'changes',
  updated_at: 'changes',
});

const FIND = `${methods.select} AND m.customer_id = :customer_id`;

const FIND_AT = reads('payment_methods', 'customer_id', 'provider')`
  ${FIND} AND m.provider = :provider`;

/** The card that a customer has saved at this provider. */
export const findPaymentMethod = (reader: Reader, of: { customer_id: string; provider: string }) =>
  reader.maybe<PaymentMethodRow>(FIND_AT, of);

type OftenUnknown = 'exp_month' | 'exp_year' | 'card_country';

/** A card as a customer gave it: when it expires and where it is from may not be known. */
type GivenMethod = Omit<StoredPaymentMethodRow, OftenUnknown | 'expiry_notice_at'> &
  Partial<Pick<StoredPaymentMethodRow, OftenUnknown>>;

const LOCK = locks('payment_methods', 'customer_id')`${FIND} FOR UPDATE`;

/** Saves the card that a customer gave, unless they have given another one since. */
export async function savePaymentMethod(tx: Tx, method: GivenMethod): Promise<void> {
  const { exp_month = null, exp_year = null, card_country = null } = method;
  const { customer_id, updated_at } = method;
  const saved = await tx.maybe<StoredPaymentMethodRow>(LOCK, { customer_id });
  if (!saved || saved.updated_at <= updated_at) {
    const expiry_notice_at = expiryNoticeAt({ exp_month, exp_year });
    await methods.save(tx, { ...method, exp_month, exp_year, card_country, expiry_notice_at });
  }
}

const BY_TOKEN = `${methods.select} AND m.provider = :provider AND m.card_token = :card_token
  LIMIT 100`;

/** Customers whose saved card this is; mostly one. */
export const findMethodsByToken = (reader: Reader, of: { provider: string; card_token: string }) =>
  reader.all<PaymentMethodRow>(BY_TOKEN, of);

const SAVE_DETAILS = changes('payment_methods', 'provider', 'card_token')`
  UPDATE payment_methods SET card_brand = :card_brand,
    card_last_four = :card_last_four, exp_month = :exp_month, exp_year = :exp_year,
    card_country = :card_country, expiry_notice_at = :expiry_notice_at
  WHERE store_id = :store_id AND provider = :provider AND card_token = :card_token`;

/** The card has changed, not who gave it when. */
export const saveMethodDetails = (tx: Tx, card: PaymentMethodRow) =>
  tx.run(SAVE_DETAILS, { ...card, expiry_notice_at: expiryNoticeAt(card) });

const EXPIRING = `SELECT m.customer_id FROM payment_methods m
  WHERE m.store_id = :store_id AND m.expiry_notice_at <= :now
  ORDER BY m.expiry_notice_at, m.customer_id LIMIT :limit`;

/** Customers who are to be notified that their card expires. */
export const listExpiring = (reader: Reader, due: { now: number; limit: number }) =>
  reader.all<{ customer_id: string }>(EXPIRING, due);

const LOCK_EXPIRING = locks('payment_methods', 'customer_id')`
  ${FIND} AND m.expiry_notice_at <= :now FOR UPDATE`;
const SET_TOLD = changes('payment_methods', 'customer_id')`
  UPDATE payment_methods SET expiry_notice_at = NULL
  WHERE store_id = :store_id AND customer_id = :customer_id`;

/** The card whose customer is to be notified, for the first caller; undefined for others. */
export async function takeExpiring(
  tx: Tx,
  of: { customer_id: string; now: number },
): Promise<PaymentMethodRow | undefined> {
  const found = await tx.maybe<PaymentMethodRow>(LOCK_EXPIRING, of);
  if (found) await tx.run(SET_TOLD, { customer_id: of.customer_id });
  return found;
}

const FIND_PAYER = `
  SELECT c.email, c.name, c.language, m.card_token AS saved_card
  FROM customers c LEFT JOIN payment_methods m
    ON m.store_id = c.store_id AND m.customer_id = c.customer_id AND m.provider = :provider
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id`;

/** What is sent to a provider about a customer. */
export const findPayer = (reader: Reader, of: { customer_id: string; provider: string }) =>
  reader.maybe<KnownPayer>(FIND_PAYER, of);

interface KnownPayer {
  email: string | null;
  name: string | null;
  language: Language | null;
  saved_card: string | null;
}

const MOVE = changes('payment_methods', 'store_id')`UPDATE payment_methods SET provider = :to
  WHERE store_id = :store_id AND provider = :from`;

/** Files all cards of a provider under another name. */
export const renameCards = (tx: Tx, names: { from: string; to: string }) => tx.run(MOVE, names);
