import { Refusal } from '../../core/errors.ts';
import { didYouMean } from '../../core/near-miss.ts';
import { errorAnswer as apiError } from '../../operation/answer.ts';
import type { PageAnswer } from '../../pages/shared/page.ts';
import type { DialectRequest } from '../dialect.ts';
import { errorAnswer, isRecord, type MessageId, resultAnswer } from './json-rpc.ts';
import { IDEMPOTENCY_ARGUMENT, tools } from './tools.ts';

/** Those that the key may call. */
export function listTools(asked: DialectRequest, id: MessageId, sent: object): PageAnswer {
  if ('cursor' in sent) {
    const message = 'There is one page of tools: no cursor leads to another.';
    return errorAnswer(id, { error: 'invalid_params', message });
  }
  const allowed = [...tools.values()].filter(({ operation }) => asked.may(operation));
  return resultAnswer(id, { tools: allowed.map(({ described }) => described) });
}

/** A refusal is a result as well, so that the agent reads it and can mend its call. */
export async function callTool(
  asked: DialectRequest,
  id: MessageId,
  { name, arguments: sent = {} }: Record<string, unknown>,
): Promise<PageAnswer> {
  const tool = typeof name === 'string' ? tools.get(name) : undefined;
  if (!tool || !isRecord(sent)) {
    const message = tool ? 'arguments must be an object.' : unknownTool(name);
    return errorAnswer(id, { error: 'invalid_params', message });
  }
  const { operation } = tool;
  try {
    const { idempotency_key, input } = operation.keeps_answers
      ? withoutKey(sent)
      : { idempotency_key: undefined, input: sent };
    const record = await asked.ask(operation, input, idempotency_key);
    return resultAnswer(id, { content: [asText(record)], structuredContent: record });
  } catch (error) {
    // Who asks too often is told so by HTTP: its client knows how to wait.
    if (!(error instanceof Refusal) || error.code === 'rate_limited') throw error;
    const { body } = apiError(error, asked.request_id);
    return resultAnswer(id, { content: [{ type: 'text', text: body }], isError: true });
  }
}

function withoutKey(sent: Record<string, unknown>) {
  const { [IDEMPOTENCY_ARGUMENT]: key, ...input } = sent;
  if (key === undefined || key === null) return { idempotency_key: undefined, input };
  if (typeof key !== 'string') throw new Refusal('idempotency_key_invalid');
  return { idempotency_key: key, input };
}

const unknownTool = (name: unknown): string =>
  typeof name === 'string'
    ? `There is no tool of this name${didYouMean(name, tools.keys()) || '.'}`
    : 'name must be the name of a tool.';

const asText = (record: unknown) => ({ type: 'text', text: JSON.stringify(record) });
