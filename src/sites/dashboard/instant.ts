import { type Html, html } from '../../platform/core/html.ts';

const TEXT = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
});

/** `14 Nov 2026, 09:30 UTC`; to the millisecond for whoever points at it. */
export const instant = (at: string): Html =>
  html`<time datetime="${at}" title="${at}">${TEXT.format(new Date(at))} UTC</time>`;

export const instantOrNull = (at: string | null): Html | null => (at === null ? null : instant(at));
