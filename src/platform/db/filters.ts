export type Filter<Name extends string> = { [name in Name]?: string | undefined };

/**
 * Adds a condition to a SELECT for each filter that is given. Only the first one may use its index:
 * the others compare an expression (`column || ''`), or the planner might choose a worse index. Its
 * value is an expression too: SQLite looks at values, and where one is that of a partial index (such
 * as `pending`) it uses neither this index nor the other. A column that is NULL matches no filter.
 * `names`: in which order they are looked at.
 */
export function selectFiltered<Name extends string>(
  query: Query<Name>,
  filter: Filter<Name>,
  names: readonly Name[] = query.names,
) {
  const given = names.filter((name) => filter[name] !== undefined);
  const values: Record<string, string> = {};
  for (const name of given) values[name] = filter[name] ?? '';
  return { sql: textOf(query, given), values };
}

interface Query<Name extends string> {
  select: string;
  alias: string;
  names: readonly Name[];
  /** Further conditions, and the order. */
  rest?: string;
}

/** Each text is made once, for a query that is declared once. */
const known_texts = new WeakMap<object, Map<string, string>>();

function textOf<Name extends string>(query: Query<Name>, given: Name[]): string {
  const texts = known_texts.get(query) ?? new Map<string, string>();
  known_texts.set(query, texts);
  const key = given.join();
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { select, alias, rest = '' } = query;
  const conditions = given.map((name, at) =>
    at === 0 ? `${alias}.${name} = :${name} || ''` : `${alias}.${name} || '' = :${name}`,
  );
  const text = [select, ...conditions].join(' AND ') + rest;
  texts.set(key, text);
  return text;
}

/** Static SQL for `IN (…)` with up to `most` texts, and a function that makes its values. */
export function textList(most: number) {
  const places = Array.from({ length: most }, (_, at) => `place_${nameOf(at)}`);
  return {
    sql: `IN (${places.map((place) => `:${place}`).join(', ')})`,
    values: (texts: string[]): Record<string, string> =>
      Object.fromEntries(places.map((place, at) => [place, texts[at] ?? ''])),
  };
}

/** A number as letters, because names of SQL parameters may have no digits here. */
const nameOf = (number: number): string =>
  [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
