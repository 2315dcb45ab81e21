import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';
import type { Database } from '../../platform/db/database.ts';
import { openDatabase } from '../../platform/db/open.ts';

/** What happens just before the next write of a store. */
let meanwhile: { store_id: string; work(): Promise<unknown> } | undefined;
const shop = await startShop({
  async openDatabase(place) {
    const db: Database = await openDatabase(place);
    const write: Database['write'] = async (scope, work) => {
      const first = meanwhile;
      if (first && first.store_id === scope?.store_id) {
        meanwhile = undefined;
        await first.work();
      }
      return db.write(scope, work);
    };
    return new Proxy(db, {
      get: (of, name, self) => (name === 'write' ? write : Reflect.get(of, name, self)),
    });
  },
});

async function adaSubscribed(more: object = {}) {
  const store = await openVisitedStore(shop);
  const plan_id = await store.plan(more);
  const subscription_id = await store.subscribe(plan_id);
  const ada = await store.visit('ada');
  const address = `/subscription/${subscription_id}`;
  const subscription = () => store.get(subscription_id);
  return { store, ada, plan_id, subscription_id, address, subscription };
}

test('a customer pauses for a while, once in a paid period, and resumes; nothing is charged meanwhile', async () => {
  const { store, ada, address, subscription } = await adaSubscribed();
  assert.match(
    readable((await ada.get(`${address}/pause`)).text),
    /2 months, until 14 January 2027/,
  );
  const form = { ...(await ada.hidden(`${address}/pause`)), months: '2' };
  const count = await store.eventCount();
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(`${address}/pause`, form)));
  const paused = readable(await ada.follow(answers[0] ?? assert.fail()));
  assert.match(paused, /is paused\. .*Paused\. It resumes on 14 January 2027\. Resume/);
  const { status, resumes_at, paused_by } = await subscription();
  assert.deepEqual(
    [status, resumes_at, paused_by],
    ['paused', '2027-01-14T09:30:00.000Z', 'customer'],
  );
  await store.advance('P10D');
  const later = await store.visit('ada');
  const page = readable((await later.get(`${address}/resume`)).text);
  // Ten days of pause are added to the month that is paid for.
  assert.match(page, /Resume Pro\? .*Next payment: €20\.00 on 24 December 2026/);
  const back = await later.hidden(`${address}/resume`);
  await later.follow(await later.post(`${address}/resume`, back));
  const told = (await store.eventsSince(count)).map(({ type }) => type);
  assert.deepEqual(told, ['subscription.paused', 'subscription.resumed']);
  assert.match(
    readable((await later.get(address)).text),
    /already paused in this period.* 24 December/,
  );
  assert.equal((await later.get(`${address}/pause`)).status, 303);
  assert.equal((await later.post(`${address}/pause`, { months: '1' })).status, 303);
  assert.equal((await subscription()).status, 'active');
  assert.deepEqual(await store.charges(), ['2000 paid']);
});

