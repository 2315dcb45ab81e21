import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../core/actor.ts';
import type { Detail, ErrorCode } from '../core/errors.ts';
import type { Answer } from '../operation/answer.ts';
import type { Store } from '../operation/work.ts';
import type { PageAnswer } from '../pages/shared/page.ts';

// What a process that only reads asks the one that writes, and what that one answers. All of it is
// plain data, because it is sent as JSON.

/** An operation that changes something, asked for with a key that was already checked. */
export interface OperationQuestion {
  operation: string;
  store: Store;
  actor: Actor;
  body: Record<string, unknown>;
  query: [string, string][] | undefined;
  idempotency_key: string | undefined;
  keeps_refusals: boolean;
  request_id: string;
  wall: number;
}

/** A page that may change something. */
export interface PageQuestion {
  page: string;
  method: 'GET' | 'POST';
  below: string;
  form: [string, string][];
  files: [string, string][];
  body: string;
  query_text: string;
  cookies: [string, string][];
  headers: IncomingHttpHeaders;
  client_address: string;
  request_id: string;
}

/** Whether somebody may send files to a page: it may note that it has seen them. */
export interface FilesQuestion {
  takes_files: string;
  below: string;
  cookies: [string, string][];
}

/** The next piece of a page that is made in pieces. */
export interface PieceQuestion {
  pieces: number;
  /** Nobody reads on: whoever asked for the page has gone. */
  is_over?: true;
}

export type Question = OperationQuestion | PageQuestion | FilesQuestion | PieceQuestion;

/** A page whose body is bytes has them in base64; one that is made in pieces has their number. */
export interface SentPage extends Omit<PageAnswer, 'body' | 'pieces'> {
  body: string;
  is_base64: boolean;
  pieces?: number;
}

interface Refused {
  code: ErrorCode;
  details: Detail[];
  message: string;
  /** The headers that tell of a rate limit. */
  rate_headers?: string[];
}

export type Reply =
  | { answer: Answer }
  | { page: SentPage }
  | { takes_files: boolean | null }
  | { piece: string | null }
  /** If it was a failure of ours, what went wrong is in the log of the process that writes. */
  | { refused: Refused };

/** A question and its reply have the same number, on one connection. */
export type Numbered<T> = T & { number: number };
