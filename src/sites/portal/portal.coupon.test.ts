import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

const SIX_MONTHS = { discount_percentage: 50, duration: 'repeating', duration_months: 6 };

/** A store whose customers may change between months and quarters. */
async function openSwappingStore() {
  const store = await openVisitedStore(shop);
  const monthly = await store.plan({ name: 'Monthly', price: 10, tier: 1 });
  const quarterly = await store.plan({
    ...{ name: 'Quarterly', price: 30, tier: 2 },
    billing_interval_count: 3,
  });
  return { store, monthly, quarterly };
}

type Swapping = Awaited<ReturnType<typeof openSwappingStore>>;

test('a code of six months ends after six months and the pauses, whatever is done in the portal', async () => {
  const swapping = await openSwappingStore();
  const { store, monthly } = swapping;
  const coupon_code = await store.coupon('HALF', SIX_MONTHS);
  const subscription_id = await store.subscribe(monthly, { coupon_code });
  await swapAndPause(swapping, subscription_id);
  await assertEnded(swapping, subscription_id);
});

test('the same with the code that the portal offers to who wants to leave', async () => {
  const swapping = await openSwappingStore();
  const { store, monthly } = swapping;
  const subscription_id = await store.subscribe(monthly);
  await store.must('POST /update-store-settings', {
    cancel_offer: await store.coupon('STAY', SIX_MONTHS),
  });
  const ada = await store.visit('ada');
  const at = `/subscription/${subscription_id}`;
  const offer = await ada.hidden(`${at}/cancel`, `${at}/offer`);
  const taken = readable(await ada.follow(await ada.post(`${at}/offer`, offer)));
  assert.match(taken, /Thank you for staying/);
  // It counts from the change to the other interval on: that is at once, as above.
  await swapAndPause(swapping, subscription_id);
  await assertEnded(swapping, subscription_id);
  const again = await store.visit('ada');
  assert.doesNotMatch((await again.get(`${at}/cancel`)).text, /Accept offer/, 'it is made once');
});

/** Every two months for a year: to the other plan, a pause of an hour, and back. */
async function swapAndPause(
  { store, monthly, quarterly }: Swapping,
  subscription_id: string,
): Promise<void> {
  const at = `/subscription/${subscription_id}`;
  for (let round = 0; round < 6; round += 1) {
    await send(store, `${at}/change/${quarterly}/1`, /Your subscription is changed\./);
    await send(store, `${at}/pause`, /is paused\./);
    await store.advance('PT1H');
    await send(store, `${at}/resume`, /Your subscription is active again\./);
    await send(store, `${at}/change/${monthly}/1`, /Your subscription is changed\./);
    await store.advance('P2M');
  }
}

/** What a customer does who opens a page of the portal and sends the form on it as it is. */
async function send({ visit }: Swapping['store'], page: string, said: RegExp): Promise<void> {
  const ada = await visit('ada');
  assert.match(readable(await ada.follow(await ada.post(page, await ada.hidden(page)))), said);
}

/** The end is as bought, with the three hours of the pauses before it; later months cost it all. */
async function assertEnded({ store }: Swapping, subscription_id: string): Promise<void> {
  const { discount_ends_at } = await store.get(subscription_id);
  assert.equal(discount_ends_at, '2027-05-14T12:30:00.000Z');
  type Paid = { period_start: string; discount: number };
  const paid: Paid[] = await store.transactions(subscription_id);
  const later = paid.filter(({ period_start: from }) => from >= discount_ends_at);
  assert.ok(later.length >= 6, `${later.length} payments`);
  assert.deepEqual([...new Set(later.map(({ discount }) => discount))], [0]);
  const before = paid.filter(({ discount }) => discount > 0);
  assert.ok(before.length >= 6, `${before.length} with the code`);
  await shop.assertRight();
}
