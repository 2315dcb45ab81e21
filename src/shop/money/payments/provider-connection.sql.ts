import type { StoreMode } from '../../../platform/core/access.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import { isProviderName, type ProviderName } from './provider-names.rules.ts';

/** An account at a payment provider that a store is, or was, connected to. In real time. */
export interface ConnectionRow {
  provider: ProviderName;
  account_id: string | null;
  account_name: string | null;
  mode: StoreMode;
  /** The beginning and the last characters of the key. */
  key_hint: string;
  /** What the provider's fields on our page are shown with, if they are. It is public. */
  publishable_key: string | null;
  /** On which host wallets are shown, as JSON (see KeptWallets); null without that key. */
  wallets: string | null;
  /** Credentials as JSON, sealed; null after a disconnect. */
  sealed_credentials: string | null;
  endpoint_id: string | null;
  endpoint_url: string | null;
  /** Why the provider sends no messages, in a sentence. */
  asks_because: string | null;
  events_cursor: string | null;
  /** When the provider is next asked what has happened. */
  ask_at: number;
  last_asked_at: number | null;
  /** Why it could not be asked the last time, in a sentence. */
  problem: string | null;
  /** What it refuses for a reason that only the seller can change, in its words. */
  refusal: string | null;
  /** The charge that it has refused, and when. */
  refused_key: string | null;
  refused_at: number | null;
  connected_at: number;
  disconnected_at: number | null;
  updated_at: number;
}

const connections = table<ConnectionRow>(
  'provider_connections',
  'c',
  {
    provider: 'key',
    account_id: 'changes',
    account_name: 'changes',
    mode: 'changes',
    key_hint: 'changes',
    publishable_key: 'changes',
    wallets: 'changes',
    sealed_credentials: 'changes',
    endpoint_id: 'changes',
    endpoint_url: 'changes',
    asks_because: 'changes',
    events_cursor: 'changes',
    ask_at: 'changes',
    last_asked_at: 'changes',
    problem: 'changes',
    refusal: 'changes',
    refused_key: 'changes',
    refused_at: 'changes',
    connected_at: 'changes',
    disconnected_at: 'changes',
    updated_at: 'changes',
  },
  { unread: ['claimed_until', 'claimed_by', 'charges_held_from', 'charges_held_at'] },
);

const FIND = `${connections.select} AND c.provider = :provider`;

/** Also one that is disconnected: without credentials. */
export const findConnection = (reader: Reader, provider: ProviderName) =>
  reader.maybe<ConnectionRow>(FIND, { provider });

const SEALED = `SELECT c.sealed_credentials FROM provider_connections c
  WHERE c.store_id = :store_id AND c.provider = :provider`;

/** The credentials of a store as they are by now; undefined if it never was connected there. */
export const findSealed = (reader: Reader, provider: ProviderName) =>
  reader.maybe<Pick<ConnectionRow, 'sealed_credentials'>>(SEALED, { provider });

const LIST = `${connections.select} ORDER BY c.provider`;

/** All of a store, also those that are disconnected. */
export const listConnections = (reader: Reader) => reader.all<ConnectionRow>(LIST);

const LOCK = locks('provider_connections', 'store_id', 'provider')`${FIND} FOR UPDATE`;

export const lockConnection = (tx: Tx, provider: ProviderName) =>
  tx.maybe<ConnectionRow>(LOCK, { provider });

const LOCK_CONNECTED = locks('provider_connections', 'store_id', 'provider')`
  SELECT c.provider FROM provider_connections c
  WHERE c.store_id = :store_id AND c.provider = :provider
    AND c.sealed_credentials IS NOT NULL FOR UPDATE`;

/**
 * Whether this provider can be asked about what is begun now: if it can, nobody disconnects it
 * before this transaction has ended. The test gateway always can.
 */
