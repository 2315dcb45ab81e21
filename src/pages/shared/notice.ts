import { type Html, html } from './html.ts';
import { htmlPage } from './layout.ts';
import type { PageAnswer } from './page.ts';

interface Notice {
  base_path: string;
  status: number;
  title: string;
  text: Html | string;
}

/** A page with one thing to say. */
export const noticePage = ({ base_path, status, title, text }: Notice): PageAnswer =>
  htmlPage(
    status,
    `${title} · Kassa`,
    html`<body class="notice">
<main>
  <h1>${title}</h1>
  <p>${text}</p>
</main>
</body>`,
    { base_path },
  );
