import assert from 'node:assert/strict';
import { type CastStore, card, cards } from '../../harness/cast.ts';
import type { Shop } from '../../harness/shop.ts';

// What the shops of test/care/upgrades/0037 and from 0048 on have sold. It stays as it is: a new shop in which
// the same was sold is compared with what earlier versions have left.

const PAYS_A_DAY_LATER = card('4000000000000382');
const GERMAN = { country: 'DE', since: '2020-01-01' };

/** Two stores and some months. Returns what of it the tests go on with. */
export async function sellForMonths(shop: Shop) {
  const kept = await sell(await shop.openStore());
  const taxed_store_id = await sellTaxed(await shop.openStore());
  for (const job of ['due', 'webhooks', 'mails'] as const) await shop.runJob(job);
  await shop.assertRight();
  return { ...kept, taxed_store_id };
}

/** Everything that a store without taxes has. */
async function sell(store: CastStore) {
  const { must, buy, create, complete, subscribe, advance } = store;
  const editor = await store.sell({ activation_limit: 2 }, { name: 'Étude Editor' });
  const pro = await store.licensedPlan({ activation_limit: 3 }, { tier: 1 });
  const max = await store.plan({ name: 'Max', price: 50, tier: 2 });
  await store.coupon('HALF', { duration: 'repeating', duration_months: 2 });
  await must('POST /create-payment-link', { product_id: editor, slug: 'editor' });

  const first = await buy(editor, { customer_email: 'ada@example.com' });
  await store.activate(first.license_keys[0]);
  const two = await buy(editor, { customer_id: 'bob', quantity: 2, coupon_code: 'HALF' });
  await store.refund(two.transaction_id, { amount: 5.5 });
  const { license_id } = await store.licenseOf(two.license_keys[0]);
  await must('POST /disable-license', { license_id });
  const subscription_id = await subscribe(pro, { coupon_code: 'HALF' });
  const up = await subscribe(pro, { customer_id: 'cleo' });
  const down = await subscribe(max, { customer_id: 'dora' });
  for (const status of ['trialing', 'paused', 'canceled', 'ending']) await store.inStatus(status);

  const pay = async (customer_id: string, payment_method: typeof cards.pays) =>
    complete(
      (await create({ product_id: editor, customer_id })).checkout_session_id,
      payment_method,
    );
  const owe = (customer_id: string, amount: number) =>
    must('POST /adjust-customer-balance', { customer_id, amount, currency: 'EUR' });
  await pay('lost', cards.disputed_lost);
  await pay('won', cards.disputed_won);
  await store.refund((await pay('returns', cards.returns_refunds)).transaction_id);
  await store.refund((await pay('fails', cards.fails_refunds_later)).transaction_id);
  await advance('P10D');
  await must('POST /upgrade-subscription', { subscription_id: up, new_plan_id: max });
  await store.update(down, { plan_id: pro });
  for (const [customer_id, amount] of [
    ['credit', 30],
    ['spent', 5],
    ['debt', -20],
  ] as const) {
    await must('POST /create-customer', { customer_id });
    await owe(customer_id, amount);
  }
  await pay('spent', cards.pays);
  await store.inStatus('past_due');

  // What is under way when the upgrade comes.
  await must('POST /create-webhook', { url: 'https://127.0.0.1:9/hooks' });
  const later = await subscribe(max, { customer_id: 'emma' });
  await store.update(later, { plan_id: pro, effective: 'period_end' });
  await pay('disputing', cards.disputed_lost);
  await advance('PT2H');
  await must('POST /create-customer', { customer_id: 'owing' });
  await owe('owing', -50);
  const { checkout_session_id } = await create({ product_id: editor, customer_id: 'owing' });
  const payment = { checkout_session_id, payment_method: PAYS_A_DAY_LATER };
  assert.equal((await store.ask('POST /complete-checkout', payment)).status, 400);
  await create({ product_id: editor, customer_id: 'late', coupon_code: 'HALF' });
  const { store_id, key: api_key } = store;
  const { transaction_id, license_keys } = first;
  return { store_id, api_key, subscription_id, transaction_id, license_key: license_keys[0] };
}

/** Invoices with taxes, some of them corrected or given back. */
async function sellTaxed(store: CastStore): Promise<string> {
  const { must, buy } = store;
  const registrations = [GERMAN, { scheme: 'oss', ...GERMAN, since: '2021-07-01' }];
  await must('POST /update-tax-settings', { country: 'DE', registrations });
  const product_id = await store.product({ name: 'Livre', tax_category: 'ebook' });
  const plan_id = await store.plan();
  for (const country of ['DE', 'FR']) {
    const billing = { customer_id: country, address: { country } };
    await must('POST /create-customer-billing', billing);
  }
  const { transaction_id } = await buy(product_id, { customer_id: 'FR' });
  await store.refund(transaction_id, { amount: 7 });
  await store.subscribe(plan_id, { customer_id: 'DE', customer_email: 'dieter@example.com' });
  const { data } = await must('GET /list-invoices', { limit: 1 });
  const { invoice_id } = data[0];
  await must('POST /correct-invoice', { invoice_id, name: 'Étude & Söhne' });
  await store.advance('P1M');
  return store.store_id;
}
