import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { readOwnFile } from '../../platform/core/program.ts';
import { HEADER_ADDRESSES_MAX, hasPlainHost } from '../../platform/core/web-address.ts';
import type { PageAnswer, ServedPath } from '../../platform/http/page.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { accentPath } from './accent.ts';
import { pictureAddress, type Shop } from './shop.ts';

const STYLE_PATH = '/style.css';
const CHECKOUT_STYLE_PATH = '/checkout.css';
const SALE_STYLE_PATH = '/sale.css';
const PORTAL_STYLE_PATH = '/portal.css';
const COPY_PATH = '/copy.js';
const FRAMED_PATH = '/framed.js';
/** For pages of sellers. */
const OVERLAY_PATH = '/kassa.js';

interface Allowed {
  picture: string;
  has_scripts: boolean;
  asks_server: boolean;
  forms_lead_to: readonly string[];
  framed_by: readonly string[];
  shows_frames: boolean;
  provider: ProviderFields['origins'] | undefined;
}

// Nothing is loaded from elsewhere, nothing runs, nobody may frame us. A picture of the seller's
// is the only exception, and only that one; and our own scripts, where there is something to copy,
// to type, or a price that follows the buyer's country.
// Browsers also ask where a form may lead to by a redirect: to the payment provider's page. A
// checkout may be framed by the sites that the store names. Where the provider's fields are on the
// page, its script runs, shows frames, and speaks to its servers.
const securityHeaders = ({
  picture,
  has_scripts,
  asks_server,
  forms_lead_to,
  framed_by,
  shows_frames,
  provider,
}: Allowed) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    ...directive('script-src', has_scripts, provider?.script),
    ...directive('frame-src', shows_frames, provider?.frame),
    "style-src 'self'",
    `img-src 'self' data:${picture}${provider ? ` ${provider.image.join(' ')}` : ''}`,
    ...directive('connect-src', asks_server, provider?.connect),
    ...directive('form-action', true, [...forms_lead_to, ...(provider?.form ?? [])]),
    "base-uri 'none'",
    `frame-ancestors ${framed_by.length > 0 ? framed_by.join(' ') : "'none'"}`,
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
});

/** What may be loaded from ourselves, and from where else; left out where it is nothing at all. */
function directive(name: string, is_ours: boolean, more: readonly string[] = []): string[] {
  const sources = [...(is_ours ? ["'self'"] : []), ...more];
  return sources.length > 0 ? [[name, ...sources].join(' ')] : [];
}

interface PageOptions {
  /** What stands before every path of ours, such as "/shop"; mostly nothing. */
  base_path: string;
  /** The language of the page; English where it speaks to nobody in particular. */
  words?: Pick<Words, 'language' | 'direction'>;
  /** Whose page it is, in its colour and under its picture. */
  store?: Pick<Shop, 'number' | 'brand'>;
  is_checkout?: boolean;
  /** Also not by the sites that the store names. */
  never_framed?: boolean;
  /** Whether its script asks us for something. */
  asks_server?: boolean;
  /** The page on which a buyer pays. */
  is_sale?: boolean;
  /** Looks like the checkout, with what only the portal has. */
  is_portal?: boolean;
  picture_url?: string | null;
  /** Further pictures of the seller's. */
  pictures?: readonly string[];
  /** Whether there is something with a button to copy it. */
  can_copy?: boolean;
  /** Whether another page of ours is shown in it. */
  shows_frames?: boolean;
  /** Stylesheets and scripts of this page alone. */
  files?: readonly `/${string}`[];
  /** Other origins that a form may end at. */
  forms_lead_to?: readonly string[];
  /** Where the payment provider is whose fields are on the page. */
  provider?: ProviderFields['origins'] | undefined;
}

