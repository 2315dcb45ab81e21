/**
 * Whether a text is an http(s) address that says plainly where it leads. Browsers also take
 * "https:host", "https:///host" and "https:\host" for one, and read "https://shop@host" as host:
 * nobody writes these by accident.
 */
export const isWebAddress = (text: string): boolean => PLAIN.test(text) && URL.canParse(text);

const PLAIN = /^https?:\/\/[^\s\p{Cc}\\/?#@]+(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/** The path of a base URL: "/shop" for "https://host/shop", nothing for "https://host". */
export const basePath = (base_url: string): string =>
  new URL(base_url).pathname.replace(/\/+$/, '');
