/** What Creem has and Kassa has not. */
const MISSING: Record<string, string> = {
  affiliates: 'Kassa has no affiliates.',
  splits: 'Kassa splits no payments.',
  'customer-credits':
    'Kassa keeps no credits of customers; it has a balance in money: see docs/creem.md.',
  meters: 'Kassa meters no usage.',
  events: 'Kassa takes no usage events.',
  moderation: 'Kassa screens no prompts.',
  webhooks: 'Kassa has no endpoints for the command line: `kassa listen` does the same.',
};

const UNKNOWN = "There is nothing at this path of Creem's API. See docs/creem.md.";

interface Found<T> {
  serve: T;
  id: string;
}

/** The route of a path, with the name in it, or why there is none. */
export function findRoute<T>(
  routes: Record<string, T>,
  method: string,
  below: string,
): Found<T> | { missing: string } {
  const parts = decoded(below);
  if (parts === undefined) return { missing: UNKNOWN };
  const exact = Object.hasOwn(routes, `${method} /${parts.join('/')}`)
    ? routes[`${method} /${parts.join('/')}`]
    : undefined;
  if (exact !== undefined && !parts.includes('{id}')) return { serve: exact, id: '' };
  const [first = '', id = '', ...rest] = parts;
  const named = `${method} /${[first, '{id}', ...rest].join('/')}`;
  const serve = Object.hasOwn(routes, named) ? routes[named] : undefined;
  if (serve !== undefined && id !== '') return { serve, id };
  const missing = Object.hasOwn(MISSING, first) ? MISSING[first] : undefined;
  return { missing: missing ?? UNKNOWN };
}

/** No path of Creem's has more parts; thousands would take long to decode. */
const PARTS_MAX = 8;

/** The parts of a path; undefined if one is not percent-encoded UTF-8, or has a zero byte. */
function decoded(below: string): string[] | undefined {
  try {
    const [, ...sent] = below.split('/', PARTS_MAX + 2);
    if (sent.length > PARTS_MAX) return undefined;
    const parts = sent.map(decodeURIComponent);
    return parts.some((part) => part.includes('\0')) ? undefined : parts;
  } catch {
    return undefined; // The caller says that there is nothing.
  }
}
