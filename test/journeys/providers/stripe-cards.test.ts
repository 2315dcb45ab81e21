import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charged, stripeSession } from '../../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';
import { readable } from '../../harness/visits/visiting.ts';

// Replacing the card, cards that networks replace, and amounts that are too small, at the stand-in
// for Stripe.

const NO_MONEY = '4000000000009995';

const shop = await openSubscriptions();

/** Opens Stripe's page for another card from the portal. */
async function replaceCard(customer_id: string) {
  const portal = await shop.portalOf(customer_id);
  const { status, headers, text } = await shop.post(`${portal}/card`, {});
  assert.equal(status, 303, text);
  const [cookie = ''] = [headers['set-cookie']].flat();
  return { portal, cookie, session: stripeSession(String(headers.location)) };
}

/** The page of ours that Stripe sends the customer back to. */
async function returnPath(): Promise<string> {
  const sql = `SELECT card_update_id FROM card_updates WHERE store_id = :store_id
    ORDER BY card_update_id DESC LIMIT 1`;
  const reader = shop.shop.db.reader({ store_id: shop.store.store_id });
  const row = await reader.maybe<{ card_update_id: string }>(sql);
  return `/card/${row?.card_update_id}/return`;
}

test('a customer replaces the card at Stripe, comes back to the portal, and what was past due is paid', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  await shop.spoil(customer_id, NO_MONEY);
  await shop.passDays(31);
  assert.equal((await shop.store.get(subscription_id)).status, 'past_due');
  const before = await charged(shop.stand_in, 'eur');
  const { portal, cookie, session } = await replaceCard(customer_id);
  await shop.control.pay({ session, number: '5555555555554444', exp: { month: 3, year: 2031 } });
  const back = await shop.get(await returnPath(), { cookie: cookie.split(';')[0] ?? '' });
  assert.equal(back.headers.location, `${portal}/note/card-saved`);
  assert.equal((await shop.store.get(subscription_id)).status, 'active');
  assert.equal((await charged(shop.stand_in, 'eur')) - before, 2000);
  assert.match(readable((await shop.get(portal)).text), /Mastercard •••• 4444 Expires 03\/31/);
  // Whoever has no cookie is told on our own page.
  const again = await shop.get(await returnPath());
  assert.match((await shop.get(String(again.headers.location))).text, /Your card is saved/);
  await shop.store.cancel(subscription_id);
});

test('a customer who never comes back has replaced the card all the same, by the message or by the job', async () => {
  for (const way of ['message', 'job']) {
    const { subscription_id, customer_id } = await shop.subscribe();
    const before = await shop.methodOf(customer_id);
    const { session } = await replaceCard(customer_id);
    await shop.control.pay({ session, number: '5555555555554444' });
    if (way === 'message') await shop.control.release();
    await shop.control.webhooks({ held: true });
    if (way === 'message') await shop.shop.runJob('due');
    else await shop.pass(3);
    assert.notEqual(await shop.methodOf(customer_id), before, way);
    await shop.store.cancel(subscription_id);
  }
});

test('a page that is left is given up after a day; a card given on it later is not kept', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  const before = await shop.methodOf(customer_id);
  const { session } = await replaceCard(customer_id);
  const page = await shop.get((await returnPath()).replace('/return', ''));
  assert.match(page.text, /Continue to Stripe/);
  await shop.passDays(2);
  await shop.control.pay({ session, number: '5555555555554444' });
  await shop.control.release();
  await shop.control.webhooks({ held: true });
  await shop.pass(5);
  assert.equal(await shop.methodOf(customer_id), before);
  const over = await shop.get((await returnPath()).replace('/return', ''));
  assert.match(over.text, /no longer works/);
  await shop.store.cancel(subscription_id);
});

test('a bank account that is confirmed days later replaces the card then, and nobody asks all the time', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  const before = await shop.methodOf(customer_id);
  const { session } = await replaceCard(customer_id);
  const address = await returnPath();
  await shop.control.pay({ session, us_account: '000123456789' });
  await shop.get(address);
  const page = await shop.get(address.replace('/return', ''));
  assert.match(page.text, /Your bank account is being confirmed/);
  assert.doesNotMatch(page.text, /Continue to Stripe/);
  await shop.post(address.replace('/return', ''), {});
  await shop.passDays(2);
  await shop.control.forgetCalls();
  for (let look = 0; look < 30; look++) await shop.shop.runJob('due');
  const calls = (await shop.control.calls()).filter(({ path }) => path.includes(session));
  assert.ok(calls.length <= 1, `asked ${calls.length} times`);
  assert.equal(await shop.methodOf(customer_id), before);
  const { setup_intent } = (await shop.control.object({ id: session })) as { setup_intent: string };
  await shop.control.verifyDeposits({ intent: setup_intent, ends: 'succeeded' });
  await shop.pass(2 * 60);
  assert.notEqual(await shop.methodOf(customer_id), before);
  assert.match((await shop.get(address.replace('/return', ''))).text, /Your card is saved/);
  await shop.store.cancel(subscription_id);
});

