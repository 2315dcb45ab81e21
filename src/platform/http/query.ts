import { Refusal, refuseParameters } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

/** The parameters of a query string. Refuses duplicate names and invalid encoding. */
export function parseQuery(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (values.has(name)) {
      throw refuseParameters([
        { param: name, code: 'duplicate', message: 'is in the query string twice' },
      ]);
    }
    values.set(name, equals === -1 ? '' : decode(pair.slice(equals + 1)));
  }
  return values;
}

/** The same for forms and for query strings of pages, with a limit on their number. */
export function parseFields(text: string): Map<string, string> {
  if (text.split('&', LIMITS.fields + 1).length > LIMITS.fields) {
    throw new Refusal('invalid_query', [], 'There are too many fields.');
  }
  return parseQuery(text);
}

function decode(text: string): string {
  if (!ENCODED.test(text)) return text;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('invalid_query');
  }
  if (decoded.includes('\0')) throw new Refusal('invalid_query');
  return decoded;
}

const ENCODED = /[%+]/;
