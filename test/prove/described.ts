import assert from 'node:assert/strict';
import { Compile } from 'typebox/schema';
import type { Answer } from '../harness/answer.ts';

// What the served /openapi.json says of each operation: what it takes and what it may answer.

/** A JSON Schema whose references were followed. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface Described {
  method: string;
  path: string;
  input: Schema;
  /** Whether it takes an Idempotency-Key. */
  keeps_answers: boolean;
  /** Throws if an answer is not one of those that the document names. */
  check(answer: Pick<Answer, 'status' | 'body'>): void;
}

type Json = Answer['body'];

export function describedIn(document: Json): Described[] {
  const find = (ref: string): Json =>
    ref
      .slice('#/'.length)
      .split('/')
      .reduce((found, name) => found[name], document);
  /** A part of a record that is another one with more fields. */
  const whole = (part: Json): Json => {
    const { allOf, ...own } = part.$ref === undefined ? part : find(part.$ref);
    return allOf ? merged(allOf.map(whole)) : own;
  };
  const merged = (parts: Json[]): Json => ({
    type: 'object',
    required: parts.flatMap(({ required = [] }) => required),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  });
  /** Objects have only the fields that are named. */
  const follow = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(follow);
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value.$ref === 'string') return follow(find(value.$ref));
    if (value.allOf) return follow(merged(value.allOf.map(whole)));
    const followed = Object.entries(value).map(([name, inner]) => [name, follow(inner)]);
    const is_closed = typeof value.properties === 'object' && !('additionalProperties' in value);
    return { ...Object.fromEntries(followed), ...(is_closed && { additionalProperties: false }) };
  };
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, one]) => {
      const json = (content: Json) => content?.content?.['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        input: follow(json(one.requestBody)?.schema ?? {}),
        keeps_answers: (one.parameters ?? []).some(
          ({ name }: { name: string }) => name === 'Idempotency-Key',
        ),
        check: checkOf((status) => {
          const answer = one.responses[status];
          if (answer === undefined) return undefined;
          const content = json(answer.$ref === undefined ? answer : find(answer.$ref));
          // What any request may be refused for is described once, beside the operation's own codes.
          const [, also] = / or as `(\w+)`$/.exec(answer.description ?? '') ?? [];
          const shared = also && json(document.components.responses[also]).examples;
          return { ...content, examples: { ...content.examples, ...shared } };
        }, follow),
      };
    }),
  );
}

/** Compiled when an answer with that status is seen first. */
function checkOf(contentOf: (status: number) => Json, follow: (schema: Json) => Json) {
  const known = new Map<number, { validator: ReturnType<typeof Compile>; codes: string[] }>();
  return ({ status, body }: Pick<Answer, 'status' | 'body'>): void => {
    const content = contentOf(status);
    assert.ok(content, `the document has no answer ${status}`);
    const { validator, codes } = known.get(status) ?? {
      validator: Compile(follow(content.schema)),
      codes: Object.keys(content.examples ?? {}),
    };
    known.set(status, { validator, codes });
    const [is_right, problems] = validator.Errors(body);
    assert.ok(is_right, `not as the document says: ${JSON.stringify(problems).slice(0, 300)}`);
    if (status !== 200) assert.ok(codes.includes(body.error.code), `undeclared ${body.error.code}`);
  };
}
