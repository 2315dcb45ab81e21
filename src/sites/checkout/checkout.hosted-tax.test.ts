import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';
import { GERMAN, OSS, sellFrom } from '../../../test/harness/sales/taxed.ts';
import { clientOf } from '../../../test/stand-ins/stripe/client.ts';

// A German shop whose buyers pay on the page of the provider.

const counter = await openHostedCounter({ price: 9.99, tax_behavior: 'exclusive' });
const {
  stand_in,
  store,
  control,
  get,
  post,
  openSession,
  session,
  goToStripe,
  back,
  transactions,
} = counter;
await sellFrom(store, 'DE', [GERMAN, OSS]);

/** What the page of Stripe asks for, by line. */
async function linesAt(page: string) {
  const { amount_total } = (await control.object({ id: page })) as { amount_total: number };
  const { data } = await clientOf(stand_in).checkout.sessions.listLineItems(page);
  return { amounts: data.map((line) => line.amount_total), amount_total };
}

const hungarian = (more: object = {}) => buyer({ country: 'HU', ...more });

test('lines with tax add up to what the page of Stripe asks for, and what was shown here', async () => {
  const { id, path } = await openSession({ quantity: 3 });
  await post(`${path}/details`, { country: 'HU', email: 'ada@example.com' });
  // 29.97 and 27 % of it, 8.0919.
  assert.match((await get(path)).text, /\$38\.06/);
  const page = await goToStripe(path, hungarian({ total: '38.06', renewal_total: '0' }));
  const { amounts, amount_total } = await linesAt(page);
  assert.deepEqual([amounts, amount_total], [[3_806], 3_806]);
  assert.equal((await session(id)).status, 'processing');
  // While the buyer is there, the price stays: somebody else's form changes nothing.
  await post(`${path}/details`, { country: 'US', email: '' });
  assert.equal((await session(id)).total, 38.06);
  await control.pay({ session: page, number: '4000002760000016' });
  await back(path);
  const [paid] = await transactions(id);
  assert.deepEqual([paid.subtotal, paid.tax, paid.total], [29.97, 8.09, 38.06]);
  const conflict = { billing_country: 'HU', card_country: 'DE', is_conflicting: true };
  assert.deepEqual(paid.tax_evidence, conflict);
});

test('a coupon and tax are one line at Stripe, with the total that was shown here', async () => {
  await store.coupon('THIRD', { discount_percentage: 33.33 });
  const { id, path } = await openSession({ coupon_code: 'THIRD' });
  await post(`${path}/details`, { country: 'HU', email: 'ada@example.com' });
  const { total } = await session(id);
  const page = await goToStripe(path, hungarian({ total: String(total), renewal_total: '0' }));
  const { amounts, amount_total } = await linesAt(page);
  assert.deepEqual(amounts, [amount_total]);
  assert.equal(amount_total / 100, total);
});

test('too little to charge without tax is refused, where tax alone made it enough', async () => {
  const small = await store.product({ price: 0.45, currency: 'USD', tax_behavior: 'exclusive' });
  const customer_id = 'small';
  await store.must('POST /create-customer', { customer_id, country: 'HU' });
  const { id, path } = await openSession({ product_id: small, customer_id });
  assert.equal((await session(id)).total, 0.57);
  const american = { country: 'US', total: '0.57', renewal_total: '0' };
  const changed = await post(`${path}/pay`, buyer(american));
  assert.match(changed.text, /The total has changed/);
  const refused = await post(`${path}/pay`, buyer({ ...american, total: '0.45' }));
  assert.match(refused.text, /to pay, which cannot be charged/);
  assert.equal((await session(id)).status, 'open');
});

test('a trial saves a card there, and its evidence is kept with the country of the card', async () => {
  const plan = await store.plan({
    ...{ price: 10, currency: 'USD', tax_behavior: 'exclusive', trial_days: 7 },
  });
  const { id, path } = await openSession({ product_id: plan, customer_id: 'trying' });
  await post(`${path}/details`, { country: 'DE', email: 'ada@example.com' });
  assert.match((await get(path)).text, /Then \$11\.90 a month from [\s\S]*Tax is included\./);
  const form = buyer({ country: 'DE', total: '0', renewal_total: '11.9' });
  const page = await goToStripe(path, form);
  await control.pay({ session: page, number: '4000002760000016' });
  await back(path);
  const [begun] = await transactions(id);
  assert.deepEqual([begun.total, begun.tax_evidence.card_country], [0, 'DE']);
  assert.equal(begun.tax_evidence.is_conflicting, false);
});
