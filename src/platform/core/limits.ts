// Limits of connections, requests, keys and pages. Limits of parameters are in the schemas of the
// operations; time limits for databases, providers and webhooks are next to the code that waits.
// docs/limits.md lists all of them.
export const LIMITS = {
  header_bytes: 16 * 1024,
  body_bytes: 256 * 1024,
  // For operations that API keys of scope `license` may call.
  license_body_bytes: 8 * 1024,
  // How much of a refused body is still read, so that its sender gets to read our answer.
  drained_bytes: 4 * 1024 * 1024,
  // Pictures of a store, in base64: a logo and a favicon at once.
  picture_body_bytes: 1_400 * 1024,
  json_depth: 32,
  headers_timeout_ms: 10_000,
  request_timeout_ms: 30_000,
  // From the first byte of a request to the last of its answer.
  exchange_ms: 120_000,
  // How long a refused connection may stay open.
  linger_ms: 5_000,
  keep_alive_ms: 65_000,
  connections: 10_000,
  connections_per_address: 500,
  // Of one connection, beside the one that is being answered.
  requests_waiting: 50,
  // Of large answers that are being sent, of a process.
  unread_bytes: 64 * 1024 * 1024,
  shutdown_ms: 10_000,
  // How far a list is counted, and how far its pages have numbers.
  records_counted: 10_000,
  idempotency_key_characters: 255,
  idempotency_hours: 24,
  // A browser that is signed in to the dashboard: unused for so long, or for so long in all.
  session_idle_ms: 12 * 3_600_000,
  session_ms: 30 * 24 * 3_600_000,
  // How often it is noted that it was used.
  session_noted_ms: 5 * 60_000,
  // How long somebody who has proved who they are is not asked again.
  confirmed_ms: 10 * 60_000,
  // Origins that stores have named: how soon a change is seen by preflights.
  origins_cache_ms: 500,
  api_key_cache_ms: 500,
  api_keys_cached: 10_000,
  // Keys of payment providers: how soon a change by another process is seen.
  credentials_cache_ms: 1_000,
  credentials_cached: 10_000,
  failed_keys_per_second: 5,
  failed_keys_burst: 50,
  license_address_per_second: 20,
  license_address_burst: 100,
  license_per_second: 5,
  license_burst: 30,
  // Pages: all of them per client address, and those of one checkout session or portal link.
  pages_per_address: { rate_per_second: 30, burst: 300 },
  pages_per_link: { rate_per_second: 5, burst: 60 },
  // Forms that try a card or a coupon: low, so that nobody can guess one.
  tries_per_address: { rate_per_second: 1, burst: 30 },
  tries_per_link: { rate_per_second: 0.1, burst: 15 },
  // Checkout sessions that payment links make.
  sessions_per_address: { rate_per_second: 0.5, burst: 60 },
  // PDFs of invoices, of a process: they are made one after another, in a thread of their own.
  pdf_ms: 60_000,
  pdf_idle_ms: 60_000,
  pdfs_waiting: 64,
  pdfs_waiting_per_address: 8,
  pdfs_kept_bytes: 8 * 1024 * 1024,
  // Fields of a form or of a page's query string. Further cookies of a request are ignored.
  fields: 200,
  cookies: 200,
  rate_buckets: 100_000,
} as const;

/** The limits of a connection. */
export type ConnectionLimits = Record<
  | 'headers_timeout_ms'
  | 'request_timeout_ms'
  | 'exchange_ms'
  | 'linger_ms'
  | 'connections_per_address',
  number
>;
