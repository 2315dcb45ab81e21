import { remember } from '../../../platform/core/remember.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { type Filter, textList } from '../../../platform/db/filters.ts';
import { listFiltered } from '../../../platform/db/list-filtered.ts';
import { changes, locks, reads } from '../../../platform/db/rows.ts';
import { besidesKey, TEXTS_MAX, table } from '../../../platform/db/table.ts';
import type { TransactionRow } from './transaction.rules.ts';

// 'changes' are written when a transaction is settled.
const transactions = table<TransactionRow>('transactions', 't', {
  transaction_id: 'key',
  type: 'fixed',
  status: 'changes',
  customer_id: 'fixed',
  product_id: 'fixed',
  subscription_id: 'changes',
  checkout_session_id: 'fixed',
  refunded_transaction_id: 'fixed',
  discount_id: 'fixed',
  quantity: 'fixed',
  subtotal_minor: 'fixed',
  discount_minor: 'fixed',
  tax_minor: 'fixed',
  total_minor: 'fixed',
  balance_change_minor: 'fixed',
  credited_minor: 'separate',
  returned_minor: 'separate',
  refunded_minor: 'separate',
  refunding_minor: 'separate',
  disputed_minor: 'separate',
  dispute: 'separate',
  currency: 'fixed',
  fee_minor: 'changes',
  fee_currency: 'changes',
  fee_due_at: 'changes',
  fee_attempts: 'separate',
  lines: 'fixed',
  tax_rows: 'fixed',
  tax_evidence: 'changes',
  card_token: 'changes',
  card_brand: 'changes',
  card_last_four: 'changes',
  exp_month: 'changes',
  exp_year: 'changes',
  card_country: 'changes',
  ...({ sold_country: 'changes', sold_code: 'fixed', sold_link: 'fixed' } as const),
  decline_code: 'changes',
  action_url: 'separate',
  reason: 'fixed',
  period_start: 'changes',
  period_end: 'changes',
  metadata: 'fixed',
  custom_values: 'fixed',
  billed_to: 'fixed',
  request_key: 'fixed',
  buyer_present: 'fixed',
  provider: 'changes',
  provider_reference: 'changes',
  needs_review: 'separate',
  review_outcome: 'separate',
  review_note: 'separate',
  give_back_minor: 'separate',
  return_path: 'fixed',
  effect: 'fixed',
  next_attempt_at: 'separate',
  attempts: 'separate',
  clock_moved_ms: 'separate',
  created_at: 'fixed',
  settled_at: 'changes',
  key_seed: {
    computed: `(SELECT l.key_seed FROM licenses l
      WHERE l.store_id = t.store_id AND l.transaction_id = t.transaction_id)`,
  },
  // As in invoiceToken. A corrected invoice takes the place of the one before.
  invoice_token: {
    computed: `(SELECT substr(i.invoice_id, 5) || i.secret FROM invoices i
      WHERE i.store_id = t.store_id AND i.transaction_id = t.transaction_id
        AND i.sale_id = COALESCE(t.refunded_transaction_id, t.transaction_id)
        AND i.cause NOT IN ('dispute', 'reversal')
        AND (i.cause <> 'correction' OR i.kind = 'invoice')
      ORDER BY i.position DESC LIMIT 1)`,
  },
});

const SELECT = transactions.select;

const FIND = reads('licenses', 'transaction_id')
  .reads('invoices', 'transaction_id')
  .reads('transactions', 'transaction_id')`
  ${SELECT} AND t.transaction_id = :transaction_id`;

export const findTransaction = (reader: Reader, transaction_id: string) =>
  reader.maybe<TransactionRow>(FIND, { transaction_id });

const LOCK = locks('transactions', 'transaction_id')`SELECT transaction_id FROM transactions
  WHERE store_id = :store_id AND transaction_id = :transaction_id FOR UPDATE`;

export const lockTransaction = (tx: Tx, transaction_id: string) =>
  tx.maybeLocked<TransactionRow>(LOCK, FIND, { transaction_id });

const FIND_BY_REQUEST = `${SELECT} AND t.request_key = :request_key`;

export const findTransactionByRequest = (reader: Reader, request_key: string) =>
  reader.maybe<TransactionRow>(FIND_BY_REQUEST, { request_key });

