import type { Reader } from '../../../platform/db/database.ts';
import { listFiltered } from '../../../platform/db/list-filtered.ts';
import { locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { PaymentLinkRow } from './payment-link.rules.ts';

const payment_links = table<PaymentLinkRow>('payment_links', 'p', {
  payment_link_id: 'key',
  slug: 'changes',
  address: 'changes',
  is_active: 'changes',
  product_id: 'fixed',
  quantity: 'changes',
  adjustable_quantity: 'changes',
  coupon_code: 'changes',
  custom_fields: 'changes',
  success_url: 'changes',
  cancel_url: 'changes',
  redirect: 'changes',
  metadata: 'changes',
  max_purchases: 'changes',
  purchases: 'separate',
  expires_at: 'changes',
  created_at: 'fixed',
  updated_at: 'changes',
  deleted_at: 'changes',
});

const FIND = `${payment_links.select} AND p.payment_link_id = :payment_link_id`;
const LOCK = locks('payment_links', 'payment_link_id')`${FIND} FOR UPDATE`;

export const findLink = (reader: Reader, payment_link_id: string) =>
  reader.maybe<PaymentLinkRow>(FIND, { payment_link_id });

export const lockLink = (reader: Reader, payment_link_id: string) =>
  reader.maybe<PaymentLinkRow>(LOCK, { payment_link_id });

export const insertLink = payment_links.insert;

/** The link must be locked in this transaction. */
export const saveLink = payment_links.update;

const SLUG = `SELECT slug FROM payment_links
  WHERE store_id = :store_id AND slug = :slug AND deleted_at IS NULL`;

/** Whether a link of the store has this slug. */
export const isSlugTaken = async (reader: Reader, slug: string): Promise<boolean> =>
  (await reader.maybe(SLUG, { slug })) !== undefined;

// The same rules as linkStatus(), for filtering a list.
const STATUS = `CASE
    WHEN p.deleted_at IS NOT NULL THEN 'deleted'
    WHEN p.is_active = 0 THEN 'inactive'
    WHEN p.expires_at <= :now THEN 'expired'
    WHEN p.purchases >= p.max_purchases THEN 'sold_out'
    ELSE 'active' END`;

// Those that were deleted are listed only by their status.
const FITS = `(CASE WHEN CAST(:status AS text) IS NULL THEN p.deleted_at IS NULL
      ELSE ${STATUS} = :status END)
    AND (CAST(:product_id AS text) IS NULL OR p.product_id = :product_id)`;
const LIST = {
  select: payment_links.select,
  alias: 'p',
  table: 'payment_links',
  key: 'payment_link_id',
  names: [],
};

interface LinkFilter {
  status: string | null;
  product_id: string | null;
  now: number;
}

export function listLinks(
  reader: Reader,
  {
    status,
    product_id,
    now,
    ...range
  }: LinkFilter & { before: string; limit: number; looked_at_max?: number },
) {
  const values = { status, product_id, now };
  const besides = { condition: FITS, values, may_be_rare: true };
  return listFiltered<PaymentLinkRow, never>(reader, LIST, {}, { ...range, besides });
}

const COUNT = `SELECT counted.status, count(*) AS count FROM (
    SELECT ${STATUS} AS status FROM payment_links p WHERE p.store_id = :store_id
    ORDER BY p.payment_link_id DESC LIMIT :most) counted
  GROUP BY counted.status`;

/** How many of the newest links, `most` of them, are in each state. */
export const countLinks = (reader: Reader, of: { now: number; most: number }) =>
  reader.all<{ status: string; count: number }>(COUNT, of);

const FIND_SESSION = `SELECT c.checkout_session_id FROM checkouts c
  WHERE c.store_id = :store_id AND c.payment_link_id = :payment_link_id
    AND c.link_attempt = :link_attempt`;

/** The session that a form of a link has made. */
export const findSessionOf = async (
  reader: Reader,
  form: { payment_link_id: string; link_attempt: string },
): Promise<string | undefined> =>
  (await reader.maybe<{ checkout_session_id: string }>(FIND_SESSION, form))?.checkout_session_id;
