import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD, LOST_LATER } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /update-store-settings';

test('200: what is sent changes, the rest stays; other stores keep theirs', async () => {
  const [one, other] = [await shop.openStore(), await shop.openStore()];
  const before = await one.must('GET /get-store-settings');
  const change = { retry_days: [1, 2], after_retries: 'pause', unpaid_license_days: 0 };
  const after = await one.must(OP, change);
  assert.deepEqual(after, { ...before, ...change });
  assert.deepEqual(await one.must(OP, {}), after);
  assert.deepEqual(await one.must('GET /get-store-settings'), after);
  assert.deepEqual((await other.must('GET /get-store-settings')).retry_days, [3, 5, 7, 7]);
});

test('400 invalid_parameters: what cannot be set is named, and nothing changes', async () => {
  const { ask, must } = await shop.openStore();
  for (const [input, param] of [
    [{ retry_days: [0] }, 'retry_days[0]'],
    [{ retry_days: Array(11).fill(1) }, 'retry_days'],
    [{ after_retries: 'explode' }, 'after_retries'],
    [{ past_due_license_days: -1 }, 'past_due_license_days'],
    [{ unpaid_license_days: 1.5 }, 'unpaid_license_days'],
    [{ portal_quantity_changes: 'no' }, 'portal_quantity_changes'],
    [{ portal_pauses: 'no' }, 'portal_pauses'],
    [{ cancel_offer: 'X'.repeat(65) }, 'cancel_offer'],
    [{ on_dispute_lost: 'refund' }, 'on_dispute_lost'],
    [{ on_fraud_warning: 'cancel' }, 'on_fraud_warning'],
    [{ lemon_squeezy_licenses: 'yes' }, 'lemon_squeezy_licenses'],
    ...[
      ...['*', 'null', '', 'shop.example', 'http://shop.example', 'https://shop.example/page'],
      ...[
        'https://*.example',
        'https://a@shop.example',
        'http://localhost',
        'http://localhost:99999',
      ],
      ...['https://shop.example?x', 'http://127.0.0.1:3000', `https://${'a'.repeat(300)}.example`],
    ].map((origin) => [{ allowed_origins: [origin] }, 'allowed_origins'] as const),
    [{ allowed_origins: Array(21).fill('https://a.example') }, 'allowed_origins'],
  ] as const) {
    const { status, body } = await ask(OP, input);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(body.error.details[0].param, new RegExp(param.replace(/\W.*/, '')));
  }
  assert.deepEqual((await must('GET /get-store-settings')).retry_days, [3, 5, 7, 7]);
});

test('200: origins are kept in one spelling, each once', async () => {
  const { must } = await shop.openStore();
  const sent = ['https://Shop.Example:443/', 'https://shop.example', 'http://LOCALHOST:3000'];
  const { allowed_origins } = await must(OP, { allowed_origins: sent });
  assert.deepEqual(allowed_origins, ['https://shop.example', 'http://localhost:3000']);
  assert.deepEqual((await must(OP, { portal_pauses: true })).allowed_origins, allowed_origins);
});

test('400 coupon_not_found: what is offered to those who cancel must be a code of this store', async () => {
  const [one, other] = [await shop.openStore(), await shop.openStore()];
  await other.coupon('STAY50');
  const before = await shop.everything();
  const refused = await one.ask(OP, { cancel_offer: 'stay50', retry_days: [1] });
  assertRefused(refused, 400, 'coupon_not_found', ['cancel_offer']);
  assert.equal(await shop.everything(), before);
  await one.coupon('STAY50');
  assert.equal((await one.must(OP, { cancel_offer: 'stay50' })).cancel_offer, 'stay50');
  assert.equal((await one.must(OP, { portal_pauses: false })).cancel_offer, 'stay50');
  assert.equal((await one.must(OP, { cancel_offer: null })).cancel_offer, null);
});

