import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { getWebhookDelivery } from '../../../shop/events/webhooks/get-webhook-delivery.ts';
import { listWebhookDeliveries } from '../../../shop/events/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../../shop/events/webhooks/list-webhooks.ts';
import { replayEvent } from '../../../shop/events/webhooks/replay-event.ts';
import type { Delivery, Webhook } from '../../../shop/events/webhooks/webhook.rules.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { csvColumn, instantColumn } from '../columns.ts';
import { doneNote } from '../form.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { type Column, listRoutesFor, rowsTable } from '../list.ts';
import { recordLink } from '../record-link.ts';
import { breakableBefore, instant, instantOrNull } from '../text.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

type DeliveryRecord = Static<typeof Delivery>;
type Webhooks = Pick<Static<typeof Webhook>, 'webhook_id' | 'url'>[];

/** How it stands with a delivery, in a word. */
const state = ({ status, attempts }: DeliveryRecord): Html => {
  if (status === 'delivered') return chip('good', 'Delivered');
  if (status === 'failed') return chip('bad', 'Given up');
  return attempts === 0 ? chip('over', 'Waiting') : chip('warn', 'Failing, tried again');
};

/** What the receiver answered last, in a few words. */
const answer = ({ response_status, error }: DeliveryRecord): string =>
  response_status === null ? (error ?? '') : String(response_status);

const took = ({ words }: Visit, { duration_ms }: DeliveryRecord): string | null =>
  duration_ms === null ? null : `${words.number(duration_ms)} ms`;

const STATES = { pending: 'Waiting or failing', delivered: 'Delivered', failed: 'Given up' };

const columns = (webhooks: Webhooks): Column<DeliveryRecord>[] => [
  {
    title: 'Event',
    wraps: true,
    cell: ({ delivery_id, event_type }, { address }) =>
      html`<a href="${address}/deliveries/${delivery_id}">${breakableBefore('.', event_type)}</a>`,
    csv: ({ event_type }) => event_type,
  },
  { title: 'State', cell: state, csv: ({ status }) => status },
  {
    title: 'To',
    wraps: true,
    cell: ({ webhook_id }, visit) => addressOf(visit, webhooks, webhook_id),
    csv: ({ webhook_id }) => webhook_id,
  },
  {
    title: 'Last answer',
    wraps: true,
    cell: (one, visit) => html`${answer(one)} <span class="quiet">${took(visit, one)}</span>`,
    csv: answer,
  },
  csvColumn('Took', 'duration_ms'),
  {
    title: 'Attempts',
    cell: ({ attempts }) => attempts,
    csv: ({ attempts }) => attempts,
    is_number: true,
  },
  instantColumn('Last attempt', 'last_attempt_at'),
];

const addressOf = ({ address }: Visit, webhooks: Webhooks, webhook_id: string): Html => {
  const known = webhooks.find((one) => one.webhook_id === webhook_id);
  return known
    ? html`<a class="address" title="${known.url}"
    href="${address}/webhooks/${webhook_id}">${known.url}</a>`
    : html`<code>${webhook_id}</code>`;
};

export const deliveriesTable = (
  visit: Visit,
  deliveries: DeliveryRecord[],
  webhooks: Webhooks,
): Html => rowsTable(visit, { title: 'Deliveries', columns: columns(webhooks) }, deliveries);

/** Of one webhook, whose address stands above them. */
export const ownDeliveriesTable = (visit: Visit, deliveries: DeliveryRecord[]): Html => {
  const shown = columns([]).filter(({ title }) => title !== 'To');
  return rowsTable(visit, { title: 'Deliveries', columns: shown }, deliveries);
};

const list = listRoutesFor('/deliveries', async (visit) => {
  const { data: webhooks } = await visit.ask(listWebhooks, {});
  return {
    section: 'webhooks',
    title: 'Deliveries',
    filters: [
      { name: 'status', label: 'State', choices: STATES },
      {
        name: 'webhook_id',
        label: 'Webhook',
        choices: webhooks.map(({ webhook_id, url }) => ({ value: webhook_id, label: url })),
      },
      { name: 'event_id', label: 'Event' },
    ],
    columns: columns(webhooks),
    operation: listWebhookDeliveries,
    empty: 'What is sent to webhooks is listed here, for 30 days.',
  };
});

const show: Handler<{ delivery_id: string }> = async (visit, request, { delivery_id }) => {
  const one = await visit.ask(getWebhookDelivery, { delivery_id });
  const { data: webhooks } = await visit.ask(listWebhooks, {});
  const webhook = webhooks.find(({ webhook_id }) => webhook_id === one.webhook_id);
  const can_replay = visit.may(replayEvent) && webhook?.status === 'enabled';
  const { words, address } = visit;
  return dashboardPage(visit, {
    title: `Delivery of ${one.event_type}`,
    section: 'webhooks',
    back: { at: `${address}/deliveries`, name: 'Deliveries' },
    note: doneNote(request, { replayed: 'It is sent again: this is the new delivery.' }),
    actions:
      can_replay &&
      html`<form method="post" action="${address}/deliveries/${delivery_id}/replay">
      ${attemptField()}<button class="button second">Send again</button></form>`,
    main: html`<div class="halves">${card(
      'Delivery',
      facts([
        ['State', state(one)],
        ['Event', recordLink(visit, one.event_id)],
        ['To', addressOf(visit, webhooks, one.webhook_id)],
        ['Attempts', words.number(one.attempts)],
        ['Last attempt', instantOrNull(one.last_attempt_at)],
        ['Next attempt', instantOrNull(one.next_attempt_at)],
        ['Delivered', instantOrNull(one.delivered_at)],
        ['Since', instant(one.created_at)],
        ['Identifier', html`<code>${delivery_id}</code>`],
      ]),
    )}
${card('Last answer', answered(visit, one))}</div>
${card(
  'What is sent',
  html`<pre tabindex="0" aria-label="What is sent">${indented(one.request_body)}</pre>`,
)}`,
  });
};

function answered(visit: Visit, one: DeliveryRecord): Html {
  if (one.attempts === 0) return html`<p class="quiet">It has not been tried yet.</p>`;
  const { response_body } = one;
  return html`${facts([
    ['Status', one.response_status],
    ['Problem', one.error],
    ['Took', took(visit, one)],
  ])}
${
  response_body
    ? html`<p class="quiet">The beginning of what it said:</p>
<pre tabindex="0" aria-label="Answer">${response_body}</pre>`
    : one.response_status !== null && html`<p class="quiet">It said nothing more.</p>`
}`;
}

/** The same data on several lines, to be read. */
const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

const replay: Handler<{ delivery_id: string }> = async (visit, { form }, { delivery_id }) => {
  const { event_id, webhook_id } = await visit.ask(getWebhookDelivery, { delivery_id });
  const once = visit.onceFor(form.get('attempt'), 'replay-event');
  const { deliveries } = await visit.ask(replayEvent, { event_id, webhook_id }, once);
  const made = deliveries[0]?.delivery_id ?? delivery_id;
  return redirectAfterForm(`${visit.address}/deliveries/${made}?done=replayed`);
};

export const deliveryRoutes = [
  ...list,
  route('/deliveries/:delivery_id', { GET: show }),
  route('/deliveries/:delivery_id/replay', { POST: ifAllowed(replayEvent, replay) }),
];
