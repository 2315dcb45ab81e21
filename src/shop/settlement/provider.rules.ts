import type { Static } from 'typebox';
import { Instant, Nullable, OneOf } from '../../platform/core/fields.ts';
import { allowedRanges, whyNotWebhookUrl } from '../../platform/core/public-address.rules.ts';
import { Type } from '../../platform/core/schema.ts';
import { DAY_MS, isoInstant } from '../../platform/core/time.ts';
import { PROVIDER_NAMES, type ProviderName } from '../money/payments/provider-names.rules.ts';
import { showWallets, Wallets } from '../money/payments/wallets.rules.ts';

const EXAMPLE = { provider: PROVIDER_NAMES[0], store_id: 'store_1tq3v9w0e00h4rk6m2x8pz7ycn5' };

export const Provider = Type.Object({
  object: Type.Literal('provider'),
  provider: Nullable(
    OneOf([...PROVIDER_NAMES, 'test'], {
      description:
        'Who takes the payments of this store. `test`: the built-in gateway of test stores, which ' +
        'moves no money. null: nobody yet',
      examples: [PROVIDER_NAMES[0]],
    }),
  ),
  mode: OneOf(['test', 'live'], { examples: ['test'] }),
  account_id: Nullable(Type.String({ examples: ['acct_1PgafTB7WZ01zgkW'] })),
  account_name: Nullable(Type.String({ examples: ['Photo Works'] })),
  key_hint: Nullable(
    Type.String({
      description: 'The key itself is never shown',
      examples: ['rk_test_…4242'],
    }),
  ),
  publishable_key: Nullable(
    Type.String({
      description: "Public. With it the provider's own fields can be on the payment page",
      examples: ['pk_test_51PgafTB7WZ01zgkW4242'],
    }),
  ),
  wallets: Nullable(Wallets),
  webhook_url: Nullable(
    Type.String({
      description: 'Where the provider sends its messages; null: Kassa polls it instead',
      examples: [endpointUrl('https://shop.example.com', EXAMPLE)],
    }),
  ),
  asks_because: Nullable(
    Type.String({ description: 'Why Kassa polls the provider instead of getting messages' }),
  ),
  problem: Nullable(
    Type.String({
      description:
        'Why the provider could not be asked the last time, or what it refuses and why, in its own ' +
        'words: the key, or payments to an account that is not complete',
    }),
  ),
  connected_at: Nullable(Instant),
  updated_at: Nullable(Instant),
});

interface Connection {
  provider: ProviderName;
  account_id: string | null;
  account_name: string | null;
  key_hint: string;
  publishable_key: string | null;
  wallets: string | null;
  endpoint_url: string | null;
  asks_because: string | null;
  problem: string | null;
  refusal: string | null;
  connected_at: number;
  disconnected_at: number | null;
  updated_at: number;
}

/** What a store may know of its connection. */
export function showProvider(
  { mode }: { mode: 'test' | 'live' },
  row: Connection | undefined,
): Static<typeof Provider> {
  if (!row || row.disconnected_at !== null) {
    const provider = mode === 'test' ? 'test' : null;
    return { ...NOTHING, object: 'provider', provider, mode };
  }
  return {
    object: 'provider',
    provider: row.provider,
    mode,
    account_id: row.account_id,
    account_name: row.account_name,
    key_hint: row.key_hint,
    publishable_key: row.publishable_key,
    wallets: showWallets(row.wallets),
    webhook_url: row.endpoint_url,
    asks_because: row.asks_because,
    problem: row.problem ?? row.refusal,
    connected_at: isoInstant(row.connected_at),
    updated_at: isoInstant(row.updated_at),
  };
}

const NOTHING = {
  account_id: null,
  account_name: null,
  key_hint: null,
  publishable_key: null,
  wallets: null,
  webhook_url: null,
  asks_because: null,
  problem: null,
  connected_at: null,
  updated_at: null,
};

/** Where the messages of a provider arrive; behind it the store. */
export function messagesPath(provider: ProviderName): string {
  return `/providers/${provider}`;
}

/** Where a provider sends the messages of a store. */
export function endpointUrl(
  base_url: string,
  { provider, store_id }: { provider: ProviderName; store_id: string },
): string {
  return `${base_url}${messagesPath(provider)}/${store_id}`;
}

/** Why a provider cannot send messages to this installation, in a sentence. */
export function whyNotReachable(
  base_url: string,
  { is_local, title }: { is_local: boolean; title: string },
): string | undefined {
  if (is_local) return undefined;
  const why = whyNotWebhookUrl(base_url, { is_test: false, allowed: allowedRanges([]) });
  if (why === undefined) return undefined;
  return `${title} cannot reach ${base_url}, which is not a public https:// address (KASSA_BASE_URL). Kassa asks ${title} instead.`;
}

/** A secret that messages of an endpoint are signed with, and until when it is taken. */
interface EndpointSecret {
  endpoint_id: string;
  secret: string;
  until: number | null;
}

/** Providers repeat a message for three days. */
const OLD_SECRET_MS = 4 * DAY_MS;
const SECRETS_MAX = 5;

/**
 * The secrets after an endpoint was placed, the newest first. Those that it replaces are taken as
 * long as messages that are signed with them can arrive.
 */
export function secretsAfter(
  before: EndpointSecret[],
  {
    place: { endpoint_id },
    secret,
  }: { place: { endpoint_id: string | null }; secret: string | null },
  now: number,
): EndpointSecret[] {
  const old = before
    .filter(({ until }) => until === null || until > now)
    .map((one) => {
      const is_used = one.endpoint_id === endpoint_id;
      return is_used ? one : { ...one, until: one.until ?? now + OLD_SECRET_MS };
    });
  const added =
    endpoint_id === null || secret === null ? [] : [{ endpoint_id, secret, until: null }];
  return [...added, ...old].slice(0, SECRETS_MAX);
}
