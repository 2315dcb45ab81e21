import type { SearchQuery, SearchText } from '../database.ts';

// Words are only letters and digits (core/words.ts), so quoting them is safe. Weight A marks words
// of the title, B those of the body; positions are not used.
export function tsVector({ scope, title, body }: SearchText): string {
  const weighted = (words: string[], weight: string) =>
    words.map((word) => `'${scope}${word}':1${weight}`);
  return [...weighted(title, 'A'), ...weighted(body, 'B')].join(' ');
}

/** The value for `@@`: finds what `query` finds and no query of `without` finds. */
export const matchText = (query: SearchQuery, without: SearchQuery[]): string =>
  `(${tsQuery(query)})${without.map((one) => ` & !(${tsQuery(one)})`).join('')}`;

function tsQuery({ scopes, words, last_is_prefix, title_only }: SearchQuery): string {
  const one = (word: string, at: number) => {
    const star = last_is_prefix && at === words.length - 1 ? '*' : '';
    const flags = star + (title_only ? 'A' : '');
    const marked = (scope: string) => `'${scope}${word}'${flags && `:${flags}`}`;
    return `(${scopes.map(marked).join(' | ')})`;
  };
  return words.map(one).join(' & ');
}
