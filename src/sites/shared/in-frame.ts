import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';

/**
 * A page as it is shown in a frame on the seller's site: it does not lead on to the shop by itself.
 * The site around it is told what was paid, and goes there as a whole.
 */
export function inFrame({ headers: sent }: PageRequest, answer: PageAnswer): PageAnswer {
  const { Refresh, ...headers } = answer.headers ?? {};
  const [pause = '', leads_to] = Refresh?.split(/; ?url=/) ?? [];
  if (sent['sec-fetch-dest'] !== 'iframe' || leads_to === undefined) return answer;
  // A page of ours that leads to a provider is only loaded again: providers allow no frame.
  return leads_to.startsWith('/')
    ? { ...answer, headers: { ...headers, Refresh: pause } }
    : { ...answer, headers };
}
