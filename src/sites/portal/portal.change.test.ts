import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';
import { DAY_MS } from '../../platform/core/time.ts';

const shop = await startShop();

/** A store with plans in tiers, and Ada on the middle one. */
async function adaOnPro(more: object = {}) {
  const store = await openVisitedStore(shop);
  const basic = await store.plan({ name: 'Basic', price: 10, tier: 1 });
  const pro = await store.plan({ name: 'Pro', price: 20, tier: 2 });
  const team = await store.plan({ name: 'Team', price: 50, tier: 3 });
  const yearly = await store.plan({
    name: 'Team, yearly',
    price: 500,
    tier: 4,
    billing_interval: 'year',
  });
  const subscription_id = await store.subscribe(pro, { customer_id: 'ada', ...more });
  const ada = await store.visit('ada');
  const address = `/subscription/${subscription_id}`;
  const subscription = () => store.get(subscription_id);
  return { store, ada, address, subscription, subscription_id, basic, pro, team, yearly };
}

const statuses = (list: { status: number }[]) => list.map(({ status }) => status);

test('a subscription is seen with its next charge, to the cent', async () => {
  const store = await openVisitedStore(shop);
  await store.coupon('HALF', { duration: 'repeating', duration_months: 3 });
  const plan = await store.plan({ price: 33.33 });
  await store.subscribe(plan, { customer_id: 'ada', quantity: 3, coupon_code: 'HALF' });
  const ada = await store.visit('ada');
  const home = readable((await ada.get()).text);
  // Half of 99.99, rounded half to even.
  assert.match(home, /Pro × 3 Active €33\.33 a month, each/);
  assert.match(home, /Next payment: €49\.99 on 14 December 2026/);
  await store.advance('P1M');
  const { data } = await store.must('GET /get-transactions', { customer_id: 'ada', limit: 1 });
  assert.equal(data[0].total, 49.99, 'and that is what was charged');
});

test('a change: chosen, previewed to the cent, confirmed, charged as previewed', async () => {
  const { store, ada, address, subscription, team, pro } = await adaOnPro();
  await store.advance('P15D');
  const later = await store.visit('ada');
  const page = readable((await later.get(address)).text);
  assert.match(page, /Pro Your plan €20\.00 a month Basic .*Team .*Team, yearly €500\.00 a year/);
  const before = await shop.everything();
  const chosen = await later.post(`${address}/change`, { plan_id: team, quantity: '2' });
  const at = `${address}/change/${team}/2`;
  assert.deepEqual([chosen.status, chosen.headers.location], [303, later.home + at]);
  const preview = readable((await later.get(at)).text);
  // Half of 30 days is left: 10 back, 50 to pay.
  assert.match(preview, /Change to Team × 2 You have Pro now\./);
  assert.match(preview, /Unused time on Pro \(29 November – 14 December 2026\) -€10\.00/);
  assert.match(preview, /Remaining time on Team \(29 November – 14 December 2026\) × 2 €50\.00/);
  assert.match(preview, /Charged today €40\.00 Next payment on 14 December 2026/);
  assert.match(preview, /Charged then €100\.00 Charged to Visa •••• 4242\./);
  assert.match(preview, /Confirm and pay €40\.00/);
  assert.equal(await shop.everything(), before, 'looking changes nothing');

  const form = await later.hidden(at);
  assert.deepEqual([form.total, form.price], ['40', '50']);
  const answers = await Promise.all(Array.from({ length: 4 }, () => later.post(at, form)));
  assert.deepEqual(statuses(answers), [303, 303, 303, 303]);
  const words = readable(await later.follow(await later.post(at, form)));
  assert.match(words, /Your subscription is changed\. T Team × 2 Active/);
  const { plan_id, quantity } = await subscription();
  assert.deepEqual([plan_id, quantity], [team, 2]);
  assert.deepEqual(await store.charges(), ['2000 paid', '4000 paid'], 'charged once');
  assert.equal((await later.get(at)).headers.location, later.home + address, 'nothing to preview');
  assert.equal((await ada.get()).status, 404, 'the first link is over by now');

  // Back, by a form of its own, and forth with the old one: it counts anew.
  const back = `${address}/change/${pro}/1`;
  const down = readable((await later.get(back)).text);
  const now = /Added to your balance €40\.00 Charged today €0\.00 Your credit after this: €40\.00/;
  assert.match(down, now);
  assert.match(down, /Paid from your balance -€20\.00 Charged then €0\.00/);
  assert.match(down, /Confirm change/);
  await later.follow(await later.post(back, await later.hidden(back)));
  assert.equal((await subscription()).plan_id, pro);
});

