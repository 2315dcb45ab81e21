import fc from 'fast-check';

// What a request wears: its method, content type, encodings, keys and further headers. Mostly what
// any client sends.

export interface Dress {
  /** Instead of the declared one. */
  method: string | undefined;
  /** Undefined: the header is left out. */
  headers: Record<string, string | undefined>;
  /** Behind the path. */
  query: string;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'];
const TYPES = [
  ...[undefined, '', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'],
  ...['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;;=', '*/*'],
  ...['multipart/form-data; boundary=x', 'application/json, text/plain', 'a'.repeat(5_000)],
];
const ENCODINGS = ['identity', 'gzip', 'br', 'deflate, gzip', 'IDENTITY', '\xe9', ''];
const KEYS: Record<string, string | undefined>[] = [
  { 'x-api-key': undefined },
  { 'x-api-key': 'kassa_test_wrong' },
  { 'x-api-key': '' },
  { 'x-api-key': '\xe9'.repeat(300) },
  { 'x-api-key': undefined, authorization: 'Bearer kassa_test_wrong' },
  { 'x-api-key': undefined, authorization: 'Basic YTpi' },
  { authorization: 'Bearer kassa_test_other' },
];
const ODD_IDEMPOTENCY_KEYS = ['', ' ', 'a b', '\xe9', 'x'.repeat(256), 'x'.repeat(255), '\t'];
const MORE: Record<string, string>[] = [
  { origin: 'https://other.example' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://other.example', 'access-control-request-method': 'POST' },
  { accept: 'text/html' },
  { accept: 'application/xml;q=0.9, */*;q=0.1', 'accept-encoding': 'gzip, br' },
  { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'http', forwarded: 'for=_x' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: `${'a=b; '.repeat(300)}__Host-kassa=x; =; ;;` },
  { range: 'bytes=0-1', 'if-none-match': '*', 'if-modified-since': 'x' },
  { 'accept-language': 'ar, xx-*;q=9' },
  { te: 'trailers', connection: 'keep-alive, te' },
  { 'transfer-encoding': 'chunked' },
  { ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, 'a'.repeat(100)])) },
];
const QUERIES = [
  ...[
    '?',
    '?x=1',
    '?%zz=1',
    '?a=%00',
    '?a=1&a=2',
    '?__proto__=1',
    '?limit=1&limit=2',
    '??',
    '?&&=',
  ],
  ...['?query=%ff%fe', `?x=${'a'.repeat(9_000)}`, '?limit=100', '?cursor=%2e%2e'],
];

const seldom = <T>(values: T[], otherwise: T) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...values), weight: 1 },
    { arbitrary: fc.constant(otherwise), weight: 30 },
  );

/** Some are used once, some again and again by whatever comes, some cannot be used. */
const idempotency = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 14 },
  { arbitrary: fc.uuid(), weight: 3 },
  { arbitrary: fc.nat({ max: 300 }).map((n) => `shared-${n}`), weight: 2 },
  { arbitrary: fc.constantFrom(...ODD_IDEMPOTENCY_KEYS), weight: 1 },
);

export const dressArbitrary: fc.Arbitrary<Dress> = fc
  .record({
    method: seldom<string | undefined>(METHODS, undefined),
    type: seldom<string | undefined>(TYPES, 'application/json'),
    encoding: seldom<string | undefined>(ENCODINGS, undefined),
    keys: seldom(KEYS, {}),
    idempotency,
    more: seldom<Record<string, string>>(MORE, {}),
    query: seldom(QUERIES, ''),
  })
  .map(({ method, type, encoding, keys, idempotency, more, query }) => ({
    method,
    query,
    headers: {
      'content-type': type,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
      ...(idempotency !== undefined && { 'idempotency-key': idempotency }),
      ...keys,
      ...more,
    },
  }));
