export type Filter<Name extends string> = { [name in Name]?: string | undefined };

/**
 * Adds a condition to a SELECT for each filter that is given. Only the first one may use its index:
 * the others compare an expression (`column || ''`), or the planner might choose a worse index. A
 * column that is NULL matches no filter.
 */
export function selectFiltered<Name extends string>(
  { select, alias, names }: { select: string; alias: string; names: readonly Name[] },
  filter: Filter<Name>,
) {
  const given = names.filter((name) => filter[name] !== undefined);
  const conditions = given.map((name, at) =>
    at === 0 ? `${alias}.${name} = :${name}` : `${alias}.${name} || '' = :${name}`,
  );
  return {
    sql: [select, ...conditions].join(' AND '),
    values: Object.fromEntries(given.map((name) => [name, filter[name] ?? ''])),
  };
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
