import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, charged } from '../../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';

// What Stripe refuses for a reason that is the seller's, after a payment and around it: told like a
// charge that it refuses, and made once when that is mended.

const shop = await openSubscriptions();
const { control, store } = shop;
const { test: key } = shop.stand_in.keys;

const problem = async () => (await store.must('GET /get-provider', {})).problem;
const messages = async () =>
  (await store.must('GET /get-attention', {})).items
    .filter(({ kind }: { kind: string }) => kind === 'provider')
    .map(({ message }: { message: string }) => message);
async function assertTold(words: string): Promise<void> {
  assert.ok((await problem())?.includes(words), await problem());
  assert.deepEqual(await messages(), [await problem()]);
  const logged = shop.shop.log_lines.filter((line) => line.includes('refuses payments'));
  assert.ok(logged.some((line) => line.includes(words)));
}
const without = async (permission: string) => {
  const all = (await control.routes()).map((route) => route.permission);
  const kept = all.filter((name) => name.replace(/_(read|write)$/, '') !== permission);
  await control.changeKey({ key, permissions: kept });
  return { mend: () => control.changeKey({ key, permissions: all }) };
};
const buy = async () => {
  const { id, path } = await shop.openSession();
  const session = await shop.goToStripe(path, buyer());
  await control.pay({ session });
  await shop.back(path);
  const { transaction_id } = await shop.session(id);
  const { payment_intent } = (await control.object({ id: session })) as { payment_intent: string };
  const find = async () =>
    (await store.must('GET /get-transactions', { transaction_id })).data.find(
      (one: { transaction_id: string }) => one.transaction_id === transaction_id,
    );
  return { transaction_id, payment_intent, find };
};

const ACCOUNT = {
  ...{ status: 400, code: 'account_invalid' },
  message: 'Your account cannot currently refund payments.',
};
const REASONS: Record<string, [words: string, break_: () => Promise<{ mend(): Promise<void> }>]> = {
  'a key that lost a permission': [
    'lacks Charges and Refunds: Write (rak_charge_write)',
    () => without('rak_charge'),
  ],
  'an account that may not refund': [
    ACCOUNT.message,
    async () => {
      await control.fault({
        call: 'POST /v1/refunds',
        kind: 'refused',
        refusal: ACCOUNT,
        times: -1,
      });
      return { mend: () => control.clearFaults() };
    },
  ],
};

for (const [reason, [words, break_]] of Object.entries(REASONS)) {
  test(`a refund, ${reason}: it waits, the seller is told in Stripe's words, and it is made once within hours of being mended`, async () => {
    const { transaction_id, find } = await buy();
    const before = await charged(shop.stand_in, 'eur');
    const { mend } = await break_();
    const answer = await store.ask('POST /refund-transaction', { transaction_id, amount: 5 });
    assert.equal(answer.body.error.code, 'refund_unresolved');
    await assertTold(words);
    for (let hour = 0; hour < 3; hour++) await shop.pass(60);
    assert.equal((await find()).refunded, 0);
    await assertTold(words);
    await mend();
    for (let hour = 0; hour < 3; hour++) await shop.pass(60);
    assert.equal((await find()).refunded, 5);
    assert.equal(before - (await charged(shop.stand_in, 'eur')), 500);
    assert.equal(await problem(), null);
    await shop.shop.assertRight();
  });
}

test('news of Stripe that a key may not look at wait for days, are told to the seller, and are followed when that is mended', async () => {
  const { payment_intent, find } = await buy();
  const { mend } = await without('rak_dispute');
  await control.dispute({ payment_intent });
  for (let minute = 0; minute < 90; minute++) await shop.shop.runJob('provider-events');
  assert.equal((await find()).status, 'paid');
  await assertTold('lacks Disputes: Read (rak_dispute_read)');
  await mend();
  await shop.shop.runJob('provider-events');
  assert.equal((await find()).status, 'disputed');
});

test('a customer who was deleted at Stripe pays again while the account is refused: told like any other, and not left to wait', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  await store.cancel(subscription_id);
  await shop.deleteAtStripe(customer_id);
  const call = 'POST /v1/checkout/sessions';
  await control.fault({ call, kind: 'refused', refusal: ACCOUNT, times: -1, skip: 1 });
  const { path } = await shop.openSession({ customer_id });
  const { status, text } = await shop.post(`${path}/pay`, buyer());
  assert.equal(status, 200, text);
  assert.match(text, /This shop cannot take the payment right now/);
  await assertTold(ACCOUNT.message);
  await control.clearFaults();
  await control.pay({ session: await shop.goToStripe(path) });
});

for (const code of [
  'payment_method_unactivated',
  'charge_exceeds_source_limit',
  'action_blocked',
]) {
  test(`${code} of a renewal is the seller's: nobody is dunned, and it is charged once when it is mended`, async () => {
    const { subscription_id } = await shop.subscribe();
    const refusal = { status: 400, code, message: `Stripe says ${code}.` };
    await control.fault({ call: 'POST /v1/payment_intents', kind: 'refused', refusal, times: -1 });
    await shop.passDays(31);
    for (let hour = 0; hour < 4; hour++) await shop.pass(60);
    assert.equal((await store.get(subscription_id)).status, 'active');
    await assertTold(refusal.message);
    await control.clearFaults();
    for (let hour = 0; hour < 6; hour++) await shop.pass(60);
    assert.deepEqual(await shop.renewals(subscription_id), ['paid']);
    const { payments } = await control.books();
    const made = payments.filter(({ metadata }) => metadata.subscription_id === subscription_id);
    assert.equal(made.length, 1);
    await store.cancel(subscription_id);
    await shop.shop.assertRight();
  });
}