test('200: a failed renewal is tried again when the store says, and ends as it says', async () => {
  const { must, plan, subscribe, changeCard, advance, moveTo, get, charges } =
    await shop.openStore();
  await must(OP, { retry_days: [1, 2], after_retries: 'pause' });
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  await advance('P1M');
  const first = await get(subscription_id);
  assert.deepEqual([first.status, first.next_payment_at], ['past_due', '2026-12-15T09:30:00.000Z']);
  await advance('P1D');
  assert.equal((await get(subscription_id)).next_payment_at, '2026-12-17T09:30:00.000Z');
  await moveTo('2026-12-18T09:30:00.000Z');
  const paused = await get(subscription_id);
  assert.deepEqual(
    [paused.status, paused.paused_at, paused.next_payment_at],
    ['paused', '2026-12-17T09:30:00.000Z', null],
  );
  assert.deepEqual(await charges(), [
    '2000 paid',
    '2000 declined',
    '2000 declined',
    '2000 declined',
  ]);
});

test('400 payment_declined: what was paused because nobody paid stays paused until somebody does', async () => {
  const { must, ask, plan, subscribe, changeCard, advance, get, charges, eventCount, eventsSince } =
    await shop.openStore();
  await must(OP, { retry_days: [], after_retries: 'pause' });
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  await advance('P2M');
  const paused = await get(subscription_id);
  assert.equal(paused.status, 'paused');
  const refused = await ask('POST /resume-subscription', { subscription_id });
  assertRefused(refused, 400, 'payment_declined', ['payment_method']);
  assert.deepEqual(await get(subscription_id), paused);
  await changeCard(GOOD);
  const count = await eventCount();
  const resumed = await must('POST /resume-subscription', { subscription_id });
  assert.deepEqual(
    [resumed.status, resumed.current_period_start, resumed.current_period_end],
    ['active', '2027-01-14T09:30:00.000Z', '2027-02-14T09:30:00.000Z'],
  );
  assert.deepEqual(
    (await eventsSince(count)).map(({ type }) => type),
    ['transaction.paid', 'subscription.resumed', 'subscription.renewed'],
  );
  assert.equal((await charges()).at(-1), '2000 paid');
});

test('200: a card that is lost is not tried again; another card recovers it', async () => {
  for (const gets_card of [true, false]) {
    const { plan, subscribe, changeCard, advance, get, charges } = await shop.openStore();
    const subscription_id = await subscribe(await plan());
    await changeCard(LOST_LATER);
    await advance('P1M');
    const due = await get(subscription_id);
    assert.deepEqual([due.status, due.next_payment_at], ['past_due', null]);
    await advance('P21D');
    assert.deepEqual(await charges(), ['2000 paid', '2000 declined'], 'no try of a lost card');
    if (gets_card) {
      await changeCard(GOOD);
      assert.equal((await get(subscription_id)).status, 'active');
      continue;
    }
    await advance('P1D');
    const ended = await get(subscription_id);
    assert.deepEqual(
      [ended.status, ended.ended_at, ended.cancellation_reason],
      ['canceled', '2027-01-05T09:30:00.000Z', 'payment_failed'],
    );
  }
});

test('200: a license stays good for as long as the store says, and shortly where nothing was paid', async () => {
  const cases = [
    { trial_days: 14, settings: {}, good_days: 3 },
    { trial_days: 0, settings: {}, good_days: 22 },
    { trial_days: 0, settings: { past_due_license_days: 5 }, good_days: 5 },
    { trial_days: 14, settings: { unpaid_license_days: 0 }, good_days: 0 },
  ];
  for (const { trial_days, settings, good_days } of cases) {
    const { must, plan, create, complete, changeCard, advance } = await shop.openStore();
    await must(OP, settings);
    const license = { activation_limit: 1 };
    const { checkout_session_id } = await create({
      product_id: await plan({ trial_days, license }),
    });
    const { license_keys } = await complete(checkout_session_id);
    const [license_key] = license_keys;
    const isValid = async () => (await must('POST /validate-license', { license_key })).valid;
    await changeCard(DECLINES_LATER);
    await advance(trial_days > 0 ? 'P14D' : 'P1M');
    const text = JSON.stringify({ trial_days, settings });
    if (good_days > 0) {
      await advance(`P${good_days - 1}DT23H`);
      assert.equal(await isValid(), true, text);
    }
    await advance('PT1H');
    assert.equal(await isValid(), false, text);
  }
});
