import { relative } from 'node:path';
import { Refusal } from '../../platform/core/errors.ts';
import { basePath } from '../../platform/core/web-address.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  jsonAnswer,
  type PageAnswer,
  type PageRequest,
  type ServedPath,
} from '../../platform/http/page.ts';
import { openApiDocument } from '../../platform/operation/openapi.ts';
import { SENT_EVENTS } from '../../shop/events/event-records.ts';
import { publishedKeys } from '../../shop/licenses/signing-keys.ts';
import { operations } from '../api/operations.ts';
import { filePage } from '../shared/layout.ts';
import type { Documentation } from './documentation.ts';
import { DOCS } from './guides/addresses.rules.ts';
import { llmsText } from './llms-text.ts';
import type { ReferenceQuery } from './reference.ts';

const CACHE_SECONDS = 300;
// A certificate may be signed with a new key at once: who does not know it asks again soon.
const JWKS_SECONDS = 60;

interface DocumentOptions {
  base_url: () => string;
  /** The certificate of the local authority, where it has signed that of the server. */
  authority_path: string | undefined;
}

/** The reference, the same for programs, and the public keys that licenses are signed with. */
export const documentPages = (
  db: Database,
  { base_url, authority_path }: DocumentOptions,
): ServedPath[] => [
  {
    path: DOCS,
    serves_below: true,
    serve: documentation({ base_url, authority_path }),
  },
  filePage('/docs.css', new URL('./docs.css', import.meta.url)),
  filePage('/docs.js', new URL('./docs.js', import.meta.url), 'text/javascript'),
  filePage('/try.js', new URL('./try.js', import.meta.url), 'text/javascript'),
  filePage('/reference.css', new URL('./reference.css', import.meta.url)),
  filePage('/reference.js', new URL('./reference.js', import.meta.url), 'text/javascript'),
  {
    path: '/openapi.json',
    serve: cached(() => jsonAnswer(openApiDocument(operations, SENT_EVENTS, base_url()))),
  },
  {
    path: '/llms.txt',
    serve: cached(() => ({
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: llmsText(operations, base_url()),
    })),
  },
  {
    path: '/.well-known/jwks.json',
    any_origin: true,
    serve: async () => ({
      ...jsonAnswer(await publishedKeys(db.reader(null))),
      headers: { 'Access-Control-Allow-Origin': '*' },
      cache_seconds: JWKS_SECONDS,
    }),
  },
];

/** A document that never changes while the program runs. */
function cached(make: () => PageAnswer): () => PageAnswer {
  let made: PageAnswer | undefined;
  return () => {
    made ??= { ...make(), cache_seconds: CACHE_SECONDS };
    return made;
  };
}

/** Guides and reference. The whole reference is kept, others are put together each time. */
function documentation({ base_url, authority_path }: DocumentOptions): ServedPath['serve'] {
  let opened: Documentation | undefined;
  const show = async (below: string, query: ReferenceQuery) => {
    // Most processes are never asked for it, and none of them waits for it when it starts.
    const { openDocumentation } = await import('./documentation.ts');
    const server = { base_url: base_url(), authority_path: shortPath(authority_path) };
    const base_path = basePath(server.base_url);
    opened ??= openDocumentation({ server, base_path, has_server: true });
    return opened.page(below, query);
  };
  const whole = new Map<ReferenceQuery['language'], PageAnswer>();
  return async (request) => {
    const below = request.below.replace(/\/$/, '');
    const query = queryOf(request);
    if (below !== '/reference' || query.words !== '') return show(below, query);
    const kept = whole.get(query.language);
    if (kept) return kept;
    const made = { ...(await show(below, query)), cache_seconds: CACHE_SECONDS };
    whole.set(query.language, made);
    return made;
  };
}

const WORDS_MAX = 100;

function queryOf({ readQuery }: PageRequest): ReferenceQuery {
  try {
    const query = readQuery();
    const words = (query.get('q') ?? '').trim().slice(0, WORDS_MAX);
    return { words, language: query.get('samples') === 'typescript' ? 'typescript' : 'curl' };
  } catch (error) {
    // The address may have come with something that a mail program or a search engine has added.
    if (error instanceof Refusal) return { words: '', language: 'curl' };
    throw error;
  }
}

/** As it is written in the folder where Kassa was started; other folders whole. */
function shortPath(path: string | undefined): string | undefined {
  const from_here = path && relative(process.cwd(), path);
  return from_here?.startsWith('..') ? path : from_here;
}
