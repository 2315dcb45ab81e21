import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type Stripe from 'stripe';
import {
  chargeLater,
  clientOf,
  openSession,
  refusalOf,
  savedCard,
  stripeForTests,
} from './client.ts';

const at = await stripeForTests();
const { stand_in, stripe } = at;
const { control, url, keys } = stand_in;

const ask = (path: string, authorization?: string, init: RequestInit = {}) =>
  fetch(`${url}${path}`, { ...init, headers: { ...(authorization && { authorization }) } });

test('401: without a key, with a wrong one, with an expired one', async () => {
  const none = await ask('/v1/account');
  assert.equal(none.status, 401);
  assert.match(JSON.stringify(await none.json()), /You did not provide an API key/);
  const wrong = await refusalOf(
    clientOf(stand_in, { key: 'sk_test_wrong_123456' }).accounts.retrieveCurrent(),
  );
  assert.equal(wrong.type, 'StripeAuthenticationError');
  assert.equal(wrong.message, 'Invalid API Key provided: sk_test_******123456');
  const key = await control.addKey({});
  await control.expireKey({ key });
  const expired = await refusalOf(clientOf(stand_in, { key }).accounts.retrieveCurrent());
  assert.equal(expired.code, 'api_key_expired');
});

test('Bearer and Basic are both understood, and the answer names its request', async () => {
  const bearer = await ask('/v1/account', `Bearer ${keys.test}`);
  const basic = await ask(
    '/v1/account',
    `Basic ${Buffer.from(`${keys.test}:`).toString('base64')}`,
  );
  assert.deepEqual([bearer.status, basic.status], [200, 200]);
  assert.match(bearer.headers.get('request-id') ?? '', /^req_/);
  assert.equal(bearer.headers.get('stripe-version'), '2026-10-28.endive');
});

test('the account: country, currency, what it may do', async () => {
  await control.changeAccount({ country: 'DE' });
  const account = await stripe.accounts.retrieveCurrent();
  assert.equal(account.id, stand_in.account);
  assert.deepEqual([account.country, account.default_currency], ['DE', 'usd']);
  assert.equal(account.capabilities?.card_payments, 'active');
});

test('test and live are apart: an object of the other mode is missing, and Stripe says why', async () => {
  const live = clientOf(stand_in, { key: keys.live });
  const customer = await live.customers.create();
  assert.equal(customer.livemode, true);
  const refusal = await refusalOf(stripe.customers.retrieve(customer.id));
  assert.equal(refusal.statusCode, 404);
  assert.equal(refusal.code, 'resource_missing');
  assert.equal(
    refusal.message,
    `No such customer: '${customer.id}'; a similar object exists in live mode, but a test mode key was used to make this request.`,
  );
});

test('403: a restricted key without the permission, in words that name it', async () => {
  const key = await control.addKey({ permissions: ['rak_customer_write'] });
  assert.match(key, /^rk_test_/);
  const restricted = clientOf(stand_in, { key });
  const { id } = await restricted.customers.create();
  await restricted.customers.retrieve(id); // Writing includes reading.
  const refusal = await refusalOf(restricted.refunds.create({ payment_intent: 'pi_1' }));
  assert.equal(refusal.type, 'StripePermissionError');
  assert.equal(refusal.statusCode, 403);
  assert.match(
    refusal.message,
    /does not have the required permissions for this endpoint on account 'acct_/,
  );
  assert.match(refusal.message, /Having the 'rak_charge_write' permission would allow/);
});

test('another account sees nothing of this one', async () => {
  const { id } = await control.addAccount({ country: 'FR' });
  const other = clientOf(stand_in, { key: await control.addKey({ account: id }) });
  const customer = await stripe.customers.create();
  assert.equal((await refusalOf(other.customers.retrieve(customer.id))).code, 'resource_missing');
  assert.equal((await other.accounts.retrieveCurrent()).id, id);
});

const post = (path: string, body: string) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.test}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  }).then(async (answer) => {
    const { error } = (await answer.json()) as { error: Record<string, string | undefined> };
    return { status: answer.status, error };
  });

test('400 parameter_unknown: also deep inside, and several at once', async () => {
  const one = await post('/v1/customers', 'emial=a@b.co');
  assert.deepEqual(
    [one.status, one.error.code, one.error.param],
    [400, 'parameter_unknown', 'emial'],
  );
  assert.equal(one.error.message, 'Received unknown parameter: emial');
  const two = await post('/v1/customers', 'a=1&b=2&constructor=3');
  assert.equal(two.error.message, 'Received unknown parameters: a, b, constructor');
  const deep = await post(
    '/v1/checkout/sessions',
    'mode=payment&line_items[0][price_data][curency]=eur',
  );
  assert.equal(deep.error.param, 'line_items[0][price_data][curency]');
  const read = await refusalOf(stripe.customers.list({ page: 2 } as Stripe.CustomerListParams));
  assert.equal(read.code, 'parameter_unknown');
});

