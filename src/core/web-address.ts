/**
 * Whether a text is a plain http(s) address. Refused are addresses that browsers accept but that
 * hide where they lead: "https:host", "https:///host", "https:\host", "https://shop@host".
 */
export const isWebAddress = (text: string): boolean => PLAIN.test(text) && URL.canParse(text);

const PLAIN = /^https?:\/\/[^\s\p{Cc}\\/?#@]+(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/** The path of a base URL: "/shop" for "https://host/shop", nothing for "https://host". */
export const basePath = (base_url: string): string =>
  new URL(base_url).pathname.replace(/\/+$/, '');
