/** The languages of invoices and credit notes. Their fonts have no Japanese, Chinese or Arabic. */
export const DOCUMENT_LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv'] as const;

export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** The languages of customers and mails. */
export const LANGUAGES = [...DOCUMENT_LANGUAGES, 'ja', 'zh', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Who reads a language that documents are not written in gets them in English. */
export const documentLanguageFor = (language: Language): DocumentLanguage =>
  DOCUMENT_LANGUAGES.find((known) => known === language) ?? 'en';

/** The languages of the pages, by their own names, in the order of the switch. */
export const PAGE_LANGUAGES = {
  ar: { name: 'العربية', direction: 'rtl' },
  de: { name: 'Deutsch', direction: 'ltr' },
  en: { name: 'English', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  nl: { name: 'Nederlands', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  sv: { name: 'Svenska', direction: 'ltr' },
  zh: { name: '中文', direction: 'ltr' },
} as const;

export type PageLanguage = keyof typeof PAGE_LANGUAGES;

export const isPageLanguage = (text: string): text is PageLanguage =>
  Object.hasOwn(PAGE_LANGUAGES, text);

export type Direction = (typeof PAGE_LANGUAGES)[PageLanguage]['direction'];

export const directionOf = (language: Language): Direction => PAGE_LANGUAGES[language].direction;

/** How much of an Accept-Language header is looked at. */
export const WISHES_MAX = 200;

/** The one of these languages that an Accept-Language header likes best, if it likes any. */
export function preferredOf<Known extends string>(
  languages: readonly Known[],
  accept_language: string | undefined,
): Known | undefined {
  const wishes = (accept_language ?? '').slice(0, WISHES_MAX).split(',').map(readWish);
  for (const { wanted, quality } of wishes.toSorted((a, b) => b.quality - a.quality)) {
    const language = languages.find((known) => known === wanted);
    if (language !== undefined && quality > 0) return language;
  }
  return undefined;
}

/** `pt-BR;q=0.8`: without a quality it is 1. */
function readWish(wish: string): { wanted: string; quality: number } {
  const [tag = '', quality = 'q=1'] = wish.split(';').map((part) => part.trim());
  const [wanted = ''] = tag.toLowerCase().split('-');
  return { wanted, quality: Number(/^q=(\d(?:\.\d{1,3})?)$/.exec(quality)?.[1] ?? 0) };
}
