import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../platform/core/errors.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import type { Clock } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { ApiKeyWithStore } from '../../shop/store/api-key.sql.ts';
import { listSettingsWithOrigins } from '../../shop/store/store.sql.ts';
import { parseSettings } from '../../shop/store/store-settings.rules.ts';

// CORS: which pages of other sites may call the API and read its answers. API keys of scope `license`
// are inside applications that everybody has, and the signing keys are public: any site may use them.
// Other keys may be used by pages of the sites that their store names, and by no others.

/** Whether a browser asks for permission before it sends the real request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** What a preflight is about. */
interface RequestedAccess {
  methods: readonly string[];
  /** Pages of every site may do it. */
  any_origin: boolean;
  /** It is done with an API key, so pages of sites that a store names may do it. */
  takes_keys: boolean;
}

/** Whose page has sent a request, as far as the answer depends on it. */
interface Caller {
  request: Pick<IncomingMessage, 'headers'>;
  /** Undefined for dialects, which speak of operations in their own words. */
  operation?: Operation;
  key?: ApiKeyWithStore;
}

export interface CrossOrigin {
  /** The headers that give the permission; without them the browser does not send the request. */
  preflight(request: IncomingMessage, requested: RequestedAccess): Promise<string[]>;
  /** Refuses a key that was sent by a page of a site that its store does not name. */
  check(request: Pick<IncomingMessage, 'headers'>, key: ApiKeyWithStore): void;
  /** The headers that let a page of another site read an answer. */
  answer(caller: Caller): Promise<string[]> | string[];
  /** Reads again which origins stores have named. */
  forget(): void;
}

export function createCrossOrigin(
  db: Database,
  { clock, base_url }: { clock: Clock; base_url: string | undefined },
): CrossOrigin {
  const reader = db.reader(null);
  const own_origin = base_url === undefined ? undefined : new URL(base_url).origin;
  let named: { origins: Set<string>; read_at: number } | undefined;

  return {
    async preflight(request, { methods, any_origin, takes_keys }) {
      const { origin = '' } = request.headers;
      if (!any_origin && !(takes_keys && (await isNamed(origin)))) return VARY;
      return [
        ...['Access-Control-Allow-Origin', any_origin ? '*' : origin],
        ...['Access-Control-Allow-Methods', methods.join(', ')],
        ...['Access-Control-Allow-Headers', SENT_HEADERS],
        ...['Access-Control-Max-Age', any_origin ? '7200' : '600'],
        ...VARY,
      ];
    },
    check(request, key) {
      const { origin } = request.headers;
      if (origin === undefined || key.scope === 'license') return;
      if (!isOwn(request, origin) && !isNamedBy(key, origin)) {
        throw new Refusal('origin_not_allowed');
      }
    },
    answer({ request, operation, key }) {
      const { origin } = request.headers;
      if (origin === undefined) return VARY;
      // Refusals before the key is known say nothing about a store.
      const is_shipped = key === undefined || key.scope === 'license';
      if (is_shipped && operation?.scope === 'license') return readableBy('*');
      if (key?.scope === 'license') return VARY;
      if (key) return isNamedBy(key, origin) ? readableBy(origin) : VARY;
      return isNamed(origin).then(
        (is_named) => (is_named ? readableBy(origin) : VARY),
        () => VARY,
      );
    },
    forget() {
      named = undefined;
    },
  };

  /** Pages of Kassa itself, which send their origin too when they send a form or JSON. */
  function isOwn({ headers }: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
    return origin === (own_origin ?? `https://${headers.host}`);
  }

  /** Whether any store names it. A preflight has no key that would tell which store is asked. */
  async function isNamed(origin: string): Promise<boolean> {
    const now = clock();
    if (!named || Math.abs(now - named.read_at) >= LIMITS.origins_cache_ms) {
      const rows = await listSettingsWithOrigins(reader);
      const origins = rows.flatMap(({ settings }) => parseSettings(settings).allowed_origins);
      named = { origins: new Set(origins), read_at: now };
    }
    return named.origins.has(origin);
  }
}

const isNamedBy = (key: ApiKeyWithStore, origin: string): boolean =>
  parseSettings(key.settings).allowed_origins.includes(origin);

/** What an answer says depends on who asks, also where it is not readable. */
const VARY = ['Vary', 'Origin'];

const SENT_HEADERS =
  'x-api-key, Authorization, Content-Type, Idempotency-Key, Mcp-Session-Id, Mcp-Protocol-Version';

const readableBy = (origin: string): string[] => [
  ...['Access-Control-Allow-Origin', origin],
  ...[
    'Access-Control-Expose-Headers',
    'x-request-id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, Deprecation, Sunset, Allow',
  ],
  ...VARY,
];
