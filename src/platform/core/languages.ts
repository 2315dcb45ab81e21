import { COUNTRIES } from './countries.ts';

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
  for (const preference of preferencesIn(accept_language)) {
    const language = languages.find((known) => known === preference.language);
    if (language !== undefined) return language;
  }
  return undefined;
}

/**
 * The country that an Accept-Language header names beside the language it likes best: DE for
 * `de-DE,de;q=0.9`. A region of another language says nothing: a German Firefox sends
 * `de,en-US;q=0.7`.
 */
export function regionOf(accept_language: string | undefined): string | undefined {
  const [best, ...others] = preferencesIn(accept_language);
  if (best === undefined) return undefined;
  return [best, ...others.filter(({ language }) => language === best.language)]
    .map(({ region }) => region)
    .find((region) => COUNTRIES.has(region));
}

/** The languages of the header, the preferred one first. */
const preferencesIn = (accept_language = '') =>
  accept_language
    .slice(0, WISHES_MAX)
    .split(',')
    .map(readPreference)
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);

/** `pt-BR;q=0.8`: without a quality it is 1. Between language and region may be a script. */
function readPreference(text: string): { language: string; region: string; quality: number } {
  const [tag = '', quality = 'q=1'] = text.split(';').map((part) => part.trim());
  const [language = '', ...subtags] = tag.toLowerCase().split('-');
  const region = (subtags[0]?.length === 4 ? subtags[1] : subtags[0]) ?? '';
  const stated = Number(/^q=(\d(?:\.\d{1,3})?)$/.exec(quality)?.[1] ?? 0);
  return { language, region: region.toUpperCase(), quality: stated };
}
