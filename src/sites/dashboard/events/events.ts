import type { Static } from 'typebox';
import { EVENT_TYPES, recordIdOf } from '../../../platform/core/events.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import type { Event } from '../../../shop/events/event.rules.ts';
import { getEvent } from '../../../shop/events/get-event.ts';
import { listEvents } from '../../../shop/events/list-events.ts';
import { listWebhookDeliveries } from '../../../shop/events/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../../shop/events/webhooks/list-webhooks.ts';
import { replayEvent } from '../../../shop/events/webhooks/replay-event.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { instantColumn } from '../columns.ts';
import { card, dashboardPage, facts } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { customerLink, recordLink } from '../record-link.ts';
import { instant } from '../text.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';
import { deliveriesTable } from '../webhooks/deliveries.ts';

type EventRecord = Static<typeof Event>;

/** The record that an event is about. */
function subjectOf(visit: Visit, { type, data }: EventRecord): Html {
  const id = recordIdOf(type, data);
  return type.startsWith('customer.') ? customerLink(visit, id) : recordLink(visit, id);
}

const list = listRoutes({
  section: 'events',
  filters: [
    {
      name: 'type',
      label: 'What happened',
      choices: EVENT_TYPES.map((type) => ({ value: type, label: type })),
    },
    { name: 'record_id', label: 'Identifier' },
  ],
  columns: [
    {
      title: 'What happened',
      cell: ({ type, event_id }, { address }) =>
        html`<a href="${address}/events/${event_id}">${type}</a>`,
      csv: ({ type }) => type,
    },
    {
      title: 'About',
      cell: (event, visit) => subjectOf(visit, event),
      csv: ({ type, data }) => recordIdOf(type, data),
    },
    instantColumn('When', 'created_at'),
    {
      title: 'Number',
      cell: ({ sequence }, { words }) => words.number(sequence),
      csv: ({ sequence }) => sequence,
      is_number: true,
    },
  ],
  operation: listEvents,
  empty: 'Everything that happens in this store is listed here, and sent to its webhooks.',
});

const show: Handler<{ event_id: string }> = async (visit, request, { event_id }) => {
  const event = await visit.ask(getEvent, { event_id });
  const { data: deliveries } = await visit.ask(listWebhookDeliveries, { event_id, limit: 50 });
  const { data: webhooks } = await visit.ask(listWebhooks, {});
  const open = webhooks.filter(({ status }) => status === 'enabled');
  const can_replay = visit.may(replayEvent) && open.length > 0;
  return dashboardPage(visit, {
    title: event.type,
    section: 'events',
    note: replayedNote(request.readQuery().get('replayed')),
    main: html`${card(
      'Event',
      facts([
        ['About', subjectOf(visit, event)],
        ['When', instant(event.created_at)],
        ['Number', visit.words.number(event.sequence)],
        ['Identifier', html`<code>${event_id}</code>`],
      ]),
    )}
${card(
  'Deliveries',
  html`${
    deliveries.length > 0
      ? deliveriesTable(visit, deliveries, webhooks)
      : html`<p class="quiet">It was sent to no webhook.</p>`
  }
${can_replay && replayForm(visit, event_id, open)}`,
)}
${card(
  'Data',
  html`<p class="quiet">The record as it then was, as it is sent to webhooks.</p>
<pre tabindex="0" aria-label="Data">${JSON.stringify(event, null, 2)}</pre>`,
)}`,
  });
};

const replayForm = (
  { address }: Visit,
  event_id: string,
  webhooks: { webhook_id: string; url: string }[],
): Html => html`<form class="filters" method="post" action="${address}/events/${event_id}/replay">
  ${attemptField()}
  <div class="wide"><label for="webhook_id">Send it again to</label>
  <select id="webhook_id" name="webhook_id">
    <option value="">All webhooks that want such events</option>
    ${webhooks.map(({ webhook_id, url }) => html`<option value="${webhook_id}">${url}</option>`)}
  </select></div>
  <div class="actions"><button class="button second small">Send again</button></div>
</form>`;

/** The number is in the address, where anybody can write one: at most a few digits are shown. */
function replayedNote(count: string | undefined): string | undefined {
  if (count === undefined || !/^\d{1,3}$/.test(count)) return undefined;
  if (count === '0') return 'No webhook wants such events: nothing is sent.';
  return count === '1'
    ? 'It is sent again to one webhook.'
    : `It is sent again to ${count} webhooks.`;
}

const replay: Handler<{ event_id: string }> = async (visit, { form }, { event_id }) => {
  const once = visit.onceFor(form.get('attempt'), 'replay-event');
  const webhook_id = form.get('webhook_id') || undefined;
  const { deliveries } = await visit.ask(replayEvent, { event_id, webhook_id }, once);
  const count = deliveries.length;
  return redirectAfterForm(`${visit.address}/events/${event_id}?replayed=${count}`);
};

export const eventRoutes = [
  ...list,
  route('/events/:event_id', { GET: show }),
  route('/events/:event_id/replay', { POST: ifAllowed(replayEvent, replay) }),
];
