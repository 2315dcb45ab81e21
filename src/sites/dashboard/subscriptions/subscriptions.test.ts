import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type CastStore, openStore } from '../../../../test/harness/cast.ts';
import { type Shop, START, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { act, ask, wordsOn } from '../../../../test/harness/visits/dashboard-actions.ts';

let shop: Shop;
let store: CastStore;
let owner: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
  owner = await signedIn(shop, { store_id: store.store_id });
});

let customers = 0;
/** A subscription of 20 EUR a month with a license, of a new customer. */
async function subscribed(terms: object = {}, session: object = {}) {
  const customer_id = `customer-${++customers}`;
  const plan_id = await store.licensedPlan(undefined, terms);
  const subscription_id = await store.subscribe(plan_id, { customer_id, ...session });
  const at = `/subscriptions/${subscription_id}`;
  const get = () => store.get(subscription_id);
  return { customer_id, plan_id, subscription_id, at, get };
}

test('the list finds by state, plan and customer, and its CSV has the same', async () => {
  const one = await subscribed({ name: 'Gold' });
  const other = await subscribed({ name: 'Silver' });
  const list = async (query: string) => owner.page(`/subscriptions?${query}`);
  assert.match(await list(''), new RegExp(`${one.at}.*|${other.at}`, 's'));
  for (const query of [`plan_id=${one.plan_id}`, `customer_id=${one.customer_id}&status=active`]) {
    const text = await list(query);
    assert.ok(text.includes(one.at) && !text.includes(other.at), query);
  }
  const email = 'gold@example.com';
  await store.must('POST /update-customer', { customer_id: one.customer_id, email });
  assert.match(
    await list(''),
    /subscriptions\/sub_\w+">gold<wbr>@example\.com<\/a>/,
    'customers are people, not identifiers',
  );
  const oldest = await list('order=oldest');
  assert.ok(oldest.indexOf(one.at) < oldest.indexOf(other.at));
  assert.match(await list('status=past_due'), /Nothing fits/);
  assert.match(await list(''), /<option value="prod_\w+">Silver<\/option>/);
  const { text } = await owner.get(`/subscriptions.csv?customer_id=${other.customer_id}`);
  const [titles, line = ''] = text.trim().split('\r\n');
  assert.match(titles ?? '', /^Customer,Since,Plan,State,Next payment,Price,Currency,E-mail,/);
  assert.match(line, new RegExp(`,Silver,active,.*,20,EUR,.*,${other.customer_id},sub_`));
});

test('a subscription shows its plan, what is paid next line by line, its payments and its license', async () => {
  const { at, customer_id, subscription_id } = await subscribed({ name: 'Pro' }, { quantity: 3 });
  const said = wordsOn(await owner.page(at));
  const { next_payment_at } = await store.get(subscription_id);
  assert.match(said, /Pro × 3.*Next payment.*On \d+ \w+ \d{4}.*€60\.00.*Charged €60\.00/s);
  assert.match(said, /First payment.*Visa •••• 4242.*Paid.*€60\.00/s);
  assert.match(said, /€20\.00 a month each.*0 of 6/s);
  assert.match(said, /What happened.*Got the license key \w+-.*Subscribed to Pro/s);
  assert.ok(said.includes(customer_id) && next_payment_at !== null);
});

test('a past due one says why, what was tried and where it can be paid', async () => {
  const late = await openStore(shop);
  const lena = await signedIn(shop, { store_id: late.store_id });
  const subscription_id = await late.inStatus('past_due');
  const said = wordsOn(await lena.page(`/subscriptions/${subscription_id}`));
  const { payment_url } = await late.get(subscription_id);
  assert.match(
    said,
    /The payment failed The card was declined \(card_declined\)\. Buyers read: “The bank/,
  );
  assert.match(said, /The next try is on \d+ \w+ \d{4}\. The customer pays it here/);
  assert.ok(said.includes(payment_url), said);
});

test('a change of plan and quantity is shown line by line, and charged exactly as it was shown', async () => {
  const { at, get, subscription_id } = await subscribed({ name: 'Pro' });
  const team = await store.licensedPlan(undefined, { name: 'Team', price: 50 });
  const form = { plan_id: team, quantity: '2', effective: 'now', proration: '' };
  const input = { subscription_id, plan_id: team, quantity: 2 };
  const preview = await store.must('POST /preview-subscription-change', input);
  const { said, confirm } = await ask(owner, `${at}/change`, form);
  for (const { amount } of preview.lines) {
    assert.ok(said.includes(Math.abs(amount).toFixed(2)), `${amount} in ${said}`);
  }
  assert.match(said, /From Pro, €20\.00 a month, to Team, €50\.00 a month × 2, now\./);
  assert.match(
    said,
    /Charged now €80\.00.*card is charged €80\.00 at once.*Charged then €100\.00/s,
  );
  assert.equal((await get()).plan_id === team, false);
  const [first, again] = [await confirm(), await confirm()];
  assert.match(wordsOn(await owner.follow(first)), /was changed.*Team × 2/s);
  assert.equal(again.headers.location, first.headers.location);
  const { data } = await store.must('GET /get-transactions', { subscription_id });
  assert.deepEqual([data[0].total, data.length], [preview.total, 2]);
});

