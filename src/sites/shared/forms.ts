import type { Refusal } from '../../platform/core/errors.ts';
import { readUrl } from '../../platform/core/web-address.ts';
import type { PageAnswer, PageReader, PageRequest } from '../../platform/http/page.ts';
import { noticePage } from './notice.ts';
import { refusalText } from './refusal-text.ts';

/**
 * Whether a form was sent by one of our own pages. There are no cookies that another site could
 * make use of: the secret is in the address. This keeps other sites' forms out all the same.
 */
export function cameFromHere({ headers }: PageRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Older browsers; without a referrer they send the word null.
  return (headers.origin ?? 'null') === 'null' || isOwnOrigin(headers);
}

/** For pages that know their reader by a cookie: it must be said where a form comes from. */
export function cameFromOurPage({ headers }: PageRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return isOwnOrigin(headers);
}

/** Not a page of the same host without encryption: whoever is in between may have written that. */
const isOwnOrigin = ({ origin = '', host }: PageRequest['headers']): boolean =>
  readUrl(origin)?.origin === `https://${host}`;

export const formFromElsewhere = (request: PageReader, base_path: string): Promise<PageAnswer> =>
  noticePage(request, { base_path, status: 400 }, ({ fromElsewhere }) => fromElsewhere);

/** After a form: the page to look at, by GET, so that a reload sends nothing again. */
export const redirectAfterForm = (address: string): PageAnswer => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
});

/** A refusal in a browser: the page itself shows how things are, and a charge is made once. */
export const refusedPage =
  (base_path: string) =>
  ({ status, code }: Refusal, request: PageReader): Promise<PageAnswer> =>
    noticePage(
      request,
      { base_path, status },
      ({ notFound, wrongMethod, refused, failed }, words) => {
        if (status >= 500) return failed;
        if (status === 404) return notFound;
        if (code === 'wrong_method') return wrongMethod;
        return { title: refused.title, text: refusalText(words, code) };
      },
    );