const FIND_PENDING_CHARGE = reads('licenses', 'store_id')
  .reads('invoices', 'store_id')
  .reads('transactions', 'subscription_id')`
  ${SELECT} AND t.subscription_id = :subscription_id
  AND t.status = 'pending' AND t.type <> 'refund' AND t.give_back_minor IS NULL`;

/** The charge of a subscription that is under way and counts; there is one at most. */
export const findPendingCharge = (reader: Reader, subscription_id: string) =>
  reader.maybe<TransactionRow>(FIND_PENDING_CHARGE, { subscription_id });

const FIND_PENDING_REFUND = `${SELECT} AND t.subscription_id = :subscription_id
  AND t.status = 'pending' AND t.type = 'refund' AND t.provider_reference IS NULL LIMIT 1`;

/** A refund of a subscription's payment that the provider has not accepted yet. */
export const findPendingRefund = (reader: Reader, subscription_id: string) =>
  reader.maybe<TransactionRow>(FIND_PENDING_REFUND, { subscription_id });

const FIND_BY_REFERENCE = `${SELECT} AND t.provider = :provider
  AND t.provider_reference = :reference`;

/** The transaction that a provider has under this name. */
export const findByReference = (reader: Reader, named: { provider: string; reference: string }) =>
  reader.maybe<TransactionRow>(FIND_BY_REFERENCE, named);

export const insertTransaction = transactions.insert;

const settling = remember(
  TEXTS_MAX,
  (columns: string) => changes('transactions', 'transaction_id')`UPDATE transactions
  SET ${columns}, next_attempt_at = NULL, action_url = NULL, needs_review = 0
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ${besidesKey('status')} = 'pending'`,
);

/**
 * Returns 0 when somebody else has settled it. With `stored`, the locked row as it is, only what is
 * different is written: most of it is as it was when the transaction was opened.
 */
export function saveSettled(tx: Tx, row: TransactionRow, stored?: TransactionRow) {
  if (!stored) return tx.run(settling(transactions.changes), { ...row });
  return tx.change(settling(transactions.changesFrom(stored, row)), { ...row });
}

const WAIT = changes('transactions', 'transaction_id')`
  UPDATE transactions SET action_url = :action_url, provider_reference = :provider_reference,
    next_attempt_at = :next_attempt_at, needs_review = 0
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ${besidesKey('status')} = 'pending'`;

/** Saves that it waits for the buyer (`action_url`) or the provider, and when to ask again. */
export const saveWaiting = (
  tx: Tx,
  wait: {
    transaction_id: string;
    action_url: string | null;
    provider_reference: string | null;
    next_attempt_at: number;
  },
) => tx.run(WAIT, wait);

const REVIEW = changes('transactions', 'transaction_id')`
  UPDATE transactions SET needs_review = 1, next_attempt_at = :next_attempt_at
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ${besidesKey('status')} = 'pending'`;

/** It stays pending until a person finds out what happened. */
export const markForReview = (tx: Tx, one: { transaction_id: string; next_attempt_at: number }) =>
  tx.run(REVIEW, one);

const SAVE_REVIEW = changes('transactions', 'transaction_id')`
  UPDATE transactions SET review_outcome = :review_outcome, review_note = :review_note,
    provider_reference = :provider_reference, next_attempt_at = :now
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ${besidesKey('status')} = 'pending'
    AND needs_review = 1`;

/** What a person has found out about one that needs review. Returns 0 when it no longer does. */
export const saveReview = (
  tx: Tx,
  review: Pick<
    TransactionRow,
    'transaction_id' | 'review_outcome' | 'review_note' | 'provider_reference'
  > & { now: number },
) => tx.run(SAVE_REVIEW, review);

const RETRY = changes('transactions', 'transaction_id')`
  UPDATE transactions SET next_attempt_at = :next_attempt_at, attempts = attempts + 1
  WHERE store_id = :store_id AND transaction_id = :transaction_id AND ${besidesKey('status')} = 'pending'
    AND attempts = :attempts`;

/** It stays pending, and the provider is asked again later. */
export const retryLater = (
  tx: Tx,
  retry: { transaction_id: string; next_attempt_at: number; attempts: number },
) => tx.run(RETRY, retry);

const COUNT_ATTEMPT = changes('transactions', 'subscription_id')`
  UPDATE transactions SET attempts = attempts + 1
  WHERE store_id = :store_id AND subscription_id = :subscription_id AND status = 'pending'
    AND type <> 'refund' AND give_back_minor IS NULL`;

