import { recordIdOf } from '../../../core/events.ts';
import { listEvents } from '../../../events/list-events.ts';
import { type Html, html } from '../../shared/html.ts';
import { instantText } from '../instant-text.ts';
import { card } from '../layout.ts';
import { rowsTable } from '../list.ts';
import type { Visit } from '../visit.ts';

const EVENTS_SHOWN = 100;

/** What happened during a move of the clock, in order. */
export async function eventsSince(visit: Visit, after: string | undefined): Promise<Html | false> {
  const after_sequence = Number(after);
  if (after === undefined || !Number.isSafeInteger(after_sequence) || after_sequence < 0)
    return false;
  const { data, has_more } = await visit.ask(listEvents, { after_sequence, limit: EVENTS_SHOWN });
  const rows = data.map(({ type, created_at, data: record }) => ({
    type,
    created_at,
    record_id: recordIdOf(type, { ...record }),
  }));
  return card(
    'What happened',
    rowsTable(
      visit,
      {
        title: 'What happened',
        columns: [
          { title: 'When', cell: ({ created_at }) => instantText(visit, created_at) },
          { title: 'Event', cell: ({ type }) => eventText(type) },
          { title: 'About', cell: ({ record_id }) => recordLink(visit, record_id) },
        ],
      },
      rows,
    ),
    has_more && html`<a href="${visit.address}/events">The first ${EVENTS_SHOWN}; all events</a>`,
  );
}

/** `subscription.renewal_coming`: `Subscription renewal coming`. */
const eventText = (type: string): string => {
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const PLACES = { sub: 'subscriptions', txn: 'payments', lic: 'licenses', prod: 'products' };

function recordLink({ address }: Visit, record_id: string): Html {
  const [prefix = ''] = record_id.split('_');
  const place = Object.entries(PLACES).find(([name]) => name === prefix)?.[1];
  const text = html`<code>${record_id}</code>`;
  return place === undefined ? text : html`<a href="${address}/${place}/${record_id}">${text}</a>`;
}
