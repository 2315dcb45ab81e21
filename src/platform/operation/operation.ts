import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { KeyScope } from '../core/access.ts';
import type { Deprecation, MayBeDeprecated } from '../core/deprecation.ts';
import type { Detail, ErrorCode, Refusal, UnansweredCode } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { Tx } from '../db/database.ts';
import { type OutputCheck, outputCheck } from './output.ts';
import { type InputOf, type Parameters, parameters } from './parameters.ts';
import type { Services } from './services.ts';
import type { StoreTx, StoreWork } from './work.ts';

type ChangingMethod = 'POST' | 'DELETE';
type Method = 'GET' | ChangingMethod;

interface CommonContext<Input, Code extends ErrorCode> {
  input: Input;
  /** Makes a refusal. Only codes that the operation declares compile. */
  refuse(code: Code | 'invalid_parameters', details?: Detail[]): Refusal;
}

interface RateLimitContext {
  /** Refuses too many requests about the same thing (`name`) by keys of scope `license`. */
  limit(name: string): void;
}

interface ReadContext<Input, Code extends ErrorCode>
  extends Omit<StoreWork, 'write'>,
    CommonContext<Input, Code>,
    RateLimitContext {}

interface WriteContext<Input, Code extends ErrorCode>
  extends StoreTx,
    CommonContext<Input, Code>,
    RateLimitContext {}

interface StepsContext<Input, Code extends ErrorCode>
  extends StoreWork,
    CommonContext<Input, Code> {
  /** The same for every retry of a request, so that the steps find what they have begun. */
  request_key: string | null;
  /**
   * Kind the step that makes the change, and keeps its result as the answer in the same transaction.
   * A retry with the same Idempotency-Key then gets this answer, even after a crash.
   */
  keepAnswer<T extends object>(tx: Tx, work: () => Promise<T>): Promise<T>;
  /** If an answer is kept by now, ends the operation with that answer. */
  stopIfAnswered(tx: Tx): Promise<void>;
  /** The same context at another time, for moving the clock of a store. */
  workAt(now: number): StoreWork;
}

/** An operation that changes nothing. No answer is kept under an Idempotency-Key. */
interface Reads<Input, Output, Code extends ErrorCode> {
  method: Method;
  read(context: ReadContext<Input, Code>): Promise<Output>;
  /**
   * The same answer as JSON, where it can be put together from texts that are known. What is in them
   * was checked when they were made. Undefined: this request needs `read`.
   */
  text?(context: ReadContext<Input, Code>): Promise<string | undefined>;
  write?: never;
  steps?: never;
  unanswered?: never;
}

/** An operation that is one transaction. */
interface Writes<Input, Output, Code extends ErrorCode> {
  method: ChangingMethod;
  write(context: WriteContext<Input, Code>): Promise<Output>;
  /** Completes the answer after the commit, also one that was kept: for what need not hold others up. */
  finish?(answer: Output, services: Services): Promise<Output>;
  text?: never;
  read?: never;
  steps?: never;
  unanswered?: never;
}

/** An operation of several transactions, which calls a payment provider between them. */
interface Steps<Input, Output, Code extends ErrorCode> {
  method: ChangingMethod;
  steps(context: StepsContext<Input, Code>): Promise<Output>;
  /** The error when the provider does not answer; null if that does not end the request. */
  unanswered: (NoInfer<Code> & UnansweredCode) | null;
  text?: never;
  read?: never;
  write?: never;
}

type Kind<Input, Output, Code extends ErrorCode> =
  | Reads<Input, Output, Code>
  | Writes<Input, Output, Code>
  | Steps<Input, Output, Code>;

type Declaration<I extends TProperties, O extends TSchema, Code extends ErrorCode> = {
  path: `/${string}`;
  summary: string;
  description?: string;
  /** The scope that an API key needs, unless it is `full`. */
  scope: KeyScope;
  input: TObject<I>;
  output: O;
  errors: readonly Code[];
  /** Parameters of the example in the documentation; otherwise the required ones are shown. */
  example?: Partial<Static<TObject<I>>>;
  /** What the operation changes in its example answer. */
  answer_example?: Partial<Static<O>>;
  /** At least one of these must be sent. */
  any_of?: readonly (keyof I & string)[];
  /** Exactly one of these must be sent. */
  one_of?: readonly (keyof I & string)[];
  /** The largest body; by default that of its scope. */
  body_bytes_max?: number;
  /** It goes away. Single parameters: `Deprecated`. */
  deprecated?: Deprecation;
  /** Checks what the schema cannot express. It gets only the parameters that fit the schema. */
  check?(input: Partial<Static<TObject<I>>>): Detail[];
} & Kind<InputOf<TObject<I>>, Static<O>, Code>;

/** A declared operation. Its schemas also give the types for calling it (see ask.ts). */
export type Operation<I extends TObject = TObject, O extends TSchema = TSchema> = {
  path: string;
  summary: string;
  description: string;
  scope: KeyScope;
  input: I;
  output: O;
  errors: readonly ErrorCode[];
  example: Record<string, unknown> | undefined;
  answer_example: object | undefined;
  /** Whether its answers are kept under an Idempotency-Key: true unless it only reads. */
  keeps_answers: boolean;
  body_bytes_max: number;
  any_of: readonly string[] | undefined;
  /** Whether only one of `any_of` may be sent. */
  is_one_of: boolean;
  deprecated: Deprecation | undefined;
  deprecated_parameters: ReadonlyMap<string, Deprecation>;
  parameters: Parameters<InputOf<I>>;
  output_check: OutputCheck;
} & Kind<InputOf<I>, Static<O>, ErrorCode>;

/** Declares an operation. Routing, validation, types and documentation come from this. */
export function operation<
  I extends TProperties,
  O extends TSchema,
  const Code extends ErrorCode = never,
>(declared: Declaration<I, O, Code>): Operation<TObject<I>, O> {
  return {
    ...declared,
    description: declared.description ?? '',
    example: declared.example,
    answer_example: declared.answer_example,
    keeps_answers: declared.read === undefined,
    body_bytes_max:
      declared.body_bytes_max ??
      (declared.scope === 'license' ? LIMITS.license_body_bytes : LIMITS.body_bytes),
    any_of: declared.one_of ?? declared.any_of,
    is_one_of: declared.one_of !== undefined,
    deprecated: declared.deprecated,
    deprecated_parameters: deprecatedIn(declared.input.properties),
    parameters: parameters(declared.input, declared),
    output_check: outputCheck(declared.output),
  };
}

const deprecatedIn = (properties: TProperties): Map<string, Deprecation> =>
  new Map(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { deprecated } = schema as MayBeDeprecated;
      return deprecated ? [[name, deprecated]] : [];
    }),
  );
