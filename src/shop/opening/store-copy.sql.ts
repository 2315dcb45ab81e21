import type { StoreMode } from '../../platform/core/access.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { adds } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import { type CopiedCounts, type LeftCounts, RECORDS_MAX } from './store-copy.rules.ts';

// All of it is said in the store that is copied; the new one is named by `:new_store_id`.

interface CopyRow {
  mode: StoreMode;
  /** As it was asked for. */
  name: string;
  copy_store_id: string;
  /** CopiedCounts as JSON. */
  copied: string;
  created_at: number;
}

const copies = table<CopyRow>('store_copies', 'c', {
  mode: 'key',
  name: 'key',
  copy_store_id: 'fixed',
  copied: 'fixed',
  created_at: 'fixed',
});

export const insertCopy = copies.insert;

const FIND = `${copies.select} AND c.mode = :mode AND c.name = :name`;

/** The copy of this mode and name, if it was made. */
export const findCopy = (reader: Reader, of: Pick<CopyRow, 'mode' | 'name'>) =>
  reader.maybe<CopyRow>(FIND, of);

const LIST = `SELECT s.store_id, s.number, s.name, c.created_at
  FROM store_copies c JOIN stores s ON s.store_id = c.copy_store_id
  WHERE c.store_id = :store_id AND c.mode = :mode ORDER BY s.number LIMIT 100`;

export type CopiedStore = { store_id: string; number: number; name: string; created_at: number };

/** The copies of this mode, as they are called today; the first one first. */
export const listCopies = (reader: Reader, mode: StoreMode) =>
  reader.all<CopiedStore>(LIST, { mode });

const few = (name: string, from: string) =>
  `(SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${from} LIMIT ${RECORDS_MAX + 1}) few) AS ${name}`;

const LINKS = `payment_links l
  JOIN products p ON p.store_id = l.store_id AND p.product_id = l.product_id
  WHERE l.store_id = :store_id AND l.deleted_at IS NULL AND p.status`;
const HAS_PRODUCTS = `EXISTS (SELECT 1 FROM discount_code_products c
    WHERE c.store_id = d.store_id AND c.discount_id = d.discount_id)`;
/** A code that is for products of which none is there any more would count for all of them. */
const codes = (products: string) => `discount_codes d
  WHERE d.store_id = :store_id AND d.deleted_at IS NULL AND ${products}`;
const FOR_ACTIVE = `(NOT ${HAS_PRODUCTS} OR EXISTS (SELECT 1 FROM discount_code_products c
    JOIN products p ON p.store_id = c.store_id AND p.product_id = c.product_id
    WHERE c.store_id = d.store_id AND c.discount_id = d.discount_id AND p.status = 'active'))`;

const COUNTS = `SELECT
  ${few('products', `products p WHERE p.store_id = :store_id AND p.status = 'active'`)},
  ${few('archived_products', `products p WHERE p.store_id = :store_id AND p.status = 'archived'`)},
  ${few('payment_links', `${LINKS} = 'active'`)},
  ${few('left_links', `${LINKS} = 'archived'`)},
  ${few('discount_codes', codes(FOR_ACTIVE))},
  ${few('left_codes', codes(`NOT ${FOR_ACTIVE}`))},
  ${few('tax_rates', 'tax_rates t WHERE t.store_id = :store_id')},
  ${few('members', 'members m WHERE m.store_id = :store_id')}`;

type Counts = Omit<CopiedCounts, 'webhooks'> &
  Pick<LeftCounts, 'archived_products'> & { left_links: number; left_codes: number };

/** What is there to copy, and what would be left; counted no further than can be copied. */
export const countRecords = (reader: Reader) => reader.maybe<Counts>(COUNTS);

const MAIL_SETTINGS = 'SELECT s.mail_settings FROM stores s WHERE s.store_id = :store_id';

export const findMailSettings = (reader: Reader) =>
  reader.maybe<{ mail_settings: string }>(MAIL_SETTINGS);

