/** A table in a statement, and where its name stands. */
export interface NamedTable {
  table: string;
  alias: string | undefined;
  at: number;
}

/** A column that has the value of a parameter. */
export interface Implied {
  column: string;
  name: string;
}

/**
 * Which columns equal a parameter in a SELECT, for each of its tables: said in so many words, or by
 * way of another table (`x.a = :a`, and `y.b = x.a` where y is joined or in an inner statement). Rows
 * for which it is not so have no part in the answer.
 */
export function impliedBy(text: string, tables: readonly NamedTable[]): Implied[][] {
  const names = tables.map(({ table, alias }) => alias ?? table);
  const is_clear = new Set(names).size === names.length && !OTHER_JOIN.test(text);
  const conditions = is_clear ? tables.flatMap((one) => conditionsOn(one, text)) : [];
  const found = new Map<string, Map<string, string>>(names.map((name) => [name, new Map()]));
  for (let is_new = true; is_new; ) {
    is_new = false;
    for (const { alias, column, param, other, other_column } of conditions) {
      const name = param ?? found.get(other)?.get(other_column);
      const columns = found.get(alias);
      if (name === undefined || !columns || columns.has(column)) continue;
      columns.set(column, name);
      is_new = true;
    }
  }
  return names.map((name) =>
    [...(found.get(name) ?? [])].map(([column, name]) => ({ column, name })),
  );
}

const OTHER_JOIN = /\b(?:RIGHT|FULL|LATERAL|USING|NATURAL)\b/;

interface Condition {
  /** The one whose rows are known by it. */
  alias: string;
  column: string;
  param: string | undefined;
  other: string;
  other_column: string;
}

/** What a row of this table must fulfil: the conditions of its own statement, and of its own join. */
function conditionsOn({ table, alias = table, at }: NamedTable, text: string): Condition[] {
  const { statement, start } = statementAround(text, at);
  const outer = atDepth0(statement);
  const [where = ''] =
    / WHERE .*?(?= (?:ORDER BY|GROUP BY|HAVING|LIMIT|OFFSET)\b|$)/.exec(outer) ?? [];
  const [join = ''] =
    /^JOIN .*?(?=(?: LEFT| INNER| CROSS)? JOIN | WHERE |$)/.exec(outer.slice(at - start)) ?? [];
  const [, on = ''] = join.split(' ON ');
  return [where.slice(' WHERE '.length), on].flatMap((all) => {
    if (UNCLEAR.test(all)) return [];
    return all.split(' AND ').flatMap((part) => {
      const [, a, a_column, param, b, b_column] = EQUATION.exec(part.trim()) ?? [];
      const one = (from: string | undefined, column = '', other = '', other_column = '') =>
        from === alias ? [{ alias, column, param, other, other_column }] : [];
      return [...one(a, a_column, b, b_column), ...one(b, b_column, a, a_column)];
    });
  });
}

/** In these, what stands between two ANDs need not be true. */
export const UNCLEAR = /\b(?:OR|CASE)\b/;

const EQUATION = /^(\w+)\.(\w+) = (?::(\w+)|(\w+)\.(\w+))$/;

/** The innermost statement in which something stands, without its parentheses. */
function statementAround(text: string, at: number): { statement: string; start: number } {
  let [start, end] = [0, text.length];
  const open: number[] = [];
  for (let place = 0; place < text.length; place++) {
    if (text[place] === '(') open.push(place + 1);
    if (text[place] !== ')') continue;
    const begun = open.pop() ?? 0;
    if (begun > start && begun <= at && at < place) [start, end] = [begun, place];
  }
  return { statement: text.slice(start, end), start };
}

/** The text with everything in parentheses replaced by spaces, as long as before. */
export function atDepth0(text: string): string {
  let depth = 0;
  let outer = '';
  for (const letter of text) {
    if (letter === ')') depth -= 1;
    outer += depth <= 0 ? letter : ' ';
    if (letter === '(') depth += 1;
  }
  return outer;
}
