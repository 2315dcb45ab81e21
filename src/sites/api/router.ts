import { basePath } from '../../platform/core/web-address.ts';
import type { ServedPath } from '../../platform/http/page.ts';
import { findUnder } from '../../platform/http/target.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { Dialect } from './dialect.ts';

export interface Route {
  operation?: Operation;
  dialect?: Dialect;
  page?: ServedPath;
  /** The rest of the path, for what also serves paths below its own. */
  below: string;
}

export const NOWHERE: Route = { below: '' };

/** What is served beside the operations. */
export interface Served {
  pages: ServedPath[];
  dialects: Dialect[];
  /** How somebody with a browser is shown a refusal, where the page has no way of its own. */
  refused: ServedPath['refused'];
}

interface RouterOptions {
  operations: Operation[];
  pages: ServedPath[];
  loadSite(): Promise<Served>;
  base_url: string | undefined;
}

type Find = (path: string) => Route | undefined;

/** Finds what is served at a path; what is not loaded yet is waited for. */
export function createRouter({ operations, pages, loadSite, base_url }: RouterOptions) {
  const base_path = base_url === undefined ? '' : basePath(base_url);
  const under =
    (find: Find): Find =>
    (path) =>
      findUnder(base_path, path, find);
  const first = new Map<string, Route>(
    operations.map((one) => [one.path, { operation: one, below: '' }]),
  );
  for (const page of pages) first.set(page.path, { page, below: '' });
  const findFirst = under((path) => first.get(path));
  let findRest: Find | undefined;

  return {
    findRoute(path: string): Route | undefined | Promise<Route | undefined> {
      const found = findFirst(path);
      if (found) return found;
      if (findRest) return findRest(path);
      return loadSite().then((site) => {
        findRest ??= under(findIn(site));
        return findRest(path);
      });
    },
    findOperation: (path: string): Operation | undefined => findFirst(path)?.operation,
  };
}

function findIn({ pages, dialects }: Served): Find {
  const exact = new Map<string, Route>(pages.map((page) => [page.path, { page, below: '' }]));
  for (const dialect of dialects) exact.set(dialect.path, { dialect, below: '' });
  const areas = pages.filter((page) => page.serves_below);
  const isBelow = (path: string, { path: of }: { path: string }) => path.startsWith(`${of}/`);
  return (path) => {
    const found = exact.get(path);
    if (found) return found;
    const page = areas.find((one) => isBelow(path, one));
    if (page) return { page, below: path.slice(page.path.length) };
    const dialect = dialects.find((one) => isBelow(path, one));
    return dialect && { dialect, below: path.slice(dialect.path.length) };
  };
}
