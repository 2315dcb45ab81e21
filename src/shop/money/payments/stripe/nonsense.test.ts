import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeOf, laterOf, named } from '../../../../../test/stand-ins/stripe/gateway.ts';
import {
  type Answering,
  dripping,
  endless,
  json,
  startNonsense,
  text,
} from '../../../../../test/stand-ins/stripe/nonsense.ts';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import { checkStripeKey } from './check-key.ts';
import { newestStripeEvent, registerStripeEndpoint } from './connection.ts';
import { createStripeGateway } from './stripe-gateway.ts';

// What no Stripe answers, but a proxy, a captive portal or a broken machine may.

const server = await startNonsense();
const key = 'sk_test_nonsense00000000';
const api = { api_address: server.url, timeout_ms: 200 };
const gateway = createStripeGateway({
  credentialsOf: async () => ({ key, account_id: 'acct_1', webhook_secrets: [] }),
  ...api,
});
const store_id = 'store_1';
const card = { provider: 'stripe', card_token: 'cus_1/pm_1', card_brand: '', card_last_four: '' };
const refund = {
  ...{ store_id, key: 'txn_r', charge_reference: 'pi_1', amount_minor: 500, currency: 'USD' },
  ...{ metadata: {}, now: Date.now() },
};
const by_key = { store_id, key: 'txn_1', created_at: Date.now(), now: Date.now() };

const CALLS: Record<string, () => Promise<unknown>> = {
  'a page is opened': () => gateway.startCharge(chargeOf()),
  'a card is charged': () => gateway.startCharge(laterOf(card)),
  'a page is looked up': () => gateway.lookUpCharge(named('cs_test_1')),
  'a payment is looked up': () => gateway.lookUpCharge(named('pi_1')),
  'a payment is searched': () => gateway.findCharge(by_key),
  'a page is given up': () => gateway.cancelCharge({ ...chargeOf(), reference: 'cs_test_1' }),
  'a key is taken': () => gateway.cancelCharge({ ...chargeOf(), reference: null }),
  'money is returned': () => gateway.startRefund(refund),
  'a refund is looked up': () => gateway.lookUpRefund(named('re_1')),
  'a refund is searched': () => gateway.findRefund({ ...by_key, charge_reference: 'pi_1' }),
  'events are read': async () => gateway.listHints?.({ store_id, cursor: '', now: 0 }),
  'records are listed': () => gateway.listRecords({ store_id, cursor: null }),
  'records are read': () => gateway.recordsOf({ store_id, references: ['pi_1', 'cs_test_1'] }),
  'disputes are listed': async () => gateway.listDisputes?.({ store_id, since: 0, now: 0 }),
  'a dispute is looked up': async () => gateway.lookUpDispute?.(named('du_1')),
  'a card is looked up': async () => gateway.lookUpCard?.({ store_id, card_token: 'cus_1/pm_1' }),
  'a key is checked': () => checkStripeKey({ key, ...api }),
  'the newest event is asked for': () => newestStripeEvent({ key, ...api }),
  'an endpoint is registered': () =>
    registerStripeEndpoint({ key, url: 'https://shop.test/', ...api }),
};

async function assertUnanswered(what: string): Promise<void> {
  for (const [name, call] of Object.entries(CALLS)) {
    await assert.rejects(call, (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? '') : String(error);
      assert.ok(error instanceof ProviderUnanswered, `${name}, ${what}: ${text}`);
      assert.equal(text.includes(key), false, `${name}, ${what}: the key is not told`);
      return true;
    });
  }
}

const PAGE = '<!doctype html><title>Sign in to this network</title>';
const HTML = { 'content-type': 'text/html' };
const elsewhere = (status: number, body: string) =>
  text(body, status, { location: 'http://127.0.0.1:9/', 'content-type': 'application/json' });

