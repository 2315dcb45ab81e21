import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ProcessShop } from './process-shop.ts';
import { type StandIn, spawnStripe } from './stripe/stand-in.ts';
import { until } from './until.ts';

// The power goes off during each call that is made while a buyer pays on the page of Stripe, before
// and after the call has its effect. What Stripe took is what is sold here, always.

const FOR_EVER = 600_000;
const CREATE = 'POST /v1/checkout/sessions';
const LOOK_UP = 'GET /v1/checkout/sessions/:id';
const EXPIRE = 'POST /v1/checkout/sessions/:id/expire';

let shop: ProcessShop;
let stand_in: StandIn;
let product_id: string;

before(async () => {
  stand_in = await spawnStripe();
  shop = await ProcessShop.make();
  await start();
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  product_id = (await shop.call('/create-product', product)).body.product_id;
  const connection = { provider: 'stripe', key: stand_in.keys.test };
  assert.equal((await shop.call('/connect-provider', connection)).status, 200);
  await stand_in.control.webhooks({ held: true });
});
after(() => stand_in.stop());

const start = () => shop.start({ KASSA_STRIPE_API: stand_in.url });

let customers = 0;
async function openSession(): Promise<string> {
  const session = { product_id, quantity: 1, customer_id: `buyer_${customers++}` };
  return (await shop.call('/create-checkout', session)).body.checkout_session_id;
}

const pay = (id: string) =>
  shop.submit(`/checkout/${id}/pay`, `email=ada@example.com&attempt=${id}`);
const statusOf = async (id: string): Promise<string> =>
  (await shop.get(`/get-checkout?checkout_session_id=${id}`)).body.status;

/** The page of Stripe that the buyer can pay on, once it is known. */
async function pageOf(id: string): Promise<string> {
  const sql = `SELECT provider_reference FROM transactions WHERE checkout_session_id = '${id}'
    AND status = 'pending' AND action_url IS NOT NULL`;
  await shop.until(sql);
  const [row] = await shop.rows<{ provider_reference: string }>(sql);
  assert(row);
  return row.provider_reference;
}

const pass = (minutes: number) =>
  shop.db.write(null, async (tx) =>
    tx.run('UPDATE stores SET clock_ahead_ms = clock_ahead_ms + :ms', { ms: minutes * 60_000 }),
  );

/** Kills the service while these calls are under way; the calls may still arrive after that. */
async function killAt(
  kind: 'slow_before' | 'slow_after',
  acts: Record<string, () => Promise<unknown>>,
): Promise<void> {
  const { control } = stand_in;
  await control.forgetCalls();
  for (const call of Object.keys(acts)) await control.fault({ call, kind, delay_ms: FOR_EVER });
  const lost = Object.values(acts).map((act) => assert.rejects(act()));
  const areHeld = async () =>
    (await control.calls()).filter(({ fault }) => fault === kind).length === lost.length;
  await until(areHeld, 'every call arrives');
  await shop.kill();
  await Promise.all(lost);
  await start();
  await control.hurry();
  await pass(2);
}

async function assertSold(id: string, sold: boolean): Promise<void> {
  const { payments } = await stand_in.control.books();
  const taken = payments.filter(
    ({ metadata, status }) => metadata.checkout_session_id === id && status === 'succeeded',
  );
  assert.equal(taken.length, sold ? 1 : 0);
  assert.equal((await statusOf(id)) === 'completed', sold);
}

const completed = (id: string) =>
  until(async () => (await statusOf(id)) === 'completed', `${id} is completed`);

for (const kind of ['slow_before', 'slow_after'] as const) {
  const when = kind === 'slow_before' ? 'before' : 'after';

  test(`killed at each call, ${when} its effect: one page is made, paid or ended, and nothing twice`, async () => {
    const { control } = stand_in;
    const [begun, paid, left] = [await openSession(), await openSession(), await openSession()];
    await pay(paid);
    await control.pay({ session: await pageOf(paid) });
    await pay(left);
    const page = await pageOf(left);
    await killAt(kind, {
      [CREATE]: () => pay(begun),
      [LOOK_UP]: () => shop.get(`/checkout/${paid}/return`),
      [EXPIRE]: () => shop.submit(`/checkout/${left}/give-up`, ''),
    });

    await completed(paid);
    await assertSold(paid, true);

    await until(async () => (await statusOf(left)) === 'open', 'it can be paid again');
    assert.equal((await control.pay({ session: page })).kind, 'closed');
    await assertSold(left, false);
    await shop.submit(`/checkout/${left}/pay`, 'email=ada@example.com&attempt=again');
    await control.pay({ session: await pageOf(left) });
    await shop.get(`/checkout/${left}/return`);
    await assertSold(left, true);

    await control.pay({ session: await pageOf(begun) });
    await pass(2);
    await completed(begun);
    await assertSold(begun, true);
    await shop.assertRight();
  });
}
