import type { Static } from 'typebox';
import { Refusal } from '../../../platform/core/errors.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import type { PageRequest } from '../../../platform/http/page.ts';
import { deleteWebhook } from '../../../shop/events/webhooks/delete-webhook.ts';
import { listWebhooks } from '../../../shop/events/webhooks/list-webhooks.ts';
import { replayFailedDeliveries } from '../../../shop/events/webhooks/replay-failed-deliveries.ts';
import { updateWebhook } from '../../../shop/events/webhooks/update-webhook.ts';
import type { Webhook } from '../../../shop/events/webhooks/webhook.rules.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { confirmPage } from '../confirm-page.ts';
import { doneNote, filledWith, sendForm } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import { shownOnce } from '../shown-once.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';
import { WEBHOOK_FIELDS, wantedEvents, webhookForm } from './webhook-form.ts';

type WebhookRecord = Static<typeof Webhook>;
type OfOne = Handler<{ webhook_id: string }>;

/** A store has at most twenty: they are listed, and this one is looked for. */
export async function findWebhook(visit: Visit, webhook_id: string): Promise<WebhookRecord> {
  const { data } = await visit.ask(listWebhooks, {});
  const found = data.find((one) => one.webhook_id === webhook_id);
  if (!found) throw new Refusal('webhook_not_found');
  return found;
}

const NOTES = {
  saved: 'The webhook was changed.',
  on: 'The webhook is on. What happened while it was off is sent now.',
  off: 'The webhook is off. What happens meanwhile is sent when it is on again.',
  deleted: 'The webhook was deleted.',
};

/** What was done before this page. The number is anybody's to write: at most four digits. */
export function webhookNote(asked: PageRequest): string | undefined {
  const [, count, more] = /^(\d{1,4})(\+?)$/.exec(asked.readQuery().get('replayed') ?? '') ?? [];
  if (count === undefined) return doneNote(asked, NOTES);
  if (count === '0') return 'There are no failed deliveries in these days.';
  const first = count === '1' ? 'One delivery is' : `${count} deliveries are`;
  const last = more === '+' ? ' There are more: press the button again.' : '';
  return `${first} tried again now.${last}`;
}

/** Beside the title of a webhook. */
export const webhookLinks = (at: string, { status }: WebhookRecord): Html => {
  const is_on = status === 'enabled';
  return html`<a class="button second" href="${at}/edit">Change…</a>
  <form method="post" action="${at}/${is_on ? 'off' : 'on'}">${attemptField()}
    <button class="button second">Switch ${is_on ? 'off' : 'on'}</button></form>
  <a class="button second" href="${at}/rotate">New secret…</a>
  <a class="button second" href="${at}/delete">Delete…</a>`;
};

const ways = ({ address }: Visit, { webhook_id, url }: WebhookRecord) => {
  const at = `${address}/webhooks/${webhook_id}`;
  return { at, back: { at, name: url } };
};

const editForm = (visit: Visit, one: WebhookRecord) => {
  const { at, back } = ways(visit, one);
  return { title: 'Change the webhook', action: `${at}/edit`, button: 'Save', back };
};

const showEdit: OfOne = async (visit, _, { webhook_id }) => {
  const one = await findWebhook(visit, webhook_id);
  const { url, name, format } = one;
  const ticked = { [format === 'creem' ? 'creem_events' : 'events']: one.events ?? [] };
  const filled = filledWith(WEBHOOK_FIELDS, { url, name, format, ...ticked });
  return webhookForm(visit, editForm(visit, one), filled);
};

const edit: OfOne = async (visit, asked, { webhook_id }) => {
  const one = await findWebhook(visit, webhook_id);
  const sent = await sendForm(
    { fields: WEBHOOK_FIELDS, sent: asked, refused: 'The webhook was not changed' },
    ({ url, name, format, ...ticked }) => {
      const events = wantedEvents({ format, ...ticked });
      return visit.ask(updateWebhook, { webhook_id, url, name, format, events });
    },
  );
  if ('again' in sent) return webhookForm(visit, editForm(visit, one), sent.again);
  return redirectAfterForm(`${ways(visit, one).at}?done=saved`);
};

