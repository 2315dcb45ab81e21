import type { PageAnswer, PageRequest } from './page.ts';

/**
 * A page as it is shown in a frame on the seller's site: it does not lead on to the shop by itself.
 * The site around it is told what was paid, and goes there as a whole.
 */
export function inFrame({ headers: sent }: PageRequest, answer: PageAnswer): PageAnswer {
  const { Refresh, ...headers } = answer.headers ?? {};
  const leads_on = sent['sec-fetch-dest'] === 'iframe' && Refresh?.includes('url=');
  return leads_on ? { ...answer, headers } : answer;
}
