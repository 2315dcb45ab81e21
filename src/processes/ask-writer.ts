import { Refusal } from '../core/errors.ts';
import { ReadOnly } from '../db/read-only.ts';
import type { Operation } from '../operation/operation.ts';
import type { Perform, PerformRequest } from '../operation/perform.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../pages/shared/page.ts';
import type { Question, Reply, SentPage } from './questions.ts';
import type { WriterLink } from './writer-link.ts';

/** Performs here what only reads, and has the writing process perform the rest. */
export function performWithWriter(perform: Perform, writer: WriterLink): Perform {
  const here = (operation: Operation, request: PerformRequest) =>
    operation.read ? perform(operation, request) : there(operation, request);
  return Object.assign(here, { record: perform.record });

  async function there(operation: Operation, request: PerformRequest) {
    const { store, actor, body, query, idempotency_key, request_id, wall, limit } = request;
    const reply = await writer.ask({
      operation: operation.path,
      ...{ store, actor, body, idempotency_key, request_id, wall },
      query: query && [...query],
      keeps_refusals: request.keeps_refusals ?? true,
    });
    if ('refused' in reply && reply.refused.rate_headers) limit.heard?.(reply.refused.rate_headers);
    if ('answer' in reply) return reply.answer;
    throw refusalOf(reply);
  }
}

/**
 * The same page where only reads are possible. A form or a message goes to the writing process; what
 * is only looked at is made here, unless it turns out that something must be written for it. `name`
 * is the same in both processes.
 */
export function pageWithWriter(page: ServedPath, writer: WriterLink, name: string): ServedPath {
  const { takesFiles } = page;
  return {
    ...page,
    async serve(asked) {
      if (asked.method === 'POST') return there(asked);
      try {
        return await page.serve(asked);
      } catch (error) {
        if (error instanceof ReadOnly) return there(asked);
        throw error;
      }
    },
    ...(takesFiles && {
      async takesFiles({ below, cookies }) {
        const reply = await writer.ask({ takes_files: name, below, cookies: [...cookies] });
        if ('takes_files' in reply) return reply.takes_files ?? undefined;
        throw refusalOf(reply);
      },
    }),
  };

  async function there(asked: PageRequest): Promise<PageAnswer> {
    const reply = await writer.ask(questionOf(name, asked));
    if ('page' in reply) return received(reply.page, writer);
    throw refusalOf(reply);
  }
}

function questionOf(page: string, asked: PageRequest): Question {
  const { method, below, query_text, headers, client_address, request_id } = asked;
  return {
    page,
    ...{ method, below, query_text, headers, client_address, request_id },
    form: [...asked.form],
    files: [...asked.files].map(([name, bytes]) => [name, bytes.toString('base64')]),
    body: asked.body.toString('base64'),
    cookies: [...asked.cookies],
  };
}

function received(page: SentPage, writer: WriterLink): PageAnswer {
  const { body, is_base64, pieces, ...rest } = page;
  return {
    ...rest,
    body: is_base64 ? Buffer.from(body, 'base64') : body,
    ...(pieces !== undefined && { pieces: piecesFrom(writer, pieces) }),
  };
}

/** Each piece is asked for when the one before was read. */
async function* piecesFrom(writer: WriterLink, pieces: number): AsyncGenerator<string> {
  let is_over = false;
  try {
    for (;;) {
      const reply = await writer.ask({ pieces });
      is_over = !('piece' in reply) || reply.piece === null;
      if (!('piece' in reply)) throw refusalOf(reply);
      if (reply.piece === null) return;
      yield reply.piece;
    }
  } finally {
    // A browser has broken off. If the writer has gone as well, there is nothing to end.
    if (!is_over) await writer.ask({ pieces, is_over: true }).catch(() => {});
  }
}

function refusalOf(reply: Reply): Refusal {
  if (!('refused' in reply)) return new Refusal('internal_error');
  const { code, details, message } = reply.refused;
  return new Refusal(code, details, message);
}