test('400 payment_method_types_no_longer_supported: gone from this version of the API', async () => {
  for (const path of ['payment_intents', 'setup_intents', 'checkout/sessions']) {
    const answer = await post(
      `/v1/${path}`,
      'payment_method_types[]=card&amount=1000&currency=eur',
    );
    assert.equal(answer.error.code, 'payment_method_types_no_longer_supported');
  }
});

const WRONG = [
  ['amount=abc&currency=eur', 'parameter_invalid_integer', 'amount'],
  ['amount=10.5&currency=eur', 'parameter_invalid_integer', 'amount'],
  ['currency=eur', 'parameter_missing', 'amount'],
  ['amount=1000', 'parameter_missing', 'currency'],
  ['amount=1000&currency=', 'parameter_invalid_empty', 'currency'],
  ['amount=1000&currency=xyz', undefined, 'currency'],
  ['amount=1000&currency=eur&confirm=maybe', undefined, 'confirm'],
  ['amount=1000&currency=eur&setup_future_usage=always', undefined, 'setup_future_usage'],
  [
    'amount=1000&currency=eur&automatic_payment_methods=yes',
    undefined,
    'automatic_payment_methods',
  ],
  [`amount=1000&currency=eur&metadata[a]=${'x'.repeat(501)}`, undefined, 'metadata[a]'],
  ['amount=1000&currency=eur&receipt_email=nobody', 'email_invalid', 'receipt_email'],
  ['amount=1000&currency=eur&customer=cus_none', 'resource_missing', 'customer'],
] as const;

for (const [body, code, param] of WRONG) {
  test(`400 ${code ?? 'invalid'}: ${body.slice(0, 60)}`, async () => {
    const { status, error } = await post('/v1/payment_intents', body);
    assert.deepEqual([status, error.type], [400, 'invalid_request_error']);
    assert.deepEqual([error.code, error.param], [code, param]);
  });
}

test('404: an address that is none', async () => {
  const answer = await post('/v1/invoices', '');
  assert.equal(answer.status, 404);
  assert.match(answer.error.message ?? '', /^Unrecognized request URL \(POST: \/v1\/invoices\)/);
});

test('another version of the API is refused', async () => {
  const refusal = await refusalOf(
    stripe.customers.list({}, { apiVersion: '2020-08-27' as '2026-10-28.endive' }),
  );
  assert.match(refusal.message, /Invalid Stripe API version: 2020-08-27/);
});

/** What is refused with the code, and the next amount that is taken; null is a refusal without one. */
const AMOUNTS: [currency: string, refused: number, code: string | null, taken: number][] = [
  ['eur', 49, 'amount_too_small', 50],
  ['gbp', 29, 'amount_too_small', 30],
  ['jpy', 49, 'amount_too_small', 50], // no decimals
  ['mga', 2249, 'amount_too_small', 2250],
  ['huf', 17_499, 'amount_too_small', 17_500],
  ['isk', 50_050, null, 50_000], // always whole
  ['ugx', 1_000_050, null, 1_000_000],
  ['kwd', 5_005, null, 5_000], // the last of three decimals is 0
  ['bhd', 1_001, null, 1_000],
  ['usd', 100_000_000, 'amount_too_large', 99_999_999],
  ['usd', -100, 'parameter_invalid_integer', 100],
];

test('amounts as Stripe counts them: the least, the most, and currencies with their own decimals', async () => {
  for (const [currency, refused, code, taken] of AMOUNTS) {
    const refusal = await refusalOf(stripe.paymentIntents.create({ amount: refused, currency }));
    assert.equal(refusal.code ?? null, code, `${refused} ${currency}`);
    assert.equal((await stripe.paymentIntents.create({ amount: taken, currency })).amount, taken);
  }
});

test('lists come newest first, a page at a time, forwards and backwards', async () => {
  const email = 'pages@example.com';
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.unshift((await stripe.customers.create({ email })).id);
  const first = await stripe.customers.list({ email, limit: 2 });
  assert.deepEqual(
    first.data.map(({ id }) => id),
    made.slice(0, 2),
  );
  assert.equal(first.has_more, true);
  const starting_after = made[1] ?? '';
  const second = await stripe.customers.list({ email, limit: 3, starting_after });
  assert.deepEqual([second.data.map(({ id }) => id), second.has_more], [made.slice(2), false]);
  const ending_before = made[4] ?? '';
  const back = await stripe.customers.list({ email, limit: 2, ending_before });
  assert.deepEqual([back.data.map(({ id }) => id), back.has_more], [made.slice(2, 4), true]);
  const all: string[] = [];
  for await (const { id } of stripe.customers.list({ email, limit: 2 })) all.push(id);
  assert.deepEqual(all, made);
  const refusal = await refusalOf(stripe.customers.list({ limit: 101 }));
  assert.equal(refusal.param, 'limit');
  const lost = await refusalOf(stripe.customers.list({ starting_after: 'cus_none' }));
  assert.equal(lost.code, 'resource_missing');
  const later = Math.floor((await control.clock()) / 1000) + 10;
  assert.deepEqual((await stripe.customers.list({ created: { gte: later } })).data, []);
});