const STORE = adds('stores').reads('stores')`
  INSERT INTO stores (store_id, number, name, mode, settings, tax_settings, invoice_settings,
    mail_settings, mail_taken_at, brand, created_at, updated_at)
  SELECT :new_store_id, (SELECT COALESCE(MAX(n.number), 0) + 1 FROM stores n), :name, :mode,
    s.settings, s.tax_settings, s.invoice_settings, :mail_settings, s.mail_taken_at, s.brand, :now, :now
  FROM stores s WHERE s.store_id = :store_id`;

export const copyStoreRow = (
  tx: Tx,
  row: Target & { name: string; mode: StoreMode; mail_settings: string },
) => tx.run(STORE, { ...row });

interface Target {
  new_store_id: string;
  now: number;
}

const FILE = adds('store_files').reads('store_files')`
  INSERT INTO store_files (store_id, file_name, bytes, created_at)
  SELECT :new_store_id, f.file_name, f.bytes, :now FROM store_files f
  WHERE f.store_id = :store_id AND f.file_name = :file_name`;

export const copyFile = (tx: Tx, file: Target & { file_name: string }) => tx.run(FILE, { ...file });

const PRODUCT = adds('products').reads('products')`
  INSERT INTO products (store_id, product_id, name, description, image_url, status, price_minor,
    currency, tax_behavior, tax_category, billing_type, billing_interval, billing_interval_count,
    trial_days, tier, license, metadata, search_entry, revision, created_at, updated_at)
  SELECT :new_store_id, p.product_id, p.name, p.description, p.image_url, p.status, p.price_minor,
    p.currency, p.tax_behavior, p.tax_category, p.billing_type, p.billing_interval,
    p.billing_interval_count, p.trial_days, p.tier, p.license, p.metadata, :search_entry, :revision,
    :now, :now
  FROM products p WHERE p.store_id = :store_id AND p.product_id = :product_id`;

export const copyProduct = (
  tx: Tx,
  product: Target & { product_id: string; search_entry: number; revision: number },
) => tx.run(PRODUCT, { ...product });

const IN_NEW_STORE = 'JOIN products n ON n.store_id = :new_store_id AND n.product_id';

const CODE = adds('discount_codes').reads('discount_codes')`
  INSERT INTO discount_codes (store_id, discount_id, name, code, code_folded, percent_bps,
    amount_minor, currency, duration, duration_months, valid_from, valid_until, max_redemptions,
    max_redemptions_per_customer, redemptions, created_at)
  SELECT :new_store_id, d.discount_id, d.name, d.code, d.code_folded, d.percent_bps,
    d.amount_minor, d.currency, d.duration, d.duration_months, d.valid_from, d.valid_until,
    d.max_redemptions, d.max_redemptions_per_customer, 0, :now
  FROM discount_codes d WHERE d.store_id = :store_id AND d.discount_id = :discount_id`;

const CODE_PRODUCTS = adds('discount_code_products')
  .reads('discount_code_products')
  .reads('products')`
  INSERT INTO discount_code_products (store_id, discount_id, product_id, position)
  SELECT :new_store_id, c.discount_id, c.product_id, c.position
  FROM discount_code_products c ${IN_NEW_STORE} = c.product_id
  WHERE c.store_id = :store_id AND c.discount_id = :discount_id`;

/** A code that nobody has used yet, for those of its products that are in the new store. */
export async function copyCode(tx: Tx, code: Target & { discount_id: string }): Promise<void> {
  const { new_store_id, discount_id } = code;
  await tx.run(CODE, { ...code });
  await tx.run(CODE_PRODUCTS, { new_store_id, discount_id });
}

const SLUGS = `SELECT l.payment_link_id, l.slug FROM payment_links l ${IN_NEW_STORE} = l.product_id
  WHERE l.store_id = :store_id AND l.deleted_at IS NULL AND l.payment_link_id > :after
  ORDER BY l.payment_link_id LIMIT :limit`;

