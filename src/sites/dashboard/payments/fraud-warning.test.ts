import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { happens, paidAtStripe } from '../../../../test/harness/sales/stripe-money.ts';
import { startStripeShop } from '../../../../test/harness/sales/stripe-shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

suite('a fraud warning in the dashboard', async () => {
  const place = await startStripeShop();
  const { shop, store, stand_in } = place;
  const { control } = stand_in;
  const person = (role: 'owner' | 'support' | 'viewer') =>
    signedIn(shop, { store_id: store.store_id, role });

  /** Something was bought, and the bank warns of it. */
  async function warned(terms: object = {}) {
    const product_id = await store.plan({ license: {}, ...terms });
    const bought = await paidAtStripe(place, { product_id });
    const { payment_intent } = bought;
    const intent = (await control.object({ id: payment_intent })) as { latest_charge: string };
    const charge = intent.latest_charge;
    await happens(place, 'told', () => control.warnOfFraud({ charge }));
    return { ...bought, at: `/payments/${bought.transaction_id}` };
  }

  test('the overview leads to the refund, with the end of the subscription chosen: two clicks', async () => {
    const { at, subscription_id, find } = await warned();
    const owner = await person('owner');
    const overview = await owner.page();
    assert.match(
      readable(overview),
      /Fraud warning.*€20\.00.*the owner of the card.*See it.*Refund…/s,
    );
    const [, refund = ''] = /href="([^"]*\/refund\?all=1)"/.exec(overview) ?? [];
    const form = await owner.page(refund);
    assert.match(form, /name="cancel_subscription"[^>]* checked/);
    const sent = { amount: '', reason: '', cancel_subscription: 'on' };
    const checked = await owner.post(`${at}/refund`, sent);
    assert.match(readable(checked.text), /goes back to.*canceled at once/s);
    const done = await owner.post(`${at}/refund`, { ...sent, confirmed: '1', attempt: 'one' });
    assert.match(readable(await owner.follow(done)), /The whole payment was refunded/);
    assert.equal((await find()).status, 'refunded');
    assert.equal((await store.get(subscription_id)).status, 'canceled');
    assert.doesNotMatch(await owner.page(), /Fraud warning/);
  });

  test('the page of the payment shows it, and keeps the payment after a confirmation', async () => {
    const { at, find } = await warned();
    const owner = await person('owner');
    const page = readable(await owner.page(at));
    assert.match(page, /Fraud warning.*Refund….*Keep the payment…/s);
    assert.match(page, /Provider\s+Stripe\s/, 'as people write it');
    assert.match(readable(await owner.page(`${at}/keep`)), /Nothing is refunded of €20\.00/);
    const kept = await owner.post(`${at}/keep`, { confirmed: '1', attempt: 'keep' });
    const after = readable(await owner.follow(kept));
    assert.match(after, /The payment stays/);
    assert.doesNotMatch(after, /Decide now/);
    assert.equal((await find()).status, 'paid');
  });

  test('support may refund it and a viewer neither; both see it', async () => {
    const { at } = await warned();
    const support = readable(await (await person('support')).page(at));
    assert.match(support, /Decide now.*Refund…/s);
    assert.doesNotMatch(support, /Keep the payment…/);
    const viewer = await person('viewer');
    const seen = readable(await viewer.page(at));
    assert.match(seen, /Decide now/);
    assert.doesNotMatch(seen, /Refund…/);
    assert.equal((await viewer.post(`${at}/keep`, { confirmed: '1' })).status, 403);
  });
});
