import type { Reader, Tx } from '../../../platform/db/database.ts';
import { listFiltered } from '../../../platform/db/list-filtered.ts';
import { changes, reads } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { DiscountRow } from './discount.rules.ts';

const discounts = table<DiscountRow>('discount_codes', 'd', {
  discount_id: 'key',
  code: 'fixed',
  code_folded: 'fixed',
  name: 'fixed',
  percent_bps: 'fixed',
  amount_minor: 'fixed',
  currency: 'fixed',
  valid_from: 'fixed',
  valid_until: 'fixed',
  duration: 'fixed',
  duration_months: 'fixed',
  max_redemptions: 'fixed',
  max_redemptions_per_customer: 'fixed',
  product_ids: {
    computed: `(SELECT string_agg(few.product_id, ',') FROM (
      SELECT p.product_id FROM discount_code_products p
      WHERE p.store_id = d.store_id AND p.discount_id = d.discount_id ORDER BY p.position) few)`,
  },
  redemptions: 'separate',
  created_at: 'fixed',
  deleted_at: 'separate',
});

const FIND_BY_ID = reads('discount_code_products', 'discount_id').reads(
  'discount_codes',
  'discount_id',
)`
  ${discounts.select} AND d.discount_id = :discount_id`;
const FIND_BY_CODE = `${discounts.select} AND d.code_folded = :code_folded AND d.deleted_at IS NULL`;

export const findDiscountById = (reader: Reader, discount_id: string) =>
  reader.maybe<DiscountRow>(FIND_BY_ID, { discount_id });

/** Deleted codes are not found: their name may be used again. */
export const findDiscountByCode = (reader: Reader, code_folded: string) =>
  reader.maybe<DiscountRow>(FIND_BY_CODE, { code_folded });

/** By code or by identifier; if both are given, both must match. */
export async function findDiscount(
  reader: Reader,
  {
    discount_id,
    code_folded,
  }: { discount_id: string | undefined; code_folded: string | undefined },
): Promise<DiscountRow | undefined> {
  if (discount_id === undefined) {
    return code_folded === undefined ? undefined : findDiscountByCode(reader, code_folded);
  }
  const found = await findDiscountById(reader, discount_id);
  return code_folded === undefined || found?.code_folded === code_folded ? found : undefined;
}

export const insertDiscount = discounts.insert;

interface DiscountProductRow {
  discount_id: string;
  product_id: string;
  position: number;
}

const discount_products = table<DiscountProductRow>('discount_code_products', 'p', {
  discount_id: 'key',
  product_id: 'key',
  position: 'fixed',
});

export const insertDiscountProduct = discount_products.insert;

const DELETE = changes('discount_codes', 'discount_id')`
  UPDATE discount_codes SET deleted_at = :now
  WHERE store_id = :store_id AND discount_id = :discount_id AND deleted_at IS NULL`;

/** Returns 0 when it was already deleted, perhaps by another request at the same time. */
export const markDiscountDeleted = (tx: Tx, discount_id: string, now: number) =>
  tx.run(DELETE, { discount_id, now });

// The same rules as discountStatus(), for filtering a list.
const STATUS = `CASE
    WHEN d.deleted_at IS NOT NULL THEN 'deleted'
    WHEN d.valid_until < :now THEN 'expired'
    WHEN d.redemptions >= d.max_redemptions THEN 'exhausted'
    WHEN d.valid_from > :now THEN 'scheduled'
    ELSE 'active' END`;

const OF_STATUS = `CASE WHEN CAST(:status AS text) IS NULL THEN d.deleted_at IS NULL
      ELSE ${STATUS} = :status END`;
const LIST = {
  select: discounts.select,
  alias: 'd',
  table: 'discount_codes',
  key: 'discount_id',
  names: [],
};

export const listDiscounts = (
  reader: Reader,
  { status, now, ...range }: Listing & { status: string | null; now: number },
) =>
  listFiltered<DiscountRow, never>(
    reader,
    LIST,
    {},
    {
      ...range,
      besides: { condition: OF_STATUS, values: { status, now }, may_be_rare: true },
    },
  );

