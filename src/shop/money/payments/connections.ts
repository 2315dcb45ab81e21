import { performance } from 'node:perf_hooks';
import { LIMITS } from '../../../platform/core/limits.ts';
import type { Secrets } from '../../../platform/core/secrets.ts';
import type { Clock } from '../../../platform/core/time.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findHold } from './held-charges.sql.ts';
import { findConnection } from './provider-connection.sql.ts';
import { isProviderName, type ProviderName } from './provider-names.rules.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    connections: Connections;
  }
}

/** What it takes to speak for a store at its payment provider. */
interface Credentials {
  key: string;
  account_id: string | null;
  /** Public: for the provider's fields on our page. */
  publishable_key?: string | null;
  /** Any of these may have signed a message from the provider. */
  webhook_secrets: string[];
  /** After a restore: see ChargesHeld. */
  charges_held_from?: number | null;
}

/** What it takes to speak for a store at one provider; undefined while it is not connected there. */
export type CredentialsOf = (store_id: string) => Promise<Credentials | undefined>;

/** Credentials as they are sealed. */
export interface SealedCredentials {
  key: string;
  /** The newest first. One that was replaced is taken `until` then. */
  secrets: { endpoint_id: string; secret: string; until: number | null }[];
}

export interface Connections {
  /** Undefined while the store is not connected to this provider. */
  credentialsOf(store_id: string, provider: ProviderName): Promise<Credentials | undefined>;
  /** Whether this provider can still be asked about what it did for the store. */
  canAsk(store_id: string, provider: string | null): Promise<boolean>;
  /** From now on no others are used than these, which the store has, as they are sealed. */
  useOnly(store_id: string, provider: ProviderName, sealed: string | null): void;
  /** The next call reads the credentials again: they were changed, or the provider refused them. */
  forget(store_id: string, provider: ProviderName): void;
}

/**
 * The credentials of connected stores. They are cached, so that a charge needs no read; what
 * another process has changed is seen after LIMITS.credentials_cache_ms.
 */
export function createConnections(
  db: Pick<Database, 'reader'>,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): Connections {
  const known = new Map<string, Known>();

  interface Known {
    read_at: number;
    found: Promise<Opened | undefined>;
    /** What was found; undefined until it is. */
    sealed?: string;
  }

  interface Opened extends SealedCredentials {
    account_id: string | null;
    publishable_key: string | null;
    charges_held_from: number | null;
    sealed: string;
  }

  async function read(store_id: string, provider: ProviderName): Promise<Opened | undefined> {
    const reader = db.reader({ store_id });
    const row = await findConnection(reader, provider);
    if (!row || row.sealed_credentials === null) return undefined;
    const opened = openCredentials(secrets, store_id, row.sealed_credentials);
    const charges_held_from = await findHold(reader);
    const { account_id, publishable_key, sealed_credentials: sealed } = row;
    return { ...opened, account_id, publishable_key, charges_held_from, sealed };
  }

  function cached(store_id: string, provider: ProviderName): Promise<Opened | undefined> {
    const name = `${store_id} ${provider}`;
    const now = performance.now();
    const entry = known.get(name);
    if (entry && now - entry.read_at < LIMITS.credentials_cache_ms) return entry.found;
    if (known.size >= LIMITS.credentials_cached) known.clear();
    const found = read(store_id, provider);
    const entered: Known = { read_at: now, found };
    known.set(name, entered);
    const drop = () => known.get(name) === entered && known.delete(name);
    // A failed read is not kept. Nor is a hold: what is released is charged at once.
    found.then((opened) => {
      if (opened) entered.sealed = opened.sealed;
      if (opened?.charges_held_from != null) drop();
    }, drop);
    return found;
  }

  return {
    async credentialsOf(store_id, provider) {
      const found = await cached(store_id, provider);
      if (!found) return undefined;
      const { key, account_id, publishable_key, charges_held_from } = found;
      const now = clock();
      const good = found.secrets.filter(({ until }) => until === null || until > now);
      const webhook_secrets = good.map(({ secret }) => secret);
      return { key, account_id, publishable_key, webhook_secrets, charges_held_from };
    },
    canAsk: async (store_id, provider) =>
      !isProviderName(provider) || (await cached(store_id, provider)) !== undefined,
    useOnly(store_id, provider, sealed) {
      const name = `${store_id} ${provider}`;
      // What is being read just now may be older, too.
      if (known.get(name)?.sealed !== sealed) known.delete(name);
    },
    forget: (store_id, provider) => known.delete(`${store_id} ${provider}`),
  };
}

export const sealCredentials = (
  secrets: Secrets,
  store_id: string,
  credentials: SealedCredentials,
): string => secrets.seal(JSON.stringify(credentials), ['provider credentials', store_id]);

/** Throws if they were sealed with another secret, or for another store. */
export function openCredentials(
  secrets: Secrets,
  store_id: string,
  sealed: string,
): SealedCredentials {
  const text = secrets.open(sealed, ['provider credentials', store_id]);
  if (text === undefined) throw new Error(`the credentials of ${store_id} cannot be opened`);
  return JSON.parse(text);
}
