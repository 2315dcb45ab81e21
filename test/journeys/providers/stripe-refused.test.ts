import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtDatabase } from '../../../src/commands/doctor/database.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import { buyer, charged } from '../../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';

// What Stripe refuses for a reason that is the seller's is no decline of a customer's card.

const shop = await openSubscriptions();
const { control, store } = shop;

const ACCOUNT = {
  message: 'Your account cannot currently make live charges.',
  code: 'account_invalid',
};
const NAMELESS = { message: 'Your account is under review: charges are paused. Contact us.' };
const MADE = { ...ACCOUNT, leaves_intent: true };

const mails = async () =>
  (await store.must('GET /list-mails', {})).data.map(({ kind }: { kind: string }) => kind);
const items = async () =>
  (await store.must('GET /get-attention', {})).items.filter(
    ({ kind }: { kind: string }) => kind === 'provider' || kind === 'past_due',
  );
const problem = async () => (await store.must('GET /get-provider', {})).problem;

/** What `kassa doctor` calls wrong at the provider, in Stripe's words. */
async function doctorSays(): Promise<string> {
  const { data_dir, database_url } = shop.shop.place;
  const found = await lookAtDatabase(
    readSettings({
      ...{ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' },
      KASSA_STRIPE_API: shop.stand_in.url,
    }),
  );
  const lines = found.filter(({ about, state }) => /^provider of/.test(about) && state === 'fail');
  return lines.map(({ what }) => what).join();
}

for (const [what, refuses] of Object.entries({ account_invalid: ACCOUNT, NAMELESS, MADE })) {
  test(`six weeks of ${what}: nobody is dunned or ended, the seller is told in Stripe's words, and it is charged once when it is mended`, async () => {
    const { subscription_id } = await shop.subscribe();
    const before = await charged(shop.stand_in, 'eur');
    const sent = await mails();
    await control.changeAccount({ refuses });
    await shop.passDays(31);
    for (let day = 0; day < 42; day++) await shop.passDays(1);
    const { status, past_due_until, retries } = await store.get(subscription_id);
    assert.deepEqual([status, past_due_until ?? null, retries ?? 0], ['active', null, 0]);
    const codes = new Set(await shop.renewals(subscription_id));
    for (const code of codes) assert.ok(['pending', 'payment_not_made'].includes(code), code);
    assert.deepEqual(await mails(), sent);
    assert.equal((await problem())?.includes(refuses.message), true, await problem());
    assert.deepEqual(
      (await items()).map(({ kind, message }: Record<string, string>) => [
        kind,
        message?.includes(refuses.message),
      ]),
      [['provider', true]],
    );
    const doctor = await doctorSays();
    assert.ok(doctor.includes(refuses.message), doctor);
    const logged = shop.shop.log_lines.filter((line) => line.includes('refuses payments'));
    assert.ok(logged.some((line) => line.includes(refuses.message)));

    await control.changeAccount({ refuses: null });
    await shop.passDays(1);
    await shop.passDays(1);
    const paid = (await shop.renewals(subscription_id)).filter((one) => one === 'paid');
    // Two periods were due meanwhile, and each is charged.
    assert.equal((await charged(shop.stand_in, 'eur')) - before, 2000 * paid.length);
    assert.equal(paid.length, 2);
    assert.equal(await problem(), null);
    assert.deepEqual(await items(), []);
    await store.cancel(subscription_id);
    await shop.shop.assertRight();
  });
}

test('a key that lost a permission, and one that was deleted: nobody is dunned, and the next key charges once', async () => {
  const { subscription_id } = await shop.subscribe();
  const before = await charged(shop.stand_in, 'eur');
  const sent = await mails();
  const { test: key } = shop.stand_in.keys;
  await control.changeKey({ key, permissions: ['rak_checkout_session_write', 'rak_event_read'] });
  for (let day = 0; day < 40; day++) await shop.passDays(1);
  assert.match(await problem(), /lacks PaymentIntents: Write \(rak_payment_intent_write\)/);
  await control.expireKey({ key });
  for (let day = 0; day < 5; day++) await shop.passDays(1);
  assert.match(await problem(), /does not accept the key/);
  assert.equal((await store.get(subscription_id)).status, 'active');
  assert.deepEqual(await mails(), sent);
  await store.must('POST /connect-provider', { provider: 'stripe', key: await control.addKey({}) });
  await shop.passDays(2);
  assert.equal((await charged(shop.stand_in, 'eur')) - before, 2000);
  assert.equal(await problem(), null);
  await store.cancel(subscription_id);
  await shop.shop.assertRight();
});

test('mended after some hours it is charged within as many more, once, also by the clock of a test store', async () => {
  for (const refuses of [ACCOUNT, MADE]) {
    const { subscription_id } = await shop.subscribe();
    const before = await charged(shop.stand_in, 'eur');
    await control.changeAccount({ refuses });
    await shop.passDays(31);
    for (let hour = 0; hour < 3; hour++) await shop.pass(60);
    await control.changeAccount({ refuses: null });
    for (let hour = 0; hour < 3; hour++) await shop.pass(60);
    assert.deepEqual(await shop.renewals(subscription_id), ['paid'], refuses.message);
    assert.equal((await charged(shop.stand_in, 'eur')) - before, 2000);
    await store.cancel(subscription_id);

    const other = await shop.subscribe();
    await control.changeAccount({ refuses });
    await store.advance('P36D');
    await control.changeAccount({ refuses: null });
    await store.advance('P2D');
    const renewals = await shop.renewals(other.subscription_id);
    assert.deepEqual(renewals, ['paid']);
    assert.equal((await charged(shop.stand_in, 'eur')) - before, 3 * 2000);
    await store.cancel(other.subscription_id);
  }
  await shop.shop.assertRight();
});

test('a renewal that Stripe refuses can be canceled, and is not charged when that is mended', async () => {
  for (const refuses of [ACCOUNT, MADE]) {
    const { subscription_id } = await shop.subscribe();
    const before = await charged(shop.stand_in, 'eur');
    await control.changeAccount({ refuses });
    await shop.passDays(31);
    for (let hour = 0; hour < 3; hour++) await shop.pass(60);
    assert.equal((await store.cancel(subscription_id)).status, 'canceled');
    await control.changeAccount({ refuses: null });
    for (let day = 0; day < 3; day++) await shop.passDays(1);
    assert.deepEqual(await shop.renewals(subscription_id), ['charge_canceled']);
    assert.equal((await charged(shop.stand_in, 'eur')) - before, 0);
  }
  await shop.shop.assertRight();
});

test('a buyer is told that the shop cannot take the payment, the seller why, and the next try opens the page', async () => {
  await control.changeAccount({ business_name: null });
  const { id, path } = await shop.openSession();
  const { status, text } = await shop.post(`${path}/pay`, buyer());
  assert.equal(status, 200, text);
  assert.match(text, /This shop cannot take the payment right now/);
  assert.equal((await shop.session(id)).status, 'open');
  const words = 'In order to use Checkout, you must set an account or business name at ';
  assert.ok((await problem()).includes(`${words}https://dashboard.stripe.com/account.`));
  await control.changeAccount({ business_name: 'Photo Works' });
  await control.pay({ session: await shop.goToStripe(path) });
  await shop.back(path);
  assert.equal((await shop.session(id)).status, 'completed');
  await shop.pass(100);
  await control.pay({ session: await shop.goToStripe((await shop.openSession()).path) });
  assert.equal(await problem(), null);
});
