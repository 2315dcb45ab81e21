import { type Html, html } from '../../platform/core/html.ts';
import { DAY_MS, isoInstant } from '../../platform/core/time.ts';
import type { Visit } from './visit.ts';

const INSTANT = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
});

/** `14 Nov 2026, 09:30 UTC`; to the millisecond for whoever points at it. */
export const instant = (at: string): Html =>
  html`<time datetime="${at}" title="${at}">${INSTANT.format(new Date(at))} UTC</time>`;

export const instantOrNull = (at: string | null): Html | null => (at === null ? null : instant(at));

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  ...({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
});
const DAY = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', timeZone: 'UTC' } as const),
});
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
});

/** As people say it: `Today, 14:02`, `Yesterday, 09:15`, `17 Nov`, `17 Nov 2025`. */
export function when({ now }: Pick<Visit, 'now'>, at: string): Html {
  const instant_ms = Date.parse(at);
  const days_ago = Math.floor(now / DAY_MS) - Math.floor(instant_ms / DAY_MS);
  const clock = CLOCK.format(instant_ms);
  const is_this_year = at.slice(0, 4) === isoInstant(now).slice(0, 4);
  const text =
    days_ago === 0
      ? `Today, ${clock}`
      : days_ago === 1
        ? `Yesterday, ${clock}`
        : (is_this_year ? DAY : DAY_OF_YEAR).format(instant_ms);
  const exact = `${INSTANT.format(instant_ms)} UTC`;
  return html`<time datetime="${at}" title="${exact}">${text}</time>`;
}

/** `29 January 2027, 09:30 UTC`. */
export const instantText = ({ words }: Pick<Visit, 'words'>, at: string | number): string => {
  const iso = typeof at === 'string' ? at : isoInstant(at);
  return `${words.day(iso)}, ${iso.slice(11, 16)} UTC`;
};

/** A text that is broken before each of these signs first, where a column is too narrow for it. */
export const breakableBefore = (sign: string, text: string): Html =>
  html`${text.split(sign).map((part, at) => (at === 0 ? part : html`<wbr>${sign}${part}`))}`;

export const emailText = (text: string): Html => breakableBefore('@', text);
