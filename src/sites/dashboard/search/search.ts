import { type Html, html } from '../../../platform/core/html.ts';
import {
  HIT_KINDS,
  HITS_OF_KIND,
  type HitKind,
  type ShownHit,
} from '../../../shop/insight/search/hit.rules.ts';
import { searchStore } from '../../../shop/insight/search/search-store.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { customerName } from '../columns.ts';
import { type Known, readKnown } from '../known.ts';
import { card, dashboardPage } from '../layout.ts';
import { customerAddress } from '../record-link.ts';
import { when } from '../text.ts';
import type { Handler, Visit } from '../visit.ts';

const KINDS: Record<HitKind, { title: string; path: string }> = {
  customer: { title: 'Customers', path: 'customers' },
  license: { title: 'Licenses', path: 'licenses' },
  transaction: { title: 'Payments', path: 'payments' },
  subscription: { title: 'Subscriptions', path: 'subscriptions' },
  invoice: { title: 'Invoices', path: 'invoices' },
  product: { title: 'Products', path: 'products' },
  discount_code: { title: 'Discount codes', path: 'discount-codes' },
  payment_link: { title: 'Payment links', path: 'payment-links' },
  // A session has no page of its own: its customer has.
  checkout_session: { title: 'Checkout sessions', path: 'customers' },
  mail: { title: 'Mails', path: 'mails' },
  event: { title: 'Events', path: 'events' },
  webhook: { title: 'Webhooks', path: 'webhooks' },
};

const addressOf = (visit: Visit, { kind, record_id, customer_id }: ShownHit): string => {
  const id = kind === 'checkout_session' ? (customer_id ?? '') : record_id;
  const { path } = KINDS[kind];
  return path === 'customers'
    ? customerAddress(visit, id)
    : `${visit.address}/${path}/${encodeURIComponent(id)}`;
};

/** Of these the customer is what people know them by; the label says how much. */
const BY_CUSTOMER: readonly HitKind[] = ['transaction', 'subscription'];

/** Who and how much, then what and when, as people write it. */
function hitRow(visit: Visit, hit: ShownHit, known: Known): Html {
  const { kind, label, detail, customer_id, amount, currency, created_at } = hit;
  const who = customer_id === null || kind === 'customer' ? null : customerName(known, customer_id);
  const is_by_customer = who !== null && BY_CUSTOMER.includes(kind);
  const what = is_by_customer && kind === 'transaction' ? null : label;
  const [first, second] = is_by_customer ? [who, what] : [label, who];
  const facts = [second, detail, created_at && when(visit, created_at)].filter(Boolean);
  return html`<li><div><a href="${addressOf(visit, hit)}">${first}</a>
      <div class="quiet">${facts.map((one, at) => html`${at > 0 && ' · '}${one}`)}</div></div>
      ${
        amount !== null &&
        currency !== null &&
        html`<strong>${visit.words.amount(amount, currency)}</strong>`
      }</li>`;
}

/** One exact hit is what was meant: straight to it. Otherwise all that was found, by kind. */
const showHits: Handler = async (visit, request) => {
  const query = request.readQuery().get('query')?.trim() ?? '';
  const { hits } =
    query === '' ? { hits: [] } : await visit.ask(searchStore, { query: query.slice(0, 200) });
  const exact = hits.filter(({ is_exact }) => is_exact);
  const [only] = exact;
  if (only && exact.length === 1) return redirectAfterForm(addressOf(visit, only));
  const known = await readKnown(visit, hits, ['customers']);
  const groups = HIT_KINDS.map((kind) => ({
    title: KINDS[kind].title,
    found: hits.filter((one) => one.kind === kind),
  })).filter(({ found }) => found.length > 0);
  return dashboardPage(visit, {
    title: query === '' ? 'Search' : `Search: ${query}`,
    section: 'none',
    main:
      groups.length > 0
        ? html`${groups.map(({ title, found }) =>
            card(
              title,
              html`<ul class="rows">${found.map((hit) => hitRow(visit, hit, known))}</ul>`,
              found.length === HITS_OF_KIND && html`<span class="quiet">There may be more</span>`,
            ),
          )}`
        : html`<div class="empty"><p>${query !== '' && 'Nothing was found. '}Look for a customer's
        name or e-mail address, any identifier, four or more characters of a license key, an invoice
        number, the last four digits of a card, a discount code or a product.</p></div>`,
  });
};

export const searchRoutes = [route('/search', { GET: showHits })];