const NO_ANSWERS: Record<string, Answering> = {
  'a page with 200': text(PAGE, 200, HTML),
  'a page with 403': text(PAGE, 403, HTML),
  'a page with 404': text(PAGE, 404, HTML),
  'a page with 502': text(PAGE, 502, HTML),
  'nothing with 200': text(''),
  'nothing with 204': text('', 204),
  'half an answer': text('{"id":"cs_test_1","object":"checkout.ses'),
  'an empty object': json({}),
  null: json(null),
  'a number': json(5),
  'a text': json('sk_test_'),
  true: json(true),
  'a list': json([{ id: 'cs_test_1' }]),
  'an object without a name': json({ object: 'checkout.session', status: 'open' }),
  'a name that is a number': json({ object: 'checkout.session', id: 5 }),
  'a list of nothing': json({ object: 'list', data: null, has_more: false }),
  'a list of numbers': json({ object: 'list', data: [1, 2], has_more: false }),
  'an error that is a number': json({ error: 5 }, 400),
  'an error that is true': json({ error: true }, 402),
  'an error that is a list': json({ error: [] }, 400),
  'an error with 200': json({ error: { message: 'no', type: 'invalid_request_error' } }),
  'a teapot': text('{"short":"and stout"}', 418),
  'a redirect to another host': elsewhere(302, '{}'),
  'a redirect with an object': elsewhere(307, '{"id":"cs_test_1","object":"checkout.session"}'),
};

for (const [what, answering] of Object.entries(NO_ANSWERS)) {
  test(`${what} is no answer of Stripe, whatever was asked`, async () => {
    server.answerWith(answering);
    await assertUnanswered(what);
  });
}

test('an answer that drips without an end is given up after the time for an answer', async () => {
  server.answerWith(dripping);
  await assertUnanswered('dripping');
});

test('an answer without an end is given up after 16 MB', async () => {
  for (const name of ['a page is looked up', 'events are read']) {
    const { answering, sent } = endless();
    server.answerWith(answering);
    const call = CALLS[name] ?? (async () => {});
    await assert.rejects(call, ProviderUnanswered);
    assert.ok(sent() < 32 * 1024 * 1024, `${name}: ${sent()} bytes were taken`);
  }
});

test('buyers are sent to addresses of the web only, and to none that Stripe does not name', async () => {
  const session = { id: 'cs_test_1', object: 'checkout.session', status: 'open' };
  const addresses = [
    ...[null, '', 'checkout', '//other.example/', 'javascript:alert(1)', 'data:text/html,x'],
    ...['http://other.example/', 'file:///etc/passwd', 5, {}, ['https://a.example/']],
  ];
  for (const url of addresses) {
    server.answerWith(json({ ...session, url }));
    await assert.rejects(() => gateway.startCharge(chargeOf()), ProviderUnanswered, String(url));
  }
  server.answerWith(json({ ...session, url: 'https://pay.seller.example/c/1#x' }));
  const started = await gateway.startCharge(chargeOf());
  assert.equal('action_url' in started && started.action_url, 'https://pay.seller.example/c/1#x');
});

test('an answer that is wrong deep inside is asked about again', async () => {
  const intent = {
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: 500,
  };
  for (const currency of [5, null, undefined, {}]) {
    server.answerWith(json({ ...intent, currency }));
    await assert.rejects(() => gateway.lookUpCharge(named('pi_1')), ProviderUnanswered);
  }
  const of = { payment_intent: 'pi_1', currency: 'usd', balance_transactions: 5 };
  server.answerWith(json({ id: 'du_1', object: 'dispute', status: 'lost', ...of }));
  await assert.rejects(async () => gateway.lookUpDispute?.(named('du_1')), ProviderUnanswered);
});

test('a page or a payment in a state that Stripe does not have is asked about again', async () => {
  for (const status of [undefined, null, 'moon', 5]) {
    server.answerWith(json({ id: 'cs_test_1', object: 'checkout.session', status }));
    await assert.rejects(() => gateway.lookUpCharge(named('cs_test_1')), ProviderUnanswered);
    server.answerWith(json({ id: 'pi_1', object: 'payment_intent', status }));
    await assert.rejects(() => gateway.lookUpCharge(named('pi_1')), ProviderUnanswered);
  }
});
