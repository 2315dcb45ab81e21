import type { IncomingMessage } from 'node:http';
import { Refusal } from '../core/errors.ts';

/** Refuses a request whose headers could be read in two ways, or lack what is needed. */
export function refuseUnlessWellFormed(request: IncomingMessage): void {
  if (count(request.rawHeaders, 'host') > 1) {
    throw new Refusal('duplicate_header', [], 'The Host header was sent twice.');
  }
  if (count(request.rawHeaders, 'x-api-key') > 1) {
    throw new Refusal('duplicate_header', [], 'The x-api-key header was sent twice.');
  }
  if (request.headers.authorization && count(request.rawHeaders, 'authorization') > 1) {
    throw new Refusal('duplicate_header', [], 'The Authorization header was sent twice.');
  }
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new Refusal('invalid_http', [], 'The Host header is missing.');
  }
  const expect = request.headers.expect;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new Refusal('invalid_http', [], 'Only "Expect: 100-continue" is understood.');
  }
}

function count(raw_headers: string[], name: string): number {
  let found = 0;
  for (let at = 0; at < raw_headers.length; at += 2) {
    const header = raw_headers[at] ?? '';
    if (header.length === name.length && header.toLowerCase() === name) found += 1;
  }
  return found;
}
