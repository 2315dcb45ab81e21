import { type Words, wordsIn } from '../../../texts/words.ts';
import {
  isPageLanguage,
  PAGE_LANGUAGES,
  type PageLanguage,
  preferredOf,
  WISHES_MAX,
} from '../../platform/core/languages.ts';
import { remember } from '../../platform/core/remember.ts';
import type { PageReader } from '../../platform/http/page.ts';

/** What the reader has chosen. */
export const LANGUAGE_COOKIE = '__Host-kassa-language';

const LANGUAGES = Object.keys(PAGE_LANGUAGES).filter(isPageLanguage);

/** As the reader has chosen, else as their browser asks, else as the store says. */
export const wordsFor = (
  request: PageReader,
  store_language: PageLanguage = 'en',
): Promise<Words> => wordsIn(languageFor(request) ?? store_language);

/** The language that a reader has chosen or asks for; undefined if it is none of ours. */
export function languageFor({ cookies, headers }: PageReader): PageLanguage | undefined {
  const chosen = cookies.get(LANGUAGE_COOKIE) ?? '';
  return isPageLanguage(chosen) ? chosen : preferredIn(headers['accept-language']);
}

const preferredIn = (header: string | undefined): PageLanguage | undefined =>
  header === undefined ? undefined : (preferred(header.slice(0, WISHES_MAX)) ?? undefined);

// Most browsers send one of few texts.
const HEADERS_KEPT = 1_000;
const preferred = remember(
  HEADERS_KEPT,
  (header: string) => preferredOf(LANGUAGES, header) ?? null,
);
