import {
  isPageLanguage,
  PAGE_LANGUAGES,
  type PageLanguage,
  preferredOf,
} from '../../core/languages.ts';
import type { PageReader } from '../shared/page.ts';
import { type Words, wordsIn } from './words.ts';

const LANGUAGE_COOKIE = '__Host-kassa-language';

const LANGUAGES = Object.keys(PAGE_LANGUAGES).filter(isPageLanguage);

/** As the reader has chosen, else as their browser asks, else as the store says. */
export function wordsFor(
  { cookies, headers }: PageReader,
  store_language: PageLanguage = 'en',
): Promise<Words> {
  const chosen = cookies.get(LANGUAGE_COOKIE) ?? '';
  if (isPageLanguage(chosen)) return wordsIn(chosen);
  return wordsIn(preferredOf(LANGUAGES, headers['accept-language']) ?? store_language);
}