const LIVE_AFTER = `${discounts.select} AND d.deleted_at IS NULL AND d.discount_id > :after
  ORDER BY d.discount_id LIMIT :limit`;

/** All that are not deleted, in pages, the oldest first. */
export const listCodesAfter = (reader: Reader, after: string, limit: number) =>
  reader.all<DiscountRow>(LIVE_AFTER, { after, limit });

const COUNT = `SELECT counted.status, count(*) AS count FROM (
    SELECT ${STATUS} AS status FROM discount_codes d WHERE d.store_id = :store_id
    ORDER BY d.discount_id DESC LIMIT :most) counted
  GROUP BY counted.status`;

/** How many of the newest codes, `most` of them, are in each state. */
export const countDiscounts = (reader: Reader, of: { now: number; most: number }) =>
  reader.all<{ status: string; count: number }>(COUNT, of);

interface Listing {
  before: string;
  limit: number;
  looked_at_max?: number;
}

const FIND_USES = reads('discount_uses', 'discount_id', 'customer_id')`
  SELECT uses FROM discount_uses
  WHERE store_id = :store_id AND discount_id = :discount_id AND customer_id = :customer_id`;

interface Use {
  discount_id: string;
  customer_id: string;
}

/** How often a customer has used a code. */
export const findDiscountUses = async (reader: Reader, use: Use) =>
  (await reader.maybe<{ uses: number }>(FIND_USES, { ...use }))?.uses ?? 0;

const USES = reads('customers', 'email_folded').reads('discount_uses', 'discount_id')`
  SELECT CAST(COALESCE(SUM(u.uses), 0) AS bigint) AS uses
  FROM customers c JOIN discount_uses u
    ON u.store_id = c.store_id AND u.customer_id = c.customer_id
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded
    AND u.discount_id = :discount_id`;

/** How often all customers with an address have used a code together. */
export const usesByAddress = async (
  reader: Reader,
  of: { email_folded: string; discount_id: string },
): Promise<number> => (await reader.maybe<{ uses: number }>(USES, of))?.uses ?? 0;

const CLAIM = changes('discount_codes', 'discount_id')`
  UPDATE discount_codes SET redemptions = redemptions + 1
  WHERE store_id = :store_id AND discount_id = :discount_id AND deleted_at IS NULL
    AND (max_redemptions IS NULL OR redemptions < max_redemptions)`;

/** Takes one redemption; returns 0 when none is left. */
export const claimRedemption = (tx: Tx, discount_id: string) => tx.run(CLAIM, { discount_id });

const CLAIM_USE = changes('discount_uses', 'customer_id', 'discount_id')`
  INSERT INTO discount_uses (store_id, discount_id, customer_id, uses)
  VALUES (:store_id, :discount_id, :customer_id, 1)
  ON CONFLICT (store_id, discount_id, customer_id) DO UPDATE
  SET uses = discount_uses.uses + 1 WHERE discount_uses.uses < :most`;

/** Takes one of a customer's uses; returns 0 when none is left. */
export const claimUse = (tx: Tx, use: Use & { most: number }) => tx.run(CLAIM_USE, { ...use });

const RETURN = changes('discount_codes', 'discount_id')`
  UPDATE discount_codes SET redemptions = redemptions - 1
  WHERE store_id = :store_id AND discount_id = :discount_id`;

const RETURN_USE = changes('discount_uses', 'discount_id', 'customer_id')`
  UPDATE discount_uses SET uses = uses - 1
  WHERE store_id = :store_id AND discount_id = :discount_id AND customer_id = :customer_id`;

/** Returns the redemption that a declined payment had taken. */
export async function returnRedemption(tx: Tx, { discount_id, customer_id }: Use): Promise<void> {
  await tx.run(RETURN, { discount_id });
  await tx.run(RETURN_USE, { discount_id, customer_id });
}