/** Links whose products are in the new store. */
export const listSlugsAfter = (
  reader: Reader,
  range: { new_store_id: string; after: string; limit: number },
) => reader.all<{ payment_link_id: string; slug: string }>(SLUGS, range);

const LINK = adds('payment_links').reads('payment_links')`
  INSERT INTO payment_links (store_id, payment_link_id, slug, address, is_active, product_id,
    quantity, adjustable_quantity, coupon_code, custom_fields, success_url, cancel_url, redirect,
    metadata, max_purchases, expires_at, created_at, updated_at)
  SELECT :new_store_id, l.payment_link_id, l.slug, :address, l.is_active, l.product_id,
    l.quantity, l.adjustable_quantity, l.coupon_code, l.custom_fields, l.success_url, l.cancel_url,
    l.redirect, l.metadata, l.max_purchases, l.expires_at, :now, :now
  FROM payment_links l WHERE l.store_id = :store_id AND l.payment_link_id = :payment_link_id`;

export const copyLink = (tx: Tx, link: Target & { payment_link_id: string; address: string }) =>
  tx.run(LINK, { ...link });

const ADDRESSES = adds('payment_link_addresses').reads('payment_links').reads('stores')`
  INSERT INTO payment_link_addresses (store_id, address, mode, payment_link_id, status, changed_at)
  SELECT l.store_id, l.address, s.mode, l.payment_link_id, 'current', :now
  FROM payment_links l JOIN stores s ON s.store_id = l.store_id
  WHERE l.store_id = :new_store_id AND :store_id <> ''`;

/** Puts all links of the new store where they are to be. */
export const placeCopiedLinks = (tx: Tx, target: Target) => tx.run(ADDRESSES, { ...target });

const TAX_RATES = adds('tax_rates').reads('tax_rates')`
  INSERT INTO tax_rates (store_id, tax_rate_id, country, region, tax_category, tax, rate_ppm,
    valid_from, valid_until, created_at)
  SELECT :new_store_id, t.tax_rate_id, t.country, t.region, t.tax_category, t.tax, t.rate_ppm,
    t.valid_from, t.valid_until, :now
  FROM tax_rates t WHERE t.store_id = :store_id`;

export const copyTaxRates = (tx: Tx, target: Target) => tx.run(TAX_RATES, { ...target });

const MEMBERS = adds('members').reads('members')`
  INSERT INTO members (store_id, person_id, role, refund_max, created_at)
  SELECT :new_store_id, m.person_id, m.role, m.refund_max, :now
  FROM members m WHERE m.store_id = :store_id`;

export const copyMembers = (tx: Tx, target: Target) => tx.run(MEMBERS, { ...target });

const NOTIFICATIONS = adds('notification_choices').reads('notification_choices')`
  INSERT INTO notification_choices (store_id, person_id, kind, delivery, since_sequence)
  SELECT :new_store_id, n.person_id, n.kind, n.delivery, 0
  FROM notification_choices n WHERE n.store_id = :store_id`;

/** Which mails its people get: who hears of sales that were tried out wants to of real ones. */
export const copyNotifications = (tx: Tx, { new_store_id }: Target) =>
  tx.run(NOTIFICATIONS, { new_store_id });

const WEBHOOK = adds('webhooks').reads('webhooks')`
  INSERT INTO webhooks (store_id, webhook_id, name, url, events, format, sealed_secret,
    secret_readable, last_sequence, disabled_at, disabled_reason, created_at, updated_at)
  SELECT :new_store_id, :new_webhook_id, w.name, w.url, w.events, w.format, :sealed_secret,
    w.secret_readable, 0, :now, 'seller', :now, :now
  FROM webhooks w WHERE w.store_id = :store_id AND w.webhook_id = :webhook_id`;

/** A webhook, switched off and with another secret. */
export const copyWebhook = (
  tx: Tx,
  webhook: Target & { webhook_id: string; new_webhook_id: string; sealed_secret: string },
) => tx.run(WEBHOOK, { ...webhook });
