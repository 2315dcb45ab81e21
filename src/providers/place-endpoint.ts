import { DAY_MS } from '../core/time.ts';
import type { StoreWork } from '../operation/work.ts';
import type { SealedCredentials } from '../payments/connections.ts';
import type { ConnectionRow } from '../payments/provider-connection.sql.ts';
import { registerStripeEndpoint } from '../payments/stripe/connection.ts';
import { StripeRefused } from '../payments/stripe/refusals.ts';
import { endpointUrl, whyNotReachable } from './provider.rules.ts';

/** Stripe repeats a message for three days. */
const OLD_SECRET_MS = 4 * DAY_MS;
const SECRETS_MAX = 5;

/** A connection to the same account as now, and what was sealed in it. */
export interface Kept {
  row: ConnectionRow;
  credentials: SealedCredentials;
}

export interface Placed {
  place: Pick<ConnectionRow, 'endpoint_id' | 'endpoint_url' | 'asks_because'>;
  secrets: SealedCredentials['secrets'];
}

/**
 * Registers the address that Stripe sends this store's messages to; the caller saves it. Without
 * one, it says why. An endpoint that was there goes on until the new one is saved, and its secret
 * is taken as long as messages that are signed with it can arrive.
 */
export async function placeEndpoint(
  { store, services }: Pick<StoreWork, 'store' | 'services'>,
  { key, kept }: { key: string; kept: Kept | undefined },
): Promise<Placed> {
  const { base_url, stripe_api: api_address } = services;
  const at = services.clock();
  const url = endpointUrl(base_url, store.store_id);
  const unreachable = whyNotReachable(base_url, { is_local: api_address !== undefined });
  const old = kept?.credentials.secrets ?? [];
  const still_good = old.filter(({ until }) => until === null || until > at);
  const replaced = still_good
    .map((one) => ({ ...one, until: one.until ?? at + OLD_SECRET_MS }))
    .slice(0, SECRETS_MAX - 1);
  if (unreachable !== undefined) return asks(unreachable, replaced);
  const registered = await registerStripeEndpoint({ key, api_address, url }).catch(refusalOf);
  if (!(registered instanceof StripeRefused)) {
    const { endpoint_id, secret } = registered;
    return {
      place: { endpoint_id, endpoint_url: url, asks_because: null },
      secrets: [{ endpoint_id, secret, until: null }, ...replaced],
    };
  }
  // For example too many endpoints: the one that is there goes on.
  const endpoint_id = kept?.row.endpoint_url === url ? kept.row.endpoint_id : null;
  if (endpoint_id !== null) {
    return { place: { endpoint_id, endpoint_url: url, asks_because: null }, secrets: still_good };
  }
  return asks(NO_FURTHER, replaced);
}

const NO_FURTHER =
  'Stripe registers no further webhook for this account: it takes at most 16. Remove one in its dashboard and connect again. Until then Kassa asks Stripe.';

function refusalOf(error: unknown): StripeRefused {
  if (error instanceof StripeRefused) return error;
  throw error;
}

const asks = (asks_because: string, secrets: Placed['secrets']): Placed => ({
  place: { endpoint_id: null, endpoint_url: null, asks_because },
  secrets,
});
