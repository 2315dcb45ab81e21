import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { KeyScope } from '../core/access.ts';
import type { Detail, ErrorCode, Refusal, UnansweredCode } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { Tx } from '../db/database.ts';
import { type OutputCheck, outputCheck } from './output.ts';
import { type InputOf, type Parameters, parameters } from './parameters.ts';
import type { StoreTx, StoreWork } from './work.ts';

type ChangingMethod = 'POST' | 'DELETE';
export type Method = 'GET' | ChangingMethod;

interface Asked<Input, Code extends ErrorCode> {
  input: Input;
  /** Takes only the codes that the operation declares. */
  refuse(code: Code | 'invalid_parameters', details?: Detail[]): Refusal;
}

interface Limited {
  /** Refuses what is asked too often under this name with a key that is shipped to everybody. */
  limit(name: string): void;
}

interface ReadContext<Input, Code extends ErrorCode>
  extends Omit<StoreWork, 'write'>,
    Asked<Input, Code>,
    Limited {}

interface WriteContext<Input, Code extends ErrorCode>
  extends StoreTx,
    Asked<Input, Code>,
    Limited {}

interface StepsContext<Input, Code extends ErrorCode> extends StoreWork, Asked<Input, Code> {
  /** The same for every retry of one request: what it began is found again by it. */
  request_key: string | null;
  /**
   * For a step that is the whole effect: the answer is kept in its transaction, and a request with
   * the same Idempotency-Key finds it there, whenever it comes.
   */
  keepAnswer<T extends object>(tx: Tx, work: () => Promise<T>): Promise<T>;
  /** Ends here with the kept answer, if there is one by now. */
  stopIfAnswered(tx: Tx): Promise<void>;
  /** The same work at another instant: for what moves a store's clock. */
  workAt(now: number): StoreWork;
}

/** Changes nothing, so an Idempotency-Key is of no use and no answer is kept under it. */
interface Reads<Input, Output, Code extends ErrorCode> {
  method: Method;
  read(context: ReadContext<Input, Code>): Promise<Output>;
  write?: never;
  steps?: never;
  unanswered?: never;
}

/** Is one transaction. */
interface Writes<Input, Output, Code extends ErrorCode> {
  method: ChangingMethod;
  write(context: WriteContext<Input, Code>): Promise<Output>;
  read?: never;
  steps?: never;
  unanswered?: never;
}

/** Talks to a payment provider between its transactions. */
interface Steps<Input, Output, Code extends ErrorCode> {
  method: ChangingMethod;
  steps(context: StepsContext<Input, Code>): Promise<Output>;
  /** The refusal when the provider does not answer; null where that ends no request. */
  unanswered: (NoInfer<Code> & UnansweredCode) | null;
  read?: never;
  write?: never;
}

type Does<Input, Output, Code extends ErrorCode> =
  | Reads<Input, Output, Code>
  | Writes<Input, Output, Code>
  | Steps<Input, Output, Code>;

type Declaration<I extends TProperties, O extends TSchema, Code extends ErrorCode> = {
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
  /** Of these, at least one must be sent. */
  any_of?: readonly (keyof I & string)[];
  /** What the schema cannot say: looks at the parameters that are well-formed by themselves. */
  check?(input: Partial<Static<TObject<I>>>): Detail[];
} & Does<InputOf<TObject<I>>, Static<O>, Code>;

/** A declared operation. Its schemas type whoever performs it (see ask.ts). */
export type Operation<I extends TObject = TObject, O extends TSchema = TSchema> = {
  path: string;
  summary: string;
  description: string;
  scope: KeyScope;
  input: I;
  output: O;
  errors: readonly ErrorCode[];
  example: Record<string, unknown> | undefined;
  /** Whether its answers are kept under an Idempotency-Key: not those of what only reads. */
  keeps_answers: boolean;
  body_bytes_max: number;
  any_of: readonly string[] | undefined;
  parameters: Parameters<InputOf<I>>;
  output_check: OutputCheck;
} & Does<InputOf<I>, Static<O>, ErrorCode>;

/** Declares an operation once: routing, validation, types and documentation come from here. */
export function operation<
  I extends TProperties,
  O extends TSchema,
  const Code extends ErrorCode = never,
>(declared: Declaration<I, O, Code>): Operation<TObject<I>, O> {
  return {
    ...declared,
    description: declared.description ?? '',
    example: declared.example,
    keeps_answers: declared.read === undefined,
    body_bytes_max: declared.scope === 'license' ? LIMITS.license_body_bytes : LIMITS.body_bytes,
    any_of: declared.any_of,
    parameters: parameters(declared.input, declared),
    output_check: outputCheck(declared.output),
  };
}
