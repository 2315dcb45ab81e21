import { Refusal } from '../../../../platform/core/errors.ts';
import { didYouMean } from '../../../../platform/core/near-miss.ts';
import type { PageAnswer } from '../../../../platform/http/page.ts';
import { errorAnswer as apiError } from '../../../../platform/operation/answer.ts';
import type { Operation } from '../../../../platform/operation/operation.ts';
import type { DialectRequest } from '../../dialect.ts';
import type { Choice } from './chosen-tools.ts';
import { describe, find, GUIDE_NAMES, isGuide, readCall } from './guide-tools.ts';
import { errorAnswer, isRecord, type MessageId, resultAnswer } from './json-rpc.ts';
import { IDEMPOTENCY_ARGUMENT, isPageLimit, RECORDS_FOR_AGENTS } from './tool-schema.ts';
import { tools } from './tools.ts';

/** Those that are chosen and that the key may call. */
export function listTools(choice: Choice, id: MessageId, sent: object): PageAnswer {
  if ('cursor' in sent) {
    const message = 'There is one page of tools: no cursor leads to another.';
    return errorAnswer(id, { error: 'invalid_params', message });
  }
  return resultAnswer(id, { tools: choice.list() });
}

/** A refusal is a result as well, so that the agent reads it and can mend its call. */
export async function callTool(
  request: DialectRequest,
  choice: Choice,
  id: MessageId,
  { name, arguments: sent = {} }: Record<string, unknown>,
): Promise<PageAnswer> {
  const is_known =
    typeof name === 'string' && choice.has(name) && (isGuide(name) || tools.has(name));
  if (!is_known || !isRecord(sent)) {
    const message = is_known ? 'arguments must be an object.' : unknownTool(name, choice);
    return errorAnswer(id, { error: 'invalid_params', message });
  }
  try {
    const record = await run(request, name, sent);
    return resultAnswer(id, { content: [{ type: 'text', text: JSON.stringify(record) }] });
  } catch (error) {
    // Who asks too often is told so by HTTP: its client knows how to wait.
    if (!(error instanceof Refusal) || error.code === 'rate_limited') throw error;
    const { body } = apiError(error, request.request_id);
    return resultAnswer(id, { content: [{ type: 'text', text: body }], isError: true });
  }
}

function run(request: DialectRequest, name: string, sent: Record<string, unknown>): unknown {
  if (name === 'find') return find(sent, ({ operation }) => request.may(operation));
  if (name === 'describe') return describe(sent);
  if (name === 'call') {
    const { tool, arguments: inner = {} } = readCall(sent);
    return perform(request, tool.operation, inner);
  }
  const tool = tools.get(name);
  return tool && perform(request, tool.operation, sent);
}

function perform(
  request: DialectRequest,
  operation: Operation,
  sent: Record<string, unknown>,
): Promise<unknown> {
  const { key, input } = operation.keeps_answers
    ? withoutKey(sent)
    : { key: undefined, input: sent };
  const has_limit = (input.limit ?? null) !== null || !isPageLimit(operation, 'limit');
  const page = has_limit ? input : { ...input, limit: RECORDS_FOR_AGENTS };
  return request.ask(operation, page, key);
}

function withoutKey(sent: Record<string, unknown>) {
  const { [IDEMPOTENCY_ARGUMENT]: key, ...input } = sent;
  if (key === undefined || key === null) return { key: undefined, input };
  if (typeof key !== 'string') throw new Refusal('idempotency_key_invalid');
  return { key, input };
}

function unknownTool(name: unknown, choice: Choice): string {
  if (typeof name !== 'string') return 'name must be the name of a tool.';
  const known = [...tools.keys(), ...GUIDE_NAMES].filter((one) => choice.has(one));
  return `There is no tool of this name${didYouMean(name, known) || '.'}`;
}
