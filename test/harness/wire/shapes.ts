import { KEY, type Piece } from './converse.ts';

// Bytes that no library would send, or only seldom: requests hidden in requests, halves, floods,
// spellings. Each with what is answered: statuses and codes in order, and whether the connection is
// then open for a further request. "Hidden" requests are never answered.

export interface Shape {
  name: string;
  pieces: Piece[];
  answered: string;
}

const HOST = 'Host: localhost\r\n';
const BEHIND_PROXY = 'X-Forwarded-Proto: https\r\n';
const HEALTH = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: hidden\r\n\r\n';
const BODY = '{"name":"Shape","description":"","price":1,"currency":"EUR"}';
const LENGTH = `Content-Length: ${BODY.length}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
const INVALID = '400 invalid_http closed';

const get = (headers: string, line = 'GET /healthz HTTP/1.1') =>
  `${line}\r\n${HOST}${BEHIND_PROXY}${headers}\r\n`;
const post = (headers: string, body = '', line = 'POST /create-product HTTP/1.1') =>
  `${line}\r\n${HOST}${BEHIND_PROXY}x-api-key: ${KEY}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
const good = post(LENGTH, BODY);
const STORE = post('Content-Length: 2\r\n', '{}', 'GET /get-store HTTP/1.1');

const cuts = (text: string): Piece[] =>
  Array.from(text.slice(1), (_, at) => [text.slice(0, at + 1), text.slice(at + 1), at + 1]).flat();

type Row = [name: string, pieces: Piece | Piece[], answered: string];

