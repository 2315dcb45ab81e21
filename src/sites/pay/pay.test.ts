import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openPastDue } from '../../../test/harness/sales/past-due.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

test('a bill that is past due has an address where it is paid, once; afterwards it says so', async () => {
  const { get, must, path, subscription_id, open, pay, renewals } = await openPastDue(shop);
  const page = await open();
  assert.equal(page.status, 200);
  assert.match(page.text, /Pay for Pro/);
  assert.match(page.text, /€20\.00/);
  const paid = await pay('4242424242424242');
  assert.deepEqual([paid.status, paid.headers.location], [303, path]);
  const { status, payment_url } = await get(subscription_id);
  assert.deepEqual([status, payment_url], ['active', null]);
  const settled = (await open()).text;
  assert.match(settled, /You are all set/);
  assert.match(settled, /<a href="\/portal\/store\/\d+">Manage your purchases<\/a>/);
  const [, invoice = ''] = /href="(\/invoice\/\w+)">View invoice</.exec(settled) ?? [];
  assert.match((await shop.send({ method: 'GET', path: invoice })).text, /€20\.00 paid on/);
  // Again, as from another window.
  assert.equal((await pay('4242424242424242')).status, 303);
  assert.deepEqual(await renewals(), ['paid', 'declined']);
  // The card is kept: the next renewal is paid with it.
  await must('POST /advance-clock', { by: 'P1M' });
  assert.deepEqual(await renewals(), ['paid', 'paid', 'declined']);
  await must('POST /advance-clock', { by: 'P2D' });
  assert.doesNotMatch((await open()).text, /\/invoice\//, 'later the link is none to invoices');
  await shop.assertRight();
});

test('the event subscription.past_due tells the address', async () => {
  const store = await shop.openStore();
  await store.inStatus('past_due');
  const told = (await store.told()).find(({ type }) => type === 'subscription.past_due');
  const { payment_url } = (told?.data ?? {}) as { payment_url?: string };
  assert.match(String(payment_url), /^https:\/\/localhost:\d+\/pay\/[0-9a-z]{32}$/);
});

test('a card that is declined is said on the page, is no retry, and changes nothing', async () => {
  const { pay, get, subscription_id, open } = await openPastDue(shop);
  const before = await get(subscription_id);
  const declined = await pay('4000000000000341');
  assert.equal(declined.status, 400);
  assert.match(declined.text, /<title>Card declined · Pay for /);
  assert.match(declined.text, /role="alert" tabindex="-1" autofocus>\s*<p><strong>Card declined/);
  assert.match(declined.text, /Your bank declined the card.* You have not been charged\./);
  assert.match(declined.text, /value="4000000000000341"/, 'what was typed is still there');
  assert.deepEqual(await get(subscription_id), before);
  const mistyped = await pay('4242424242424241');
  assert.match(mistyped.text, /Check the card number/);
  assert.match((await open()).text, /is due/);
});

test('a payment that the bank wants confirmed is confirmed there, and settled by the return', async () => {
  const { pay, get, path, subscription_id, open, send } = await openPastDue(shop);
  const sent = await pay('4000002500003155');
  assert.equal(sent.status, 303);
  const bank = new URL(String(sent.headers.location));
  assert.match(bank.pathname, /^\/test-bank\//);
  assert.match((await send('GET', bank.pathname)).text, / wants to charge <strong>/);
  assert.match((await open()).text, /Your payment is not complete/);
  assert.equal((await get(subscription_id)).status, 'past_due');
  await send('POST', bank.pathname, 'answer=confirm');
  const back = await send('GET', `${path}/return`);
  assert.deepEqual([back.status, back.headers.location], [303, path]);
  assert.equal((await get(subscription_id)).status, 'active');
  await shop.assertRight();
});

test('given up, or left alone, it is due as before, and nothing was charged', async () => {
  const { pay, get, path, subscription_id, open, send, must, renewals } = await openPastDue(shop);
  await pay('4000002500003155');
  await send('POST', `${path}/give-up`, '');
  assert.match((await open()).text, /is due/);
  await pay('4000002500003155');
  await must('POST /advance-clock', { by: 'PT20M' });
  assert.deepEqual(await renewals(), ['declined', 'declined', 'declined']);
  const { status, payment_retries } = await get(subscription_id);
  assert.deepEqual([status, payment_retries], ['past_due', 0]);
  await shop.assertRight();
});

test('while somebody is at the bank no retry charges; a cancel gives the payment up', async () => {
  const { pay, get, subscription_id, must, renewals, open } = await openPastDue(shop);
  await pay('4000002500003155');
  const before = (await renewals()).length;
  await shop.runJob('due');
  assert.equal((await renewals()).length, before);
  await must('POST /cancel-subscription', { subscription_id });
  assert.equal((await get(subscription_id)).status, 'canceled');
  assert.match((await open()).text, /has ended/);
  assert.equal((await renewals()).includes('pending'), false);
  await shop.assertRight();
});

test('payments at the link, retries and updates of the card at the same instant charge once', async () => {
  const { pay, get, subscription_id, changeCard, renewals } = await openPastDue(shop);
  await Promise.all([
    ...Array.from({ length: 8 }, () => pay('4242424242424242')),
    ...Array.from({ length: 4 }, () => changeCard('5555555555554444', 'buyer-past_due')),
    shop.runJob('due'),
  ]);
  assert.equal((await get(subscription_id)).status, 'active');
  assert.equal((await renewals()).filter((status) => status === 'paid').length, 1);
  await shop.assertRight();
});

test('an address that nobody has been given shows nothing', async () => {
  for (const path of ['/pay/x', `/pay/${'0'.repeat(32)}`, `/pay/${'0'.repeat(32)}/return`]) {
    const answer = await shop.send({ method: 'GET', path });
    assert.equal(answer.status, 404);
  }
});

test('nobody may frame the page of a bill, also not a site that may frame the checkout', async () => {
  const { must, open } = await openPastDue(shop);
  await must('POST /update-store', { embed_domains: ['https://shop.example'] });
  const { headers } = await open();
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'$/);
});
