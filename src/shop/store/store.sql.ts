import type { StoreMode } from '../../platform/core/access.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { adds, changes, locks, reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { StoreWithBrand } from './brand.rules.ts';

export interface StoreRow extends StoreWithBrand {
  /** Until this real time, a call has the right to move the store's clock. */
  clock_claimed_until: number;
  created_at: number;
  updated_at: number;
}

const stores = table<StoreRow>(
  'stores',
  's',
  {
    store_id: 'key',
    number: 'fixed',
    name: 'separate',
    mode: 'fixed',
    provider: 'separate',
    clock_ahead_ms: 'separate',
    clock_claimed_until: 'separate',
    brand: 'separate',
    created_at: 'fixed',
    updated_at: 'separate',
  },
  {
    unread: [
      ...['clock_claimed_by', 'clock_move', 'settings'],
      ...['tax_settings', 'invoice_settings', 'mail_settings', 'mail_taken_at'],
    ],
    has_store: false,
  },
);

const LIST = `${stores.select} ORDER BY s.number`;

export const listStores = (reader: Reader) => reader.all<StoreRow>(LIST);

const FIND = `${stores.select} WHERE s.store_id = :store_id`;

export const findStore = (reader: Reader) => reader.maybe<StoreRow>(FIND);

const BRAND = reads('stores', 'store_id')`SELECT brand FROM stores WHERE store_id = :store_id`;

export const findBrand = (reader: Reader) => reader.maybe<{ brand: string }>(BRAND);

const LOCK = locks('stores', 'store_id')`${FIND} FOR UPDATE`;

export const lockStore = (tx: Tx) => tx.maybe<StoreRow>(LOCK);

const SAVE = changes('stores', 'store_id')`
  UPDATE stores SET name = :name, brand = :brand, updated_at = :updated_at
  WHERE store_id = :store_id`;

export const saveStore = (tx: Tx, { name, brand, updated_at }: StoreRow) =>
  tx.run(SAVE, { name, brand, updated_at });

const INSERT = adds('stores')`
  INSERT INTO stores (store_id, number, name, mode, created_at, updated_at)
  SELECT :new_store_id, COALESCE(MAX(number), 0) + 1, :name, :mode, :created_at, :created_at
  FROM stores`;

export const insertStore = (
  tx: Tx,
  store: { new_store_id: string; name: string; mode: StoreMode; created_at: number },
) => tx.run(INSERT, store);

const SETTINGS = reads('stores', 'store_id')`
  SELECT name, mode, settings FROM stores WHERE store_id = :store_id`;

type SettingsRow = { name: string; mode: StoreMode; settings: string };

export const findStoreSettings = (reader: Reader) => reader.maybe<SettingsRow>(SETTINGS);

const SETTINGS_OF_ALL = `SELECT settings FROM stores WHERE settings LIKE '%"allowed_origins":["%'`;

/** The settings of all stores that name an origin. */
export const listSettingsWithOrigins = (reader: Reader) =>
  reader.all<{ settings: string }>(SETTINGS_OF_ALL);

const LOCK_SETTINGS = locks('stores', 'store_id')`${SETTINGS} FOR UPDATE`;

export const lockStoreSettings = (tx: Tx) => tx.maybe<SettingsRow>(LOCK_SETTINGS);

const SAVE_SETTINGS = changes('stores', 'store_id')`
  UPDATE stores SET settings = :settings WHERE store_id = :store_id`;

export const saveStoreSettings = (tx: Tx, settings: string) => tx.run(SAVE_SETTINGS, { settings });

const HAS_CODE = `SELECT code FROM discount_codes
  WHERE store_id = :store_id AND code_folded = :code_folded AND deleted_at IS NULL`;

/** Whether the store has this discount code: settings may name one. */
export const hasCode = async (tx: Tx, code_folded: string): Promise<boolean> =>
  (await tx.maybe(HAS_CODE, { code_folded })) !== undefined;

const INVOICE_SETTINGS = 'SELECT invoice_settings FROM stores WHERE store_id = :store_id';

type InvoiceSettingsRow = { invoice_settings: string };

export const findInvoiceSettings = (reader: Reader) =>
  reader.maybe<InvoiceSettingsRow>(INVOICE_SETTINGS);

const LOCK_INVOICE_SETTINGS = locks('stores', 'store_id')`${INVOICE_SETTINGS} FOR UPDATE`;

export const lockInvoiceSettings = (tx: Tx) => tx.maybe<InvoiceSettingsRow>(LOCK_INVOICE_SETTINGS);

const SAVE_INVOICE_SETTINGS = changes('stores', 'store_id')`
  UPDATE stores SET invoice_settings = :invoice_settings WHERE store_id = :store_id`;

export const saveInvoiceSettings = (tx: Tx, invoice_settings: string) =>
  tx.run(SAVE_INVOICE_SETTINGS, { invoice_settings });