/** The provider did not answer about the charge of a subscription: the next try stays when it was. */
export const countAttempt = (tx: Tx, subscription_id: string) =>
  tx.run(COUNT_ATTEMPT, { subscription_id });

const REFUNDS_OF = `${SELECT} AND t.refunded_transaction_id = :transaction_id
    AND t.status IN ('pending', 'paid') ORDER BY t.transaction_id DESC LIMIT 100`;

/** Refunds of a payment, made or under way, the newest first. */
export const listStandingRefunds = (reader: Reader, transaction_id: string) =>
  reader.all<TransactionRow>(REFUNDS_OF, { transaction_id });

const PAID_SINCE = `${SELECT} AND t.subscription_id = :subscription_id AND t.type <> 'refund'
    AND t.status IN ('paid', 'partially_refunded', 'disputed', 'charged_back')
    AND t.created_at >= :since
    AND (t.total_minor > 0 OR t.balance_change_minor < 0)
    AND (t.type <> 'plan_change' OR t.effect IS NOT NULL)
    AND t.give_back_minor IS NULL
  ORDER BY t.transaction_id DESC LIMIT 1000`;
const LOCK_PAID_SINCE = locks('transactions', 'subscription_id')
  .reads('licenses', 'store_id')
  .reads('invoices', 'store_id')`
  ${PAID_SINCE} FOR UPDATE`;

/** What was paid for a subscription since then, the newest first; debts are no part of it. */
export const lockPaymentsSince = (tx: Tx, of: { subscription_id: string; since: number }) =>
  tx.all<TransactionRow>(LOCK_PAID_SINCE, of);

export const listPaymentsSince = (reader: Reader, of: { subscription_id: string; since: number }) =>
  reader.all<TransactionRow>(PAID_SINCE, of);

const DUE = `${SELECT} AND t.status = 'pending' AND t.next_attempt_at <= :now
  ORDER BY t.next_attempt_at LIMIT :limit`;

/** Pending ones that are due to be checked with the provider. */
export const listDueTransactions = (reader: Reader, due: { now: number; limit: number }) =>
  reader.all<TransactionRow>(DUE, due);

const MAKE_DUE = changes('transactions', 'store_id')`
  UPDATE transactions SET next_attempt_at = :now
  WHERE store_id = :store_id AND status = 'pending' AND action_url IS NULL`;

/** After a start: whoever was waiting for an answer is gone. A buyer at the bank is not. */
export const makePendingDue = (tx: Tx, now: number) => tx.run(MAKE_DUE, { now });

export const TRANSACTION_FILTERS = [
  'transaction_id',
  'refunded_transaction_id',
  'checkout_session_id',
  'subscription_id',
  'customer_id',
  'product_id',
  'status',
  'type',
] as const;

export type TransactionFilter = Filter<(typeof TRANSACTION_FILTERS)[number]>;

interface Range {
  /** What else leaves some out. */
  besides?: { condition: string; may_be_rare: boolean } | undefined;
  from: string;
  before: string;
  order: 'newest' | 'oldest';
  /** The last one of the page before. */
  after: string;
  limit: number;
  looked_at_max?: number;
}

const LIST = {
  ...{ select: SELECT, alias: 't', table: 'transactions', key: 'transaction_id' },
  names: TRANSACTION_FILTERS,
};

/** By time, from `from` to before `before`. */
export function listTransactions(
  reader: Reader,
  filter: TransactionFilter,
  { order, after, ...range }: Range,
) {
  const before = order === 'newest' && after < range.before ? after : range.before;
  const behind = order === 'newest' ? {} : { after };
  return listFiltered<TransactionRow, keyof TransactionFilter>(reader, LIST, filter, {
    ...{ ...range, ...behind, order, before },
  });
}

const PAGE_MAX = 100;
const NAMED = textList(PAGE_MAX);
const FIND_ALL = `${SELECT} AND t.transaction_id ${NAMED.sql}`;

/** Those with these identifiers, at most a page of them, in their order. */
export async function findTransactions(reader: Reader, transaction_ids: string[]) {
  const rows = await reader.all<TransactionRow>(FIND_ALL, NAMED.values(transaction_ids));
  const found = new Map(rows.map((row) => [row.transaction_id, row]));
  return transaction_ids.flatMap((transaction_id) => found.get(transaction_id) ?? []);
}
