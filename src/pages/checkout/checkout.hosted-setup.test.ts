import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHostedCounter } from '../../../test/hosted-counter.ts';

// A page of Stripe's on which nothing is paid yet: a card is saved for a trial.

const counter = await openHostedCounter({ currency: 'EUR' });
const { store, control, get, openSession, session, goToStripe, back, transactions } = counter;

const startTrial = async () => {
  const product_id = await store.plan({ trial_days: 14 });
  const { id, path } = await openSession({ product_id });
  return { id, path, page: await goToStripe(path) };
};

test('a trial begins though Stripe does not say in which currency nothing was paid', async () => {
  await control.changeAccount({ keeps_setup_currency: true });
  const { id, path, page } = await startTrial();
  await control.pay({ session: page });
  const { currency } = (await control.object({ id: page })) as { currency: string | null };
  assert.equal(currency, null);
  await back(path);
  const { status, subscription_id } = await session(id);
  assert.equal(status, 'completed');
  assert.equal((await store.get(subscription_id)).status, 'trialing');
  assert.match((await get(path)).text, /Your free trial has started/);
  const [row] = await transactions(id);
  assert.deepEqual([row.status, row.needs_review, row.currency], ['paid', false, 'EUR']);
  await control.changeAccount({ keeps_setup_currency: false });
});
