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
