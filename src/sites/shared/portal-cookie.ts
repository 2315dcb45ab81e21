import type { NewCookie, PageRequest } from '../../platform/http/page.ts';

const NAME = '__Host-portal';
const MAX_AGE_SECONDS = 3600;

/**
 * Remembers, in the browser alone, from which link to the portal somebody has gone to the payment
 * provider: only a hash of the link is kept here.
 */
export const portalCookie = (token: string): NewCookie => ({
  name: NAME,
  value: token,
  max_age_seconds: MAX_AGE_SECONDS,
  same_site: 'Lax',
});

/** The address of the portal that somebody came from; undefined if they did not. */
export function portalCameFrom({ cookies }: PageRequest, base_path: string): string | undefined {
  const token = cookies.get(NAME) ?? '';
  return /^[0-9a-hjkmnp-tv-z]{32}$/.test(token) ? `${base_path}/portal/${token}` : undefined;
}