const ROWS: Row[] = [
  // Pieces.
  ['a request', HEALTH, '200 open'],
  ['a request with a body', good, '200 open'],
  ['a request in pieces of a byte', [...HEALTH], '200 open'],
  ['a body in pieces of a byte', [post(LENGTH), ...BODY], '200 open'],
  [
    'a request cut in two, at every byte of it',
    cuts(STORE),
    `${'200 '.repeat(STORE.length - 1)}open`,
  ],
  ['two requests in one record', HEALTH + good, '200 200 open'],
  [
    'a pipelined request, the second half of it later',
    [HEALTH + HEALTH.slice(0, 20), 1, HEALTH.slice(20)],
    '200 200 open',
  ],
  [
    'a pipelined request, its body later',
    [HEALTH + post(LENGTH, BODY.slice(0, 9)), 1, BODY.slice(9)],
    '200 200 open',
  ],
  [
    'a pipelined request, cut in its line end',
    [HEALTH + HEALTH.slice(0, -1), 1, HEALTH.slice(-1)],
    '200 200 open',
  ],
  ['a pipelined request that is malformed', `${HEALTH}GET\r\n\r\n`, '200 closed'],
  ['a malformed request after an answer', [HEALTH, 1, 'GET\r\n\r\n'], `200 ${INVALID}`],
  ['fifty requests in one record', STORE.repeat(50), `${'200 '.repeat(50)}open`],
  ['reads and writes in one record', (HEALTH + good).repeat(10), `${'200 '.repeat(20)}open`],
  ['empty lines before a request', `\r\n\r\n${HEALTH}`, '200 open'],
  // Lengths.
  [
    'a body shorter than its length, and the rest later',
    [post(LENGTH, BODY.slice(0, 5)), BODY.slice(5)],
    '200 open',
  ],
  ['a body longer than its length', post(LENGTH, `${BODY}more`), '200 closed'],
  [
    'a request behind a body of length 0',
    post('Content-Length: 0\r\n', HEALTH),
    '400 invalid_parameters 200 open',
  ],
  ['a body without a length', post('', HEALTH), '400 invalid_parameters 200 open'],
  ['two lengths that differ', post('Content-Length: 5\r\nContent-Length: 0\r\n', HIDDEN), INVALID],
  ['two lengths that agree', post(`${LENGTH}${LENGTH}`, BODY + HIDDEN), INVALID],
  ['a length with a comma', post('Content-Length: 5, 5\r\n', HIDDEN), INVALID],
  ['a length with a plus sign', post('Content-Length: +5\r\n', HIDDEN), INVALID],
  ['a negative length', post('Content-Length: -1\r\n', HIDDEN), INVALID],
  ['a length with leading zeros', post(`Content-Length: 000${BODY.length}\r\n`, BODY), '200 open'],
  [
    'a length with spaces around it',
    post(`Content-Length:   ${BODY.length} \t\r\n`, BODY),
    '200 open',
  ],
  ['a length with a space within', post('Content-Length: 4 3\r\n', HIDDEN), INVALID],
  ['a length in hex', post('Content-Length: 0x5\r\n', HIDDEN), INVALID],
  ['a length with a fraction', post('Content-Length: 5.0\r\n', HIDDEN), INVALID],
  ['an empty length', post('Content-Length: \r\n', HIDDEN), INVALID],
  ['a length beyond all numbers', post(`Content-Length: ${'9'.repeat(30)}\r\n`, HIDDEN), INVALID],
  [
    'a length that is too large',
    post('Content-Length: 999999999\r\n'),
    '400 body_too_large closed',
  ],
  ['a length of a GET, and the body', `${get('Content-Length: 4\r\n')}abcd`, '200 open'],
  // Chunks.
  ['chunks', post(CHUNKED, CHUNKS), '200 open'],
  ['chunks in pieces of a byte', [post(CHUNKED), ...CHUNKS], '200 open'],
  [
    'chunks with an extension and a trailer',
    post(CHUNKED, `${BODY.length.toString(16)};a=b\r\n${BODY}\r\n0\r\nX-T: y\r\n\r\n`),
    '200 open',
  ],
  ['length and chunks', post(`Content-Length: 4\r\n${CHUNKED}`, `0\r\n\r\n${HIDDEN}`), INVALID],
  ['chunks and length', post(`${CHUNKED}Content-Length: 4\r\n`, `0\r\n\r\n${HIDDEN}`), INVALID],
  [
    'chunked, but not last',
    post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`),
    INVALID,
  ],
  ['chunked twice', post('Transfer-Encoding: chunked, chunked\r\n', `0\r\n\r\n${HIDDEN}`), INVALID],
  ['chunked twice, in two headers', post(`${CHUNKED}${CHUNKED}`, `0\r\n\r\n${HIDDEN}`), INVALID],
  ['gzip, chunked', post('Transfer-Encoding: gzip, chunked\r\n', CHUNKS), '200 open'],
  ['a coding nobody knows', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`), INVALID],
  ['identity', post(`Transfer-Encoding: identity\r\n`, HIDDEN), INVALID],
  ['chunked with a tab before it', post('Transfer-Encoding:\tchunked\r\n', CHUNKS), '200 open'],
  ['chunked in capitals', post('TRANSFER-ENCODING: CHUNKED\r\n', CHUNKS), '200 open'],
  ['a size of a chunk that is no number', post(CHUNKED, `zz\r\nabc\r\n${HIDDEN}`), INVALID],
  ['a size of a chunk with a sign', post(CHUNKED, `+5\r\nabcde\r\n${HIDDEN}`), INVALID],
  ['a size of a chunk with 0x', post(CHUNKED, `0x5\r\nabcde\r\n${HIDDEN}`), INVALID],
  [
    'a size of a chunk beyond all numbers',
    post(CHUNKED, `${'f'.repeat(20)}\r\n${HIDDEN}`),
    INVALID,
  ],
  ['a chunk longer than its size', post(CHUNKED, `2\r\nabcd\r\n0\r\n\r\n${HIDDEN}`), INVALID],
  ['a chunk that ends with a bare line feed', post(CHUNKED, `2\nab\n0\n\n${HIDDEN}`), INVALID],
  // Lines and headers.
  ['a folded header', get('X-A: b\r\n c\r\n'), INVALID],
  ['a length in a fold', post('X-A: b\r\n Content-Length: 50\r\n', HIDDEN), INVALID],
  ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: localhost\n\n', INVALID],
  [
    'a bare line feed after a header',
    `GET /healthz HTTP/1.1\r\n${HOST}X: y\nZ: z\r\n\r\n`,
    INVALID,
  ],
  ['a bare carriage return in a header', get('X: a\rb\r\n'), INVALID],
  ['a header without a colon', get('Nonsense\r\n'), INVALID],
  ['a header without a name', get(': x\r\n'), INVALID],
  ['a space before the colon', post('Content-Length : 5\r\n', HIDDEN), INVALID],
  ['a space before the first header', 'GET /healthz HTTP/1.1\r\n Host: localhost\r\n\r\n', INVALID],
  ['a space in the name of a header', get('X A: b\r\n'), INVALID],
  ['odd but lawful characters in a name', get("X!#$%&'*+-.^_`|~9: b\r\n"), '200 open'],
  ['unlawful characters in a name', get('X(a): b\r\n'), INVALID],
  ['a name beyond ASCII', get('X\xe9: b\r\n'), INVALID],
  ['a value beyond ASCII', get('X: \xe9\xff\r\n'), '200 open'],
  ['an empty value', get('X:\r\n'), '200 open'],
  ['a zero byte in a value', get('X: a\0b\r\n'), INVALID],
  ['a zero byte in a name', get('X\0: b\r\n'), INVALID],
  ['a zero byte in the target', get('', 'GET /heal\0thz HTTP/1.1'), INVALID],
  ['a control character in a value', get('X: a\x01b\r\n'), INVALID],
  ['a hundred headers', get('A: b\r\n'.repeat(100)), '200 open'],
  ['a thousand headers', get('A: b\r\n'.repeat(1_000)), '400 headers_too_large closed'],
  ['too many headers', get('A: b\r\n'.repeat(20_000)), '400 headers_too_large closed'],
  [
    'a header that is too large',
    get(`X: ${'a'.repeat(64_000)}\r\n`),
    '400 headers_too_large closed',
  ],
  [
    'a target that is too long',
    get('', `GET /${'a'.repeat(100_000)} HTTP/1.1`),
    '400 headers_too_large closed',
  ],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', '400 invalid_http open'],
  ['two hosts', get('Host: other\r\n'), '400 duplicate_header open'],
  ['an empty host', 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n', '200 open'],
  ['two keys', post(`x-api-key: other\r\n${LENGTH}`, BODY), '400 duplicate_header open'],
  // Request lines.
  ['a method in small letters', get('', 'get /healthz HTTP/1.1'), INVALID],
  ['a method in mixed letters', get('', 'Get /healthz HTTP/1.1'), INVALID],
  ['a method nobody knows', get('', 'BREW /healthz HTTP/1.1'), INVALID],
  ['another method', get('', 'PUT /healthz HTTP/1.1'), '400 wrong_method open'],
  ['OPTIONS', get('', 'OPTIONS * HTTP/1.1'), '404 unknown_path open'],
  ['TRACE', get('', 'TRACE /healthz HTTP/1.1'), '400 wrong_method open'],
  ['CONNECT', get('', 'CONNECT localhost:22 HTTP/1.1'), '400 wrong_method closed'],
  ['an absolute target', get('', 'GET http://localhost/healthz HTTP/1.1'), '200 open'],
  ['an absolute target of another host', get('', 'GET https://other/healthz HTTP/1.1'), '200 open'],
  ['a target without a slash', get('', 'GET healthz HTTP/1.1'), INVALID],
  ['a target with a fragment', get('', 'GET /healthz#a HTTP/1.1'), '404 unknown_path open'],
  ['a target beyond ASCII', get('', 'GET /caf\xe9 HTTP/1.1'), INVALID],
  ['a space in the target', get('', 'GET /a b HTTP/1.1'), INVALID],
  ['two spaces in the line', get('', 'GET  /healthz  HTTP/1.1'), '200 open'],
  ['a tab in the line', get('', 'GET\t/healthz\tHTTP/1.1'), INVALID],
  ['no target', get('', 'GET HTTP/1.1'), INVALID],
  ['no version', 'GET /healthz\r\n\r\n', '200 closed'],
  ['another version', get('', 'GET /healthz HTTP/9.9'), INVALID],
  ['a version with a typing error', get('', 'GET /healthz HTTPS/1.1'), INVALID],
  ['HTTP/1.0', get('', 'GET /healthz HTTP/1.0'), '200 closed'],
  ['HTTP/1.0 without a host', 'GET /healthz HTTP/1.0\r\n\r\n', '200 closed'],
  [
    'HTTP/1.0 that keeps the connection',
    get('Connection: keep-alive\r\n', 'GET /healthz HTTP/1.0'),
    '200 open',
  ],
  ['HTTP/1.0 with chunks', post(CHUNKED, CHUNKS, 'POST /create-product HTTP/1.0'), '200 closed'],
  [
    'HTTP/2 after all',
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\0\0\0\x04\0\0\0\0\0'.repeat(2_000)],
    INVALID,
  ],
  ['binary', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.repeat(50), INVALID],
  // Connections.
  ['the last request', get('Connection: close\r\n'), '200 closed'],
  ['the last request, in capitals', get('Connection: CLOSE\r\n'), '200 closed'],
  ['the last request among other words', get('Connection: foo, close\r\n'), '200 closed'],
  ['a request behind the last one', get('Connection: close\r\n') + HIDDEN, '200 closed'],
  ['an upgrade', get('Connection: Upgrade\r\nUpgrade: websocket\r\n'), '200 open'],
  [
    'an upgrade to HTTP/2',
    get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n'),
    '200 open',
  ],
  [
    'an upgrade with a body',
    post(`Connection: Upgrade\r\nUpgrade: websocket\r\n${LENGTH}`, BODY),
    '200 open',
  ],
  [
    'a body that is asked about',
    [post(`Expect: 100-continue\r\n${LENGTH}`), 1, BODY],
    '100 200 open',
  ],
  [
    'a body that is sent at once though asked about',
    post(`Expect: 100-continue\r\n${LENGTH}`, BODY),
    '100 200 open',
  ],
  [
    'a body that is asked about and too large',
    post('Expect: 100-continue\r\nContent-Length: 999999999\r\n'),
    '100 400 body_too_large closed',
  ],
  ['another expectation', get('Expect: miracles\r\n'), '400 invalid_http open'],
];

export const WIRE_SHAPES: Shape[] = ROWS.map(([name, pieces, answered]) => ({
  name,
  pieces: Array.isArray(pieces) ? pieces : [pieces],
  answered,
}));

/** How many answers this says are given. */
export const answersIn = (answered: string): number => answered.match(/\b\d{3}\b/g)?.length ?? 0;