test('a change that ends the free trial says so, and what it takes today; a cheaper one does not', async () => {
  const store = await openVisitedStore(shop);
  const small = await store.plan({ name: 'Small', price: 10, tier: 1, trial_days: 30 });
  const pro = await store.plan({ name: 'Pro', price: 20, tier: 2, trial_days: 30 });
  const team = await store.plan({ name: 'Team', price: 50, tier: 3, trial_days: 30 });
  const subscription_id = await store.subscribe(pro, { customer_id: 'ada' });
  const ada = await store.visit('ada');
  const at = `/subscription/${subscription_id}`;
  const hint = /Something dearer ends your free trial and is charged today\./;
  assert.match(readable((await ada.get(at)).text), hint);
  const dearer = /This change ends your free trial, which would last until 14 December 2026\./;
  const preview = readable((await ada.get(`${at}/change/${team}/1`)).text);
  assert.match(preview, dearer);
  assert.match(preview, /€50\.00 is charged today\. Due today .*Confirm and pay €50\.00/);
  assert.match(readable((await ada.get(`${at}/change/${pro}/2`)).text), dearer, 'more seats');
  const cheaper = readable((await ada.get(`${at}/change/${small}/1`)).text);
  assert.match(cheaper, /Nothing is charged today\./);
  assert.doesNotMatch(cheaper, /ends your free trial/);
  // As the preview says, so it is.
  for (const [plan_id, ends_trial] of [
    [small, false],
    [team, true],
  ] as const) {
    const change = { subscription_id, plan_id };
    assert.equal(
      (await store.must('POST /preview-subscription-change', change)).ends_trial,
      ends_trial,
    );
    await ada.follow(
      await ada.post(`${at}/change/${plan_id}/1`, await ada.hidden(`${at}/change/${plan_id}/1`)),
    );
    assert.equal((await store.get(subscription_id)).status === 'active', ends_trial);
  }
  assert.deepEqual(await store.charges(), ['5000 paid']);
  assert.doesNotMatch((await ada.get(at)).text, hint);
});

test('an amount that has changed since it was seen is shown again and nothing is charged', async () => {
  const { store, ada, address, team, subscription } = await adaOnPro();
  const at = `${address}/change/${team}/1`;
  const form = await ada.hidden(at);
  assert.equal(form.total, '30');
  await store.advance('PT30M');
  const before = await shop.everything();
  const answer = await ada.post(at, form);
  assert.equal(answer.status, 400);
  assert.match(readable(answer.text), /The amount has changed You have not been charged\./);
  assert.match(readable(answer.text), /Confirm and pay €29\.98/);
  for (const odd of [{ total: '0' }, { total: '29.980' }, { total: '' }, { price: '1' }]) {
    const fresh = await ada.hidden(at);
    assert.equal((await ada.post(at, { ...fresh, ...odd })).status, 400, JSON.stringify(odd));
  }
  assert.equal((await ada.post(at, {})).status, 400, 'a form without amounts');
  assert.equal(await shop.everything(), before);
  await store.must('POST /update-product', { product_id: team, price: 60 });
  const stale = await ada.hidden(at);
  await store.must('POST /update-product', { product_id: team, price: 61 });
  assert.equal((await ada.post(at, stale)).status, 400);
  assert.equal((await ada.post(at, await ada.hidden(at))).status, 303);
  assert.equal((await subscription()).plan.price, 61);
});

test('only plans on offer: the same currency, a tier, active; else the quantity alone', async () => {
  const { store, ada, address, subscription, basic } = await adaOnPro();
  const no_tier = await store.plan({ name: 'Special' });
  const dollars = await store.plan({ name: 'Pro in dollars', tier: 5, currency: 'USD' });
  const once = await store.plan({ name: 'Book', tier: 6, billing_type: 'one_time' });
  await store.must('POST /archive-product', { product_id: basic });
  const { text } = await ada.get(address);
  for (const name of ['Special', 'Pro in dollars', 'Book', 'Basic']) {
    assert.doesNotMatch(text, new RegExp(`name">${name}\\s`), name);
  }
  const before = await shop.everything();
  for (const plan_id of [no_tier, dollars, once, basic, 'prod_x', '']) {
    const answer = await ada.post(`${address}/change`, { plan_id, quantity: '1' });
    assert.equal(answer.status, 400, plan_id);
    assert.match(answer.text, /Choose one of these plans\./);
    const at = `${address}/change/${plan_id}/1`;
    assert.equal((await ada.get(at)).status, 404);
    assert.equal((await ada.post(at, { total: '0', price: '20' })).status, 404);
  }
  for (const [quantity, words] of [
    ['0', /Enter a whole number/],
    ['1.5', /Enter a whole number/],
    ['', /Enter a whole number/],
    ['1000001', /Enter a whole number/],
    ['1', /This is what you have now/],
  ] as const) {
    const answer = await ada.post(`${address}/change`, { quantity });
    assert.equal(answer.status, 400, quantity);
    assert.match(answer.text, words);
  }
  assert.equal(await shop.everything(), before);

  const special = await store.subscribe(no_tier, { customer_id: 'eve' });
  const eve = await store.visit('eve');
  const page = (await eve.get(`/subscription/${special}`)).text;
  assert.match(page, /Change quantity/);
  assert.doesNotMatch(page, /type="radio"/);
  const at = `/subscription/${special}/change/${no_tier}/3`;
  await eve.follow(await eve.post(at, await eve.hidden(at)));
  assert.equal((await store.get(special)).quantity, 3);
  assert.equal((await subscription()).quantity, 1);
});

