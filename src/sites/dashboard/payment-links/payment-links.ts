import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import { createPaymentLink } from '../../../shop/checkout/links/create-payment-link.ts';
import { getPaymentLink } from '../../../shop/checkout/links/get-payment-link.ts';
import { listPaymentLinks } from '../../../shop/checkout/links/list-payment-links.ts';
import type { PaymentLink } from '../../../shop/checkout/links/payment-link.rules.ts';
import { updatePaymentLink } from '../../../shop/checkout/links/update-payment-link.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { copied } from '../copied.ts';
import { doneNote, type Filled, sendForm } from '../form.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { priceText, productChoices } from '../products/product-choices.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';
import {
  closeRanks,
  EDIT_LINK,
  filledFromLink,
  linkFields,
  NEW_LINK,
  toLinkChange,
  toNewLink,
  withQuestions,
} from './link-form.ts';
import { linkForm } from './link-form-view.ts';

type ShownLink = Static<typeof PaymentLink>;
type OfLink = { payment_link_id: string };

const STATES = {
  active: ['good', 'Sells'],
  inactive: ['over', 'Switched off'],
  expired: ['over', 'Expired'],
  sold_out: ['over', 'Sold out'],
} as const;

function status(one: ShownLink) {
  const [mood, text] = STATES[one.status];
  return chip(mood, text);
}

const usesText = ({ purchases, max_purchases }: ShownLink): string =>
  max_purchases === null ? String(purchases) : `${purchases} of ${max_purchases}`;

const list = listRoutes({
  section: 'payment-links',
  path: '/payment-links',
  title: 'Payment links',
  filters: [
    {
      name: 'status',
      label: 'State',
      choices: Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
    },
    { name: 'product_id', label: 'Product identifier' },
  ],
  columns: [
    {
      title: 'Address',
      cell: ({ payment_link_id, slug }, { address }) =>
        html`<a href="${address}/payment-links/${payment_link_id}"><code>/buy/${slug}</code></a>`,
      csv: ({ url }) => url,
    },
    {
      title: 'Product',
      cell: ({ product_id }, { address }) =>
        html`<a href="${address}/products/${product_id}"><code>${product_id}</code></a>`,
      csv: ({ product_id }) => product_id,
    },
    { title: 'Purchases', cell: usesText, csv: ({ purchases }) => purchases, is_number: true },
    {
      title: 'Until',
      cell: ({ expires_at }, { words }) => expires_at && words.day(expires_at),
      csv: ({ expires_at }) => expires_at,
    },
    { title: 'State', cell: status, csv: (one) => one.status },
    {
      title: 'Since',
      cell: ({ created_at }, { words }) => words.day(created_at),
      csv: ({ created_at }) => created_at,
    },
  ],
  operation: listPaymentLinks,
  empty: 'A payment link sells a product to whoever opens it: put it on a page or into a mail.',
  actions: (visit) =>
    visit.may(createPaymentLink) &&
    html`<a class="button" href="${visit.address}/payment-links/new">New payment link</a>`,
});

async function newForm(visit: Visit, filled: Filled) {
  const products = await productChoices(visit, filled.typed.get('product_id'));
  return linkForm(visit, filled, {
    ...{ path: '/payment-links/new', title: 'New payment link', button: 'Make the link' },
    back: { at: `${visit.address}/payment-links`, name: 'Payment links' },
    products,
  });
}

const showNew: Handler = (visit, asked) => {
  const product_id = asked.readQuery().get('product_id') ?? '';
  const typed = new Map([...NEW_LINK.typed, ['product_id', product_id]]);
  return newForm(visit, { ...NEW_LINK, typed });
};

const create: Handler = async (visit, asked) => {
  const form = closeRanks(asked.form);
  const once = visit.onceFor(form.get('attempt'), 'create-payment-link');
  const fields = withQuestions(linkFields([]));
  const sent = await sendForm(
    { fields, sent: { form }, refused: 'The payment link was not made' },
    (values) => visit.ask(createPaymentLink, toNewLink(values, form), once),
  );
  if ('again' in sent) return newForm(visit, sent.again);
  const at = `${visit.address}/payment-links/${sent.done.payment_link_id}`;
  return redirectAfterForm(`${at}?done=created`);
};

const NOTES = {
  created: 'The payment link was made: whoever opens it can buy.',
  saved: 'The payment link was saved.',
  off: 'The payment link was switched off: nobody can buy by it any more.',
  on: 'The payment link sells again.',
};

