import { html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { mayStop } from '../../shop/events/notifications/stop-link.rules.ts';
import { chooseNotifications } from '../../shop/store/team/choose-notifications.ts';
import {
  findPerson,
  listOpenStores,
  type OpenStoreRow,
  type PersonRow,
} from '../../shop/store/team/person.sql.ts';
import { noticePage } from '../shared/notice.ts';
import { accountPage } from './layout.ts';
import { auditAccount, type Handler, type Visit } from './visit.ts';

type Link = { store_number: string; member_id: string; token: string };

/** The link at the end of each mail: it works without signing in, and asks first. */
export const showStopMails: Handler<Link> = async (visit, request, link) => {
  const found = await mailsOf(visit, link);
  if (!found) {
    const { base_path } = visit;
    return noticePage(request, { base_path, status: 404 }, ({ notFound }) => notFound);
  }
  const { store, person } = found;
  const { base_path } = visit;
  const { store_number, member_id, token } = link;
  const action = `${base_path}/account/stop-mails/${store_number}/${member_id}/${token}`;
  return accountPage(visit, {
    title: 'Stop these mails?',
    lead: html`Kassa would write nothing more to ${person.email} about
<strong>${store.name}</strong>. Buyers get their mails as before.`,
    main: html`<form class="form" method="post" action="${action}">
<button class="button">Stop these mails</button></form>
<p class="foot"><a href="${base_path}/account/mails/${store.number}">
Choose which ones you get</a></p>`,
  });
};

export const stopMails: Handler<Link> = async (visit, request, link): Promise<PageAnswer> => {
  const { db, base_path } = visit;
  const found = await mailsOf(visit, link);
  if (!found) return noticePage(request, { base_path, status: 404 }, ({ notFound }) => notFound);
  const { store, person } = found;
  const { person_id, is_owner } = person;
  await db.write(null, async (tx) => {
    const chooser = { person_id, is_owner, store_id: store.store_id };
    const before = await chooseNotifications(tx, chooser, { chosen: {}, newest: 0 });
    if (Object.keys(before).length === 0) return; // Pressed twice.
    const after = { store: store.name, stopped: 'by the link in a mail' };
    await auditAccount(tx, visit, person_id, '/account/mails', { before, after });
  });
  return accountPage(visit, {
    title: 'You get no more of these mails',
    lead: html`About <strong>${store.name}</strong>, to ${person.email}.`,
    main: html`<p class="foot"><a href="${base_path}/account/mails/${store.number}">Choose some
again</a></p>`,
  });
};

async function mailsOf(
  { db, services }: Visit,
  { store_number, member_id: person_id, token }: Link,
): Promise<{ store: OpenStoreRow; person: PersonRow } | undefined> {
  const mails = { store_number: Number(store_number), person_id };
  if (!mayStop(services.secrets, mails, token)) return undefined;
  const reader = db.reader(null);
  const person = await findPerson(reader, person_id);
  const stores = person ? await listOpenStores(reader, person) : [];
  const store = stores.find(({ number }) => number === mails.store_number);
  return person && store && { person, store };
}
