import { html } from '../../platform/core/html.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { newestSequence } from '../../shop/events/webhooks/webhook.sql.ts';
import {
  choicesIn,
  chooseNotifications,
  notificationsFor,
} from '../../shop/store/team/choose-notifications.ts';
import type {
  NotificationChoices,
  NotificationKind,
} from '../../shop/store/team/notification.rules.ts';
import { listNotificationChoices } from '../../shop/store/team/notification-choice.sql.ts';
import { listOpenStores, type OpenStoreRow } from '../../shop/store/team/person.sql.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { accountPage } from './layout.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';

type OfStore = { store_number: string };

const KINDS: Record<NotificationKind, { title: string; hint: string }> = {
  sale: { title: 'Sales', hint: 'Somebody has bought something, or begun a trial' },
  failed_renewal: { title: 'Failed renewals', hint: 'The first time that one is declined' },
  dispute: { title: 'Disputes', hint: 'With the last day on which you can answer' },
  webhook_disabled: {
    title: 'Webhooks switched off',
    hint: 'Your server took no events for days, so Kassa sends it none any more',
  },
  backup_failed: { title: 'Failed backups', hint: 'Of the whole installation, for its owners' },
  certificate_ending: {
    title: 'Certificate',
    hint: 'It ends in three weeks, and somebody has to see to it. For owners',
  },
};

const DELIVERIES = [
  ['', 'No mail'],
  ['at_once', 'At once'],
  ['daily', 'Once a day'],
] as const;

/** Which mails somebody gets about a store. */
export const showMails: OwnHandler<OfStore> = async (visit, request, { store_number }) => {
  const store = await storeOf(visit, store_number);
  return store ? mailsPage(visit, store, request) : redirectAfterForm(`${visit.base_path}/account`);
};

export const saveMails: OwnHandler<OfStore> = async (visit, { form }, { store_number }) => {
  const { db, session, base_path } = visit;
  const store = await storeOf(visit, store_number);
  if (!store) return redirectAfterForm(`${base_path}/account`);
  const chooser = chooserOf(visit, store);
  const chosen: NotificationChoices = {};
  for (const kind of notificationsFor(session)) {
    const delivery = form.get(kind);
    if (delivery === 'at_once' || delivery === 'daily') chosen[kind] = delivery;
  }
  const newest = await newestSequence(db.reader(store));
  await visit.change(async (tx, audit) => {
    // Whoever was removed at this very moment gets nothing.
    const open = await listOpenStores(tx, session);
    if (!open.some(({ store_id }) => store_id === store.store_id)) return;
    const before = await chooseNotifications(tx, chooser, { chosen, newest });
    await audit('/account/mails', { store: store.name, ...chosen }, before);
  });
  return redirectAfterForm(`${base_path}/account/mails/${store_number}?done=saved`);
};

async function storeOf(visit: OwnVisit, number: string): Promise<OpenStoreRow | undefined> {
  const stores = await listOpenStores(visit.db.reader(null), visit.session);
  return stores.find((store) => String(store.number) === number);
}

const chooserOf = ({ session }: OwnVisit, { store_id }: OpenStoreRow) => ({
  person_id: session.person_id,
  is_owner: session.is_owner,
  store_id,
});

async function mailsPage(
  visit: OwnVisit,
  store: OpenStoreRow,
  request: PageRequest,
): Promise<PageAnswer> {
  const { db, session, services, base_path } = visit;
  const rows = await listNotificationChoices(db.reader(null), session.person_id);
  const chosen = choicesIn(rows, chooserOf(visit, store));
  const is_saved = request.readQuery().get('done') === 'saved';
  return accountPage(visit, {
    title: 'Mails to you',
    lead: html`About <strong>${store.name}</strong>, to ${session.email}. Nobody else gets them.`,
    is_wide: true,
    note: is_saved ? 'Saved.' : undefined,
    back: { at: '/account', name: 'Your account' },
    main: html`${
      !services.mailer &&
      html`<p>This installation has no
<a href="${base_path}/account/mail-server">mail server</a> yet: nothing is sent before.</p>`
    }
<form class="form card" method="post" action="${base_path}/account/mails/${store.number}">
${notificationsFor(session).map((kind) => {
  const { title, hint } = KINDS[kind];
  return html`<div><label for="${kind}">${title}</label>
<select id="${kind}" name="${kind}" aria-describedby="${kind}-hint">${DELIVERIES.map(
    ([value, text]) =>
      html`<option value="${value}"${
        (chosen[kind] ?? '') === value && html` selected`
      }>${text}</option>`,
  )}</select><p class="hint" id="${kind}-hint">${hint}</p></div>`;
})}
<p class="hint">What you get once a day comes at 07:00 UTC, in one mail, if there was anything.</p>
<button class="button">Save</button>
</form>`,
  });
}