test('expand: ids become objects, up to four deep; what has none is refused', async () => {
  const card = await savedCard(at);
  const intent = await chargeLater(stripe, card, {
    expand: ['customer', 'latest_charge.customer'],
  });
  assert.equal((intent.customer as Stripe.Customer).id, card.customer);
  assert.equal(
    ((intent.latest_charge as Stripe.Charge).customer as Stripe.Customer).id,
    card.customer,
  );
  const listed = await stripe.paymentIntents.list({
    customer: card.customer,
    expand: ['data.payment_method'],
  });
  assert.equal(
    (listed.data[0]?.payment_method as Stripe.PaymentMethod | undefined)?.id,
    card.payment_method,
  );
  const refusal = await refusalOf(stripe.customers.retrieve(card.customer, { expand: ['email'] }));
  assert.match(refusal.message, /This property cannot be expanded \(email\)/);
  const session = await openSession(stripe);
  const deep = await refusalOf(
    stripe.checkout.sessions.retrieve(session.id, { expand: ['a.b.c.d.e'] }),
  );
  assert.match(deep.message, /more than 4 levels/);
});

test('search finds by metadata, but only what is a minute old', async () => {
  const card = await savedCard(at);
  const { id } = await chargeLater(stripe, card, { metadata: { order: 'o-77' } });
  const query = `metadata["order"]:"o-77" AND status:"succeeded"`;
  assert.deepEqual((await stripe.paymentIntents.search({ query })).data, []);
  await control.advance({ seconds: 61 });
  const found = await stripe.paymentIntents.search({ query });
  assert.deepEqual(
    found.data.map((each) => each.id),
    [id],
  );
  assert.equal((await stripe.charges.search({ query: `metadata['order']:'o-77'` })).data.length, 1);
});

test('a restricted key may do what its permissions say: those in docs/stripe.md are known here', async () => {
  const page = readFileSync(new URL('../../../docs/stripe.md', import.meta.url), 'utf8');
  const documented = new Set(page.match(/rak_\w+/g));
  const known = new Set((await control.routes()).flatMap(({ permission, or }) => [permission, or]));
  assert.deepEqual(
    [...documented].filter((name) => !known.has(name)),
    [],
  );
  const key = await control.addKey({ permissions: [...documented] });
  const restricted = clientOf(stand_in, { key });
  await openSession(restricted);
  await restricted.balanceTransactions.list();
  await restricted.accounts.retrieveCurrent();
  await restricted.paymentIntents.list({ expand: ['data.latest_charge', 'data.payment_method'] });
});

test('a refusal names every permission that would do, what is expanded needs its own, and one names none', async () => {
  const permissions = ['rak_payment_intent_write'];
  const key = await control.addKey({ permissions });
  const restricted = clientOf(stand_in, { key });
  const either =
    /Having the 'rak_accounts_kyc_basic_read', 'rak_connected_account_read' permissions would allow/;
  await assert.rejects(restricted.accounts.retrieveCurrent(), either);
  await restricted.paymentIntents.list();
  const expand = ['data.latest_charge.balance_transaction'];
  const charge = /Having the 'rak_charge_read' permission would allow/;
  await assert.rejects(restricted.paymentIntents.list({ expand }), charge);
  await control.changeKey({ key, permissions: [...permissions, 'rak_charge_write'] });
  const fees = /'rak_balance_transaction_source_read'/;
  await assert.rejects(restricted.paymentIntents.list({ expand }), fees);
  await control.moveKey({ key });
  const nameless = /^Error: The API key provided does not allow requests from your IP address\.$/;
  await assert.rejects(restricted.paymentIntents.list(), nameless);
});

test('an account that may take no payments refuses charges and pages, with or without a payment in the error', async () => {
  const card = await savedCard(at);
  const refuses = { message: 'Your account cannot currently make live charges.' };
  const code = 'account_invalid';
  await control.changeAccount({ refuses: { ...refuses, code } });
  await assert.rejects(chargeLater(stripe, card), { type: 'StripeInvalidRequestError', code });
  await assert.rejects(openSession(stripe), { code });
  await control.changeAccount({ refuses: { ...refuses, code, leaves_intent: true } });
  const made = { payment_intent: { status: 'requires_payment_method' } };
  await assert.rejects(chargeLater(stripe, card), (error: typeof made) => {
    assert.equal(error.payment_intent.status, 'requires_payment_method');
    return true;
  });
  await control.changeAccount({ refuses: null, business_name: null });
  await assert.rejects(openSession(stripe), /you must set an account or business name at https:/);
  await control.changeAccount({ business_name: 'Photo Works' });
  assert.equal((await chargeLater(stripe, card)).status, 'succeeded');
});