test('on a page that names no currency: a card at once, an account by the message; one that nobody confirms changes nothing', async () => {
  await shop.control.changeAccount({ keeps_setup_currency: true });
  const { subscription_id, customer_id } = await shop.subscribe();
  const before = await shop.methodOf(customer_id);
  const confirmed: string[] = [];
  for (const ends of ['succeeded', 'failed'] as const) {
    const { session } = await replaceCard(customer_id);
    await shop.control.pay({ session, us_account: '000123456789' });
    await shop.get(await returnPath());
    const page = (await shop.control.object({ id: session })) as { setup_intent: string };
    await shop.passDays(3);
    await shop.control.verifyDeposits({ intent: page.setup_intent, ends });
    await shop.control.release();
    await shop.control.quiet();
    await shop.control.webhooks({ held: true });
    await shop.pass(2 * 60);
    confirmed.push(await shop.methodOf(customer_id));
  }
  assert.notEqual(confirmed[0], before);
  assert.equal(confirmed[0], confirmed[1], 'the one that was confirmed stays');
  assert.match(
    (await shop.get((await returnPath()).replace('/return', ''))).text,
    /no longer works/,
  );
  const { session } = await replaceCard(customer_id);
  await shop.control.pay({ session, number: '5555555555554444' });
  await shop.get(await returnPath());
  const { card } = await shop.store.must('GET /get-payment-method', { customer_id });
  assert.deepEqual([card.brand, card.last4], ['mastercard', '4444']);
  await shop.control.changeAccount({ keeps_setup_currency: false });
  await shop.store.cancel(subscription_id);
});

test('of two cards the one that was asked for later stays, also if the other arrives after it', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  const older = await replaceCard(customer_id);
  await shop.pass(1);
  const newer = await replaceCard(customer_id);
  await shop.control.pay({ session: newer.session, number: '5555555555554444' });
  await shop.control.pay({ session: older.session, number: '378282246310005' });
  await shop.pass(5);
  await shop.pass(60);
  const portal = await shop.portalOf(customer_id);
  assert.match(readable((await shop.get(portal)).text), /Mastercard •••• 4444/);
  await shop.store.cancel(subscription_id);
});

test('a card that its network replaced is shown as it is now, and a warning if it expires too soon', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  const payment_method = await shop.methodOf(customer_id);
  const soon = new Date(Date.now() + 86_400_000);
  const [exp_month, exp_year] = [soon.getUTCMonth() + 1, soon.getUTCFullYear()];
  await shop.control.updateCard({ payment_method, last4: '1111', exp_month, exp_year });
  await shop.control.release();
  await shop.control.webhooks({ held: true });
  await shop.shop.runJob('due');
  const portal = await shop.portalOf(customer_id);
  assert.match(readable((await shop.get(portal)).text), /Visa •••• 1111 Expire[sd] \d\d\/\d\d/);
  const page = await shop.get(`${portal}/subscription/${subscription_id}`);
  assert.match(page.text, /Your card expires soon/);
  await shop.store.cancel(subscription_id);
});

test('ten days at 0.10 are charged as two payments of 0.50, and what is too little at the end is owed', async () => {
  const terms = { price: 0.1, billing_interval: 'day', trial_days: 1 };
  const small = await openSubscriptions(terms);
  const { subscription_id, customer_id } = await small.subscribe();
  for (let day = 0; day < 12; day++) await small.passDays(1);
  const paid = (await small.store.transactions(subscription_id)).filter(
    ({ total }: { total: number }) => total > 0,
  );
  assert.deepEqual(
    paid.map(({ total }: { total: number }) => total),
    [0.5, 0.5],
  );
  assert.equal(await charged(small.stand_in, 'eur'), 100);
  await small.store.cancel(subscription_id);
  const { balances } = await small.store.must('GET /get-customer', { customer_id });
  assert.ok(balances.EUR <= 0 && balances.EUR > -0.5, JSON.stringify(balances));
  assert.equal(await charged(small.stand_in, 'eur'), 100);
  // Refunding one of them makes the debt that it had paid a debt again.
  const [{ transaction_id }] = paid;
  await small.store.refund(transaction_id);
  const after = await small.store.must('GET /get-customer', { customer_id });
  assert.equal(Math.round((balances.EUR - after.balances.EUR) * 100), 40);
  await small.shop.assertRight();
});
