import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { createProduct } from '../../../shop/catalogue/products/create-product.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import type { Product } from '../../../shop/catalogue/products/product.rules.ts';
import { searchProducts } from '../../../shop/catalogue/products/search-products.ts';
import { updateProduct } from '../../../shop/catalogue/products/update-product.ts';
import { createPaymentLink } from '../../../shop/checkout/links/create-payment-link.ts';
import { markdown } from '../../shared/markdown.ts';
import { route } from '../../shared/router.ts';
import { csvColumn, whenColumn } from '../columns.ts';
import { doneNote } from '../form.ts';
import { form, formHandlers } from '../form-page.ts';
import { card, chip, dashboardPage, facts, type States } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { stateTabs } from '../list-filters.ts';
import { productSales } from '../sales/sales-cards.ts';
import type { Handler, Visit } from '../visit.ts';
import { archiveRoutes } from './archive.ts';
import { priceText } from './product-choices.ts';
import {
  EDIT_FIELDS,
  NEW_FIELDS,
  TAX_BEHAVIORS,
  TAX_CATEGORIES,
  toChange,
  toNewProduct,
  valuesOf,
} from './product-form.ts';
import { preview, productParts } from './product-form-view.ts';

type ShownProduct = Static<typeof Product>;

const STATES: States<ShownProduct['status']> = {
  active: ['good', 'Active'],
  archived: ['over', 'Archived'],
};

const status = (one: ShownProduct) => chip(...STATES[one.status]);

const list = listRoutes({
  section: 'products',
  tabs: stateTabs(STATES),
  counted: 'products',
  filters: [
    { name: 'query', label: 'Name or description', in_sight: true },
    { name: 'billing_type', label: 'Paid', choices: { one_time: 'Once', recurring: 'Plans' } },
    { name: 'currency', label: 'Currency' },
  ],
  orders: { oldest: 'Oldest first', highest: 'Highest price first', lowest: 'Lowest price first' },
  always: { status: 'all' },
  columns: [
    {
      ...{ title: 'Product', place: 'who', wraps: true },
      cell: ({ product_id, name }, { address }) =>
        html`<a href="${address}/products/${product_id}">${name}</a>`,
      csv: ({ name }) => name,
    },
    whenColumn('Since', 'created_at'),
    {
      ...{ title: 'Paid', place: 'what' },
      cell: (one) =>
        html`${one.billing_type === 'one_time' ? 'Once' : 'Plan'}${
          one.license !== null && html` <span class="quiet">with license keys</span>`
        }`,
      csv: ({ billing_type }) => billing_type,
    },
    {
      title: 'License keys',
      csv: ({ license }) => (license === null ? 'no' : 'yes'),
    },
    { ...{ title: 'State', place: 'state' }, cell: status, csv: (one) => one.status },
    {
      ...{ title: 'Price', place: 'amount', is_number: true },
      cell: (one, visit) => priceText(visit, one),
      csv: ({ price }) => price,
    },
    csvColumn('Currency', 'currency'),
    csvColumn('Identifier', 'product_id'),
  ],
  operation: searchProducts,
  empty: {
    title: 'What you sell will be here',
    text: 'A product needs a name and a price; all else has a good default.',
    step: { label: 'Create a product', path: '/products/new', operation: createProduct },
  },
  actions: (visit) =>
    visit.may(createProduct) &&
    html`<a class="button" href="${visit.address}/products/new">New product</a>`,
});

/** That of the newest product: most shops sell in one. */
async function usualCurrency(visit: Visit): Promise<string> {
  const { default_currency } = visit.store.brand;
  if (default_currency !== null) return default_currency;
  const { data } = await visit.ask(searchProducts, { status: 'all', limit: 1 });
  return data[0]?.currency ?? 'EUR';
}

const create = formHandlers(createProduct, async (visit) =>
  form(NEW_FIELDS, {
    ...{ section: 'products', title: 'New product', button: 'Create product', takes_files: true },
    filled: {
      ...{ billing_type: 'one_time', billing_interval: 'month', tax_category: 'digital' },
      currency: await usualCurrency(visit),
    },
    ...{ refused: 'The product was not created', above: preview },
    parts: productParts({
      ...{ is_new: true, may_be_plan: true, image_url: null, button: 'Create product' },
    }),
    async send(values, once) {
      const { product_id } = await visit.ask(createProduct, toNewProduct(values), once);
      return `/products/${product_id}?done=created`;
    },
  }),
);

