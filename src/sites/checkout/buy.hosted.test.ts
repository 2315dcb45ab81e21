import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksIn } from '../../../test/harness/sales/buy-links.ts';
import {
  buyer,
  openHostedCounter,
  stripeSession,
} from '../../../test/harness/sales/hosted-counter.ts';

// Payment links of a store whose buyers pay on Stripe's page.

const counter = await openHostedCounter();
const { shop, store, control, goToStripe, back, openSession, session, pass, post } = counter;
const { make, look, sessionAt } = linksIn(shop, store);
const { product_id } = counter;

interface StripePage {
  customer: string | null;
  customer_email: string | null;
}

/** What Stripe was told when its page was made. */
const pageOf = async (id: string) => (await control.object({ id })) as unknown as StripePage;

/** Sends the form of a link; answers the session here and the page at Stripe. */
async function goByLink({ slug }: { slug: string }, more: object = {}) {
  const form = buyer({ attempt: '', ...more });
  const answer = await post(`/test/buy/${slug}/pay`, form);
  assert.equal(answer.status, 303, answer.text);
  const page = stripeSession(String(answer.headers.location));
  const { data } = await store.must('GET /get-transactions', { status: 'pending' });
  return { page, id: data[0].checkout_session_id as string };
}

test('whoever types the address of a customer is not shown their saved card at Stripe, nor their name', async () => {
  const plan_id = await store.plan({ currency: 'USD' });
  const { id, path, customer_id } = await openSession({ product_id: plan_id });
  const own = await goToStripe(path, buyer({ email: 'ada@example.com', name: 'Ada Lovelace' }));
  await control.pay({ session: own });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
  // She has typed it there; the seller knows that it is hers.
  await store.must('POST /update-customer', { customer_id, email: 'ada@example.com' });
  // Ada herself, in a session of her own, gets her card offered.
  const again = await openSession({ customer_id });
  const hers = await pageOf(await goToStripe(again.path, buyer()));
  assert.match(String(hers.customer), /^cus_/);

  const link = await make({ product_id });
  const strange = await goByLink(link, { email: 'ADA@example.com' });
  const { customer, customer_email } = await pageOf(strange.page);
  assert.deepEqual([customer, customer_email], [null, 'ADA@example.com']);
  await control.pay({ session: strange.page });
  const paid = await sessionAt(await back(`/checkout/${strange.id}`));
  assert.deepEqual([paid.status, paid.customer_id], ['completed', customer_id]);

  const subscribing = await make({ product_id: plan_id });
  const stranger = await goByLink(subscribing, { email: 'ada@example.com' });
  assert.equal((await pageOf(stranger.page)).customer, null);
  await control.pay({ session: stranger.page });
  const subscribed = await sessionAt(await back(`/checkout/${stranger.id}`));
  assert.equal(subscribed.status, 'completed');
  assert.notEqual(subscribed.customer_id, customer_id);
});

test('whoever leaves the page of Stripe gives the last place back, and somebody else gets it', async () => {
  const link = await make({ product_id, max_purchases: 1 });
  await goByLink(link, { email: 'left@example.com' });
  const { text } = await post(`/test/buy/${link.slug}/pay`, buyer());
  assert.match(text, /This offer has ended/);
  await pass(46);
  assert.equal((await look(link.payment_link_id)).purchases, 0);
  const { page, id } = await goByLink(link, { email: 'next@example.com' });
  await control.pay({ session: page });
  await back(`/checkout/${id}`);
  assert.equal((await session(id)).status, 'completed');
  assert.equal((await look(link.payment_link_id)).status, 'sold_out');
});
