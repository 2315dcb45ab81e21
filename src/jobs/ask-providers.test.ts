import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { atEndOfFile } from '../../test/harness/endings.ts';
import {
  buyAtStripe,
  connectStripe,
  startStripeShop,
} from '../../test/harness/sales/stripe-shop.ts';
import { Shop } from '../../test/harness/shop.ts';
import { until } from '../../test/harness/until.ts';

suite('asking Stripe what has happened', async () => {
  const { shop, stand_in, store } = await startStripeShop();
  const { control } = stand_in;
  await control.webhooks({ held: true });

  const cursorOf = async ({ store_id }: { store_id: string }) => {
    const sql = 'SELECT events_cursor FROM provider_connections WHERE store_id = :store_id';
    const [row] = await shop.db.reader({ store_id }).all<{ events_cursor: string }>(sql);
    return row?.events_cursor;
  };
  const paid = async (own = store) => {
    const bought = await buyAtStripe(shop, own);
    await control.pay({ session: bought.session });
    return bought;
  };

  test('the cursor is moved only after everything before it was followed', async () => {
    const { checkout } = await paid();
    const before = await cursorOf(store);
    const call = 'GET /v1/checkout/sessions/:id';
    await control.fault({ call, kind: 'error_503', times: 100 });
    await shop.runJob('provider-events');
    assert.equal(await cursorOf(store), before);
    assert.equal((await checkout()).status, 'processing');
    await control.clearFaults();
    await shop.runJob('provider-events');
    assert.notEqual(await cursorOf(store), before);
    assert.equal((await checkout()).status, 'completed');
    const after = await cursorOf(store);
    await control.forgetCalls();
    await shop.runJob('provider-events');
    assert.equal(await cursorOf(store), after);
    const calls = await control.calls();
    const looked_up = calls.filter(({ call }) => call !== 'GET /v1/events');
    assert.deepEqual(looked_up, [], 'what was followed is not looked up again');
  });

  test('more than a page of events is read to the end', async () => {
    const bought = [];
    for (let at = 0; at < 3; at++) bought.push(await buyAtStripe(shop, store));
    for (let at = 0; at < 120; at++) {
      const object = { id: `pi_unknown${at}`, object: 'payment_intent', metadata: {} };
      await control.sendEvent({ type: 'payment_intent.succeeded', object });
      if (at % 50 === 0) await control.pay({ session: bought.shift()?.session ?? '' });
    }
    await shop.runJob('provider-events');
    const { data } = await store.must('GET /get-transactions', { status: 'pending' });
    assert.deepEqual(data, []);
  });

  test('after more than 30 days, when Stripe has forgotten the cursor, it goes on with what there is', async () => {
    await shop.runJob('provider-events');
    await control.advance({ seconds: 31 * 86_400 });
    const { checkout } = await paid();
    await shop.runJob('provider-events');
    assert.equal((await checkout()).status, 'completed');
  });

  test('a store whose Stripe is slow delays no other', async () => {
    const slow = await shop.openStore();
    const { id: account } = await control.addAccount();
    await connectStripe(slow, stand_in, await control.addKey({ account }));
    await shop.runJob('provider-events');
    const sql = 'UPDATE provider_connections SET ask_at = 0 WHERE store_id = :store_id';
    await shop.db.write(slow, async (tx) => tx.run(sql)); // It is asked first.
    const { checkout } = await paid();
    const fault = { call: 'GET /v1/events', kind: 'slow_before', delay_ms: 600_000 } as const;
    await control.fault({ ...fault, account });
    let is_over = false;
    const all = shop.runJob('provider-events').then(() => {
      is_over = true;
    });
    const isCompleted = async () => (await checkout()).status === 'completed';
    await until(isCompleted, 'the other store is asked meanwhile');
    assert.equal(is_over, false, 'the slow one still waits');
    await control.hurry();
    await all;
  });

  test('two processes at once ask once, and each payment is looked up once', async () => {
    const beside = new Shop(shop.options, shop.place);
    await beside.open();
    atEndOfFile(() => beside.app.close());
    beside.agent.destroy();
    await control.forgetCalls(); // Before paying: the job runs by itself too, every few seconds.
    const bought = [await paid(), await paid(), await paid()];
    await Promise.all([shop.runJob('provider-events'), beside.runJob('provider-events')]);
    for (const { checkout } of bought) assert.equal((await checkout()).status, 'completed');
    const calls = (await control.calls()).map(({ call }) => call);
    const looked_up = calls.filter((call) => call === 'GET /v1/checkout/sessions/:id');
    assert.equal(looked_up.length, bought.length);
  });
});
