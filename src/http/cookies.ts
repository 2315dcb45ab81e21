import { LIMITS } from '../core/limits.ts';
import type { NewCookie } from '../pages/shared/page.ts';

/**
 * The cookies of a request. Other programs on the same host may set cookies too, so malformed ones
 * are ignored, and also names that appear twice: we cannot know which one is ours.
 */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  if (header === undefined) return cookies;
  const twice = new Set<string>();
  for (const pair of header.split(';', LIMITS.cookies)) {
    const [, name = '', value = ''] = COOKIE.exec(pair) ?? [];
    if (cookies.has(name)) twice.add(name);
    if (name !== '') cookies.set(name, value);
  }
  for (const name of twice) cookies.delete(name);
  return cookies;
}

// RFC 6265, but without quotes around the value, which Kassa never writes.
const COOKIE = /^[\t ]*([\w!#$%&'*+.^`|~-]+)=([!#-+\--:<-[\]-~]*)[\t ]*$/;

/** The Set-Cookie headers of an answer. */
export const cookieHeaders = (cookies: NewCookie[] = []): string[] =>
  cookies.flatMap((cookie) => ['Set-Cookie', cookieText(cookie)]);

function cookieText({ name, value, max_age_seconds, same_site }: NewCookie): string {
  if (!/^[\w.~-]*$/.test(value)) throw new Error(`the value of ${name} cannot be in a cookie`);
  const age = max_age_seconds === undefined ? '' : `; Max-Age=${max_age_seconds}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${same_site}${age}`;
}
