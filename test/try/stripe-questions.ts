// What the code takes for granted about Stripe and no document says: asked with a real key, and
// printed, with what could not be asked. The stand-in answers as the code expects.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Stripe from 'stripe';
import { permissionsIn } from '../../src/shop/money/payments/stripe/permissions.ts';
import { triesOf, triesOfFields } from '../../src/shop/money/payments/stripe/try-permissions.ts';
import { clientOf, type Trial } from './stripe-port.ts';

/** What can only be seen in a browser, in a live account, or by waiting for days. */
const UNASKED: [what: string, why: string][] = [
  ['the form for a key opens with the permissions chosen', 'open the links of docs/stripe.md'],
  ['what is refused in a live account that is not complete', 'only live keys are refused so'],
  ['a setup that waits for small amounts at a bank', 'it takes days and a bank account'],
  ['how Stripe’s fields look on our page, and wallets', 'they need a browser'],
  ['whether Apple Pay needs its file below /.well-known/', 'it needs a public host and an iPhone'],
  ['a key that is limited to addresses', 'make one for another address and connect with it'],
];

type Ask = (stripe: Stripe) => Promise<string>;

const page = {
  ...{ success_url: 'https://example.com/', cancel_url: 'https://example.com/' },
} satisfies Stripe.Checkout.SessionCreateParams;
const setup = { ...page, mode: 'setup', currency: 'usd' } as const;

const QUESTIONS: Record<string, Ask> = {
  'Is Stripe the seller where a page does not say otherwise?': async ({ checkout }) => {
    const answer = await outcome(checkout.sessions.create(setup));
    if (typeof answer === 'string') return `yes: ${answer}`;
    await checkout.sessions.expire(answer.id);
    return 'no, this account is older, or Stripe has changed';
  },
  'Does a page to save a card say its currency?': async ({ checkout }) => {
    const { id, currency } = await checkout.sessions.create({ ...setup, ...WE_SELL });
    await checkout.sessions.expire(id);
    return currency ?? 'no: null';
  },
  'Is a refusal repeated under its key, and marked as repeated?': async ({ paymentIntents }) => {
    const options = { idempotencyKey: `try_${Date.now()}` };
    const charge = { ...CHARGE, payment_method: 'pm_card_chargeDeclined', confirm: true } as const;
    const headers = [];
    for (const _ of ['first', 'second']) {
      const error = await paymentIntents.create(charge, options).catch((one: unknown) => one);
      assert(error instanceof Stripe.errors.StripeError, 'it is declined');
      headers.push(error.headers?.['idempotent-replayed'] ?? 'not marked');
    }
    return headers.join(', then ');
  },
  'Is a request with a wrong parameter kept under its key?': async ({ paymentIntents }) => {
    const options = { idempotencyKey: `try_${Date.now()}_wrong` };
    await outcome(paymentIntents.create({ ...CHARGE, amount: 1 }, options));
    const second = await outcome(paymentIntents.create(CHARGE, options));
    return typeof second === 'string' ? `yes: ${second}` : 'no: another request takes the key';
  },
  'Are the payments of a deleted customer still listed?': async ({ customers, paymentIntents }) => {
    const { id: customer } = await customers.create({ description: 'npm run try:stripe' });
    await customers.del(customer);
    const answer = await outcome(paymentIntents.list({ customer, limit: 1 }));
    return typeof answer === 'string' ? `no: ${answer}` : 'yes';
  },
  'Which wallets are shown on a host that is registered, and is it registered twice?': async ({
    paymentMethodDomains: domains,
  }) => {
    const host = { domain_name: 'shop.example.com' };
    const said = [];
    for (const _ of ['first', 'second']) {
      const made = await outcome(domains.create(host));
      said.push(typeof made === 'string' ? made : `${made.id} ${statusesOf(made)}`);
      if (typeof made !== 'string') await domains.update(made.id, { enabled: false });
    }
    const listed = await domains.list({ ...host, limit: 10 });
    return `${said.join(', then ')}; ${listed.data.length} in the list`;
  },
  'Is localhost registered for wallets?': async ({ paymentMethodDomains: domains }) => {
    const made = await outcome(domains.create({ domain_name: 'localhost' }));
    return typeof made === 'string' ? `no: ${made}` : `yes: ${statusesOf(made)}`;
  },
  'Does a payment say that the seller sells?': async ({ paymentIntents }) => {
    const made = await paymentIntents.create(CHARGE);
    await paymentIntents.cancel(made.id);
    return JSON.stringify(made.managed_payments ?? null);
  },
};

const statusesOf = ({ apple_pay, google_pay, link }: Stripe.PaymentMethodDomain): string =>
  Object.entries({ apple_pay, google_pay, link })
    .map(([name, { status, status_details }]) =>
      [name, status, status_details?.error_message].filter(Boolean).join(' '),
    )
    .join(', ');

const WE_SELL = { managed_payments: { enabled: false } };
const CHARGE = {
  ...{ amount: 2000, currency: 'usd', description: 'npm run try:stripe' },
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const;

/** `bare_key`: a restricted key without any permission, to see how each refusal reads. */
export function tryQuestions({ bare_key, ...trial }: Trial & { bare_key: string | undefined }) {
  const told: string[] = [];
  const untold = UNASKED.map(([what, why]) => `${what} (${why})`);

  for (const [question, ask] of Object.entries(QUESTIONS)) {
    test(question, async (t) => {
      const answer = await outcome(ask(clientOf(trial)));
      t.diagnostic(answer);
      told.push(`${question} ${answer}`);
    });
  }

  if (bare_key === undefined) {
    untold.push('how refusals of permissions read (give STRIPE_BARE_KEY, a key without any)');
  } else {
    test('each permission that is missing is refused with 403, in these words', async (t) => {
      const bare = clientOf({ ...trial, key: bare_key });
      const wallets = {
        need: 'domains',
        call: () => bare.paymentMethodDomains.list({ limit: 1 }),
      };
      for (const { need, call } of [...triesOf(bare), ...triesOfFields(bare), wallets]) {
        const refused = await call().catch((error: unknown) => error);
        assert(refused instanceof Stripe.errors.StripeError, need);
        assert.equal(refused.statusCode, 403, `${need}: ${refused.message}`);
        const named = permissionsIn(refused.message).join(', ') || refused.message;
        t.diagnostic(`${need}: ${named}`);
      }
    });
  }

  after(() => {
    console.log(`\nWhat Stripe answered:\n${told.map((line) => `  ${line}`).join('\n')}`);
    console.log(`\nNot known after this:\n${untold.map((line) => `  ${line}`).join('\n')}\n`);
  });
}

/** What was answered, or what Stripe says against it. */
const outcome = <T>(call: Promise<T>): Promise<T | string> =>
  call.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeError) return error.message;
    throw error;
  });
