import type { Refusal } from '../../core/errors.ts';
import { noticePage } from './notice.ts';
import type { PageAnswer, PageRequest } from './page.ts';

/**
 * Whether a form was sent by one of our own pages. There are no cookies that another site could
 * make use of: the secret is in the address. This keeps other sites' forms out all the same.
 */
export function cameFromHere({ headers }: PageRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Older browsers; without a referrer they send the word null.
  const origin = headers.origin ?? 'null';
  return origin === 'null' || URL.parse(origin)?.host === headers.host;
}

export const formFromElsewhere = (base_path: string): PageAnswer =>
  noticePage({
    base_path,
    status: 400,
    title: 'This form came from elsewhere',
    text: 'Open the page yourself and try again.',
  });

/** After a form: the page to look at, by GET, so that a reload sends nothing again. */
export const redirectAfterForm = (address: string): PageAnswer => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
});

/** A refusal in a browser: the page itself shows how things are, and a charge is made once. */
export const refusedForm =
  (base_path: string) =>
  ({ status, message }: Refusal): PageAnswer =>
    status < 500
      ? noticePage({
          base_path,
          status,
          title: 'This did not work',
          text: `${message} Go back, open the page anew and try again.`,
        })
      : noticePage({
          base_path,
          status,
          title: 'Something went wrong on our side',
          text:
            'Open the page anew: it shows whether you have paid. ' +
            'You will not be charged twice.',
        });
