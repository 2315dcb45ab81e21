// Every answer of the stand-in is compiled as the type that the stripe package has for it: a name
// that Stripe does not know, one that is missing, or a wrong kind of value does not compile.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { chargeLater, openSession, refusalOf, savedCard, stripeForTests } from './client.ts';
import type { Call } from './world.ts';

const ROOT = join(import.meta.dirname, '../../..');
const at = await stripeForTests();
const { stand_in, stripe } = at;
const { control } = stand_in;

const TYPES: Record<string, string> = {
  account: 'Stripe.Account',
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  'checkout.session': 'Stripe.Checkout.Session',
  confirmation_token: 'Stripe.ConfirmationToken',
  customer: 'Stripe.Customer',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.EventBase',
  item: 'Stripe.LineItem',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  payment_method_domain: 'Stripe.PaymentMethodDomain',
  'radar.early_fraud_warning': 'Stripe.Radar.EarlyFraudWarning',
  refund: 'Stripe.Refund',
  setup_intent: 'Stripe.SetupIntent',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
};

type Json = { object?: string; data?: unknown; deleted?: boolean };

/** The type of an answer in TypeScript. */
function typeOf(answer: Json): string {
  if (answer.deleted) return 'Stripe.DeletedWebhookEndpoint';
  if (answer.object === 'list' || answer.object === 'search_result') {
    const [first] = answer.data as Json[];
    const list = answer.object === 'list' ? 'Stripe.ApiList' : 'Stripe.ApiSearchResult';
    return `${list}<${first === undefined ? 'object' : typeOf(first)}>`;
  }
  const type = TYPES[answer.object ?? ''];
  assert(type, `a type for ${answer.object}`);
  return type;
}

/** As it was answered; a decimal number is a string on the wire. */
const asCode = (answer: unknown): string =>
  JSON.stringify(answer).replaceAll(
    /"(unit_amount_decimal)":("\d+")/g,
    '"$1":$2 as unknown as Stripe.Decimal',
  );

