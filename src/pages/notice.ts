import type { PageAnswer } from '../http/page.ts';
import { type Html, html } from './html.ts';
import { htmlPage } from './layout.ts';

/** A page with one thing to say. */
export const notice = (status: number, title: string, text: Html | string): PageAnswer =>
  htmlPage(
    status,
    `${title} · Kassa`,
    html`<body class="notice"><main><h1>${title}</h1><p>${text}</p></main></body>`,
  );
