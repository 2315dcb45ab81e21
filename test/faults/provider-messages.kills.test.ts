import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ProcessShop } from '../harness/process-shop.ts';
import { until } from '../harness/until.ts';
import { spawnStripe } from '../stand-ins/stripe/stand-in.ts';

const stand_in = await spawnStripe();
after(() => stand_in.stop());
const { control, keys } = stand_in;
const settings = { KASSA_STRIPE_API: stand_in.url };

test('a service that is killed while it works on a message has not taken it, and after the next start the payment is completed', async () => {
  const shop = await ProcessShop.make();
  await shop.start(settings);
  const connected = await shop.call('/connect-provider', { provider: 'stripe', key: keys.test });
  assert.equal(connected.status, 200, JSON.stringify(connected.body));
  // The job has asked, and does not ask again for five minutes.
  await shop.until('SELECT 1 FROM provider_connections WHERE last_asked_at IS NOT NULL');
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
  const { product_id } = (await shop.call('/create-product', product)).body;
  const input = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await shop.call('/create-checkout', input)).body;
  const form = 'attempt=first&email=ada%40example.com&name=&country=';
  await shop.submit(`/checkout/${checkout_session_id}/pay`, form);
  const [sent] = await shop.rows<{ provider_reference: string }>(
    'SELECT provider_reference FROM transactions',
  );

  const call = 'GET /v1/checkout/sessions/:id';
  await control.fault({ call, kind: 'slow_before', delay_ms: 600_000, times: 100 });
  await control.pay({ session: sent?.provider_reference ?? '' });
  const isSending = async () =>
    (await control.deliveries()).some(
      ({ status, attempts }) => status === 'sending' && attempts > 0,
    );
  await until(isSending, 'the message is on its way');
  await shop.kill();
  await control.clearFaults();
  await control.hurry();
  await control.quiet();
  const answers = new Set((await control.deliveries()).map(({ answered }) => answered));
  assert.equal(answers.has(200), false);

  await shop.start(settings);
  await shop.until("SELECT 1 FROM checkouts WHERE status = 'completed'");
  await shop.assertRight();
  const { totals } = await control.books();
  assert.deepEqual(totals.eur, { charged: 2000, refunded: 0, lost_in_disputes: 0 });
});
