import type { Database } from '../../platform/db/database.ts';
import type { PageAnswer, ServedPath } from '../../platform/http/page.ts';
import { typeOfFile } from '../../shop/store/pictures/picture.rules.ts';
import { findFile } from '../../shop/store/store-file.sql.ts';

const ADDRESS = /^\/([1-9]\d{0,8})\/([\da-f]{32}\.(?:png|jpg|webp|svg))$/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Each has at most 500 kB. */
const FILES_KEPT = 16;

/** Logos and favicons. A file is named by a hash of what is in it, so it never changes. */
export function filesOfStores(db: Database): ServedPath {
  const kept = new Map<string, PageAnswer>();
  return {
    path: '/files',
    serves_below: true,
    async serve({ below }) {
      const [, number = '', file_name = ''] = ADDRESS.exec(below) ?? [];
      const type = typeOfFile(file_name);
      if (type === undefined) return NOT_FOUND;
      const known = kept.get(below);
      if (known) return known;
      const file = { store_number: Number(number), file_name };
      const found = await findFile(db.reader(null), file);
      if (!found) return NOT_FOUND;
      const body = Buffer.from(found.bytes, 'base64');
      const answer = {
        status: 200,
        type,
        body,
        cache_seconds: YEAR_SECONDS,
        is_immutable: true,
        headers: HEADERS,
      };
      const [oldest] = kept.keys();
      if (kept.size >= FILES_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(below, answer);
      return answer;
    },
  };
}

// Opened by itself, a picture is a document: nothing runs in it, and it loads nothing.
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const NOT_FOUND = { status: 404, type: 'text/plain; charset=utf-8', body: 'Not found.\n' };
