import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { operations as groups } from '../../src/sites/api/operations.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { signedIn } from '../harness/visits/dashboard.ts';

// What an operation creates or changes, a seller can set in the dashboard: a new parameter is put
// into its form, or on the list here with a reason.

const NAMED = 'it is the record whose page this is';
const TYPED = 'customers type it themselves in the portal; programs may know it before';

interface Form {
  /** Where it is; `:product_id` is a record of the shop of this test. */
  page: string;
  /** Parameters that are not fields of it, and why. */
  others?: Record<string, string>;
}

const FORMS: Record<string, Form> = {
  '/create-product': { page: '/products/new' },
  '/update-product': {
    page: '/products/:product_id/edit',
    others: { product_id: NAMED, status: 'pages of their own archive and restore it' },
  },
  '/create-payment-link': { page: '/payment-links/new' },
  '/update-payment-link': {
    page: '/payment-links/:payment_link_id/edit',
    others: { payment_link_id: NAMED, active: 'a page of its own switches it off and on' },
  },
  '/create-discount-code': { page: '/discount-codes/new' },
  '/create-webhook': {
    page: '/webhooks/new',
    others: { secret_readable: 'for programs written for Creem, which read it by the API' },
  },
  '/update-webhook': {
    page: '/webhooks/:webhook_id/edit',
    others: {
      webhook_id: NAMED,
      status: 'a button beside the title switches it off and on',
      rotate_secret: 'a page of its own, which shows the new secret',
    },
  },
  '/create-api-key': { page: '/api-keys/new' },
  '/create-tax-rate': { page: '/taxes/rates/new' },
  '/create-note': {
    page: '/customers/ada',
    others: { customer_id: NAMED, transaction_id: 'the page of a payment has the same form' },
  },
  '/update-customer': { page: '/customers/ada/edit', others: { customer_id: NAMED } },
  '/update-license': { page: '/licenses/:license_id/extend', others: { license_id: NAMED } },
  '/update-member': { page: '/team/:member_id', others: { member_id: NAMED } },
  '/update-store': { page: '/brand' },
  '/update-store-settings': { page: '/checkout-settings' },
  '/update-invoice-settings': { page: '/invoicing' },
  '/update-mail-settings': {
    page: '/mail',
    others: { kinds: 'each kind of mail has a page of its own' },
  },
  '/update-tax-settings': {
    page: '/taxes',
    others: { registrations: 'each registration has a page of its own' },
  },
  '/update-subscription': {
    page: '/subscriptions/:subscription_id/change',
    others: { subscription_id: NAMED },
  },
  '/create-customer-billing': {
    page: '/customers/ada/portal',
    others: {
      customer_id: NAMED,
      ...{ email: TYPED, name: TYPED, company: TYPED, phone: TYPED, tax_id: TYPED, address: TYPED },
      return_url: 'the seller gives the link to the customer, who comes from no page',
    },
  },
  '/create-card-update': {
    page: '/subscriptions/:subscription_id/new-card',
    others: {
      customer_id: 'it is the customer of the subscription',
      return_url: 'the seller gives the link to the customer, who comes from no page',
    },
  },
};

const NO_FORM: Record<string, string> = {
  '/create-checkout': 'buyers open one by a payment link, or programs do',
  '/create-customer': 'whoever buys is a customer; programs may know others before',
  '/create-store': 'a live store is made by Go live; others at the terminal or by programs',
  '/update-payment-method': 'the customer gives a card, at a page that the provider shows',
};

const operations = Object.values(groups)
  .flat()
  .filter(({ path }) => /^\/(?:create|update)-/.test(path));

let shop: Shop;
let ids: Record<string, string>;
before(async () => {
  shop = await startShop();
  const { must, plan, product, subscribe, buy } = await shop.openStore(shop);
  const product_id = await plan();
  const { payment_link_id } = await must('POST /create-payment-link', { product_id });
  const { webhook_id } = await must('POST /create-webhook', { url: 'https://example.com/hook' });
  const invited = { email: 'grace@example.com', role: 'support' };
  const { member_id } = await must('POST /invite-member', invited);
  const subscription_id = await subscribe(product_id);
  await buy(await product({ license: { activation_limit: 1 } }));
  const { license_id } = (await must('GET /list-licenses')).data[0];
  ids = { product_id, payment_link_id, webhook_id, member_id, subscription_id, license_id };
});

test('an operation that creates or updates has a form in the dashboard, or a reason to have none', () => {
  assert.deepEqual(
    operations.map(({ path }) => path).toSorted(),
    [...Object.keys(FORMS), ...Object.keys(NO_FORM)].toSorted(),
  );
});

test('every parameter of such an operation is a field of its form, or on the list with a reason', async () => {
  const owner = await signedIn(shop);
  const wrong: string[] = [];
  for (const { path, input } of operations) {
    const { page, others = {} } = FORMS[path] ?? {};
    if (page === undefined) continue;
    const text = await owner.page(page.replace(/:(\w+)/, (_, name: string) => ids[name] ?? name));
    const names = [...text.matchAll(/ (?:id|name)="([\w.]+)"/g)].map(([, name = '']) => name);
    for (const param of Object.keys(input.properties)) {
      const is_field = names.some((name) => name === param || name.startsWith(`${param}.`));
      if (is_field === Object.hasOwn(others, param)) {
        wrong.push(`${path}: ${param} is ${is_field ? 'a field, and on the list' : 'forgotten'}`);
      }
    }
    const gone = Object.keys(others).filter((name) => !Object.hasOwn(input.properties, name));
    wrong.push(...gone.map((name) => `${path}: ${name} is on the list, and no parameter`));
  }
  assert.deepEqual(wrong, []);
});
