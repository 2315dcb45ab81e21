import type { Log } from '../core/log.ts';
import { refusalOf } from '../http/outcome.ts';
import { parseFields } from '../http/query.ts';
import type { Operation } from '../operation/operation.ts';
import type { Limit, Perform } from '../operation/perform.ts';
import type { PageAnswer, ServedPath } from '../pages/shared/page.ts';
import type {
  FilesQuestion,
  OperationQuestion,
  PageQuestion,
  PieceQuestion,
  Question,
  Reply,
} from './questions.ts';
import type { Asker } from './writer-server.ts';

interface Dependencies {
  operations: Operation[];
  /** Pages without the limits by address, which count where a page is asked for. */
  loadSite(): Promise<{ by_name: ReadonlyMap<string, ServedPath> }>;
  perform: Perform;
  /** Counts what keys of scope `license` ask for. */
  limitShipped(
    asked: { store_id: string; wall: number },
    told: (rate_headers: string[]) => void,
  ): Limit;
  log: Log;
}

/** Does for the other processes what they cannot: everything that writes. */
export function createAnswerReader(dependencies: Dependencies) {
  const { loadSite, perform, limitShipped, log } = dependencies;
  const operations = new Map(dependencies.operations.map((one) => [one.path, one]));
  let last_pieces = 0;

  return async function answer(question: Question, asker: Asker): Promise<Reply> {
    let rate_headers: string[] | undefined;
    try {
      if ('operation' in question)
        return await performed(question, (told) => (rate_headers = told));
      if ('page' in question) return await shown(question, asker);
      if ('takes_files' in question) return await asksForFiles(question);
      return await nextPiece(question, asker);
    } catch (error) {
      const { code, details, message } = refusalOf(error, askedIn(question), log);
      return { refused: { code, details, message, ...(rate_headers && { rate_headers }) } };
    }
  };

  async function performed(
    { operation, query, ...request }: OperationQuestion,
    told: (rate_headers: string[]) => void,
  ): Promise<Reply> {
    const { store, wall, keeps_refusals } = request;
    // Only what keys of scope `license` ask for is limited, and not kept when it is refused.
    const limit = keeps_refusals ? () => {} : limitShipped({ ...store, wall }, told);
    const asked = { ...request, query: query && new Map(query), limit };
    return { answer: await perform(known(operations, operation), asked) };
  }

  async function shown({ page, ...asked }: PageQuestion, asker: Asker): Promise<Reply> {
    const { by_name } = await loadSite();
    const answer = await known(by_name, page).serve({
      ...asked,
      form: new Map(asked.form),
      files: new Map(asked.files.map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')])),
      body: Buffer.from(asked.body, 'base64'),
      cookies: new Map(asked.cookies),
      readQuery: () => parseFields(asked.query_text),
    });
    return { page: sendable(answer, asker) };
  }

  function sendable({ body, pieces, ...rest }: PageAnswer, { pieces: read }: Asker) {
    const is_base64 = typeof body !== 'string';
    const page = { ...rest, body: is_base64 ? body.toString('base64') : body, is_base64 };
    if (!pieces) return page;
    last_pieces += 1;
    // Whoever leaves before the first piece says nothing: the oldest gives way.
    if (read.size >= PIECES_MAX) endPieces(read, read.keys().next().value ?? 0);
    read.set(last_pieces, pieces[Symbol.asyncIterator]());
    return { ...page, pieces: last_pieces };
  }

  async function nextPiece(
    { pieces, is_over }: PieceQuestion,
    { pieces: read }: Asker,
  ): Promise<Reply> {
    if (is_over) {
      endPieces(read, pieces);
      return { piece: null };
    }
    const next = await read.get(pieces)?.next();
    if (next && !next.done) return { piece: next.value };
    read.delete(pieces);
    return { piece: null };
  }

  async function asksForFiles({ takes_files, below, cookies }: FilesQuestion): Promise<Reply> {
    const asked = { below, cookies: new Map(cookies) };
    const { by_name } = await loadSite();
    return { takes_files: (await known(by_name, takes_files).takesFiles?.(asked)) ?? null };
  }
}

function askedIn(question: Question) {
  const request_id = 'request_id' in question ? question.request_id : undefined;
  const route =
    ('operation' in question && question.operation) || ('page' in question && question.page);
  return { request_id, route: route || undefined };
}

/** Of one process, at the same time. */
const PIECES_MAX = 100;

function endPieces(read: Asker['pieces'], pieces: number): void {
  read
    .get(pieces)
    ?.return?.()
    ?.catch(() => {});
  read.delete(pieces);
}

function known<T>(all: ReadonlyMap<string, T>, path: string): T {
  const found = all.get(path);
  if (found === undefined) throw new Error(`nothing is served at ${path}`);
  return found;
}