test('an amount that is too large is refused in words', async () => {
  const { ada, address, pro } = await adaOnPro();
  const store = await openVisitedStore(shop);
  const dear = await store.plan({ price: 900_000 });
  const subscription_id = await store.subscribe(dear, { customer_id: 'ada' });
  const rich = await store.visit('ada');
  const large = await rich.get(`/subscription/${subscription_id}/change/${dear}/5000`);
  assert.equal(large.status, 400);
  assert.match(readable(large.text), /This plan cannot be chosen/);
  assert.equal((await ada.get(`${address}/change/${pro}/9999999`)).status, 400);
});

test('a declined change is told in words and changes nothing', async () => {
  const { store, ada, address, team, subscription } = await adaOnPro();
  await store.changeCard('4000000000000341');
  const at = `${address}/change/${team}/1`;
  const form = await ada.hidden(at);
  const before = await subscription();
  const [one, two] = await Promise.all([ada.post(at, form), ada.post(at, form)]);
  for (const answer of [one, two, await ada.post(at, form)]) {
    assert.equal(answer?.status, 400);
    assert.match(answer?.text ?? '', /Your bank declined the card\. Try another card/);
  }
  assert.deepEqual(await subscription(), before);
  assert.deepEqual(await store.charges(), ['2000 paid', '3000 declined'], 'asked once');
});

test('a provider that does not answer: the page says so, and the change is made later', async () => {
  const { store, ada, address, team, basic, subscription } = await adaOnPro();
  const at = `${address}/change/${team}/1`;
  const form = await ada.hidden(at);
  await store.setFault('unavailable');
  const answer = await ada.post(at, form);
  assert.match(readable(await ada.follow(answer)), /Your payment is being processed\./);
  // Another change would come after this one, and cost something else than a preview says.
  const other = `${address}/change/${basic}/1`;
  for (const busy of [await ada.get(other), await ada.post(other, { total: '0', price: '10' })]) {
    assert.equal(busy.headers.location, `${ada.home}${address}/note/busy`);
  }
  assert.match(readable(await ada.follow(await ada.get(other))), /is being processed\. Try again/);
  const again = await ada.follow(await ada.post(at, form));
  assert.match(readable(again), /Your payment is being processed\./, 'the same form');
  await store.setFault(undefined);
  await store.advance('PT2M');
  assert.equal((await subscription()).plan_id, team);
  assert.deepEqual(await store.charges(), ['2000 paid', '3000 paid']);
});

test('a renewal that is due comes first: nothing is charged beyond what was seen', async () => {
  const own = await startShop();
  const store = await openVisitedStore(own);
  const plan = await store.plan();
  const subscription_id = await store.subscribe(plan, { customer_id: 'ada' });
  await store.setFault('unavailable');
  own.now += 31 * DAY_MS;
  const ada = await store.visit('ada');
  const at = `/subscription/${subscription_id}/change/${plan}/2`;
  for (const busy of [await ada.get(at), await ada.post(at, { total: '0', price: '20' })]) {
    assert.match(String(busy.headers.location), /\/note\/busy$/);
  }
  assert.equal((await store.get(subscription_id)).quantity, 1);
});

test('of many plans the nearest are offered, the page says so, and others are refused', async () => {
  const store = await openVisitedStore(shop);
  const make = (tier: number) => store.plan({ name: `Plan ${tier}.`, price: tier, tier });
  const plans: string[] = [];
  for (let tier = 1; tier <= 70; tier++) plans.push(await make(tier));
  const [lowest = '', own = ''] = [plans[0], plans[39]];
  const subscription_id = await store.subscribe(own);
  const ada = await store.visit('ada');
  const { text } = await ada.get(`/subscription/${subscription_id}`);
  const offered = [...text.matchAll(/<span class="name">Plan (\d+)\.\s/g)].map(([, n]) =>
    Number(n),
  );
  const nearest = Array.from({ length: 51 }, (_, at) => 15 + at).filter((tier) => tier !== 40);
  assert.deepEqual(offered, [40, ...nearest]);
  assert.match(text, /These are the plans closest to yours\./);
  const at = `/subscription/${subscription_id}/change`;
  const posted = await ada.post(at, { plan_id: lowest, quantity: '1' });
  assert.equal(posted.status, 400);
  assert.equal((await ada.get(`${at}/${lowest}/1`)).status, 404);
});
