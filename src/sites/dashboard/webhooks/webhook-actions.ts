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
import { shownOnce } from '../copy.ts';
import { doneNote } from '../form.ts';
import { confirmHandlers, form, formHandlers } from '../form-page.ts';
import { dashboardPage } from '../layout.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';
import { chosenEvents, WEBHOOK_FIELDS, WEBHOOK_PARTS } from './webhook-form.ts';

type WebhookRecord = Static<typeof Webhook>;
type OfWebhook = { webhook_id: string };
type OfOne = Handler<OfWebhook>;

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
export function webhookNote(request: PageRequest): string | undefined {
  const [, count, more] = /^(\d{1,4})(\+?)$/.exec(request.readQuery().get('replayed') ?? '') ?? [];
  if (count === undefined) return doneNote(request, NOTES);
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

const edit = formHandlers(updateWebhook, async (visit, { webhook_id }: OfWebhook) => {
  const one = await findWebhook(visit, webhook_id);
  const { at, back } = ways(visit, one);
  const ticked = { [one.format === 'creem' ? 'creem_events' : 'events']: one.events ?? [] };
  const { url, name, format } = one;
  return form(WEBHOOK_FIELDS, {
    ...{ section: 'webhooks', title: 'Change the webhook', back, button: 'Save' },
    ...{ filled: { url, name, format, ...ticked }, parts: WEBHOOK_PARTS },
    refused: 'The webhook was not changed',
    async send({ url, name, format, ...ticked }) {
      const events = chosenEvents({ format, ...ticked });
      await visit.ask(updateWebhook, { webhook_id, url, name, format, events });
      return redirectAfterForm(`${at}?done=saved`);
    },
  });
});

const switchTo =
  (status: 'enabled' | 'disabled'): OfOne =>
  async (visit, _, { webhook_id }) => {
    const one = await visit.ask(updateWebhook, { webhook_id, status });
    return redirectAfterForm(`${ways(visit, one).at}?done=${status === 'enabled' ? 'on' : 'off'}`);
  };

const rotate = confirmHandlers<OfWebhook>(updateWebhook, {
  async ask(visit, { webhook_id }) {
    const one = await findWebhook(visit, webhook_id);
    return {
      ...{ section: 'webhooks', back: ways(visit, one).back, title: 'Create a new secret?' },
      text: `What is sent to ${one.url} is signed with both secrets for a day, so that there is time
      to change it there. After that, only with the new one.`,
      ...{ button: 'Create a new secret', is_harmless: true },
    };
  },
  async act(visit, { webhook_id }, once) {
    const one = await visit.ask(updateWebhook, { webhook_id, rotate_secret: true }, once);
    const { back } = ways(visit, one);
    return dashboardPage(visit, {
      ...{ title: 'The new secret', section: 'webhooks', back, can_copy: true },
      main: html`${one.secret !== null && shownOnce('The secret', one.secret)}
<p>The old secret also signs what is sent, for one more day.
<a href="${back.at}">To the webhook</a></p>`,
    });
  },
});

const remove = confirmHandlers<OfWebhook>(deleteWebhook, {
  async ask(visit, { webhook_id }) {
    const one = await findWebhook(visit, webhook_id);
    return {
      ...{ section: 'webhooks', back: ways(visit, one).back, title: 'Delete the webhook?' },
      text: `Nothing is sent to ${one.url} any more. What has not been delivered to it is dropped,
      and its deliveries are not listed any more. This cannot be undone; to pause it, switch it
      off.`,
      button: 'Delete the webhook',
    };
  },
  async act(visit, { webhook_id }, once) {
    await visit.ask(deleteWebhook, { webhook_id }, once);
    return '/webhooks?done=deleted';
  },
});

const replayFailed: OfOne = async (visit, { form }, { webhook_id }) => {
  const once = visit.onceFor(form.get('attempt'), 'replay-failed-deliveries');
  const [since, until] = ['since', 'until'].map((name) => form.get(name) || undefined);
  const input = { webhook_id, since, until };
  const { replayed, more_left } = await visit.ask(replayFailedDeliveries, input, once);
  const count = `${replayed}${more_left ? '%2B' : ''}`;
  return redirectAfterForm(`${visit.address}/webhooks/${webhook_id}?replayed=${count}`);
};

export const webhookActions = [
  route('/webhooks/:webhook_id/edit', edit),
  route('/webhooks/:webhook_id/on', { POST: ifAllowed(updateWebhook, switchTo('enabled')) }),
  route('/webhooks/:webhook_id/off', { POST: ifAllowed(updateWebhook, switchTo('disabled')) }),
  route('/webhooks/:webhook_id/rotate', rotate),
  route('/webhooks/:webhook_id/delete', remove),
  route('/webhooks/:webhook_id/replay', { POST: ifAllowed(replayFailedDeliveries, replayFailed) }),
];
