export type Filter<Name extends string> = { [name in Name]?: string | undefined };

/**
 * A SELECT of rows `alias`, narrowed by what is given of `names`. The first that is given leads the
 * search and has an index; the others are told apart by an expression that no index answers, or the
 * planner might begin with the wrong one. What a row does not have is not equal to any text.
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

/** `IN (…)` of so many texts at most: its static SQL, and the values for some texts. */
export function textList(most: number) {
  const places = Array.from({ length: most }, (_, at) => `place_${nameOf(at)}`);
  return {
    sql: `IN (${places.map((place) => `:${place}`).join(', ')})`,
    values: (texts: string[]): Record<string, string> =>
      Object.fromEntries(places.map((place, at) => [place, texts[at] ?? ''])),
  };
}

/** A number in letters, which is all that the name of a parameter may have. */
const nameOf = (number: number): string =>
  [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
