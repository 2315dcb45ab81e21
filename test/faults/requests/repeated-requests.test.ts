import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../src/sites/api/operations.ts';
import type { Answer } from '../../harness/answer.ts';
import { type CastStore, cards, PAYS_UP_TO_100 } from '../../harness/cast.ts';
import { PICTURES } from '../../harness/pictures.ts';
import { startShop } from '../../harness/shop.ts';

// The same request twice, without an Idempotency-Key: where the second finds nothing left to
// change, it tells nothing, and the record is as old as it was. The audit log has one entry of what
// changed something, and none of the rest.

interface Case {
  title?: string;
  operation: string;
  /** What it is sent with, in a store of its own. */
  input(store: CastStore): Promise<object>;
  /** How the second is answered. Default: as the first. */
  second?: string;
}

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

const product = async ({ sell }: CastStore) => ({ product_id: await sell() });
const customer = async ({ must }: CastStore) => {
  await must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  return { customer_id: 'ada' };
};
const session = async (store: CastStore) => {
  const order = { ...(await product(store)), quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = await store.must('POST /create-checkout', order);
  return { checkout_session_id };
};
const license = async (store: CastStore) => {
  const license_key = await store.newKey();
  return { license_key, license_id: (await store.licenseOf(license_key)).license_id as string };
};
const subscription = async ({ licensedPlan, buy }: CastStore) => ({
  subscription_id: (await buy(await licensedPlan())).subscription_id as string,
});
const paymentLink = async (store: CastStore) => {
  const link = { ...(await product(store)), slug: `link-${store.store_id.slice(-8)}` };
  const { payment_link_id } = await store.must('POST /create-payment-link', link);
  return { payment_link_id };
};
const invited = async ({ must }: CastStore) => {
  const { member_id } = await must('POST /invite-member', {
    ...{ email: 'grace@example.com', role: 'support' },
  });
  return { member_id };
};

const webhook = async ({ must }: CastStore) => {
  const { webhook_id } = await must('POST /create-webhook', { url: 'https://example.com/a' });
  return { webhook_id };
};
const discount = { code: 'LAUNCH', discount_percentage: 20 };
const address = { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' };

const cases: Case[] = [
  ...[
    {},
    { name: 'New', description: 'New', price: 7.5, image_url: 'https://example.com/a.png' },
    { metadata: { a: '1', b: '2' }, tier: 3 },
    { license: { activation_limit: 5, valid_days: null } },
    { license: null, image_url: null, tier: null },
    { status: 'archived' },
    { status: 'active' },
  ].map((change) => ({
    title: JSON.stringify(change),
    operation: 'POST /update-product',
    input: async (store: CastStore) => ({ ...(await product(store)), ...change }),
  })),
  { operation: 'POST /archive-product', input: product },
  {
    operation: 'POST /create-customer',
    input: async () => ({ customer_id: 'ada' }),
    second: '400 customer_exists',
  },
  ...[
    {},
    { email: 'new@example.com', name: 'Ada', country: 'DE', metadata: { a: '1' } },
    { email: null, name: null, metadata: {} },
  ].map((change) => ({
    title: JSON.stringify(change),
    operation: 'POST /update-customer',
    input: async (store: CastStore) => ({ ...(await customer(store)), ...change }),
  })),
  ...[
    {
      email: 'ada@example.com',
      name: 'Ada',
      company: 'Engines',
      phone: '+49 30 1',
      tax_id: 'DE1',
      address,
    },
    { address: { country: 'DE' } },
    {},
  ].flatMap((details) =>
    [customer, async () => ({ customer_id: 'new' })].map((who) => ({
      title: JSON.stringify(details),
      operation: 'POST /create-customer-billing',
      input: async (store: CastStore) => ({ ...(await who(store)), ...details }),
    })),
  ),
  { operation: 'POST /revoke-portal-links', input: customer },
  {
    operation: 'POST /create-discount-code',
    input: async () => discount,
    second: '400 code_taken',
  },
  {
    operation: 'DELETE /delete-discount-code',
    input: async ({ must }) => {
      await must('POST /create-discount-code', discount);
      return { code: discount.code };
    },
    second: '404 discount_code_not_found',
  },
  {
    operation: 'POST /complete-checkout',
    input: async (store) => ({ ...(await session(store)), payment_method: cards.pays }),
  },
  { operation: 'POST /expire-checkout', input: session },
  ...[{ company: 'Engines', tax_id: 'DE1', address }, { name: null }, {}].map((details) => ({
    title: JSON.stringify(details),
    operation: 'POST /correct-invoice',
    input: async ({ buy, product, must }: CastStore) => {
      await buy(await product());
      const { invoice_id } = await must('GET /get-invoice', { number: 'INV-0001' });
      return { invoice_id, ...details };
    },
  })),
  ...[{}, { prefix: 'A-', next_number: 7 }, { language: 'de', notes: ['Thanks'] }].map(
    (change) => ({
      title: JSON.stringify(change),
      operation: 'POST /update-invoice-settings',
      input: async () => change,
    }),
  ),
  {
    operation: 'POST /refund-transaction',
    input: async ({ sell, buy }) => ({ transaction_id: (await buy(await sell())).transaction_id }),
    second: '400 nothing_to_refund',
  },
  {
    operation: 'POST /activate-license',
    input: async (store) => {
      const { license_key } = await license(store);
      return { license_key, instance_name: 'Laptop', fingerprint: 'f' };
    },
  },
  {
    operation: 'POST /deactivate-license',
    input: async (store) => {
      const { license_key } = await license(store);
      const { instance } = await store.activate(license_key);
      return { license_key, instance_id: instance.instance_id };
    },
  },
  {
    operation: 'POST /release-instance',
    input: async (store) => {
      const { license_key, license_id } = await license(store);
      const { instance } = await store.activate(license_key);
      return { license_id, instance_id: instance.instance_id };
    },
  },
  {
    operation: 'POST /disable-license',
    input: async (store) => ({ license_id: (await license(store)).license_id }),
  },
  {
    operation: 'POST /enable-license',
    input: async (store) => {
      const { license_id } = await license(store);
      await store.must('POST /disable-license', { license_id });
      return { license_id };
    },
  },
  ...[{}, { quantity: 1 }, { quantity: 3 }, { quantity: 3, effective: 'period_end' }].map(
    (change) => ({
      title: JSON.stringify(change),
      operation: 'POST /update-subscription',
      input: async (store: CastStore) => ({ ...(await subscription(store)), ...change }),
    }),
  ),
  {
    operation: 'POST /upgrade-subscription',
    input: async (store) => ({
      ...(await subscription(store)),
      new_plan_id: await store.licensedPlan(null, { price: 50 }),
    }),
    second: '400 plan_invalid',
  },
  ...[{}, { cancel_at_period_end: true, reason: 'too_expensive' }].map((how) => ({
    title: JSON.stringify(how),
    operation: 'POST /cancel-subscription',
    input: async (store: CastStore) => ({ ...(await subscription(store)), ...how }),
  })),
  { operation: 'POST /pause-subscription', input: subscription },
  {
    operation: 'POST /resume-subscription',
    input: async (store) => {
      const paused = await subscription(store);
      await store.must('POST /pause-subscription', paused);
      return paused;
    },
    second: '400 subscription_status',
  },
  {
    operation: 'POST /retry-payment',
    input: async (store) => {
      const subscription_id = await store.subscribe(await store.plan({ price: 120 }));
      await store.changeCard(PAYS_UP_TO_100);
      await store.advance('P31D');
      const credit = { customer_id: 'ada', amount: 50, currency: 'EUR' };
      await store.must('POST /adjust-customer-balance', credit);
      return { subscription_id };
    },
    second: '400 subscription_status',
  },
  {
    operation: 'POST /apply-coupon',
    input: async (store) => ({
      ...(await subscription(store)),
      coupon_code: await store.coupon('STAY'),
    }),
  },
  {
    operation: 'POST /extend-trial',
    input: async (store) => ({
      subscription_id: await store.inStatus('trialing'),
      trial_end: '2027-06-01',
    }),
  },
  ...[{}, { expires_at: null }, { expires_at: '2030-01-01', activation_limit: 9 }].map(
    (change) => ({
      title: JSON.stringify(change),
      operation: 'POST /update-license',
      input: async (store: CastStore) => ({
        license_id: (await license(store)).license_id,
        ...change,
      }),
    }),
  ),
  {
    operation: 'POST /create-payment-link',
    input: async (store) => ({ ...(await product(store)), slug: 'launch' }),
    second: '400 slug_taken',
  },
  ...[
    {},
    { quantity: 2, max_purchases: 5, expires_at: '2027-01-01', metadata: { a: '1' } },
    { custom_fields: [{ key: 'size', label: 'Size', type: 'choice', options: ['S', 'M'] }] },
    { active: false },
    { slug: 'another-one' },
  ].map((change) => ({
    title: JSON.stringify(change),
    operation: 'POST /update-payment-link',
    input: async (store: CastStore) => ({ ...(await paymentLink(store)), ...change }),
  })),
  ...[
    {},
    { name: 'Lumen', accent_color: '#ABC', license_key_prefix: 'lumen' },
    { embed_domains: ['https://A.example/', 'https://a.example'], default_language: 'de' },
    { logo: PICTURES.png, favicon: null },
  ].map((change) => ({
    title: JSON.stringify(change).slice(0, 100),
    operation: 'POST /update-store',
    input: async () => change,
  })),
  { operation: 'POST /update-store-settings', input: async () => ({ retry_days: [1, 3] }) },
  { operation: 'POST /update-mail-settings', input: async () => ({ language: 'de' }) },
  {
    operation: 'POST /update-tax-settings',
    input: async () => ({
      country: 'DE',
      registrations: [{ country: 'DE', since: '2026-01-01' }],
    }),
  },
  {
    operation: 'POST /create-tax-rate',
    input: async () => ({ country: 'BR', rate: 5 }),
    second: '400 invalid_parameters',
  },
  {
    operation: 'DELETE /delete-tax-rate',
    input: async ({ must }) => {
      const { tax_rate_id } = await must('POST /create-tax-rate', { country: 'BR', rate: 5 });
      return { tax_rate_id };
    },
    second: '404 tax_rate_not_found',
  },
  {
    operation: 'DELETE /delete-note',
    input: async (store) => {
      const about = await customer(store);
      const { note_id } = await store.must('POST /create-note', { ...about, text: 'Called' });
      return { note_id };
    },
    second: '404 note_not_found',
  },
  {
    operation: 'POST /update-payment-method',
    input: async (store) => ({ ...(await customer(store)), payment_method: cards.pays }),
  },
  ...[
    {},
    { url: 'https://example.com/b' },
    { events: ['product.created'] },
    { events: null },
    { status: 'disabled' },
    { status: 'enabled' },
  ].map((change) => ({
    title: JSON.stringify(change),
    operation: 'POST /update-webhook',
    input: async (store: CastStore) => ({ ...(await webhook(store)), ...change }),
  })),
  { operation: 'POST /replay-failed-deliveries', input: webhook },
  {
    operation: 'POST /revoke-api-key',
    input: async ({ must }) => {
      const { key_id } = await must('POST /create-api-key', { name: 'Old' });
      return { key_id };
    },
  },
  ...[{}, { role: 'admin' }, { refund_max: 20 }].map((change) => ({
    title: JSON.stringify(change),
    operation: 'POST /update-member',
    input: async (store: CastStore) => ({ ...(await invited(store)), ...change }),
  })),
  {
    operation: 'POST /remove-member',
    input: (store: CastStore) => invited(store),
    second: '404 member_not_found',
  },
  {
    operation: 'DELETE /delete-payment-link',
    input: paymentLink,
    second: '404 payment_link_not_found',
  },
  { operation: 'DELETE /delete-webhook', input: webhook, second: '404 webhook_not_found' },
  {
    operation: 'POST /advance-clock',
    input: async () => ({ to: '2027-01-01' }),
    second: '400 clock_backwards',
  },
  {
    operation: 'POST /copy-store',
    input: async (store) => {
      await product(store);
      return { mode: 'test' };
    },
  },
];

/** These do as much the second time as the first. */
const NOT_HARMLESS = [
  '/adjust-customer-balance',
  '/create-card-update',
  '/create-note',
  '/create-product',
  '/create-checkout',
  '/create-webhook',
  '/create-api-key',
  '/create-store',
  '/get-webhook-secret',
  '/invite-member',
  '/reissue-license',
  '/replay-event',
  '/resend-mail',
  '/send-test-mail',
];
/** These need Stripe, or what it says: see src/shop/settlement/ and fraud-warnings.test.ts. */
const TESTED_THERE = [
  ...['/connect-provider', '/disconnect-provider', '/resolve-transaction'],
  '/dismiss-fraud-warning',
];
/** These change nothing the first time. */
const READING = ['/validate-license', '/preview-subscription-change'];

/** What is new with each answer on purpose: links, certificates, when a machine was seen. */
const NEW_EACH_TIME = ['portal_url', 'portal_expires_at', 'certificate', 'last_validated_at'];
const lasting = (answer: Answer): string =>
  JSON.stringify(answer.body, (name, value) => (NEW_EACH_TIME.includes(name) ? undefined : value));

/** What is asked for is so already: the audit log has no entry of it. */
const NO_CHANGES = [
  ...cases
    .filter(({ operation, title }) => operation.startsWith('POST /update-') && title === '{}')
    .map(({ operation }) => `${operation} {}`),
  'POST /update-product {"status":"active"}',
  'POST /revoke-portal-links ',
  'POST /correct-invoice {"name":null}',
  'POST /correct-invoice {}',
  'POST /update-subscription {"quantity":1}',
  'POST /update-license {"expires_at":null}',
  'POST /update-webhook {"events":null}',
  'POST /update-webhook {"status":"enabled"}',
  'POST /replay-failed-deliveries ',
];
/** A new link to the portal, and a card that is given anew. */
const NOTED_AGAIN = ['POST /create-customer-billing', 'POST /update-payment-method'];

/** Oldest first. */
const audited = async ({ must }: CastStore) =>
  (await must('GET /list-audit-entries')).data.toReversed();

for (const { title = '', operation, input, second: expected } of cases) {
  test(`${operation} ${title} again tells nothing and changes nothing`, async () => {
    const store = await shop.openStore();
    const sent = await input(store);
    await store.told();
    const before = await audited(store);
    const first = await store.ask(operation, sent);
    assert.equal(first.status, 200, first.text);
    const told = await store.told();
    const noted = (await audited(store)).slice(before.length);
    assert.equal(noted.length, NO_CHANGES.includes(`${operation} ${title}`) ? 0 : 1);
    for (const { actor, action } of noted) {
      assert.deepEqual([actor.kind, actor.address], ['api_key', '127.0.0.1']);
      assert.equal(action, operation.split(' ')[1]);
    }
    if (operation.startsWith('POST /update-') && title === '{}') assert.deepEqual(told, []);
    shop.now += 1_000;
    const second = await store.ask(operation, sent);
    const refused = second.body.error && `${second.status} ${second.body.error.code}`;
    assert.equal(refused, expected, second.text);
    assert.deepEqual(await store.told(), []);
    const again = (await audited(store)).slice(before.length + noted.length);
    assert.equal(again.length, NOTED_AGAIN.includes(operation) ? 1 : 0);
    if (expected === undefined) assert.equal(lasting(second), lasting(first));
  });
}

test('every operation that writes is among these, or does something each time on purpose', () => {
  const writing = Object.values(operations)
    .flat()
    .filter(({ method }) => method !== 'GET')
    .map(({ path }) => path);
  const tested = new Set(cases.map(({ operation }) => operation.split(' ')[1] ?? ''));
  const known = [...tested, ...NOT_HARMLESS, ...READING, ...TESTED_THERE];
  assert.deepEqual(known.toSorted(), writing.toSorted());
});
