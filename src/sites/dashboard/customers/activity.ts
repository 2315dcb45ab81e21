import { type Html, html } from '../../../platform/core/html.ts';
import type { ShownActivity } from '../../../shop/events/activity.rules.ts';
import { card } from '../layout.ts';
import { instant } from '../text.ts';
import type { Visit } from '../visit.ts';
import { activityText } from './activity-text.ts';

interface Timeline {
  title: string;
  entries: readonly ShownActivity[];
  /** The next page, if there is one. */
  next?: string | undefined;
  /** Beside the title. */
  more?: Html;
}

/** What happened, newest first, each with the way to its record. */
export function activityList(visit: Visit, { title, entries, next, more }: Timeline): Html {
  const lines = entries.flatMap((entry) => {
    const text = activityText(visit, entry);
    return text === undefined ? [] : { entry, text };
  });
  return card(
    title,
    html`${
      lines.length > 0
        ? html`<ol class="timeline">${lines.map(
            ({ entry, text }) => html`<li class="${text.mood}">
  <div>${text.what}${text.more && html` <span class="quiet">${text.more}</span>`}</div>
  <span class="quiet">${instant(entry.created_at)}</span></li>`,
          )}</ol>`
        : html`<p class="quiet">Nothing yet.</p>`
    }
${next && html`<p><a rel="next" href="${next}">Older</a></p>`}`,
    more,
  );
}
