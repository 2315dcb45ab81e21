import { type Html, html } from '../../../platform/core/html.ts';
import { listCustomerActivity } from '../../../shop/events/list-customer-activity.ts';
import { happeningsCard } from '../happenings.ts';
import { customerAddress } from '../record-link.ts';
import type { Visit } from '../visit.ts';

const SHOWN = 20;

/** What happened to one record of a customer, the newest first. */
export async function historyOf(
  visit: Visit,
  { customer_id, record_id }: { customer_id: string; record_id: string },
): Promise<Html> {
  const about = { customer_id, record_id, limit: SHOWN };
  const { data } = await visit.ask(listCustomerActivity, about);
  const more = html`<a href="${customerAddress(visit, customer_id)}">All of the customer</a>`;
  return happeningsCard(visit, { rows: data, more });
}
