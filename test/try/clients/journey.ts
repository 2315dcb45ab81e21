import assert from 'node:assert/strict';
import { cards } from '../../harness/cast.ts';

// A journey through Prism (a proxy that compares with the OpenAPI document). It names what it finds
// in the header sl-violations.

// biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers of every shape
type Answered = any;

export async function compareWithDocument(proxy: string, api_key: string): Promise<void> {
  let asked = 0;
  let found_wrong = 0;

  /** Requests that are right have no violation at all; those that are wrong, none in the answer. */
  async function ask(call: string, sent: object = {}, status = 200, key = api_key) {
    const [method = '', path = ''] = call.split(' ');
    const in_body = method === 'POST';
    const pairs = Object.entries(sent).map(([name, value]) => [name, String(value)]);
    const query = in_body ? '' : `?${new URLSearchParams(pairs)}`;
    const answer = await fetch(`${proxy}${path}${query}`, {
      method,
      headers: { 'x-api-key': key, ...(in_body && { 'content-type': 'application/json' }) },
      ...(in_body && { body: JSON.stringify(sent) }),
    });
    const body: Answered = await answer.json();
    assert.equal(answer.status, status, `${call} ${JSON.stringify(body)}`);
    const found: { location: string[] }[] = JSON.parse(answer.headers.get('sl-violations') ?? '[]');
    const wrong =
      status === 200 ? found : found.filter(({ location }) => location[0] !== 'request');
    assert.deepEqual(wrong, [], call);
    asked += 1;
    found_wrong += found.length;
    return body;
  }

  const product = { name: 'Lumen', description: 'An editor', currency: 'USD' };
  const license = { activation_limit: 2, valid_days: 365 };
  const editor = await ask('POST /create-product', { ...product, price: 29, license });
  const plan = { ...product, billing_type: 'recurring' };
  const basic = await ask('POST /create-product', { ...plan, price: 10 });
  const more = await ask('POST /create-product', { ...plan, price: 20 });
  await ask('GET /get-product', { product_id: editor.product_id });
  await ask('GET /search-products', { query: 'lumen', limit: 2 });
  await ask('POST /update-product', { product_id: editor.product_id, price: 30 });
  const { customer_id } = await ask('POST /create-customer', { email: 'ada@example.com' });
  await ask('POST /create-customer-billing', { customer_id, name: 'Ada Lovelace' });
  await ask('GET /get-customer', { customer_id });
  await ask('GET /list-customers');
  await ask('POST /create-webhook', { url: 'https://hooks.example.com/kassa' });
  await ask('GET /list-webhooks');
  const code = { code: 'LAUNCH', discount_percentage: 10 };
  await ask('POST /create-discount-code', code);
  await ask('GET /get-discount-code', { code: 'LAUNCH' });
  await ask('GET /list-discount-codes');

  const buy = async (product_id: string, sent: object = {}) => {
    const order = { product_id, quantity: 1, customer_id, ...sent };
    const { checkout_session_id } = await ask('POST /create-checkout', order);
    await ask('GET /get-checkout', { checkout_session_id });
    const declined = { checkout_session_id, payment_method: cards.declined };
    await ask('POST /complete-checkout', declined, 400);
    const pays = { checkout_session_id, payment_method: cards.pays };
    return ask('POST /complete-checkout', pays);
  };
  const bought = await buy(editor.product_id, { coupon_code: 'LAUNCH' });
  const [license_key] = bought.license_keys;
  await ask('POST /validate-license', { license_key });
  const activation = { license_key, instance_name: 'Laptop' };
  const { instance } = await ask('POST /activate-license', activation);
  const { instance_id } = instance;
  await ask('POST /validate-license', { license_key, instance_id });
  await ask('POST /deactivate-license', { license_key, instance_id });
  await ask('GET /list-licenses');
  const { subscription_id } = await buy(basic.product_id);
  await ask('GET /get-subscription', { subscription_id });
  const change = { subscription_id, plan_id: more.product_id };
  await ask('POST /preview-subscription-change', change);
  await ask('POST /update-subscription', { subscription_id, quantity: 2 });
  const higher = { subscription_id, new_plan_id: more.product_id };
  await ask('POST /upgrade-subscription', higher);
  await ask('POST /advance-clock', { by: 'P1M' });
  await ask('POST /cancel-subscription', { subscription_id, cancel_at_period_end: true });
  await ask('POST /resume-subscription', { subscription_id });
  await ask('POST /cancel-subscription', { subscription_id });
  await ask('GET /list-subscriptions');
  const { transaction_id } = bought;
  await ask('POST /refund-transaction', { transaction_id, amount: 5 });
  await ask('POST /refund-transaction', { transaction_id });
  await ask('GET /get-transactions', { customer_id });
  await ask('GET /list-invoices');
  await ask('DELETE /delete-discount-code', { code: 'LAUNCH' });
  await ask('GET /get-tax-report', { from: '2026-01-01', to: '2026-12-31' });
  for (const path of READ) await ask(`GET ${path}`);

  await ask('POST /create-product', { name: 'x' }, 400);
  await ask('POST /create-product', { ...product, price: -1 }, 400);
  await ask('POST /create-product', { ...product, price: 1, prize: 1 }, 400);
  await ask('POST /refund-transaction', { transaction_id }, 400);
  await ask('GET /get-product', {}, 400);
  await ask('GET /get-product', { product_id: 'prod_no' }, 404);
  await ask('POST /cancel-subscription', { subscription_id: 'sub_no' }, 404);
  await ask('POST /validate-license', { license_key: 'KASSA-NO' }, 404);
  await ask('GET /search-products', {}, 401, 'kassa_test_wrong');
  assert.ok(found_wrong >= 5, 'Prism does compare: it finds what is wrong in wrong requests');
  console.log(`Prism has compared ${asked} requests with the document and found nothing.`);
}

const READ = [
  ...['/list-events', '/get-store', '/get-store-settings', '/get-clock', '/get-metrics'],
  ...['/get-tax-settings', '/list-tax-rates', '/list-mails', '/list-api-keys'],
  ...['/get-mail-settings', '/get-attention', '/get-provider', '/list-audit-entries'],
  ...['/list-payment-links', '/list-webhook-deliveries'],
];