const NOTES = {
  created: 'The product was created. It is on sale: create a payment link to sell it.',
  saved: 'The product was saved.',
  archived: 'The product was archived: nobody can buy it any more.',
  restored: 'The product is on sale again.',
};

type OfProduct = { product_id: string };

const show: Handler<OfProduct> = async (visit, request, { product_id }) => {
  const one = await visit.ask(getProduct, { product_id });
  const { address, words } = visit;
  const at = `${address}/products/${product_id}`;
  const is_active = one.status === 'active';
  const { license, image_url } = one;
  return dashboardPage(visit, {
    title: one.name,
    section: 'products',
    note: doneNote(request, NOTES),
    pictures: image_url === null ? [] : [image_url],
    actions:
      visit.may(updateProduct) &&
      html`<a class="button second" href="${at}/${is_active ? 'archive' : 'restore'}">${
        is_active ? 'Archive…' : 'Restore…'
      }</a>
    ${
      is_active &&
      visit.may(createPaymentLink) &&
      html`<a class="button second" href="${address}/payment-links/new?product_id=${product_id}">
      New payment link</a>`
    }
    <a class="button" href="${at}/edit">Edit</a>`,
    files: ['/overview.css'],
    main: html`${await productSales(visit, product_id)}<div class="two-thirds"><div>
${card(
  'Description',
  one.description === ''
    ? html`<p class="quiet">None</p>`
    : html`<div class="markdown">${markdown(one.description)}</div>`,
)}
${card(
  'Terms',
  facts([
    ['State', status(one)],
    ['Price', priceText(visit, one)],
    ['Free trial', one.trial_days > 0 && `${one.trial_days} days`],
    ['Tier', one.tier],
    ['Kind of product', TAX_CATEGORIES[one.tax_category]],
    ['The price', one.tax_behavior && TAX_BEHAVIORS[one.tax_behavior]],
    ['License key', license === null ? 'None' : 'With every purchase'],
    ['Devices at once', license && (license.activation_limit ?? 'Any number')],
    ['Valid for', license && (license.valid_days ? `${license.valid_days} days` : 'Always')],
    ['Without a connection', license && `${license.certificate_days} days`],
    ...Object.entries(one.metadata),
    ['Identifier', html`<code>${product_id}</code>`],
    ['Since', words.day(one.created_at)],
  ]),
)}</div>
<div>${card(
      'Picture',
      image_url === null
        ? html`<p class="quiet">None</p>`
        : html`<p class="picture"><img src="${image_url}" alt="Picture of ${one.name}"></p>`,
    )}
${card(
  'Payment links',
  html`<p><a href="${address}/payment-links?product_id=${product_id}">
  Payment links of this product</a></p>`,
)}</div></div>`,
  });
};

/** That of the shop, if it has said one. */
const edit = formHandlers(updateProduct, async (visit, { product_id }: OfProduct) => {
  const one = await visit.ask(getProduct, { product_id });
  const { name, image_url, billing_type } = one;
  const at = `${visit.address}/products/${product_id}`;
  return form(EDIT_FIELDS, {
    ...{ section: 'products', title: `Edit ${name}`, button: 'Save', takes_files: true },
    ...{ action: at, back: { at, name }, filled: valuesOf(one) },
    pictures: image_url === null ? [] : [image_url],
    ...{ refused: 'The product was not saved', above: preview },
    parts: productParts({
      ...{ is_new: false, may_be_plan: billing_type === 'recurring', image_url, button: 'Save' },
    }),
    async send(values, once) {
      await visit.ask(updateProduct, toChange(values, one), once);
      return `/products/${product_id}?done=saved`;
    },
  });
});

export const productRoutes = [
  ...list,
  route('/products/new', create),
  route('/products/:product_id', { GET: show, POST: edit.POST }),
  route('/products/:product_id/edit', { GET: edit.GET }),
  ...archiveRoutes,
];
