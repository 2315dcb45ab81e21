import type { IncomingHttpHeaders } from 'node:http';

/** A request that arrived whole and in the plainest form. */
export interface QuickRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Undefined for GET. */
  body: Buffer | undefined;
}

/**
 * Reads bytes that are exactly one request, in the form that clients of an API send: GET without a
 * body or POST with a Content-Length, visible ASCII, every header once, and none that says how the
 * message is to be read. Returns undefined for everything else, right or wrong: that is left to
 * Node's parser, so nothing is ever read in two ways.
 */
export function readQuickly(bytes: Buffer): QuickRequest | undefined {
  if (bytes.length > BYTES_MAX) return undefined;
  const text = bytes.toString('latin1');
  const [head, method, url] = HEAD.exec(text) ?? [];
  if (head === undefined || method === undefined || url === undefined) return undefined;
  const headers = readHeaders(head);
  if (headers?.host === undefined) return undefined;
  const length = headers['content-length'];
  if (method === 'GET') {
    const is_all = length === undefined && bytes.length === head.length;
    return is_all ? { method, url, headers, body: undefined } : undefined;
  }
  if (length === undefined || !LENGTH.test(length)) return undefined;
  if (bytes.length !== head.length + Number(length)) return undefined;
  return { method, url, headers, body: bytes.subarray(head.length) };
}

/** The headers, with names in lower case; undefined if one is special or comes twice. */
function readHeaders(head: string): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = Object.create(null);
  const end = head.length - LINE_END.length;
  let at = head.indexOf(LINE_END) + LINE_END.length;
  while (at < end) {
    const line_end = head.indexOf(LINE_END, at);
    const colon = head.indexOf(':', at);
    const name = head.slice(at, colon).toLowerCase();
    if (headers[name] !== undefined || SPECIAL.has(name)) return undefined;
    const value = head.slice(colon + 1, line_end).trim();
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined;
    headers[name] = value;
    at = line_end + LINE_END.length;
  }
  return headers;
}

const BYTES_MAX = 8 * 1024;
const LINE_END = '\r\n';
// Every part ends with a character that it cannot contain: no text takes long to refuse.
const HEAD =
  /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~]*\r\n)+\r\n/;
const LENGTH = /^[1-9]\d{0,3}$/;

/** Headers that change how this message or the connection is read, or that ask for an answer first. */
const SPECIAL = new Set([
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