export function htmlPage(
  status: number,
  title: string,
  body: Html,
  {
    base_path,
    words = { language: 'en', direction: 'ltr' },
    store,
    is_checkout,
    never_framed,
    asks_server = false,
    is_sale,
    is_portal,
    picture_url,
    pictures = [],
    can_copy = false,
    shows_frames = false,
    files = [],
    forms_lead_to = [],
    provider,
  }: PageOptions,
): PageAnswer {
  const styles: string[] = [STYLE_PATH];
  if (is_checkout || is_portal) styles.push(CHECKOUT_STYLE_PATH);
  if (is_sale) styles.push(SALE_STYLE_PATH);
  if (is_portal) styles.push(PORTAL_STYLE_PATH);
  styles.push(...files.filter((path) => path.endsWith('.css')));
  const scripts = files.filter((path) => /\.m?js$/.test(path));
  const accent = store?.brand.accent_color ?? null;
  const framed_by = (is_checkout && !never_framed && store?.brand.embed_domains) || [];
  const is_framable = framed_by.length > 0;
  const page = html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${favicon(base_path, store)}
${styles.map((path) => html`<link rel="stylesheet" href="${base_path}${path}">\n`)}
${accent !== null && html`<link rel="stylesheet" href="${base_path}${accentPath(accent)}">\n`}
${scripts.map((path) => scriptTag(base_path + path))}
${can_copy && html`<script src="${base_path}${COPY_PATH}" defer></script>`}
${is_framable && framedScript(base_path, { framed_by, forms_lead_to })}
<title>${title}</title>
</head>
${body}
</html>
`;
  const all = [...(picture_url ? [picture_url] : []), ...pictures];
  // Our own (`/files/…`) are allowed anyway.
  const picture = pictureSources(all.filter((address) => !address.startsWith('/')));
  const has_scripts = can_copy || is_framable || scripts.length > 0;
  const headers = securityHeaders({
    picture,
    has_scripts,
    asks_server,
    forms_lead_to,
    framed_by,
    shows_frames,
    provider,
  });
  return { status, type: 'text/html; charset=utf-8', body: joined(page.text), headers };
}

/**
 * The same text with its pieces joined, which counting it does, while they are still in the
 * processor's caches: the pages of other requests are made before this one is sent.
 */
function joined(text: string): string {
  Buffer.byteLength(text);
  return text;
}

/** Run when the page is there, in their order. */
const scriptTag = (address: string): Html =>
  address.endsWith('.mjs')
    ? html`<script type="module" src="${address}"></script>`
    : html`<script src="${address}" defer></script>`;

/** What makes the page work in a frame: whom it tells, and whether its forms lead elsewhere. */
const framedScript = (
  base_path: string,
  { framed_by, forms_lead_to }: Pick<Allowed, 'framed_by' | 'forms_lead_to'>,
): Html => html`<meta name="embedded-by" content="${framed_by.join(' ')}"${
  forms_lead_to.length > 0 && html` data-leaves`
}>
<script src="${base_path}${FRAMED_PATH}" defer></script>`;

/** The small picture of a browser's tab. */
function favicon(base_path: string, store: PageOptions['store']): Html {
  const picture = store?.brand.favicon;
  const address = store && picture ? pictureAddress({ base_path, store }, picture) : 'data:,';
  return html`<link rel="icon" href="${address}">`;
}

/** CSP sources of as many addresses as fit into a header: further pictures are not shown. */
function pictureSources(addresses: string[]): string {
  let sources = '';
  for (const source of new Set(addresses.flatMap(pictureSource))) {
    if (sources.length + source.length < HEADER_ADDRESSES_MAX) sources += ` ${source}`;
  }
  return sources;
}

/**
 * A CSP source for one address: without its query, which CSP does not compare. None for a host that
 * stands for others there, which earlier versions took.
 */
function pictureSource(picture_url: string): string[] {
  const url = new URL(picture_url);
  if (!hasPlainHost(url)) return [];
  const address = `${url.origin}${url.pathname}`;
  return [address.replace(/[;,']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)];
}

/** A file of ours: a stylesheet, or a script. */
export const filePage = (path: string, file: string | URL, type = 'text/css'): ServedPath => {
  const body = readOwnFile(new URL(file, import.meta.url));
  const answer = { status: 200, type: `${type}; charset=utf-8`, body, cache_seconds: 300 };
  return { path, serve: () => answer };
};

export const filePages = [
  filePage(STYLE_PATH, './style.css'),
  filePage(CHECKOUT_STYLE_PATH, '../checkout/checkout.css'),
  filePage(SALE_STYLE_PATH, '../checkout/sale.css'),
  filePage(PORTAL_STYLE_PATH, '../portal/portal.css'),
  filePage('/card.js', './card.js', 'text/javascript'),
  filePage('/sale.js', '../checkout/sale.js', 'text/javascript'),
  filePage('/pay.mjs', '../checkout/pay.mjs', 'text/javascript'),
  filePage('/ask-bank.mjs', '../checkout/ask-bank.mjs', 'text/javascript'),
  filePage('/card-fields.mjs', './card-fields.mjs', 'text/javascript'),
  filePage('/provider-fields.mjs', '../checkout/provider-fields.mjs', 'text/javascript'),
  filePage(COPY_PATH, './copy.js', 'text/javascript'),
  filePage(FRAMED_PATH, '../embed/framed.js', 'text/javascript'),
  filePage(OVERLAY_PATH, '../embed/kassa.js', 'text/javascript'),
];