test('pausing drops a planned change and says so; it is not offered where it cannot be done', async () => {
  const { store, ada, address, subscription, subscription_id } = await adaSubscribed();
  await store.update(subscription_id, { quantity: 2, effective: 'period_end' });
  const page = readable((await ada.get(`${address}/pause`)).text);
  assert.match(page, /planned change \(Pro × 2 from 14 December 2026\) is dropped/);
  await store.must('POST /update-store-settings', { portal_pauses: false });
  for (const answer of [
    await ada.get(`${address}/pause`),
    await ada.post(`${address}/pause`, {}),
  ]) {
    assert.equal(answer.headers.location, `${ada.home}${address}`);
  }
  assert.equal((await subscription()).status, 'active');
  await store.must('POST /update-store-settings', { portal_pauses: true });
  await ada.follow(await ada.post(`${address}/pause`, { months: '99' }));
  const { status, resumes_at, pending_change } = await subscription();
  assert.deepEqual([status, resumes_at, pending_change], ['paused', null, null], 'an open pause');
  for (const other of ['trialing', 'past_due', 'ending', 'canceled']) {
    const at = `/subscription/${await store.inStatus(other)}`;
    const buyer = await store.visit(`buyer-${other}`);
    assert.doesNotMatch((await buyer.get(at)).text, /\/pause"/, other);
    const before = await shop.everything();
    assert.equal((await buyer.post(`${at}/pause`, {})).status, 303);
    assert.equal(await shop.everything(), before, other);
  }
});

test("what the seller has paused is the seller's to resume, also by a cancel that is taken back", async () => {
  const { store, ada, address, subscription, subscription_id } = await adaSubscribed();
  await store.pause(subscription_id);
  const before = await shop.everything();
  assert.doesNotMatch((await ada.get(address)).text, /\/resume"/);
  assert.equal((await ada.post(`${address}/resume`, {})).status, 303);
  assert.equal(await shop.everything(), before);
  await store.advance('P5D');
  const later = await store.visit('ada');
  const page = readable((await later.get(`${address}/cancel`)).text);
  assert.match(
    page,
    /Your pause ends, so that you can use the time you have paid for until 19 Dec/,
  );
  const canceled = await later.follow(await later.post(`${address}/cancel`, {}));
  assert.match(readable(canceled), /Ends on 19 December 2026/);
  assert.doesNotMatch(canceled, /Keep my subscription/);
  assert.equal((await later.post(`${address}/resume`, {})).status, 303);
  assert.equal((await subscription()).cancel_at_period_end, true);
  const seller = await store.resume(subscription_id);
  assert.equal(seller.cancel_at_period_end, false, 'the seller takes it back');
});

test('paused because nobody paid: resuming charges what was shown, and stays paused if that is declined', async () => {
  const { store, ada: first, address, subscription } = await adaSubscribed();
  await store.must('POST /update-store-settings', { retry_days: [], after_retries: 'pause' });
  await store.changeCard(DECLINES_LATER);
  await store.advance('P40D');
  assert.equal((await first.get()).status, 404, 'that link is over');
  const ada = await store.visit('ada');
  const home = readable((await ada.get()).text);
  assert.match(home, /Pro Paused .*Paused because a payment failed\. Resume/);
  const leaving = /Cancel subscription It ends at once, which cannot be undone\./;
  assert.match(readable((await ada.get(address)).text), leaving, 'no paid time is left');
  const at = `${address}/resume`;
  assert.match(readable((await ada.get(at)).text), /You pay €20\.00 now.* Pay €20\.00 and resume/);
  const form = await ada.hidden(at);
  for (const total of ['', '0', '19.99']) {
    const changed = await ada.post(at, { ...form, total });
    assert.match(changed.text, /<title>The amount has changed · /);
  }
  const charges = (await store.charges()).length;
  const declined = await ada.post(at, form);
  assert.equal(declined.status, 400);
  assert.match(declined.text, /<title>Card declined · /);
  assert.match(
    readable(declined.text),
    /Card declined Your bank declined.* not been charged\. Your/,
  );
  assert.match(readable(declined.text), /Your subscription is still paused\./);
  assert.deepEqual(
    [(await subscription()).status, charges + 1],
    ['paused', (await store.charges()).length],
  );
  await store.changeCard(GOOD);
  const fresh = await ada.hidden(at);
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(at, fresh)));
  assert.match(await ada.follow(answers[0] ?? assert.fail()), /active again/);
  assert.equal((await subscription()).status, 'active');
  assert.equal((await store.charges()).filter((one) => one === '2000 paid').length, 2, 'once');
  await shop.assertRight();
});

test("what the seller pauses on top of a customer's pause is not the customer's to resume", async () => {
  const { store, ada, address, subscription, subscription_id } = await adaSubscribed();
  const form = { ...(await ada.hidden(`${address}/pause`)), months: '2' };
  await ada.follow(await ada.post(`${address}/pause`, form));
  const resume = await ada.hidden(`${address}/resume`);
  await store.must('POST /pause-subscription', { subscription_id });
  assert.doesNotMatch(readable((await ada.get(address)).text), /Resume/);
  await ada.post(`${address}/resume`, resume);
  const { status, paused_by } = await subscription();
  assert.deepEqual([status, paused_by], ['paused', 'seller']);
});

test('what the seller pauses while a customer is resuming it is not resumed', async () => {
  for (const cancels of [false, true]) {
    const { store, ada, address, subscription, subscription_id } = await adaSubscribed();
    const { store_id } = store;
    await store.pause(subscription_id, { paused_by: 'customer' });
    const takeOver = () => store.pause(subscription_id);
    const takeOverAndCancel = async () => {
      await takeOver();
      await store.cancel(subscription_id, { cancel_at_period_end: true });
    };
    const resume = await ada.hidden(`${address}/resume`);
    meanwhile = { store_id, work: cancels ? takeOverAndCancel : takeOver };
    const answer = await ada.post(`${address}/resume`, resume);
    const shown = readable(await ada.follow(answer));
    assert.match(shown, cancels ? /Ends on/ : /Paused by/);
    assert.doesNotMatch(shown, /Resume/);
    const { status, cancel_at_period_end } = await subscription();
    assert.deepEqual([status, cancel_at_period_end], [cancels ? 'active' : 'paused', cancels]);
  }
});
