import type { Reader, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { StoreWithBrand } from '../store/brand.rules.ts';
import type { CardUpdateRow } from './card-update.rules.ts';

const updates = table<CardUpdateRow>('card_updates', 'u', {
  card_update_id: 'key',
  customer_id: 'fixed',
  status: 'changes',
  currency: 'fixed',
  provider: 'fixed',
  provider_reference: 'changes',
  action_url: 'changes',
  in_fields: 'changes',
  return_url: 'fixed',
  card_brand: 'changes',
  card_last_four: 'changes',
  next_attempt_at: 'changes',
  attempts: 'changes',
  expires_at: 'fixed',
  created_at: 'fixed',
  completed_at: 'changes',
});

export const insertCardUpdate = updates.insert;

/** It must be locked in this transaction. */
export const saveCardUpdate = updates.update;

const FIND = `${updates.select} AND u.card_update_id = :card_update_id`;

export const findCardUpdate = (reader: Reader, card_update_id: string) =>
  reader.maybe<CardUpdateRow>(FIND, { card_update_id });

const LOCK = locks('card_updates', 'card_update_id')`${FIND} FOR UPDATE`;

export const lockCardUpdate = (tx: Tx, card_update_id: string) =>
  tx.maybe<CardUpdateRow>(LOCK, { card_update_id });

const DUE = `${updates.select} AND u.status = 'open' AND u.next_attempt_at <= :now
  ORDER BY u.next_attempt_at LIMIT :limit`;

/** Open ones that nobody has asked about in a while. */
export const listDueCardUpdates = (reader: Reader, due: { now: number; limit: number }) =>
  reader.all<CardUpdateRow>(DUE, due);

const STORE = `SELECT s.store_id, s.number, s.mode, s.provider, s.name, s.brand, s.clock_ahead_ms
  FROM card_updates u
  JOIN stores s ON s.store_id = u.store_id WHERE u.card_update_id = :card_update_id`;

/** Finds the store by the address alone: the page has no API key. */
export const findStoreOfCardUpdate = (reader: Reader, card_update_id: string) =>
  reader.maybe<StoreWithBrand>(STORE, { card_update_id });
