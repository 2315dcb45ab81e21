// A shop of this machine that is connected to Stripe: buy, subscribe, renew, change, refund, cancel.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { verify } from '../../src/care/verify/verify.ts';
import { openSecrets } from '../../src/platform/machine/secret.ts';
import { createConnections } from '../../src/shop/money/payments/connections.ts';
import { createProviders } from '../../src/shop/money/payments/providers.ts';
import { buyer } from '../harness/sales/hosted-counter.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { eventually, type Trial } from './stripe-port.ts';

/** Who pays on the page: a person, a form that is sent to the stand-in, or nobody. */
export function tryShop({ pays, ...trial }: Trial & { pays: 'person' | 'form' | 'nobody' }): void {
  const { key, api_address } = trial;
  let shop: Shop;
  let store: Awaited<ReturnType<Shop['openStore']>>;
  before(async () => {
    shop = await startShop({
      clock: Date.now,
      ...(api_address !== undefined && { stripe_api: api_address }),
    });
    store = await shop.openStore();
  });

  test('a store is connected with the key', async () => {
    await store.must('POST /connect-provider', { provider: 'stripe', key });
    assert.equal((await store.must('GET /get-provider')).provider, 'stripe');
  });
  if (pays === 'nobody') return;

  /** Buys it, and answers the completed session. */
  async function buy(product_id: string, what: string) {
    const { checkout_session_id } = await store.create({ product_id });
    const path = `/checkout/${checkout_session_id}/pay`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = new URLSearchParams(buyer()).toString();
    const answer = await shop.send({ method: 'POST', path, headers }, form);
    const page = String(answer.headers.location);
    if (pays === 'form') await payAt(page);
    else console.log(`\n${what}: open this page and pay with 4242 4242 4242 4242:\n${page}\n`);
    const session = () => store.must('GET /get-checkout', { checkout_session_id });
    await eventually(`${what} is paid`, async () => {
      await shop.runJob('provider-events');
      return (await session()).status === 'completed';
    });
    return session();
  }
  const transactions = async (by: object) =>
    (await store.must('GET /get-transactions', { ...by, limit: 100 })).data;

  test('a product is bought on the page of Stripe, and refunded', async () => {
    const { transaction_id } = await buy(await store.product(), 'A purchase of 20 EUR');
    const refund = await store.refund(transaction_id, { amount: 5 });
    assert.equal(refund.status, 'paid');
  });

  test('a subscription is bought, renewed a month later without the buyer, and canceled', async () => {
    const { subscription_id } = await buy(await store.plan(), 'A subscription of 20 EUR a month');
    await store.advance('P1M');
    await eventually('the renewal is paid', async () => {
      const paid = await transactions({ subscription_id });
      return paid.filter((one: { status: string }) => one.status === 'paid').length === 2;
    });
    assert.equal((await store.cancel(subscription_id)).status, 'canceled');
  });

  test('a trial saves a card, and is charged when it ends', async () => {
    const plan_id = await store.plan({ trial_days: 7 });
    const { subscription_id } = await buy(plan_id, 'A trial, for which nothing is paid today');
    await store.advance('P8D');
    await eventually('the first period is paid', async () => {
      const all = await transactions({ subscription_id });
      return all.some((one: { status: string; total: number }) => one.total === 20);
    });
  });

  test('kassa verify --provider finds no difference', async () => {
    const secrets = openSecrets({ secret: undefined, data_dir: shop.place.data_dir });
    const connections = createConnections(shop.db, { secrets, clock: Date.now });
    const { gatewayOf } = createProviders(shop.db, () => '', {
      ...{ connections, addresses: { stripe: api_address } },
    });
    const options = { since: undefined, until: undefined, pauses_ms: [5_000] };
    const progress = () => {};
    const provider = { ...options, gatewayOf, clock: Date.now, progress };
    const checks = await verify(shop.db, { progress, provider });
    assert.deepEqual(
      checks.flatMap(({ violations }) => violations),
      [],
    );
  });
}

/** Types a test card into the page of the stand-in. */
async function payAt(page: string): Promise<void> {
  const body = new URLSearchParams({
    ...{ method: 'card', number: '4242424242424242', expiry: '12/34', email: 'ada@example.com' },
    ...{ name: 'Ada', country: 'DE', consent: '1' },
  });
  const { status } = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  assert.equal(status, 303, 'the stand-in takes the card');
}
