import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import type { Product } from '../../../shop/catalogue/products/product.rules.ts';
import { createPaymentLink } from '../../../shop/checkout/links/create-payment-link.ts';
import { deletePaymentLink } from '../../../shop/checkout/links/delete-payment-link.ts';
import { getPaymentLink } from '../../../shop/checkout/links/get-payment-link.ts';
import { listPaymentLinks } from '../../../shop/checkout/links/list-payment-links.ts';
import type { PaymentLink } from '../../../shop/checkout/links/payment-link.rules.ts';
import { updatePaymentLink } from '../../../shop/checkout/links/update-payment-link.ts';
import { route } from '../../shared/router.ts';
import { csvColumn, dayColumn, whenColumn } from '../columns.ts';
import { copied } from '../copy.ts';
import { doneNote } from '../form.ts';
import { confirmHandlers } from '../form-page.ts';
import { card, chip, dashboardPage, facts, type States } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { stateTabs } from '../list-filters.ts';
import { priceText, product_filter } from '../products/product-choices.ts';
import { originSales } from '../sales/sales-cards.ts';
import type { Handler, Visit } from '../visit.ts';
import { addressName, createHandlers, editHandlers } from './link-form.ts';

type ShownLink = Static<typeof PaymentLink>;
type OfLink = { payment_link_id: string };

const STATES: States<ShownLink['status']> = {
  active: ['good', 'Active'],
  inactive: ['over', 'Switched off'],
  expired: ['over', 'Expired'],
  sold_out: ['over', 'Sold out'],
  deleted: ['over', 'Deleted'],
};

const status = (one: ShownLink) => chip(...STATES[one.status]);

const usesText = ({ purchases, max_purchases }: ShownLink): string =>
  max_purchases === null ? String(purchases) : `${purchases} of ${max_purchases}`;

const list = listRoutes({
  section: 'payment-links',
  tabs: stateTabs(STATES),
  counted: 'payment_links',
  filters: [product_filter],
  columns: [
    {
      ...{ title: 'Address', place: 'who' },
      cell: (one, { address }) =>
        html`<a href="${address}/payment-links/${one.payment_link_id}">
        <code>${addressName(one)}</code></a>`,
      csv: ({ url }) => url,
    },
    whenColumn('Since', 'created_at'),
    {
      ...{ title: 'Product', place: 'what', wraps: true },
      cell: ({ product_id }, { address }, { products }) =>
        html`<a href="${address}/products/${product_id}">${products.get(product_id)}</a>`,
      csv: ({ product_id }, { products }) => products.get(product_id) ?? null,
    },
    dayColumn('Until', 'expires_at'),
    { ...{ title: 'State', place: 'state' }, cell: status, csv: (one) => one.status },
    {
      ...{ title: 'Purchases', place: 'amount', is_number: true },
      cell: usesText,
      csv: ({ purchases }) => purchases,
    },
    csvColumn('Product identifier', 'product_id'),
    csvColumn('Identifier', 'payment_link_id'),
  ],
  operation: listPaymentLinks,
  knows: ['products'],
  empty: {
    title: 'Your first payment link will be here',
    text: 'It sells a product to whoever opens it: put it on a page or into a mail.',
    step: {
      label: 'Create a payment link',
      path: '/payment-links/new',
      operation: createPaymentLink,
    },
  },
  actions: (visit) =>
    visit.may(createPaymentLink) &&
    html`<a class="button" href="${visit.address}/payment-links/new">New payment link</a>`,
});

const NOTES = {
  created: 'The payment link was created: whoever opens it can buy.',
  saved: 'The payment link was saved.',
  off: 'The payment link was switched off: nobody can buy by it any more.',
  on: 'The payment link sells again.',
  deleted: 'The payment link was deleted. Its address says that the offer has ended.',
};

const show: Handler<OfLink> = async (visit, request, { payment_link_id }) => {
  const one = await visit.ask(getPaymentLink, { payment_link_id });
  const product = await visit.ask(getProduct, { product_id: one.product_id });
  const is_deleted = one.status === 'deleted';
  return dashboardPage(visit, {
    title: addressName(one),
    section: 'payment-links',
    note: doneNote(request, NOTES),
    can_copy: !is_deleted,
    actions: !is_deleted && actions(visit, one),
    main: html`${!is_deleted && addresses(visit, one)}
${card('Terms', terms(visit, one, product))}
${await originSales(visit, 'link', payment_link_id)}`,
  });
};

