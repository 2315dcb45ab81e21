// npm run try:stripe: what the tests do with the stand-in, done with Stripe's real test mode. It
// needs a network and a test key; nothing that it does costs anything.

import { readKey, refuseKeys } from '../../src/commands/read-key.ts';
import { SettingsError } from '../../src/platform/machine/settings.ts';
import { tryPort } from './stripe-port.ts';
import { tryQuestions } from './stripe-questions.ts';
import { tryShop } from './stripe-shop.ts';
import { tryTokens } from './stripe-tokens.ts';

const HELP = `npm run try:stripe

Asks for a test key of Stripe (sk_test_… or rk_test_…, see docs/stripe.md for its permissions), or
reads it from the environment variable STRIPE_TEST_KEY. Live keys are refused.

First everything that needs no buyer is tried, also cards that were typed on our page: Stripe makes
their tokens for tests. STRIPE_PUBLISHABLE_KEY is compared with the other key, if it is given. Then
what the code takes for granted, and nobody can know without an account, is asked and printed, with
what could not be asked. STRIPE_BARE_KEY may be a further test key, a restricted one without any
permission: it shows how Stripe refuses. Then a shop is opened on this machine, and somebody has to
pay three times on a page of Stripe's, with a test card; without a terminal that is left out.

KASSA_STRIPE_API is the address of a stand-in (test/stand-ins/stripe/), which is asked instead of Stripe.`;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  refuseKeys(args);
  if (args.length > 0) return console.log(HELP);
  const { STRIPE_TEST_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_BARE_KEY } = process.env;
  const { KASSA_STRIPE_API: api_address } = process.env;
  const form = { label: 'Restricted key of Stripe' };
  const asked = () => readKey({ input: process.stdin, prompt: process.stderr, form });
  const key = STRIPE_TEST_KEY || (await asked());
  if (!/^(sk|rk)_test_\w+$/.test(key)) {
    throw new SettingsError('This is no test key of Stripe, and only those are taken here.');
  }
  tryPort({ key, api_address });
  tryTokens({ key, api_address, publishable_key: STRIPE_PUBLISHABLE_KEY || undefined });
  tryQuestions({ key, api_address, bare_key: STRIPE_BARE_KEY || undefined });
  const pays = api_address === undefined ? (process.stdin.isTTY ? 'person' : 'nobody') : 'form';
  tryShop({ key, api_address, pays });
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
});
