import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnFile } from '../../platform/core/program.ts';
import type { ServedPath } from '../../platform/http/page.ts';

const DAY_SECONDS = 24 * 60 * 60;

const favicon = {
  status: 200,
  type: 'image/x-icon',
  body: readOwnFile(new URL('./favicon.ico', import.meta.url)),
  cache_seconds: DAY_SECONDS,
};

// The addresses of most pages are the keys to them: none belongs into a public index.
const robots = {
  status: 200,
  type: 'text/plain; charset=utf-8',
  body: 'User-agent: *\nDisallow: /\n',
  cache_seconds: DAY_SECONDS,
};

/** What browsers and search engines ask every site for. */
export const siteFiles: ServedPath[] = [
  { path: '/favicon.ico', serve: () => favicon },
  { path: '/robots.txt', serve: () => robots },
];

const APPLE_FILE = 'apple-developer-merchantid-domain-association';

/**
 * What Apple asks some hosts for before it offers Apple Pay there. The seller has it from the
 * payment provider and puts it into the data folder. It is public, and read each time.
 */
export const appleFile = (data_dir: string | undefined): ServedPath => ({
  path: `/.well-known/${APPLE_FILE}`,
  async serve() {
    const path = data_dir === undefined ? undefined : join(data_dir, APPLE_FILE);
    const body = path && (await readFile(path).catch(() => undefined));
    if (!body || body.length > APPLE_FILE_MAX_BYTES) return NOT_FOUND;
    return { status: 200, type: 'text/plain; charset=utf-8', body };
  },
});

const APPLE_FILE_MAX_BYTES = 64 * 1024;
const NOT_FOUND = { status: 404, type: 'text/plain; charset=utf-8', body: 'Not found.\n' };