test('a smaller change puts what is left on the balance, and one for the end of the period waits', async () => {
  const { at, get, plan_id } = await subscribed({}, { quantity: 3 });
  const form = { plan_id, quantity: '1', effective: 'now', proration: '' };
  const { said, confirm } = await ask(owner, `${at}/change`, form);
  assert.match(said, /balance is €0\.00 now and €40\.00 afterwards/);
  await owner.follow(await confirm());
  assert.deepEqual([(await get()).quantity, (await get()).credit], [1, 40]);
  const later = { ...form, quantity: '5', effective: 'period_end' };
  assert.match(await act(owner, `${at}/change`, later), /planned for the end.*× 5 on/s);
  assert.equal((await get()).pending_change.quantity, 5);
});

test('if a charge has become larger since it was shown, it is shown again and nothing is charged', async () => {
  const { at, get, subscription_id } = await subscribed();
  const plan_id = await store.plan({ price: 50 });
  const form = { plan_id, quantity: '1', effective: 'now', proration: '' };
  const { confirm } = await ask(owner, `${at}/change`, form);
  await store.must('POST /update-product', { product_id: plan_id, price: 90 });
  const answer = await confirm();
  assert.equal(answer.status, 400);
  assert.match(
    wordsOn(answer.text),
    /was not changed.*is another than was shown.*Charged now €70\.00/s,
  );
  assert.equal((await get()).plan.price, 20);
  assert.equal((await store.must('GET /get-transactions', { subscription_id })).data.length, 1);
});

