import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callsOf,
  endAll,
  JOURNEYS,
  type Run,
  type StripeStore,
} from '../../harness/sales/stripe-journeys.ts';
import { startQuietStripe } from '../../harness/sales/till-shop.ts';
import { IN_CAMPAIGN } from '../../harness/seed.ts';

// The account or the key breaks at any call of every journey, for a reason that the seller has to
// mend. They are told why, in Stripe's words, and when it is mended all is done once.

interface Broken {
  status: number;
  code?: string;
  message: string;
  /** As the seller reads it. */
  told: string;
}

const PERMISSION =
  "The provided key 'rk_test_1' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_charge_write', 'rak_event_read' permissions would allow this request to continue.";
const INVALID = 'Your account cannot currently make live charges.';
const REVIEW = 'Your account is under review.';
const BROKEN: Broken[] = [
  { status: 400, code: 'account_invalid', message: INVALID, told: INVALID },
  { status: 400, message: REVIEW, told: REVIEW },
  { status: 403, message: PERMISSION, told: 'lacks Charges and Refunds: Write (rak_charge_write)' },
  { status: 401, message: 'Invalid API Key provided: sk_test_1', told: 'does not accept the key' },
];

let turn = 0;
/** At every call one of the account and one of the key, in turn; in a campaign all of them. */
function kinds(): Broken[] {
  if (IN_CAMPAIGN) return BROKEN;
  turn += 1;
  return BROKEN.filter((_, at) => at % 2 === turn % 2);
}

const { shop, control, openStore } = await startQuietStripe();

const problemOf = async ({ counter }: StripeStore): Promise<string | null> =>
  (await counter.get('/get-provider')).body.problem;

for (const [name, prepare] of Object.entries(JOURNEYS)) {
  test(`${name}: refused at any call for a reason of the seller's, it is told, and done once when it is mended`, async (t) => {
    const calls = await callsOf(name, await openStore());
    const all = calls.flatMap((one) => kinds().map((broken) => ({ ...one, broken })));
    const runs: Run[] = [];
    for (const { call, skip, broken } of all) {
      const at = await openStore();
      const { told, ...refusal } = broken;
      const run = { at, steps: await prepare(at), name: `${name}, ${refusal.message} at ${call}` };
      const fault = { account: at.account, call, skip, kind: 'refused', times: -1 } as const;
      await control.fault({ ...fault, refusal });
      await run.steps.act();
      const problem = await problemOf(at);
      assert.ok(problem?.includes(told), `${run.name}: ${problem}`);
      runs.push(run);
    }
    await control.clearFaults();
    await endAll(runs);
    t.diagnostic(`${runs.length} refusals at ${calls.map(({ call }) => call).join(', ')}`);
  });
}

test('all records agree with each other', () => shop.assertRight());
