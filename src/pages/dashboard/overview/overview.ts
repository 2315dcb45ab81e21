import { html } from '../../shared/html.ts';
import { dashboardPage } from '../layout.ts';
import type { Handler } from '../visit.ts';

/** The first page: how the shop is doing. */
export const showOverview: Handler = (visit) =>
  dashboardPage(visit, {
    title: 'Overview',
    section: 'overview',
    main: html`<p>${visit.store.name}</p>`,
  });
