import { Refusal } from '../../../../platform/core/errors.ts';
import { jsonAnswer, type PageAnswer } from '../../../../platform/http/page.ts';
import type { Dialect, DialectRequest } from '../../dialect.ts';
import { callTool, listTools } from './call-tool.ts';
import { type Choice, chosenTools } from './chosen-tools.ts';
import { errorAnswer, readMessage, refusalAnswer, resultAnswer } from './json-rpc.ts';

/**
 * The Model Context Protocol, by which agents use tools: Streamable HTTP without sessions and
 * streams. Every message is a POST, and its answer is JSON.
 */
export const mcpDialect: Dialect = {
  path: '/mcp',
  refused(refusal, request_id) {
    if (refusal.code !== 'wrong_method') return refusalAnswer(refusal, request_id);
    return { ...refusalAnswer(ONLY_POST, request_id), headers: { Allow: 'POST' } };
  },
  async serve(request) {
    if (request.below !== '') throw new Refusal('unknown_path');
    if (request.method !== 'POST') throw ONLY_POST;
    return answer(request);
  },
};

const ONLY_POST = new Refusal(
  'wrong_method',
  [],
  'Send messages by POST: there are no streams here.',
);

/** Newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const [NEWEST = ''] = VERSIONS;

async function answer(request: DialectRequest): Promise<PageAnswer> {
  const choice = chosenTools(request);
  const { 'mcp-protocol-version': version = NEWEST } = request.headers;
  const message = readMessage(request.readJson());
  if (!message || !VERSIONS.includes(String(version))) {
    const text = message
      ? `This version of the protocol is not known here. Use one of ${VERSIONS.join(', ')}.`
      : 'The body must be one message of JSON-RPC 2.0. Send several one after another.';
    return { ...errorAnswer(null, { error: 'invalid_request', message: text }), status: 400 };
  }
  if (message.kind === 'notification') return jsonAnswer({});
  const { id, method, params } = message;
  switch (method) {
    case 'initialize':
      return resultAnswer(id, initialize(request, choice, params));
    case 'ping':
      return resultAnswer(id, {});
    case 'tools/list':
      return listTools(choice, id, params);
    case 'tools/call':
      return callTool(request, choice, id, params);
    default:
      return errorAnswer(id, { error: 'method_not_found', message: noMethod(method) });
  }
}

/** Only what may be a name is repeated. */
const noMethod = (method: string): string =>
  method.length > METHOD_CHARACTERS_MAX ? 'There is no such method.' : `There is no ${method}.`;

const METHOD_CHARACTERS_MAX = 60;

/** The version that the client asks for, if it is known here; otherwise the newest. */
const initialize = (
  { store, key, base_url }: DialectRequest,
  choice: Choice,
  { protocolVersion }: Record<string, unknown>,
) => ({
  protocolVersion: VERSIONS.find((one) => one === protocolVersion) ?? NEWEST,
  capabilities: { tools: {} },
  serverInfo: { name: 'kassa', title: 'Kassa', version: '0.1.0' },
  instructions: [
    'Kassa sells software: products, checkouts, subscriptions, license keys, refunds.',
    store.mode === 'test'
      ? 'This is a test store: no money moves, and advance-clock moves its time.'
      : 'This is a live store: charges and refunds move real money. Ask before you make them.',
    `The scope of this API key is ${key.scope}.`,
    'Money is a number in the major unit of its currency: 19.99 is 19 dollars and 99 cents.',
    'A refused call says in `code` and `details` what to change.',
    'With idempotency_key, a call that changes something can be repeated and is done once.',
    'Lists answer 20 records unless `limit` says more; `next_cursor` leads on.',
    ...(choice.list().some(({ name }) => name === 'find') ? [HOW_TO_FIND] : []),
    `${base_url}/llms.txt lists all operations, and ${base_url}/docs explains them.`,
  ].join('\n'),
});

const HOW_TO_FIND =
  'Not every tool is listed: find looks for others, describe explains one, call calls it.';
