import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { KeyScope } from '../core/access.ts';
import type { Detail, ErrorCode, Refusal } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { Reader, Tx } from '../db/database.ts';
import { type OutputCheck, outputCheck } from './output.ts';
import { type Parameters, parameters } from './parameters.ts';
import type { StoreTx, StoreWork } from './work.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Refuses with a code that the operation declares. */
type Refuse<Code extends ErrorCode> = (
  code: Code | 'invalid_parameters',
  details?: Detail[],
) => Refusal;

/** For an operation that is one transaction, as nearly all are. */
interface Context<Input, M extends Method, Code extends ErrorCode> extends Omit<StoreTx, 'tx'> {
  tx: M extends 'GET' ? Reader : Tx;
  input: Input;
  refuse: Refuse<Code>;
  /** Refuses what is asked too often under this name with a key that is shipped to everybody. */
  limit(name: string): void;
}

/** For an operation that talks to a payment provider between its transactions. */
interface StepsContext<Input = unknown, Code extends ErrorCode = ErrorCode> extends StoreWork {
  input: Input;
  refuse: Refuse<Code>;
  limit(name: string): void;
  /** The same for every retry of one request: what it began is found again by it. */
  request_key: string | null;
  /**
   * For a step that is the whole effect: the answer is kept in its transaction, and a request with
   * the same Idempotency-Key finds it there, whenever it comes.
   */
  once<T extends object>(tx: Tx, work: () => Promise<T>): Promise<T>;
  /** Ends here with the kept answer, if there is one by now. */
  replay(tx: Tx): Promise<void>;
  /** The same at another instant: for what moves a store's clock. */
  at(now: number): StoreWork;
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
  /** Asking again does no harm: an Idempotency-Key is of no use, and no answer is kept under it. */
  changes_nothing?: true;
  /** Parameters for the documentation, where the required ones alone show little. */
  example?: Partial<Static<TObject<I>>>;
  /** Of these, at least one must be sent. */
  any_of?: readonly (keyof I & string)[];
  /** What the schema cannot say: looks at the parameters that are well-formed by themselves. */
  check?(input: Partial<Static<TObject<I>>>): Detail[];
  /** One of these two. */
  handle?(context: Context<Static<TObject<I>>, M, Code>): Promise<Static<O>>;
  steps?(context: StepsContext<Static<TObject<I>>, Code>): Promise<Static<O>>;
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
  /** Whether it changes something, so that its answers are kept under an Idempotency-Key. */
  keeps_answers: boolean;
  body_bytes_max: number;
  any_of: readonly string[] | undefined;
  parameters: Parameters;
  output_check: OutputCheck;
  handle(
    context: Context<unknown, 'GET', ErrorCode> | Context<unknown, 'POST', ErrorCode>,
  ): Promise<unknown>;
  steps: ((context: StepsContext) => Promise<unknown>) | undefined;
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
    keeps_answers: declared.method !== 'GET' && !declared.changes_nothing,
    body_bytes_max: declared.scope === 'license' ? LIMITS.license_body_bytes : LIMITS.body_bytes,
    any_of: declared.any_of,
    parameters: parameters(declared.input, declared),
    output_check: outputCheck(declared.output),
    // The server calls it with what `parameters` let through, which is what the types say.
    handle: (declared.handle ?? onlySteps) as Operation['handle'],
    steps: declared.steps as Operation['steps'],
  };
}

const onlySteps = (): never => {
  throw new Error('an operation has handle or steps');
};