const show: Handler<OfLink> = async (visit, asked, { payment_link_id }) => {
  const one = await visit.ask(getPaymentLink, { payment_link_id });
  const product = await visit.ask(getProduct, { product_id: one.product_id });
  const { address, words, base_path } = visit;
  const at = `${address}/payment-links/${payment_link_id}`;
  const limits = one.adjustable_quantity;
  const is_off = one.status === 'inactive';
  const script = `${new URL(one.url).origin}${base_path}/kassa.js`;
  return dashboardPage(visit, {
    title: `/buy/${one.slug}`,
    section: 'payment-links',
    back: { at: `${address}/payment-links`, name: 'Payment links' },
    note: doneNote(asked, NOTES),
    can_copy: true,
    actions:
      visit.may(updatePaymentLink) &&
      html`<a class="button second" href="${at}/${is_off ? 'on' : 'off'}">${
        is_off ? 'Switch on…' : 'Switch off…'
      }</a> <a class="button" href="${at}/edit">Edit</a>`,
    main: html`${card(
      'Address',
      html`${copied('link-url', one.url)}
<p><a href="${one.url}" target="_blank" rel="noopener">Open it as a buyer</a></p>`,
    )}
${card(
  'On your own page',
  html`<p>Opens the checkout in a dialog on your page. Name your site under
<a href="${address}/brand#embed_domains">Brand</a> first: no other may show it.</p>
${copied(
  'link-embed',
  `<script src="${script}" defer></script>\n<a data-kassa href="${one.url}">Buy now</a>`,
)}`,
)}
${card(
  'Terms',
  facts([
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
    ['After paying', one.success_url],
    ['At once', one.redirect && 'Without showing the receipt'],
    ['Who does not pay', one.cancel_url],
    ['Questions', one.custom_fields.map(({ label }) => label).join(', ')],
    ...Object.entries(one.metadata).map(([name, value]): [string, string] => [name, value]),
    ['Identifier', html`<code>${payment_link_id}</code>`],
    ['Since', words.day(one.created_at)],
  ]),
)}`,
  });
};

const editForm = (visit: Visit, one: ShownLink, filled: Filled) =>
  linkForm(visit, filled, {
    ...{ path: `/payment-links/${one.payment_link_id}/edit`, title: `Edit /buy/${one.slug}` },
    ...{ button: 'Save', products: undefined },
    back: { at: `${visit.address}/payment-links/${one.payment_link_id}`, name: `/buy/${one.slug}` },
  });

const showEdit: Handler<OfLink> = async (visit, _, { payment_link_id }) => {
  const one = await visit.ask(getPaymentLink, { payment_link_id });
  return editForm(visit, one, filledFromLink(one));
};

const save: Handler<OfLink> = async (visit, asked, { payment_link_id }) => {
  const one = await visit.ask(getPaymentLink, { payment_link_id });
  const form = closeRanks(asked.form);
  const once = visit.onceFor(form.get('attempt'), 'update-payment-link');
  const fields = withQuestions(EDIT_LINK);
  const sent = await sendForm(
    { fields, sent: { form }, refused: 'The payment link was not saved' },
    (values) => visit.ask(updatePaymentLink, toLinkChange(values, form, one), once),
  );
  if ('again' in sent) return editForm(visit, one, sent.again);
  return redirectAfterForm(`${visit.address}/payment-links/${payment_link_id}?done=saved`);
};

const askToSwitch =
  (act: 'on' | 'off'): Handler<OfLink> =>
  async (visit, _, { payment_link_id }) => {
    const { slug } = await visit.ask(getPaymentLink, { payment_link_id });
    const at = `${visit.address}/payment-links/${payment_link_id}`;
    const is_off = act === 'off';
    const text = is_off
      ? 'Nobody begins to pay by it any more, also not in a checkout that it has opened.'
      : 'Whoever opens the link can buy again.';
    return dashboardPage(visit, {
      title: `Switch ${act} /buy/${slug}?`,
      section: 'payment-links',
      back: { at, name: `/buy/${slug}` },
      main: html`<form class="form" method="post" action="${at}/${act}">
  ${attemptField()}
  <p>${text} You can switch it ${is_off ? 'on' : 'off'} again at any time.</p>
  <div class="actions"><button class="button${is_off && ' danger'}">Switch it ${act}</button>
  <a href="${at}">Leave it as it is</a></div>
</form>`,
    });
  };

const switchTo =
  (active: boolean): Handler<OfLink> =>
  async (visit, asked, { payment_link_id }) => {
    const once = visit.onceFor(asked.form.get('attempt'), `switch-link-${active}`);
    await visit.ask(updatePaymentLink, { payment_link_id, active }, once);
    const at = `${visit.address}/payment-links/${payment_link_id}`;
    return redirectAfterForm(`${at}?done=${active ? 'on' : 'off'}`);
  };

export const paymentLinkRoutes = [
  ...list,
  route('/payment-links/new', {
    GET: ifAllowed(createPaymentLink, showNew),
    POST: ifAllowed(createPaymentLink, create),
  }),
  route('/payment-links/:payment_link_id', { GET: show }),
  route('/payment-links/:payment_link_id/edit', {
    GET: ifAllowed(updatePaymentLink, showEdit),
    POST: ifAllowed(updatePaymentLink, save),
  }),
  route('/payment-links/:payment_link_id/off', {
    GET: ifAllowed(updatePaymentLink, askToSwitch('off')),
    POST: ifAllowed(updatePaymentLink, switchTo(false)),
  }),
  route('/payment-links/:payment_link_id/on', {
    GET: ifAllowed(updatePaymentLink, askToSwitch('on')),
    POST: ifAllowed(updatePaymentLink, switchTo(true)),
  }),
];
