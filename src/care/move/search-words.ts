/** The words of a text in the search index, separated by blanks. */
interface Words {
  title: string;
  body: string;
}

/** As they are moved: sorted, each once, and those of the title not in the body again. */
export function movedWords({ title, body }: Words): [string, string] {
  const in_title = new Set(split(title));
  const in_body = new Set(split(body).filter((word) => !in_title.has(word)));
  return [[...in_title].sort().join(' '), [...in_body].sort().join(' ')];
}

const split = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** As PostgreSQL reads a tsvector: weight A marks words of the title (db/postgres/search.ts). */
export const vectorOf = (title: string, body: string): string =>
  [
    ...split(title).map((word) => `'${word}':1A`),
    ...split(body).map((word) => `'${word}':1B`),
  ].join(' ');

/** The words of what PostgreSQL writes for a tsvector. They have no blanks in them. */
export function wordsOf(vector: string): Words {
  const title: string[] = [];
  const body: string[] = [];
  for (const part of split(vector)) {
    (part.endsWith('A') ? title : body).push(part.slice(1, part.lastIndexOf("'")));
  }
  return { title: title.join(' '), body: body.join(' ') };
}