export const lockProvider = async (tx: Tx, provider: string | null): Promise<boolean> =>
  !isProviderName(provider) || (await tx.maybe(LOCK_CONNECTED, { provider })) !== undefined;

export const saveConnection = connections.save;

const CHOOSE = changes('stores', 'store_id')`
  UPDATE stores SET provider = :provider WHERE store_id = :store_id`;

/** Who takes the store's payments from now on. Also makes other changes of it wait. */
export const chooseProvider = (tx: Tx, provider: string | null) => tx.run(CHOOSE, { provider });

const DUE = `SELECT c.store_id, c.provider FROM provider_connections c
  WHERE c.disconnected_at IS NULL AND c.ask_at <= :now ORDER BY c.ask_at LIMIT :limit`;

/** Which providers are to be asked what has happened, and for which store. */
export const listDueConnections = (reader: Reader, due: { now: number; limit: number }) =>
  reader.all<{ store_id: string; provider: ProviderName }>(DUE, due);

const CLAIM = changes('provider_connections', 'store_id', 'provider')`
  UPDATE provider_connections SET claimed_until = :until, claimed_by = :owner
  WHERE store_id = :store_id AND provider = :provider AND disconnected_at IS NULL
    AND (claimed_until <= :now OR claimed_by = :owner)`;

interface Claim {
  provider: string;
  owner: string;
  now: number;
  until: number;
}

/** Keeps other processes from asking. Returns 0 when one of them does. */
export const claimConnection = (tx: Tx, claim: Claim) => tx.run(CLAIM, { ...claim });

const SAVE_CURSOR = changes('provider_connections', 'store_id', 'provider')`
  UPDATE provider_connections
  SET events_cursor = :events_cursor, last_asked_at = :now, claimed_until = :until
  WHERE store_id = :store_id AND provider = :provider AND claimed_by = :owner
    AND disconnected_at IS NULL`;

/** Returns 0 when somebody else asks by now. */
export const saveCursor = (tx: Tx, saved: Claim & { events_cursor: string | null }) =>
  tx.run(SAVE_CURSOR, { ...saved });

const RELEASE = changes('provider_connections', 'store_id', 'provider')`UPDATE provider_connections
  SET claimed_until = 0, ask_at = :ask_at, problem = :problem
  WHERE store_id = :store_id AND provider = :provider AND claimed_by = :owner`;

export const releaseConnection = (
  tx: Tx,
  end: { provider: string; owner: string; ask_at: number; problem: string | null },
) => tx.run(RELEASE, end);

export interface RefusalRow {
  refusal: string;
  /** Null: it was seen when the provider was connected. */
  refused_key: string | null;
  refused_at: number;
}

const REFUSAL = `SELECT c.refusal, c.refused_key, c.refused_at FROM provider_connections c
  WHERE c.store_id = :store_id AND c.provider = :provider AND c.refusal IS NOT NULL`;

export const findRefusal = (reader: Reader, provider: string) =>
  reader.maybe<RefusalRow>(REFUSAL, { provider });

const KEEP_REFUSAL = changes(
  'provider_connections',
  'store_id',
  'provider',
)`UPDATE provider_connections
  SET refusal = :refusal, refused_key = :refused_key, refused_at = :refused_at
  WHERE store_id = :store_id AND provider = :provider AND disconnected_at IS NULL`;

export const keepRefusal = (tx: Tx, row: RefusalRow & { provider: string }) =>
  tx.run(KEEP_REFUSAL, { ...row });

const CLEAR_REFUSAL = changes(
  'provider_connections',
  'store_id',
  'provider',
)`UPDATE provider_connections
  SET refusal = NULL, refused_key = NULL, refused_at = NULL
  WHERE store_id = :store_id AND provider = :provider AND refused_at = :refused_at`;

/** Unless something was refused since. */
export const clearRefusal = (tx: Tx, of: { provider: string; refused_at: number }) =>
  tx.run(CLEAR_REFUSAL, of);
