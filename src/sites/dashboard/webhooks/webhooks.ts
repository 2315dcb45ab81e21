import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { createWebhook } from '../../../shop/events/webhooks/create-webhook.ts';
import { listWebhookDeliveries } from '../../../shop/events/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../../shop/events/webhooks/list-webhooks.ts';
import { replayFailedDeliveries } from '../../../shop/events/webhooks/replay-failed-deliveries.ts';
import { updateWebhook } from '../../../shop/events/webhooks/update-webhook.ts';
import type { Webhook } from '../../../shop/events/webhooks/webhook.rules.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { route } from '../../shared/router.ts';
import { shownOnce } from '../copy.ts';
import { form, formHandlers } from '../form-page.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { auditLink } from '../record-link.ts';
import { instant, instantOrNull } from '../text.ts';
import type { Handler, Visit } from '../visit.ts';
import { ownDeliveriesTable } from './deliveries.ts';
import { findWebhook, webhookActions, webhookLinks, webhookNote } from './webhook-actions.ts';
import { chosenEvents, WEBHOOK_FIELDS, WEBHOOK_PARTS } from './webhook-form.ts';

type WebhookRecord = Static<typeof Webhook>;

const FORMATS = { kassa: 'Kassa', creem: 'Creem' };

const REASONS = {
  seller: 'Switched off',
  gone: 'Switched off: it answered “gone” (410)',
  failing: 'Switched off: it failed for three days',
};

function state({ status, disabled_reason, failing_since }: WebhookRecord): Html {
  if (status !== 'enabled') {
    const is_bad = disabled_reason !== 'seller';
    return chip(is_bad ? 'bad' : 'over', REASONS[disabled_reason ?? 'seller']);
  }
  return failing_since === null ? chip('good', 'Active') : chip('warn', 'Failing');
}

const eventsText = ({ events }: WebhookRecord): string =>
  events === null ? 'All' : events.length > 3 ? `${events.length} types` : events.join(', ');

const COLUMNS = [
  {
    title: 'Address',
    wraps: true,
    cell: ({ webhook_id, url }: WebhookRecord, { address }: Visit) =>
      html`<a class="address" title="${url}"
      href="${address}/webhooks/${webhook_id}">${url}</a>`,
  },
  { title: 'Name', wraps: true, cell: ({ name }: WebhookRecord) => name },
  { title: 'Format', cell: ({ format }: WebhookRecord) => FORMATS[format] },
  { title: 'State', cell: state },
  { title: 'Events', wraps: true, cell: eventsText },
  {
    title: 'Last delivery',
    cell: ({ last_delivered_at }: WebhookRecord) => instantOrNull(last_delivered_at),
  },
];

/** There are at most twenty: no filters, no pages. */
const showAll: Handler = async (visit, request) => {
  const { data } = await visit.ask(listWebhooks, {});
  const { address } = visit;
  return dashboardPage(visit, {
    section: 'webhooks',
    note: webhookNote(request),
    actions: html`<a href="${address}/deliveries">Deliveries</a>
    ${
      visit.may(createWebhook) &&
      html`<a class="button" href="${address}/webhooks/new">New webhook</a>`
    }`,
    main:
      data.length > 0
        ? rowsTable(visit, { title: 'Webhooks', columns: COLUMNS }, data)
        : html`<div class="empty">A webhook is an address of yours that receives everything that
        happens in this store.</div>`,
  });
};

const create = formHandlers(createWebhook, (visit) =>
  form(WEBHOOK_FIELDS, {
    ...{ section: 'webhooks', title: 'New webhook', button: 'Create webhook' },
    ...{ parts: WEBHOOK_PARTS, refused: 'The webhook was not created' },
    async send(values, once) {
      const { url, name, format } = values;
      const input = { url, name, format, events: chosenEvents(values) };
      return createdPage(visit, await visit.ask(createWebhook, input, once));
    },
  }),
);

const createdPage = (visit: Visit, created: Static<typeof createWebhook.output>) => {
  const { webhook_id, url, secret, format } = created;
  return dashboardPage(visit, {
    title: 'The webhook was created',
    section: 'webhooks',
    back: { at: `${visit.address}/webhooks/${webhook_id}`, name: url },
    can_copy: true,
    main: html`${secret !== null && shownOnce('The secret', secret)}
<p>What is sent to ${url} is signed with it, as Standard Webhooks describes${
      format === 'creem' && ', and as Creem does'
    }.
<a href="${visit.address}/webhooks/${webhook_id}">To the webhook</a></p>`,
  });
};

const show: Handler<{ webhook_id: string }> = async (visit, request, { webhook_id }) => {
  const one = await findWebhook(visit, webhook_id);
  const { data: deliveries } = await visit.ask(listWebhookDeliveries, { webhook_id, limit: 20 });
  const at = `${visit.address}/webhooks/${webhook_id}`;
  return dashboardPage(visit, {
    title: one.url,
    section: 'webhooks',
    note: webhookNote(request),
    actions: visit.may(updateWebhook) && webhookLinks(at, one),
    main: html`${card(
      'Webhook',
      facts([
        ['Name', one.name],
        ['State', state(one)],
        ['Format', FORMATS[one.format]],
        ['Events', one.events === null ? 'All' : one.events.join(', ')],
        ['Failing since', instantOrNull(one.failing_since)],
        ['Last delivery', instantOrNull(one.last_delivered_at)],
        ['Created', instant(one.created_at)],
        ['Identifier', html`<code>${webhook_id}</code>`],
      ]),
      auditLink(visit, webhook_id),
    )}
${card(
  'Deliveries',
  html`${
    deliveries.length > 0
      ? ownDeliveriesTable(visit, deliveries)
      : html`<p class="quiet">Nothing was sent to it yet.</p>`
  }
${visit.may(replayFailedDeliveries) && one.status === 'enabled' && replayForm(at)}`,
  html`<a href="${visit.address}/deliveries?webhook_id=${webhook_id}">All</a>`,
)}`,
  });
};

const replayForm = (at: string): Html =>
  html`<form class="filters" method="post" action="${at}/replay">
  ${attemptField()}
  <div><label for="since">Failed since</label><input id="since" name="since" type="date"></div>
  <div><label for="until">Until</label><input id="until" name="until" type="date"></div>
  <div class="actions"><button class="button second small">Try all failed again now</button></div>
</form>`;

export const webhookRoutes = [
  route('/webhooks', { GET: showAll }),
  route('/webhooks/new', create),
  route('/webhooks/:webhook_id', { GET: show }),
  ...webhookActions,
];
