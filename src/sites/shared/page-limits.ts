import { html } from '../../platform/core/html.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import {
  addressBlock,
  NOT_SHARED,
  type RateLimit,
  rateLimiter,
  type ShareLimiter,
} from '../../platform/core/rate-limit.ts';
import type { Clock } from '../../platform/core/time.ts';
import type { PageAnswer, PageReader, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { noticePage } from './notice.ts';

/** How many seconds to wait before a page may be asked for again; 0 when it may be now. */
export interface PageLimits {
  /** Any page, by the address that asks. */
  ofAddress(request: PageRequest): number;
  /** A page of a checkout session or of a portal link, by its name. */
  ofLink(link: string): number;
  /** A form that tries a card or a coupon, by the address and by the link. */
  ofTry(request: PageRequest, link: string): number;
  /** A form that makes a checkout session, by the address. */
  ofSession(request: PageRequest): number;
}

export function createPageLimits(
  rate_limit: RateLimit | 'off',
  clock: Clock,
  share: ShareLimiter = NOT_SHARED,
): PageLimits {
  if (rate_limit === 'off') {
    return { ofAddress: () => 0, ofLink: () => 0, ofTry: () => 0, ofSession: () => 0 };
  }
  const pages_of_address = limiter('pages_per_address');
  const pages_of_link = limiter('pages_per_link');
  const tries_of_address = limiter('tries_per_address');
  const tries_of_link = limiter('tries_per_link');
  const sessions_of_address = limiter('sessions_per_address');
  const blockOf = ({ client_address }: PageRequest) => addressBlock(client_address);
  return {
    ofAddress: (request) => pages_of_address(blockOf(request)),
    ofLink: (link) => pages_of_link(link),
    ofTry: (request, link) => tries_of_link(link) || tries_of_address(blockOf(request)),
    ofSession: (request) => sessions_of_address(blockOf(request)),
  };

  function limiter(limit: PageLimit): (name: string) => number {
    const limiter = share(limit, rateLimiter(LIMITS[limit]));
    return (name) => {
      const { allowed, retry_after_seconds } = limiter.take(name, clock());
      return allowed ? 0 : retry_after_seconds;
    };
  }
}

type PageLimit =
  | 'pages_per_address'
  | 'pages_per_link'
  | 'tries_per_address'
  | 'tries_per_link'
  | 'sessions_per_address';

/** The same page for those who do not ask for it too often. */
export const limitedPage = (
  page: ServedPath,
  limits: PageLimits,
  base_path: string,
): ServedPath => ({
  ...page,
  serve(request) {
    const wait_seconds = limits.ofAddress(request);
    return wait_seconds > 0 ? waitPage(request, wait_seconds, base_path) : page.serve(request);
  },
});

/** A page that opens the one that was asked for when the time has come; a form's own page too. */
export async function waitPage(
  request: PageReader,
  wait_seconds: number,
  base_path: string,
): Promise<PageAnswer> {
  const at = { base_path, status: 429 };
  const page = await noticePage(request, at, ({ wait }, { shared }) => ({
    title: wait.title,
    text: wait.text(shared.seconds(wait_seconds), (text) => html`<a href="">${text}</a>`),
  }));
  const headers = { ...page.headers, Refresh: String(wait_seconds) };
  return tryLater({ ...page, headers }, wait_seconds);
}

/** A page that says so, with its status and when to come back; a way onward stays one. */
export function tryLater(page: PageAnswer, wait_seconds: number): PageAnswer {
  if (page.status === 303) return page;
  const headers = { ...page.headers, 'Retry-After': String(wait_seconds) };
  return { ...page, status: 429, headers };
}
