// Limits of connections, requests, keys and pages. Those of parameters are in the schemas of the
// operations, those of waiting for a database, a provider or a webhook beside the code that waits.
// docs/limits.md lists them all.
export const LIMITS = {
  header_bytes: 16 * 1024,
  body_bytes: 256 * 1024,
  // Of operations that a key inside an application may call.
  license_body_bytes: 8 * 1024,
  // Of a body that is refused, so much is still read to keep the sender listening.
  drained_bytes: 4 * 1024 * 1024,
  json_depth: 32,
  headers_timeout_ms: 10_000,
  request_timeout_ms: 30_000,
  // From the first byte of a request to the last of its answer.
  exchange_ms: 120_000,
  linger_ms: 5_000,
  keep_alive_ms: 65_000,
  connections: 10_000,
  connections_per_address: 500,
  shutdown_ms: 10_000,
  idempotency_key_characters: 255,
  idempotency_hours: 24,
  api_key_cache_ms: 500,
  api_keys_cached: 10_000,
  failed_keys_per_second: 5,
  failed_keys_burst: 50,
  license_address_per_second: 20,
  license_address_burst: 100,
  license_per_second: 5,
  license_burst: 30,
  // Any page of an address; of one checkout session or portal link.
  pages_per_address: { rate_per_second: 30, burst: 300 },
  pages_per_link: { rate_per_second: 5, burst: 60 },
  // Forms that try a card or a coupon: the fewer, the harder it is to guess one.
  tries_per_address: { rate_per_second: 1, burst: 30 },
  tries_per_link: { rate_per_second: 0.1, burst: 15 },
  pages_waiting: 20,
  // In a form, or in the query string of a page; cookies of a request, of which the rest is not read.
  fields: 200,
  cookies: 200,
  rate_buckets: 100_000,
} as const;

/** Those that bound a connection. */
export type ConnectionLimits = Record<
  | 'headers_timeout_ms'
  | 'request_timeout_ms'
  | 'exchange_ms'
  | 'linger_ms'
  | 'connections_per_address',
  number
>;
