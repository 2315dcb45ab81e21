import type { SearchQuery, SearchText } from '../database.ts';

// Words are letters and digits only (core/words.ts), so quoting them is enough. Weight A marks
// the title, B the body; positions do not matter to us.
export function tsVector({ scope, title, body }: SearchText): string {
  const weighted = (words: string[], weight: string) =>
    words.map((word) => `'${scope}${word}':1${weight}`);
  return [...weighted(title, 'A'), ...weighted(body, 'B')].join(' ');
}

export function tsQuery({ scopes, words, last_is_prefix, title_only }: SearchQuery): string {
  const one = (word: string, at: number) => {
    const star = last_is_prefix && at === words.length - 1 ? '*' : '';
    const flags = star + (title_only ? 'A' : '');
    const marked = (scope: string) => `'${scope}${word}'${flags && `:${flags}`}`;
    return `(${scopes.map(marked).join(' | ')})`;
  };
  return words.map(one).join(' & ');
}
