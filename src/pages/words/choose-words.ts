import {
  isPageLanguage,
  PAGE_LANGUAGES,
  type PageLanguage,
  preferredOf,
} from '../../core/languages.ts';
import type { PageReader } from '../shared/page.ts';
import { type Words, wordsIn } from './words.ts';

/** What the reader has chosen. */
export const LANGUAGE_COOKIE = '__Host-kassa-language';

const LANGUAGES = Object.keys(PAGE_LANGUAGES).filter(isPageLanguage);

/** As the reader has chosen, else as their browser asks, else as the store says. */
export const wordsFor = (asked: PageReader, store_language: PageLanguage = 'en'): Promise<Words> =>
  wordsIn(languageFor(asked) ?? store_language);

/** The language that a reader has chosen or asks for; undefined if it is none of ours. */
export function languageFor({ cookies, headers }: PageReader): PageLanguage | undefined {
  const chosen = cookies.get(LANGUAGE_COOKIE) ?? '';
  return isPageLanguage(chosen) ? chosen : preferredOf(LANGUAGES, headers['accept-language']);
}
