import { readFileSync } from 'node:fs';
import type { Page, PageAnswer } from '../http/page.ts';
import { type Html, html } from './html.ts';

const STYLE_PATH = '/style.css';
const CHECKOUT_STYLE_PATH = '/checkout.css';

// Nothing is loaded from elsewhere, nothing runs, nobody may frame us. A picture of the seller's
// is the only exception, and only that one.
const securityHeaders = (picture: string) => ({
  'Content-Security-Policy':
    `default-src 'none'; style-src 'self'; img-src data:${picture}; form-action 'self'; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
});

export function htmlPage(
  status: number,
  title: string,
  body: Html,
  { is_checkout, picture_url }: { is_checkout?: boolean; picture_url?: string | null } = {},
): PageAnswer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
${is_checkout && html`<link rel="stylesheet" href="${CHECKOUT_STYLE_PATH}">\n`}<title>${title}</title>
</head>
${body}
</html>
`;
  const headers = securityHeaders(picture_url ? ` ${pictureSource(picture_url)}` : '');
  return { status, type: 'text/html; charset=utf-8', body: page.text, headers };
}

/** A CSP source for one address: without its query, which CSP does not compare. */
function pictureSource(picture_url: string): string {
  const { origin, pathname } = new URL(picture_url);
  return `${origin}${pathname}`.replace(/[;,']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

const stylePage = (path: string, file: string): Page => {
  const body = readFileSync(new URL(file, import.meta.url));
  const headers = { 'Cache-Control': 'public, max-age=300' };
  return {
    path,
    serve: () => ({ status: 200, type: 'text/css; charset=utf-8', body, headers }),
  };
};

export const stylePages = [
  stylePage(STYLE_PATH, './style.css'),
  stylePage(CHECKOUT_STYLE_PATH, './checkout.css'),
];
