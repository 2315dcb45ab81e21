/** The languages of documents and mails. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'] as const;

export type Language = (typeof LANGUAGES)[number];

const HEADER_MAX = 200;

/** The language of these that an Accept-Language header likes best; undefined if it likes none. */
export function languageOf(accept_language: string | undefined): Language | undefined {
  const wishes = (accept_language ?? '').slice(0, HEADER_MAX).split(',').map(readWish);
  const [best] = wishes
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return best?.language;
}

/** `pt-BR;q=0.8`: without a quality it is 1. */
function readWish(wish: string): { language: Language | undefined; quality: number } {
  const [tag = '', quality = 'q=1'] = wish.split(';').map((part) => part.trim());
  const [wanted = ''] = tag.toLowerCase().split('-');
  const language = LANGUAGES.find((known) => known === wanted);
  return { language, quality: Number(/^q=(\d(?:\.\d{1,3})?)$/.exec(quality)?.[1] ?? 0) };
}
