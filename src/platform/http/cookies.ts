import { LIMITS } from '../core/limits.ts';
import type { Secrets } from '../core/secrets.ts';
import type { NewCookie } from './page.ts';

export interface Cookies {
  read(header: string | undefined): Map<string, string>;
  headers(cookies: NewCookie[] | undefined): string[];
}

/**
 * The cookies of one installation. Browsers do not distinguish ports, so that a shop would sign people
 * out of the next one on the same host: here each name ends with a mark of the installation. A name
 * without a mark is one of before there were marks: it counts until there is one with it.
 */
export function createCookies(mark: string): Cookies {
  const end = `-${mark}`;
  return {
    read(header) {
      const cookies = readCookies(header);
      for (const [name, value] of [...cookies]) {
        if (!name.endsWith(end)) continue;
        cookies.delete(name);
        cookies.set(name.slice(0, -end.length), value);
      }
      return cookies;
    },
    headers: (cookies = []) =>
      cookies.flatMap((cookie) => ['Set-Cookie', cookieText(cookie, cookie.name + end)]),
  };
}

/** What identifies an installation: all of its processes have this secret, and no others have. */
export const cookieMark = ({ derive }: Secrets): string =>
  derive('names of cookies').toString('hex', 0, MARK_BYTES);

const MARK_BYTES = 4;

/**
 * The cookies of a request. Other programs on the same host may set cookies too, so malformed ones
 * are ignored, and also names that appear twice: we cannot know which one is ours.
 */
function readCookies(header: string | undefined): Map<string, string> {
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

function cookieText({ value, max_age_seconds, same_site }: NewCookie, name: string): string {
  if (!/^[\w.~-]*$/.test(value)) throw new Error(`the value of ${name} cannot be in a cookie`);
  const age = max_age_seconds === undefined ? '' : `; Max-Age=${max_age_seconds}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${same_site}${age}`;
}
