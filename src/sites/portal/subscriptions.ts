import { type Html, html } from '../../platform/core/html.ts';
import type { ListPage } from '../../platform/core/pagination.ts';
import { listSubscriptions } from '../../shop/subscriptions/list-subscriptions.ts';
import { nextPayment } from '../../shop/subscriptions/next-payment.ts';
import { listInput, type Range, restLink, type Section } from './lists.ts';
import { readPlusTax } from './plus-tax.ts';
import { type IsPlusTax, planText, priceText, statusChip, statusText, tile } from './status.ts';
import { productOf, type SubscriptionRecord, type Visit } from './visit.ts';
import { wayBack } from './way-back.ts';

const SORTED_AT_HOME = 50;
const SHOWN_AT_HOME = 5;

/** What has ended is of less interest than what goes on. */
const runningFirst = (list: SubscriptionRecord[]): SubscriptionRecord[] =>
  list.toSorted((a, b) => Number(a.status === 'canceled') - Number(b.status === 'canceled'));

export type SubscriptionList = ListPage<SubscriptionRecord>;

export const readSubscriptions = (visit: Visit, range: Range): Promise<SubscriptionList> =>
  visit.ask(listSubscriptions, {
    ...listInput(visit, range),
    ...(range.is_home && { limit: SORTED_AT_HOME }),
  });

export async function subscriptionsSection(
  visit: Visit,
  range: Range,
  read?: SubscriptionList,
): Promise<Section> {
  const list = read ?? (await readSubscriptions(visit, range));
  if (list.data.length === 0) return { items: [], more: undefined };
  const shown = range.is_home ? runningFirst(list.data).slice(0, SHOWN_AT_HOME) : list.data;
  const is_plus_tax = await readPlusTax(visit);
  const items: Html[] = [];
  const pictures: string[] = [];
  for (const one of shown) {
    const product = await productOf(visit, one.plan_id);
    if (product.image_url) pictures.push(product.image_url);
    items.push(await subscriptionItem(visit, one, { is_plus_tax, image_url: product.image_url }));
  }
  const is_all = shown.length === list.data.length;
  const next_cursor = is_all ? list.next_cursor : 'more';
  return { items, pictures, more: restLink(visit, 'subscriptions', { range, next_cursor }) };
}

async function subscriptionItem(
  visit: Visit,
  one: SubscriptionRecord,
  { is_plus_tax, image_url }: { is_plus_tax: IsPlusTax; image_url: string | null },
): Promise<Html> {
  const { words } = visit;
  const address = `${visit.address}/subscription/${one.subscription_id}`;
  const next = await nextPayment(visit.work, one.subscription_id);
  const name = planText(words, { name: one.plan.name, quantity: one.quantity });
  const status = statusText(visit, one, next);
  return html`<li class="subscription">
  ${tile({ name: one.plan.name, image_url })}
  <div class="about">
    <h3><bdi>${name}</bdi> ${statusChip(visit, one)}</h3>
    <p>${priceText(words, one.plan, { is_plus_tax, is_each: one.quantity > 1 })}</p>
    ${status && html`<p class="quiet">${status}</p>`}
  </div>
  <div class="does">
    ${await wayBack(visit, one)}
    <a class="plain" href="${address}" aria-label="${words.portal.managePlan(name)}">
      ${one.status === 'canceled' ? words.portal.details : words.portal.manage}</a>
  </div>
</li>`;
}
