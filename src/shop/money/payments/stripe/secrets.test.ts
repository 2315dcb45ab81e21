import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { FaultKind } from '../../../../../test/stand-ins/stripe/faults.ts';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import { checkStripeKey } from './check-key.ts';
import { registerStripeEndpoint } from './connection.ts';

// What is thrown ends up in logs: it must contain no key, and nothing about a buyer.

const at = await gatewayForTests({ timeout_ms: 300 });
const { gateway, stand_in, credentials, webhook_secrets } = at;
const { control } = stand_in;
const card = await savedBy(at);
const api_address = stand_in.url;
webhook_secrets.push('whsec_of_this_store');

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Everything that a careless log line could contain. */
function assertClean(error: unknown, what: string): void {
  assert(error instanceof ProviderUnanswered, what);
  const shown = [
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    JSON.stringify(error),
    String(error),
  ].join('\n');
  const { key } = credentials;
  for (const secret of [key, key.slice(-6), 'whsec_', 'Bearer', 'ada@example.com', 'ada@local']) {
    assert(!shown.includes(secret), `${what} shows ${secret}`);
  }
  assert.equal(error.cause, undefined);
}

const FAULTS: FaultKind[] = [
  ...(['timeout_before', 'drop_before', 'cut_answer', 'error_500_before'] as const),
  ...(['error_503', 'rate_limit', 'lock_timeout'] as const),
];

test('no error of a failing call shows a key, a secret or a buyer', async () => {
  for (const kind of FAULTS) {
    await control.fault({ kind, times: 10 });
    assertClean(await thrownBy(gateway.startCharge(laterOf(card))), kind);
    await control.clearFaults();
  }
  assertClean(
    await thrownBy(gateway.lookUpCharge(named('pi_none'))),
    'a payment that is not there',
  );
  assertClean(await thrownBy(gateway.lookUpRefund(named('re_none'))), 'a refund that is not there');
  assertClean(
    await thrownBy(gateway.lookUpCharge({ ...named('pi_1'), store_id: 'store_2' })),
    'a store that is not connected',
  );
});

test('a key that is wrong, expired or may not do it is not shown either', async () => {
  const { key } = credentials;
  const expired = await control.addKey({});
  await control.expireKey({ key: expired });
  const restricted = await control.addKey({ permissions: ['rak_event_read'] });
  for (const other of [expired, restricted, 'sk_test_0123456789abcdef']) {
    credentials.key = other;
    for (const call of [
      () => gateway.startCharge(chargeOf()),
      () => gateway.startCharge(laterOf(card)),
      () => gateway.lookUpCharge(named('cs_test_1')),
    ]) {
      assertClean(await thrownBy(call()), other);
    }
  }
  credentials.key = restricted;
  const refused = await thrownBy(gateway.lookUpCharge(named('pi_1')));
  assert.match(String(refused), /lacks PaymentIntents: Write \(rak_payment_intent_write\)/);
  credentials.key = key;
});

test('checking a key and registering an address while Stripe fails shows no key', async () => {
  const { key } = credentials;
  for (const kind of FAULTS) {
    await control.fault({ kind, times: 50 });
    const url = 'http://127.0.0.1:9/stripe';
    assertClean(
      await thrownBy(registerStripeEndpoint({ key, api_address, url, timeout_ms: 300 })),
      kind,
    );
    assertClean(await thrownBy(checkStripeKey({ key, api_address, timeout_ms: 300 })), kind);
    await control.clearFaults();
  }
});