test('a cancel at the end says when and can be taken back; a cancel now refunds what it said', async () => {
  const { at, get, subscription_id } = await subscribed({ name: 'Pro' });
  const text = wordsOn(await owner.page(`${at}/cancel`));
  assert.match(text, /Now, and all of the period goes back: €20\.00/);
  const end = { how: 'period_end', reason: 'too_expensive', comment: 'Too dear' };
  assert.match(
    await act(owner, `${at}/cancel`, end),
    /ends when the paid time is over.*Take it back/s,
  );
  const ending = await get();
  assert.deepEqual(
    [ending.cancel_at_period_end, ending.cancellation_reason, ending.cancellation_comment],
    [true, 'too_expensive', 'Too dear'],
  );
  const { said, confirm } = await ask(owner, `${at}/resume`);
  assert.match(
    said,
    /Take the cancel back.*next payment, €20\.00, is made on.*Nothing is charged now/s,
  );
  await owner.follow(await confirm());
  assert.equal((await get()).cancel_at_period_end, false);

  const full = await ask(owner, `${at}/cancel`, { how: 'full' });
  assert.match(full.said, /ends now.*€20\.00 goes back the way it was paid.*cannot be undone/s);
  assert.match(wordsOn(await owner.follow(await full.confirm())), /has ended/);
  const { data } = await store.must('GET /get-transactions', { subscription_id });
  assert.deepEqual([data[0].type, data[0].total, (await get()).status], ['refund', 20, 'canceled']);
  assert.doesNotMatch(await owner.page(at), /\/cancel"/);
});

test('a cancel now says so while the clock goes on', async () => {
  let now = START;
  const ticking = await startShop({ clock: () => ++now });
  const its = await openStore(ticking);
  const seller = await signedIn(ticking, { store_id: its.store_id });
  const subscription_id = await its.subscribe(await its.licensedPlan(), { customer_id: 'ada' });
  const path = `/subscriptions/${subscription_id}/cancel`;
  for (const how of ['now', 'prorated', 'full']) {
    const { said } = await ask(seller, path, { how });
    assert.match(said, /ends now.*cannot be undone.*Cancel now/s, how);
  }
  const { said } = await ask(seller, path, { how: 'period_end' });
  assert.match(said, /until then it can be used.*Cancel on/s);
});

test('a pause says until when, freezes paid time and is resumed', async () => {
  const { at, get } = await subscribed();
  const resumes_at = '2030-03-01';
  const { said, confirm } = await ask(owner, `${at}/pause`, { resumes_at });
  assert.match(said, /paused from now on, until 1 March 2030.*Nothing is charged meanwhile/s);
  assert.match(wordsOn(await owner.follow(await confirm())), /is paused\. Resume it/);
  const paused = await get();
  assert.deepEqual([paused.status, paused.resumes_at.slice(0, 10)], ['paused', resumes_at]);
  assert.match((await ask(owner, `${at}/resume`)).said, /Nothing is charged now/);
  assert.match(await act(owner, `${at}/resume`), /goes on/);
  assert.equal((await get()).status, 'active');
});

test('a trial is extended, a code applied and credit given, each after saying what it does', async () => {
  const { at, get, customer_id } = await subscribed({ trial_days: 14 });
  const { trial_end, created_at } = await get();
  const later = new Date(Date.parse(created_at) + 40 * 86_400_000).toISOString().slice(0, 10);
  const trial = await ask(owner, `${at}/extend-trial`, { trial_end: later });
  assert.match(trial.said, /instead of.*The first payment, €20\.00, is made then/s);
  assert.match(wordsOn(await owner.follow(await trial.confirm())), /The trial lasts longer/);
  assert.ok((await get()).trial_end > trial_end);

  await store.coupon('HALF', { duration: 'once' });
  const coupon = await ask(owner, `${at}/coupon`, { coupon_code: 'half' });
  assert.match(coupon.said, /HALF takes 50 % off the next payment/);
  await owner.follow(await coupon.confirm());
  assert.match(wordsOn(await owner.page(at)), /Charged €10\.00/);

  const credit = await ask(owner, `${at}/credit`, { amount: '7,50', reason: 'Sorry' });
  assert.match(credit.said, /€7\.50 goes to the balance.*€0\.00 now, €7\.50 afterwards/s);
  const once = await credit.confirm();
  await credit.confirm();
  assert.match(wordsOn(await owner.follow(once)), /balance was changed/);
  assert.deepEqual(await store.balances(customer_id), { EUR: 7.5 });
  await act(owner, `${at}/credit`, { amount: '-7.50', reason: '' });
  assert.deepEqual(await store.balances(customer_id), {});
});

test('a link for another card is made and shown', async () => {
  const { at } = await subscribed();
  const { confirm } = await ask(owner, `${at}/new-card`);
  const answer = await confirm();
  assert.equal(answer.status, 200);
  assert.match(wordsOn(answer.text), /\/card\/cu_\w{28}.*It works until/s);
});

test('a refusal comes first, names the field and keeps what was typed; nothing has changed', async () => {
  const { at, get, customer_id } = await subscribed({ trial_days: 14 });
  const [stored, known] = [await shop.everything(), await get()];
  for (const [action, form, why, kept] of [
    ['change', { plan_id: 'prod_nothing', quantity: '3' }, /Plan: .*not a product/, 'value="3"'],
    ['change', { plan_id: '', quantity: 'many' }, /Quantity: /, 'value="many"'],
    ['extend-trial', { trial_end: '2020-01-01' }, /must be later/, 'value="2020-01-01"'],
    ['extend-trial', { trial_end: 'soon' }, /must be a day/, 'value="soon"'],
    ['pause', { resumes_at: '2020-01-01' }, /must be in the future/, 'value="2020-01-01"'],
    ['coupon', { coupon_code: 'NOTHING' }, /is no code of this store/, 'value="NOTHING"'],
    ['credit', { amount: '0' }, /other than 0/, 'value="0"'],
    ['credit', { amount: 'x', reason: 'Why not' }, /other than 0/, 'value="Why not"'],
    ['cancel', { how: 'sometime', comment: 'Bye' }, /none of the choices/, 'Bye'],
  ] as const) {
    const sent = { effective: 'now', proration: '', ...form };
    const answer = await owner.post(`${at}/${action}`, sent);
    assert.equal(answer.status, 400, action);
    assert.match(answer.text, /<div class="refusal" role="alert"/);
    assert.match(wordsOn(answer.text), why);
    assert.ok(answer.text.includes(kept), `${action}: ${kept}`);
  }
  assert.equal(await shop.everything(), stored);
  // What only the operation can refuse is refused after the confirmation.
  const { confirm } = await ask(owner, `${at}/pause`, { resumes_at: '' });
  const refused = await confirm();
  assert.match(wordsOn(refused.text), /was not paused.*status of the subscription does not allow/s);
  const far = await owner.post(`${at}/credit`, { amount: '9999999999999', confirmed: 'yes' });
  assert.match(wordsOn(far.text), /balance was not changed/);
  assert.deepEqual([await get(), await store.balances(customer_id)], [known, {}]);
});

test('credit and a refund: nobody gets the same money twice', async () => {
  const { at, customer_id, subscription_id } = await subscribed();
  await act(owner, `${at}/credit`, { amount: '5', reason: '' });
  await act(owner, `${at}/cancel`, { how: 'full' });
  const { data } = await store.must('GET /get-transactions', { subscription_id });
  const refunds = data.filter(({ type }: { type: string }) => type === 'refund');
  assert.deepEqual(
    refunds.map(({ total }: { total: number }) => total),
    [20],
  );
  assert.deepEqual(await store.balances(customer_id), { EUR: 5 });
  assert.equal((await owner.post(`${at}/cancel`, { how: 'full', confirmed: 'yes' })).status, 400);
  await shop.assertRight();
});
