import { readFileSync } from 'node:fs';
import type { PageAnswer } from '../http/server.ts';
import { type Html, html } from './html.ts';

const STYLE_PATH = '/style.css';

// Nothing is loaded from elsewhere, nothing runs, nobody may frame us.
const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

export function htmlPage(status: number, title: string, body: Html): PageAnswer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
<title>${title}</title>
</head>
${body}
</html>
`;
  return { status, type: 'text/html; charset=utf-8', body: page.text, headers: SECURITY_HEADERS };
}

const style = readFileSync(new URL('./style.css', import.meta.url));

export const stylePage = {
  path: STYLE_PATH,
  serve: (): PageAnswer => ({
    status: 200,
    type: 'text/css; charset=utf-8',
    body: style,
    headers: { 'Cache-Control': 'public, max-age=300' },
  }),
};
