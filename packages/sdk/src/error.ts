import type { ErrorCode } from './generated/errors.ts';

/** What goes wrong on this side of the wire. */
export type ClientErrorCode =
  /** Kassa could not be reached, or the connection broke, at every try. */
  | 'connection_failed'
  /** No answer within `timeout_ms`, at every try. */
  | 'timed_out'
  /** Something answered that is not Kassa: see `status` and `base_url`. */
  | 'invalid_answer'
  /** A webhook that was not signed with this secret, or too long ago. */
  | 'webhook_invalid';

/** What is wrong with one parameter. */
export interface ErrorDetail {
  param: string;
  code: string;
  message: string;
}

/** Everything that Kassa refuses, and everything that keeps it from being asked. */
export class KassaError extends Error {
  override readonly name = 'KassaError';
  /** Why: compare it, `error.code === 'payment_declined'`. */
  declare readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status; 0 if there was no answer. */
  declare readonly status: number;
  /** Every parameter that was wrong. */
  declare readonly details: ErrorDetail[];
  /** Names the request in the log of Kassa; null if there was no answer. */
  declare readonly request_id: string | null;
  /** How long Kassa asks to wait before the next try; 0 if it does not say. */
  declare readonly retry_after_ms: number;

  constructor(told: Told, cause?: unknown) {
    super(told.message, { cause });
    Object.assign(this, { status: 0, details: [], request_id: null, retry_after_ms: 0 }, told);
  }
}

type Told = Pick<KassaError, 'code' | 'message'> &
  Partial<Pick<KassaError, 'status' | 'details' | 'request_id' | 'retry_after_ms'>>;
