import { html } from '../../platform/core/html.ts';
import type { ServedPath } from '../../platform/http/page.ts';
import { noticePage } from './notice.ts';

export const homePage = (base_path: string): ServedPath => ({
  path: '/',
  serve: (request) => {
    const link = (path: string) => (text: string) =>
      html`<a href="${base_path}${path}">${text}</a>`;
    return noticePage(request, { base_path, status: 200 }, ({ home }) => ({
      title: home.title,
      text: home.text(link('/docs'), link('/openapi.json')),
    }));
  },
});
