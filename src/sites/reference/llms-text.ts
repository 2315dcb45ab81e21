import { requiredParameters } from '../../platform/operation/examples.ts';
import type { Operation } from '../../platform/operation/operation.ts';

/** /llms.txt: what a language model needs to know to use this shop, in Markdown. */
export const llmsText = (groups: Record<string, Operation[]>, base_url: string): string =>
  [
    '# Kassa',
    '> A shop for software: products, checkouts, subscriptions, license keys, refunds, invoices.',
    about(base_url),
    '## Documents',
    documents(base_url),
    ...Object.entries(groups).flatMap(([name, members]) => [
      `## ${name}`,
      members.map((operation) => lineOf(operation, base_url)).join('\n'),
    ]),
    '',
  ].join('\n\n');

const about = (base_url: string): string =>
  listed(
    [
      `Operations are called at ${base_url} with the method and path below.`,
      'Parameters are a JSON object in the body (`Content-Type: application/json`);',
      'those of GET and DELETE may be in the query string.',
    ],
    [
      'Every call needs an API key, as `x-api-key: KEY` or `Authorization: Bearer KEY`.',
      'Scopes: `full` may call everything, `read` what only reads, `license` only',
      'validate-license, activate-license and deactivate-license.',
      'Keys begin with `kassa_test_` or `kassa_live_`: in a test store no money moves,',
      'and the card 4242424242424242 pays.',
    ],
    [
      'Money is a number in the major unit of its currency: `19.99` with `USD` is 19 dollars',
      'and 99 cents. Instants are ISO 8601 in UTC.',
    ],
    [
      'Errors are `{"error":{"status","code","message","details","request_id"}}` with status',
      '400, 401, 403, 404, 429 or 500; `details` names every wrong parameter.',
      'After 429, wait as long as `Retry-After` says.',
    ],
    [
      'Send `Idempotency-Key` with every POST and DELETE: a request that is repeated with it',
      'is done once.',
    ],
    ['Lists take `limit` (1 to 100) and `cursor`, and answer `has_more` and `next_cursor`.'],
  );

const documents = (base_url: string): string =>
  listed(
    [
      `[OpenAPI 3.1](${base_url}/openapi.json):`,
      'every operation and event with its schemas and examples',
    ],
    [
      `[Documentation](${base_url}/docs):`,
      'guides, and the same for people, with samples in curl, TypeScript and Python',
    ],
    [
      `[Model Context Protocol](${base_url}/mcp):`,
      'the same operations as tools, by Streamable HTTP with the API key as bearer token',
    ],
    [
      `[Public keys](${base_url}/.well-known/jwks.json):`,
      'for checking license certificates offline',
    ],
  );

const listed = (...points: string[][]): string =>
  points.map((lines) => `- ${lines.join(' ')}`).join('\n');

/** One line: how it is called, what it needs, what it does. */
function lineOf(operation: Operation, base_url: string): string {
  const { method, path, summary, any_of } = operation;
  const needed = [...requiredParameters(operation), ...(any_of ? [any_of.join(' or ')] : [])];
  const takes = needed.length === 0 ? '' : ` (${needed.join(', ')})`;
  return `- [${method} ${path}](${base_url}/docs/operations${path})${takes}: ${summary}`;
}
