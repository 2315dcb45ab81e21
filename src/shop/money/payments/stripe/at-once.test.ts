import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultKind } from '../../../../../test/stand-ins/stripe/faults.ts';
import { chargeOf, gatewayForTests } from '../../../../../test/stand-ins/stripe/gateway.ts';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import type { Charge } from '../gateway.ts';

// A page that somebody waits for, while Stripe is busy or does not answer in time.

const { gateway, stand_in } = await gatewayForTests({ timeout_ms: 300 });
const { control } = stand_in;
const PAGE = 'POST /v1/checkout/sessions';

const pagesOf = async ({ key }: Charge) =>
  (await control.calls()).filter(
    ({ call, idempotency_key }) => call === PAGE && idempotency_key === key,
  );

const BUSY: FaultKind[] = [
  ...(['rate_limit', 'rate_limit_400', 'lock_timeout', 'key_in_use', 'cut_answer'] as const),
  ...(['timeout_before', 'timeout_after', 'drop_before', 'drop_after'] as const),
];

for (const kind of BUSY) {
  test(`${kind} twice while a page is opened: it is opened at once, under the same key`, async () => {
    for (const amount_minor of [2_000, 0]) {
      const charge = chargeOf({ amount_minor, saves_card: true });
      await control.fault({ call: PAGE, kind, times: 2 });
      const { status, reference } = await gateway.startCharge(charge);
      assert.equal(status, 'action_required');
      const calls = await pagesOf(charge);
      // On a busy machine the third may take longer than is waited here: then it is asked again.
      const [first, second, ...others] = calls.map(({ fault }) => fault);
      assert.deepEqual([first, second], [kind, kind]);
      assert.ok(others.length > 0 && others.every((fault) => fault === null), String(others));
      const made = calls.flatMap(({ answer }) => (isPage(answer) ? [answer.id] : []));
      assert.deepEqual([...new Set(made)], [reference], 'every answer names the same page');
      await control.clearFaults();
    }
  });
}

const isPage = (answer: unknown): answer is { id: string } =>
  typeof answer === 'object' && answer !== null && 'id' in answer;

test('a request that Stripe is still at work on when it is sent again: one page, once it is there', async () => {
  const charge = chargeOf();
  await control.fault({ call: PAGE, kind: 'slow_before', delay_ms: 700 });
  const { reference } = await gateway.startCharge(charge);
  const calls = await pagesOf(charge);
  assert.equal(calls[1]?.status, 409, 'the key was in use');
  const last = calls.at(-1);
  assert.equal(last?.replayed, true);
  assert.equal(isPage(last?.answer) && last.answer.id, reference);
});

test('Stripe that stays busy is asked four times and no more, within seconds', async () => {
  const charge = chargeOf();
  await control.fault({ call: PAGE, kind: 'rate_limit', times: 9 });
  const began = performance.now();
  await assert.rejects(() => gateway.startCharge(charge), ProviderUnanswered);
  assert.ok(performance.now() - began < 10_000);
  assert.equal((await pagesOf(charge)).length, 4);
  await control.clearFaults();
});
