import type { Page } from '../http/page.ts';
import { html } from './html.ts';
import { notice } from './notice.ts';

export const homePage: Page = {
  path: '/',
  serve: () =>
    notice(
      200,
      'Kassa is running',
      html`Read the <a href="/docs">API reference</a>, or fetch the
      <a href="/openapi.json">OpenAPI document</a>.`,
    ),
};