function actions(visit: Visit, { payment_link_id, status }: ShownLink) {
  const at = `${visit.address}/payment-links/${payment_link_id}`;
  const is_off = status === 'inactive';
  return (
    visit.may(updatePaymentLink) &&
    html`<a class="button second" href="${at}/delete">Delete…</a>
    <a class="button second" href="${at}/${is_off ? 'on' : 'off'}">${
      is_off ? 'Switch on…' : 'Switch off…'
    }</a> <a class="button second" href="${at}/edit">Edit</a>`
  );
}

/** Where it sells. */
function addresses({ address, base_path }: Visit, { url }: ShownLink): Html {
  const script = `${new URL(url).origin}${base_path}/kassa.js`;
  return html`${card(
    'Address',
    html`${copied('link-url', url)}
<p><a class="button" href="${url}" target="_blank" rel="noopener">Open it as a buyer</a></p>`,
  )}
${card(
  'On your own page',
  html`<p>Opens the checkout in a dialog on your page. Name your site under
<a href="${address}/brand#embed_domains">Brand</a> first: no other may show it.</p>
${copied(
  'link-embed',
  `<script src="${script}" defer></script>\n<a data-kassa href="${url}">Buy now</a>`,
)}`,
)}`;
}

function terms(visit: Visit, one: ShownLink, product: Static<typeof Product>): Html {
  const { address, words } = visit;
  const limits = one.adjustable_quantity;
  return facts([
    ['State', status(one)],
    ['Product', html`<a href="${address}/products/${one.product_id}">${product.name}</a>`],
    ['Price', priceText(visit, product)],
    [
      'Quantity',
      limits ? `${one.quantity}, from ${limits.minimum} to ${limits.maximum}` : one.quantity,
    ],
    ['Discount code', one.coupon_code && html`<code>${one.coupon_code}</code>`],
    ['Purchases', usesText(one)],
    ['Until', one.expires_at && words.day(one.expires_at)],
    ['Success URL', one.success_url],
    ['At once', one.redirect && 'Without showing the receipt'],
    ['Cancel URL', one.cancel_url],
    ['Questions', one.custom_fields.map(({ label }) => label).join(', ')],
    ...Object.entries(one.metadata),
    ['Identifier', html`<code>${one.payment_link_id}</code>`],
    ['Since', words.day(one.created_at)],
  ]);
}

const switchTo = (active: boolean) =>
  confirmHandlers<OfLink>(updatePaymentLink, {
    async ask(visit, { payment_link_id }) {
      const name = addressName(await visit.ask(getPaymentLink, { payment_link_id }));
      const [act, opposite] = active ? ['on', 'off'] : ['off', 'on'];
      const text = active
        ? 'Whoever opens the link can buy again.'
        : 'Nobody begins to pay by it any more, also not in a checkout that it has opened.';
      return {
        ...{ section: 'payment-links', title: `Switch ${act} ${name}?` },
        back: { at: `${visit.address}/payment-links/${payment_link_id}`, name },
        text: `${text} You can switch it ${opposite} again at any time.`,
        ...{ button: `Switch it ${act}`, is_harmless: active },
      };
    },
    async act(visit, { payment_link_id }, once) {
      await visit.ask(updatePaymentLink, { payment_link_id, active }, once);
      return `/payment-links/${payment_link_id}?done=${active ? 'on' : 'off'}`;
    },
  });

function keptText({ purchases }: ShownLink): string {
  if (purchases === 0) return 'Nothing was bought by it.';
  const bought = purchases === 1 ? 'purchase stays as it is' : 'purchases stay as they are';
  return `Its ${purchases} ${bought}.`;
}

const remove = confirmHandlers<OfLink>(deletePaymentLink, {
  async ask(visit, { payment_link_id }) {
    const one = await visit.ask(getPaymentLink, { payment_link_id });
    const name = addressName(one);
    return {
      ...{ section: 'payment-links', title: `Delete ${name}?`, button: 'Delete the payment link' },
      back: { at: `${visit.address}/payment-links/${payment_link_id}`, name },
      text: html`Whoever opens <code>${name}</code>, or an address that it had before, reads that
      the offer has ended. Checkouts that it has opened can still be paid. ${keptText(one)} Its slug
      can be used again by another link. This cannot be undone; to pause it, switch it off.`,
    };
  },
  async act(visit, { payment_link_id }, once) {
    await visit.ask(deletePaymentLink, { payment_link_id }, once);
    return `/payment-links/${payment_link_id}?done=deleted`;
  },
});

const AT = '/payment-links/:payment_link_id';

export const paymentLinkRoutes = [
  ...list,
  route('/payment-links/new', createHandlers),
  route(AT, { GET: show }),
  route(`${AT}/edit`, editHandlers),
  route(`${AT}/off`, switchTo(false)),
  route(`${AT}/on`, switchTo(true)),
  route(`${AT}/delete`, remove),
];