const switchTo =
  (status: 'enabled' | 'disabled'): OfOne =>
  async (visit, _, { webhook_id }) => {
    const one = await visit.ask(updateWebhook, { webhook_id, status });
    return redirectAfterForm(`${ways(visit, one).at}?done=${status === 'enabled' ? 'on' : 'off'}`);
  };

const askToRotate: OfOne = async (visit, _, { webhook_id }) => {
  const one = await findWebhook(visit, webhook_id);
  const { at, back } = ways(visit, one);
  return confirmPage(visit, {
    ...{ section: 'webhooks', back, title: 'Make a new secret?', action: `${at}/rotate` },
    text: `What is sent to ${one.url} is signed with both secrets for a day, so that there is time
    to change it there. After that, only with the new one.`,
    button: 'Make a new secret',
    is_dangerous: false,
  });
};

const rotate: OfOne = async (visit, { form }, { webhook_id }) => {
  const once = visit.onceFor(form.get('attempt'), 'update-webhook');
  const one = await visit.ask(updateWebhook, { webhook_id, rotate_secret: true }, once);
  const { back } = ways(visit, one);
  return dashboardPage(visit, {
    ...{ title: 'The new secret', section: 'webhooks', back, can_copy: true },
    main: html`${one.secret !== null && shownOnce('The secret', one.secret)}
<p>The old secret also signs what is sent, for one more day.
<a href="${back.at}">To the webhook</a></p>`,
  });
};

const askToDelete: OfOne = async (visit, _, { webhook_id }) => {
  const one = await findWebhook(visit, webhook_id);
  const { at, back } = ways(visit, one);
  return confirmPage(visit, {
    ...{ section: 'webhooks', back, title: 'Delete the webhook?', action: `${at}/delete` },
    text: `Nothing is sent to ${one.url} any more. What has not been delivered to it is dropped, and
    its deliveries are not listed any more. This cannot be undone; to pause it, switch it off.`,
    button: 'Delete the webhook',
  });
};

const remove: OfOne = async (visit, { form }, { webhook_id }) => {
  const once = visit.onceFor(form.get('attempt'), 'delete-webhook');
  await visit.ask(deleteWebhook, { webhook_id }, once);
  return redirectAfterForm(`${visit.address}/webhooks?done=deleted`);
};

const replayFailed: OfOne = async (visit, { form }, { webhook_id }) => {
  const once = visit.onceFor(form.get('attempt'), 'replay-failed-deliveries');
  const [since, until] = ['since', 'until'].map((name) => form.get(name) || undefined);
  const input = { webhook_id, since, until };
  const { replayed, more_left } = await visit.ask(replayFailedDeliveries, input, once);
  const count = `${replayed}${more_left ? '%2B' : ''}`;
  return redirectAfterForm(`${visit.address}/webhooks/${webhook_id}?replayed=${count}`);
};

const may = (handler: OfOne): OfOne => ifAllowed(updateWebhook, handler);

export const webhookActions = [
  route('/webhooks/:webhook_id/edit', { GET: may(showEdit), POST: may(edit) }),
  route('/webhooks/:webhook_id/on', { POST: may(switchTo('enabled')) }),
  route('/webhooks/:webhook_id/off', { POST: may(switchTo('disabled')) }),
  route('/webhooks/:webhook_id/rotate', { GET: may(askToRotate), POST: may(rotate) }),
  route('/webhooks/:webhook_id/delete', {
    GET: ifAllowed(deleteWebhook, askToDelete),
    POST: ifAllowed(deleteWebhook, remove),
  }),
  route('/webhooks/:webhook_id/replay', {
    POST: ifAllowed(replayFailedDeliveries, replayFailed),
  }),
];
