/** The words of a text in the search index, as they are moved: sorted, each once. */
export function movedWords(words: { title: string[]; body: string[] }): [string, string] {
  const title = new Set(words.title);
  const body = new Set(words.body.filter((word) => !title.has(word)));
  return [[...title].sort().join(' '), [...body].sort().join(' ')];
}

const split = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** As PostgreSQL reads a tsvector: weight A marks words of the title (db/postgres/search.ts). */
export const vectorOf = (title: string, body: string): string =>
  [
    ...split(title).map((word) => `'${word}':1A`),
    ...split(body).map((word) => `'${word}':1B`),
  ].join(' ');

export function wordsOf(vector: string): { title: string[]; body: string[] } {
  const found = [...vector.matchAll(/'([^']*)':1([AB])/g)];
  const of = (weight: string) =>
    found.filter((one) => one[2] === weight).map(([, word = '']) => word);
  return { title: of('A'), body: of('B') };
}
