import { basePath } from '../core/web-address.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Operation } from '../operation/operation.ts';
import type { ServedPath } from '../pages/shared/page.ts';
import { findUnder } from './target.ts';

interface Route {
  operation?: Operation;
  dialect?: Dialect;
  page?: ServedPath;
  /** The rest of the path, for what also serves paths below its own. */
  below: string;
}

export const NOWHERE: Route = { below: '' };

interface Served {
  operations: Operation[];
  dialects: Dialect[];
  pages: ServedPath[];
  base_url: string | undefined;
}

/** Finds what is served at a path. */
export function createRouter({ operations, dialects, pages, base_url }: Served) {
  const base_path = base_url === undefined ? '' : basePath(base_url);
  const exact = new Map<string, Route>(
    operations.map((one) => [one.path, { operation: one, below: '' }]),
  );
  for (const page of pages) exact.set(page.path, { page, below: '' });
  for (const dialect of dialects) exact.set(dialect.path, { dialect, below: '' });
  const areas = pages.filter((page) => page.serves_below);
  const isBelow = (path: string, { path: of }: { path: string }) => path.startsWith(`${of}/`);

  const find = (path: string): Route | undefined => {
    const found = exact.get(path);
    if (found) return found;
    const page = areas.find((one) => isBelow(path, one));
    if (page) return { page, below: path.slice(page.path.length) };
    const dialect = dialects.find((one) => isBelow(path, one));
    return dialect && { dialect, below: path.slice(dialect.path.length) };
  };
  return (path: string): Route | undefined => findUnder(base_path, path, find);
}
