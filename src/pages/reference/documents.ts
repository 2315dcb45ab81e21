import type { Database } from '../../db/database.ts';
import { SENT_EVENTS } from '../../events/event-records.ts';
import { publishedKeys } from '../../licenses/signing-keys.ts';
import { openApiDocument } from '../../operation/openapi.ts';
import { operations } from '../../operations.ts';
import { jsonAnswer, type PageAnswer, type ServedPath } from '../shared/page.ts';
import { referencePage } from './reference.ts';

const CACHE_SECONDS = 300;
// A certificate may be signed with a new key at once: who does not know it asks again soon.
const JWKS_SECONDS = 60;

/** The reference, the same for programs, and the public keys that licenses are signed with. */
export const documentPages = (db: Database, base_url: () => string): ServedPath[] => [
  { path: '/docs', serve: cached(() => referencePage(operations, base_url())) },
  {
    path: '/openapi.json',
    serve: cached(() => jsonAnswer(openApiDocument(operations, SENT_EVENTS, base_url()))),
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
function cached(make: () => PageAnswer): ServedPath['serve'] {
  let made: PageAnswer | undefined;
  return () => {
    made ??= { ...make(), cache_seconds: CACHE_SECONDS };
    return made;
  };
}
