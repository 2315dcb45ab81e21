import type { Static } from 'typebox';
import { searchStore } from '../../../search/search-store.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { type Html, html } from '../../shared/html.ts';
import { route } from '../../shared/router.ts';
import { card, dashboardPage } from '../layout.ts';
import type { Handler, Visit } from '../visit.ts';

type Found = Static<typeof searchStore.output>['results'][number];

const GROUPS: Record<Found['type'], { title: string; at(id: string): string }> = {
  customer: { title: 'Customers', at: (id) => `/customers/${encodeURIComponent(id)}` },
  transaction: { title: 'Payments', at: (id) => `/payments/${id}` },
  subscription: { title: 'Subscriptions', at: (id) => `/subscriptions/${id}` },
  license: { title: 'Licenses', at: (id) => `/licenses/${id}` },
  invoice: { title: 'Invoices', at: (id) => `/invoices/${id}` },
  checkout: {
    title: 'Checkouts',
    at: (id) => (id.startsWith('txn_') ? `/payments/${id}` : `/events?record_id=${id}`),
  },
  product: { title: 'Products', at: (id) => `/products/${id}` },
  payment_link: { title: 'Payment links', at: (id) => `/payment-links/${id}` },
  discount_code: {
    title: 'Discount codes',
    at: (id) => `/discount-codes/${encodeURIComponent(id)}`,
  },
  mail: { title: 'Mails', at: (id) => `/mails/${id}` },
  webhook: { title: 'Webhooks', at: (id) => `/webhooks/${id}` },
};

/** One box for everything; what is found exactly is opened at once. */
const showSearch: Handler = async (visit, asked) => {
  const query = (asked.readQuery().get('query') ?? '').trim().slice(0, 200);
  if (query === '') return found(visit, query, []);
  const { results } = await visit.ask(searchStore, { query });
  const [exact, ...others] = results.filter(({ is_exact }) => is_exact);
  if (exact && others.length === 0) {
    return redirectAfterForm(visit.address + GROUPS[exact.type].at(exact.id));
  }
  return found(visit, query, results);
};

function found(visit: Visit, query: string, results: readonly Found[]) {
  const groups = [...Map.groupBy(results, ({ type }) => type)];
  return dashboardPage(visit, {
    title: query === '' ? 'Search' : `Search: ${query}`,
    section: 'none',
    main:
      groups.length === 0
        ? nothing(query)
        : html`${groups.map(([type, list]) => card(GROUPS[type].title, listOf(visit, list)))}`,
  });
}

const nothing = (query: string): Html => html`<div class="empty">
  <p>${query === '' ? 'Type into the box above.' : 'Nothing was found.'}</p>
  <p>A customer's name, e-mail address or identifier, any part of a license key, an invoice number,
  the last four digits of a card, a product, a discount code, or the identifier of anything.</p>
</div>`;

const listOf = ({ address }: Visit, list: readonly Found[]): Html =>
  html`<ul class="found">${list.map(
    ({ type, id, title, detail }) =>
      html`<li><a href="${address}${GROUPS[type].at(id)}">${title.replaceAll('_', ' ')}</a>
    <span class="quiet">${detail}</span> <code>${id}</code></li>`,
  )}</ul>`;

export const searchRoutes = [route('/search', { GET: showSearch })];
