import { isPageLanguage } from '../../platform/core/languages.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { LANGUAGE_COOKIE } from './choose-words.ts';
import { redirectAfterForm } from './forms.ts';
import { CHOICE } from './language-switch.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The same page; a language that is chosen on it is kept, and the page is opened again. */
export const withLanguageSwitch = (page: ServedPath, base_path: string): ServedPath => ({
  ...page,
  serve(request) {
    const chosen = request.method === 'GET' ? readChoice(request) : undefined;
    if (chosen === undefined) return page.serve(request);
    const { language, query } = chosen;
    const address = `${base_path}${page.path}${request.below}${query}`;
    return keepLanguage(redirectAfterForm(address), language);
  },
});

const keepLanguage = (answer: PageAnswer, language: string): PageAnswer => ({
  ...answer,
  cookies: [
    {
      name: LANGUAGE_COOKIE,
      value: language,
      max_age_seconds: YEAR_SECONDS,
      same_site: 'Lax',
    },
  ],
});

/** The language in the query, and the rest of it; undefined if there is none of ours. */
function readChoice({ query_text }: PageRequest): { language: string; query: string } | undefined {
  // Most addresses have no query, or another one: nothing else is looked at.
  if (!query_text.includes(`${CHOICE}=`)) return undefined;
  const query = new URLSearchParams(query_text);
  const language = query.get(CHOICE) ?? '';
  if (!isPageLanguage(language)) return undefined;
  query.delete(CHOICE);
  return { language, query: query.size === 0 ? '' : `?${query}` };
}
