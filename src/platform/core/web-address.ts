/**
 * Whether a text is a plain http(s) address. Refused are addresses that browsers accept but that
 * hide where they lead: "https:host", "https:///host", "https:\host", "https://shop@host".
 */
export const isWebAddress = (text: string): boolean => PLAIN.test(text) && readUrl(text) !== null;

/**
 * Whether the host is a name or a number, and nothing that a policy of browsers reads in another
 * way: `https://*` stands there for every site.
 */
export const hasPlainHost = ({ host }: Pick<URL, 'host'>): boolean => PLAIN_HOST.test(host);

const PLAIN_HOST = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(?::\d+)?$/;

// The name of a host has up to 253 letters.
const PLAIN = /^https?:\/\/[^\s\p{Cc}\\/?#@]{1,300}(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

const URL_MAX = 2_000;

/**
 * A text as an address; null if it is none, or too long for one. A name in letters beyond ASCII takes
 * the square of its length, so nothing else here reads an address.
 */
export const readUrl = (text: string, base?: string): URL | null =>
  text.length > URL_MAX ? null : URL.parse(text, base);

/** How many characters of addresses go into a header: proxies take 4 to 16 KB of them in all. */
export const HEADER_ADDRESSES_MAX = 3_500;

/** The path of a base URL: "/shop" for "https://host/shop", nothing for "https://host". */
export const basePath = (base_url: string): string =>
  new URL(base_url).pathname.replace(/(?<!\/)\/+$/, '');

/** `https://shop.example` of an address with nothing else; undefined for any other text. */
function siteOrigin(text: string): string | undefined {
  if (!isWebAddress(text)) return undefined;
  const { origin, protocol, host, pathname, search, hash } = new URL(text);
  const is_plain = pathname === '/' && search === '' && hash === '';
  // What stands in a security policy must not be able to end a line of it.
  const is_name = /^[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?$/.test(host);
  return protocol === 'https:' && is_plain && is_name ? origin : undefined;
}

/** The same, and `http://localhost:3000`, where pages are while somebody writes them. */
export const pageOrigin = (text: string): string | undefined =>
  siteOrigin(text) ?? (LOCAL.test(text) ? readUrl(text)?.origin : undefined);

const LOCAL = /^http:\/\/localhost:[1-9]\d{1,4}\/?$/i;
