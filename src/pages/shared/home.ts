import { html } from './html.ts';
import { noticePage } from './notice.ts';
import type { ServedPath } from './page.ts';

export const homePage = (base_path: string): ServedPath => ({
  path: '/',
  serve: () =>
    noticePage({
      base_path,
      status: 200,
      title: 'Kassa is running',
      text: html`Read the <a href="${base_path}/docs">API reference</a>, or fetch the
      <a href="${base_path}/openapi.json">OpenAPI document</a>.`,
    }),
});
