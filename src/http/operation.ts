import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Detail, ErrorCode, Refusal } from '../core/errors.ts';
import type { EventType } from '../core/events.ts';
import type { Reader, Tx } from '../db/database.ts';
import type { KeyScope, StoreMode } from '../stores/api-key.rules.ts';
import { type OutputCheck, outputCheck } from './output.ts';
import { type Parameters, parameters } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** What a handler is given. `refuse` takes only the codes that the operation declares. */
interface Context<Input, M extends Method, Code extends ErrorCode> {
  input: Input;
  tx: M extends 'GET' ? Reader : Tx;
  /** The store's clock, fixed for the whole request. */
  now: number;
  store: { store_id: string; number: number; mode: StoreMode };
  base_url: string;
  emit: (type: EventType, record: object) => void;
  refuse: (code: Code | 'invalid_parameters', details?: Detail[]) => Refusal;
}

interface Declaration<
  M extends Method,
  I extends TProperties,
  O extends TSchema,
  Code extends ErrorCode,
> {
  method: M;
  path: `/${string}`;
  summary: string;
  description?: string;
  /** The smallest scope a key needs for it. */
  scope: KeyScope;
  input: TObject<I>;
  output: O;
  errors: readonly Code[];
  /** Parameters for the documentation, where the required ones alone show little. */
  example?: Partial<Static<TObject<I>>>;
  /** What the schema cannot say: looks at the parameters that are well-formed by themselves. */
  check?(input: Partial<Static<TObject<I>>>): Detail[];
  handle(context: Context<Static<TObject<I>>, M, Code>): Promise<Static<O>>;
}

/** A declared operation, as the router, the OpenAPI document and the reference page see it. */
export interface Operation {
  method: Method;
  path: string;
  summary: string;
  description: string;
  scope: KeyScope;
  input: TObject;
  output: TSchema;
  errors: readonly ErrorCode[];
  example: Record<string, unknown> | undefined;
  parameters: Parameters;
  output_check: OutputCheck;
  handle(
    context: Context<unknown, 'GET', ErrorCode> | Context<unknown, 'POST', ErrorCode>,
  ): Promise<unknown>;
}

/** Declares an operation once: routing, validation, types and documentation come from here. */
export function operation<
  const M extends Method,
  I extends TProperties,
  O extends TSchema,
  const Code extends ErrorCode = never,
>(declared: Declaration<M, I, O, Code>): Operation {
  return {
    ...declared,
    description: declared.description ?? '',
    example: declared.example,
    parameters: parameters(declared.input, declared.check),
    output_check: outputCheck(declared.output),
    // The server calls it with what `parameters` let through, which is what the types say.
    handle: declared.handle as Operation['handle'],
  };
}