/** Each endpoint at least once, and objects in each state that they can have. */
async function journey(): Promise<void> {
  const card = await savedCard(at, '4000002500003155');
  const { customer, payment_method } = card;
  const everything = {
    expand: ['payment_intent.latest_charge.balance_transaction', 'customer', 'line_items'],
  };
  for (const number of ['4242424242424242', '4000000000000002', '4000002760003184']) {
    const session = await openSession(stripe, {
      metadata: { a: '1' },
      customer_creation: 'always',
    });
    await control.pay({ session: session.id, number });
    await stripe.checkout.sessions.retrieve(session.id, everything);
  }
  const debit = await openSession(stripe, { customer });
  await control.pay({ session: debit.id, iban: 'AT861904300235473202' });
  await stripe.checkout.sessions.retrieve(debit.id, everything);
  await control.advance({ seconds: 6 * 86_400 });
  await stripe.checkout.sessions.retrieve(debit.id, everything);
  const setup = await stripe.checkout.sessions.create({
    ...{ mode: 'setup', currency: 'eur', customer, success_url: 'https://shop.example' },
    managed_payments: { enabled: false },
  });
  await control.pay({ session: setup.id, number: '4000000000000002' });
  await stripe.checkout.sessions.retrieve(setup.id, { expand: ['setup_intent'] });
  await stripe.checkout.sessions.expire(setup.id);
  await stripe.checkout.sessions.listLineItems(debit.id);
  await stripe.checkout.sessions.list({ customer });
  const paid = await chargeLater(stripe, card);
  await chargeLater(stripe, card, { expand: ['payment_method', 'latest_charge.refunds'] });
  const waiting = await stripe.paymentIntents.create({ amount: 999, currency: 'eur' });
  await refusalOf(stripe.paymentIntents.confirm(waiting.id, {}));
  await stripe.paymentIntents.cancel(waiting.id);
  const secure = { payment_method: 'pm_card_authenticationRequired', confirm: true } as const;
  const return_url = 'https://shop.example';
  const asked = await stripe.paymentIntents.create({
    amount: 999,
    currency: 'eur',
    ...secure,
    return_url,
  });
  await control.authenticate({ intent: asked.id, approve: false });
  await stripe.paymentIntents.retrieve(asked.id);
  await stripe.paymentIntents.confirm(asked.id, { payment_method: 'pm_card_visa', return_url });
  await stripe.paymentIntents.list();
  await control.advance({ seconds: 61 });
  await stripe.paymentIntents.search({ query: 'status:"succeeded"' });
  await stripe.charges.search({ query: 'status:"succeeded"' });
  await stripe.setupIntents.create({ ...secure, return_url });
  const saved = await stripe.setupIntents.create({
    customer,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await stripe.setupIntents.retrieve(saved.id);
  const waits = await stripe.setupIntents.create({ customer });
  await stripe.setupIntents.confirm(waits.id, { payment_method: 'pm_card_visa', return_url });
  await stripe.setupIntents.cancel((await stripe.setupIntents.create({ customer })).id);
  const helper = stripe.testHelpers.confirmationTokens;
  const typed = { payment_method: 'pm_card_visa', return_url };
  const unused = await helper.create(typed);
  await stripe.confirmationTokens.retrieve(unused.id);
  for (const name of ['paymentIntents', 'setupIntents'] as const) {
    const { id: confirmation_token } = await helper.create(typed);
    const confirming = { confirm: true, confirmation_token };
    await (name === 'setupIntents'
      ? stripe.setupIntents.create({ ...confirming, customer })
      : stripe.paymentIntents.create({ ...confirming, amount: 999, currency: 'eur' }));
    await stripe.confirmationTokens.retrieve(confirmation_token);
  }
  await fetch(`${stand_in.url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stand_in.publishable_keys.test}` },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  await stripe.setupIntents.list({ customer });
  await stripe.paymentMethods.retrieve(payment_method);
  await stripe.paymentMethods.list({ customer });
  await stripe.customers.listPaymentMethods(customer);
  const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
  await stripe.paymentMethods.detach(other.id);
  await stripe.customers.update(customer, { name: 'Ada', address: { country: 'DE' } });
  await stripe.customers.retrieve(customer, { expand: ['invoice_settings'] });
  await stripe.customers.list();
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 10 });
  await control.endRefund({ refund: refund.id, ends: 'failed' });
  await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction', 'charge'] });
  await stripe.refunds.list();
  const dispute = await control.dispute({ payment_intent: paid.id });
  await stripe.disputes.retrieve(dispute.id, { expand: ['charge'] });
  await control.decideDispute({ dispute: dispute.id, outcome: 'won' });
  await control.warnOfFraud({ charge: String(paid.latest_charge) });
  await stripe.disputes.list();
  await stripe.charges.retrieve(String(paid.latest_charge));
  await stripe.charges.list();
  const { data } = await stripe.balanceTransactions.list({ limit: 100 });
  await stripe.balanceTransactions.retrieve(data[0]?.id ?? '', { expand: ['source'] });
  const hook = await stripe.webhookEndpoints.create({
    url: 'https://a.example',
    enabled_events: ['*'],
  });
  await stripe.webhookEndpoints.update(hook.id, { disabled: true });
  await stripe.webhookEndpoints.retrieve(hook.id);
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(hook.id);
  const host = { domain_name: 'shop.example.com' };
  const domain = await stripe.paymentMethodDomains.create(host);
  await stripe.paymentMethodDomains.update(domain.id, { enabled: true });
  await stripe.paymentMethodDomains.validate(domain.id);
  await stripe.paymentMethodDomains.list(host);
  await stripe.accounts.retrieveCurrent();
  const [event] = (await stripe.events.list({ limit: 100 })).data;
  await stripe.events.retrieve(event?.id ?? '');
}

test('every endpoint answers in the shape that Stripe publishes', async () => {
  await journey();
  const calls = (await control.calls()).filter(({ status }) => status === 200);
  const spoken = new Set(calls.map(({ call }) => call));
  const silent = (await control.routes()).filter(({ call }) => !spoken.has(call));
  assert.deepEqual(silent, [], 'each endpoint was asked');
  const events = calls
    .filter(({ call }) => call === 'GET /v1/events')
    .flatMap(({ answer }) => (answer as { data: { data: { object: Json } }[] }).data)
    .map(({ data }) => data.object);
  const answers = [...calls.map(({ answer }: Call) => answer as Json), ...events];
  const folder = mkdtempSync(join(tmpdir(), 'kassa-shapes-'));
  after(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const lines = answers.map(
    (answer, n) => `export const a${n}: ${typeOf(answer)} = ${asCode(answer)};`,
  );
  writeFileSync(
    join(folder, 'shapes.ts'),
    `import type Stripe from 'stripe';\n${lines.join('\n')}\n`,
  );
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  assert.equal(stdout.slice(0, 5000), '');
  assert(answers.length > 100, `${answers.length} answers were compiled`);
});

const tsconfig = {
  compilerOptions: {
    ...{ target: 'esnext', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
    ...{ exactOptionalPropertyTypes: true, types: [] },
  },
  files: ['shapes.ts'],
};
