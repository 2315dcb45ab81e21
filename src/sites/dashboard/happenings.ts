import { recordIdOf } from '../../platform/core/events.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { listCustomerActivity } from '../../shop/events/list-customer-activity.ts';
import { activityList } from './customers/activity.ts';
import { card } from './layout.ts';
import { type Column, rowsTable } from './list.ts';
import { customerAddress, recordLink } from './record-link.ts';
import { instant } from './text.ts';
import type { Visit } from './visit.ts';

interface Happening {
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

const SHOWN = 20;

/** What happened to one record of a customer, the newest first. */
export async function historyOf(
  visit: Visit,
  { customer_id, record_id }: { customer_id: string; record_id: string },
): Promise<Html> {
  const about = { customer_id, record_id, limit: SHOWN };
  const { data } = await visit.ask(listCustomerActivity, about);
  const more = html`<a href="${customerAddress(visit, customer_id)}">All of the customer</a>`;
  return activityList(visit, { title: 'What happened', entries: data, more });
}

/** What happened, by its events. */
export const happeningsCard = (
  visit: Visit,
  { rows, more }: { rows: readonly Happening[]; more: Html | false },
): Html =>
  card(
    'What happened',
    rowsTable(visit, { title: 'What happened', columns: COLUMNS, empty: 'Nothing yet.' }, rows),
    more,
  );

const COLUMNS: Column<Happening>[] = [
  { title: 'When', cell: ({ created_at }) => instant(created_at) },
  { title: 'Event', wraps: true, cell: ({ type }) => typeText(type) },
  {
    title: 'About',
    wraps: true,
    cell: ({ type, data }, visit) => recordLink(visit, recordIdOf(type, data)),
  },
];

/** `subscription.renewal_coming`: `Subscription renewal coming`. */
const typeText = (type: string): string => {
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
