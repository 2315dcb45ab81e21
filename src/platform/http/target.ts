export interface Target {
  path: string;
  query_text: string;
}

/** Path and query of a request target: "/docs", or "https://host/docs" as some proxies write it. */
export function requestTarget(text: string): Target {
  const local = text.startsWith('/') ? text : withoutOrigin(text);
  const mark = local.indexOf('?');
  if (mark === -1) return { path: local, query_text: '' };
  return { path: local.slice(0, mark), query_text: local.slice(mark + 1) };
}

function withoutOrigin(text: string): string {
  const [origin] = ORIGIN.exec(text) ?? [];
  if (origin === undefined) return text;
  const local = text.slice(origin.length);
  return local.startsWith('/') ? local : `/${local}`;
}

const ORIGIN = /^https?:\/\/[^/?#]+/i;

/**
 * Finds what is served at a path, with or without the base path: some proxies remove it before they
 * forward a request, and some do not.
 */
export function findUnder<T>(
  base_path: string,
  path: string,
  find: (path: string) => T | undefined,
): T | undefined {
  if (base_path === '') return find(path);
  const is_under = path === base_path || path.startsWith(`${base_path}/`);
  const below = is_under ? find(path.slice(base_path.length) || '/') : undefined;
  return below ?? find(path);
}
