import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { wordsOn } from '../../../../test/harness/visits/dashboard-actions.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

async function open() {
  const store = await openStore(shop);
  const owner = await signedIn(shop, { store_id: store.store_id });
  const move = (form: object) => owner.post('/clock', { attempt: `a${Math.random()}`, ...form });
  const now = async () => (await store.must('GET /get-clock')).now;
  return { ...store, owner, move, now };
}

test('by a day, a week or a month, to a day and to a payment; what happened is listed', async () => {
  const { owner, move, now, subscribe, plan, get } = await open();
  const subscription_id = await subscribe(await plan());
  assert.match(wordsOn(await owner.page('/clock')), /Now 14 November 2026, 09:30 UTC.*Not at all/s);
  assert.match(
    wordsOn(await owner.follow(await move({ by: 'P1D' }))),
    /was moved to 15 November 2026/,
  );
  await move({ by: 'P1W' });
  await move({ to: '2026-12-01' });
  assert.equal(await now(), '2026-12-01T00:00:00.000Z');
  const { next_payment_at: to } = await get(subscription_id);
  const text = await owner.page('/clock');
  assert.ok(text.includes(`<option value="${to}">14 December 2026, Pro, ada</option>`));
  const said = wordsOn(await owner.follow(await move({ to })));
  assert.match(said, /What happened.*14 Dec 2026, 09:30 UTC Transaction paid txn_\w+/s);
  assert.match(said, /Subscription renewed sub_\w+/);
  assert.match(said, /30 days, 0 h/);
  const month = wordsOn(await owner.follow(await move({ by: 'P1M' })));
  assert.match(month, /14 January 2027.*Subscription renewed/s);
});

test('sent twice, it moves once', async () => {
  const { owner, now } = await open();
  const fields = await owner.hidden('/clock');
  const first = await owner.post('/clock', fields);
  const again = await owner.post('/clock', fields);
  assert.equal(again.headers.location, first.headers.location);
  assert.equal(await now(), '2026-11-15T09:30:00.000Z');
});

test('what did not get all the way says how far it got, and goes on', async () => {
  const { owner } = await open();
  const page = await owner.page('/clock?moved=x&to=2027-01-01T00:00:00Z');
  assert.match(wordsOn(page), /Not there yet.*it was to go to 1 January 2027, 00:00 UTC/s);
  assert.match(page, /name="to" value="2027-01-01T00:00:00Z">/);
  assert.match(wordsOn(await owner.page('/clock?to=2020-01-01&after=x')), /^(?!.*Not there yet)/s);
});

test('backwards, nowhere and too far are refused first, with what was typed', async () => {
  const { move, now, eventCount } = await open();
  for (const [to, why] of [
    ['2020-01-01', /forward|back/],
    ['someday', /must be/],
    ['', /must/],
    ['2999-12-31', /must/],
  ] as const) {
    const answer = await move({ to });
    assert.equal(answer.status, 400, to);
    assert.match(answer.text, /<div class="refusal" role="alert"/);
    assert.match(wordsOn(answer.text), why);
    assert.ok(answer.text.includes(`value="${to}"`));
  }
  assert.equal((await move({ by: 'forever' })).status, 400);
  assert.deepEqual([await now(), await eventCount()], ['2026-11-14T09:30:00.000Z', 0]);
});

test('a live store has no such page, by reading or by sending, and no link to it', async () => {
  const { store_id } = await shop.makeStore('live');
  const owner = await signedIn(shop, { store_id });
  assert.equal((await owner.get('/clock')).status, 404);
  assert.equal((await owner.post('/clock', { by: 'P1D' })).status, 404);
  assert.doesNotMatch(await owner.page(), /\/clock"/);
});
