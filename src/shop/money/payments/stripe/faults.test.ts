import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultKind } from '../../../../../test/stand-ins/stripe/faults.ts';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
  typedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import { ProviderUnanswered } from '../../../../platform/core/errors.ts';
import type { Charge, Refund } from '../gateway.ts';

// Every call to Stripe that each method makes, met by every fault, before and after its effect:
// asked again it ends as it does without a fault, and money has moved exactly once.

const at = await gatewayForTests({ timeout_ms: 200 });
const { gateway, stand_in } = at;
const { control } = stand_in;
const card = await savedBy(at);
const ATTEMPTS_MAX = 20; // A busy machine is one more fault.

const FAULTS: FaultKind[] = [
  ...(['timeout_before', 'timeout_after', 'drop_before', 'drop_after', 'cut_answer'] as const),
  ...(['error_500_before', 'error_500_after', 'error_503', 'rate_limit', 'lock_timeout'] as const),
];

interface Journey {
  /** What is to be done, made anew for every fault. */
  prepare(): Promise<Charge | (Charge & { reference: string | null }) | Refund>;
  act(on: never): Promise<unknown>;
  /** The status it ends with, fault or not. */
  ends: string;
  /** How many payments or refunds there are in the end under its key. */
  moved: { payments: number; refunds: number };
}

const started = async (charge: Charge) => ({
  ...charge,
  reference: (await gateway.startCharge(charge)).reference,
});
async function typed(more: Partial<Charge> = {}, number?: string): Promise<Charge> {
  return chargeOf({ card_token: await typedBy(at, number), ...more });
}
async function refundOf(): Promise<Refund> {
  const { store_id, now, reference } = await started(laterOf(card));
  const key = `re_${reference}`;
  return {
    ...{ store_id, key, charge_reference: reference ?? '', amount_minor: 500, currency: 'USD' },
    ...{ metadata: { transaction_id: key }, now },
  };
}
const NOTHING = { payments: 0, refunds: 0 };
const PAID = { payments: 1, refunds: 0 };

const JOURNEYS: Record<string, Journey> = {
  'a page is opened': {
    prepare: async () => chargeOf(),
    act: (charge: Charge) => gateway.startCharge(charge),
    ends: 'action_required',
    moved: NOTHING,
  },
  'a saved card is charged': {
    prepare: async () => laterOf(card),
    act: (charge: Charge) => gateway.startCharge(charge),
    ends: 'paid',
    moved: PAID,
  },
  'a card typed on our page is charged': {
    prepare: () => typed(),
    act: (charge: Charge) => gateway.startCharge(charge),
    ends: 'paid',
    moved: PAID,
  },
  'a card typed on our page is charged and saved': {
    prepare: () => typed({ saves_card: true }),
    act: (charge: Charge) => gateway.startCharge(charge),
    ends: 'paid',
    moved: PAID,
  },
  'a card typed on our page is saved': {
    prepare: () => typed({ saves_card: true, amount_minor: 0 }),
    act: (charge: Charge) => gateway.startCharge(charge),
    ends: 'paid',
    moved: NOTHING,
  },
  'a card typed on our page is declined': {
    prepare: () => typed({}, '4000000000009995'),
    act: (charge: Charge) => gateway.startCharge(charge),
    ends: 'declined',
    moved: NOTHING,
  },
  'a card typed on our page is looked at': {
    prepare: () => typed(),
    act: async ({ store_id, card_token }: Charge) => {
      const { refused } = await gateway.saveCard({ store_id, token: card_token ?? '' });
      return { status: refused ?? 'paid' };
    },
    ends: 'paid',
    moved: NOTHING,
  },
  'a card typed on our page that was never charged is given up': {
    prepare: () => typed(),
    act: (charge: Charge) => gateway.cancelCharge({ ...charge, reference: null }),
    ends: 'declined',
    moved: NOTHING,
  },
  'a card typed on our page whose reference was lost is given up': {
    prepare: async () => started(await typed()),
    act: (charge: Charge) => gateway.cancelCharge({ ...charge, reference: null }),
    ends: 'paid',
    moved: PAID,
  },
  'a payment at the bank is given up': {
    prepare: async () => started(await typed({}, '4000002760003184')),
    act: (charge: Charge & { reference: string | null }) => gateway.cancelCharge(charge),
    ends: 'declined',
    moved: NOTHING,
  },
  'a page that is paid is looked up': {
    async prepare() {
      const charge = await started(chargeOf());
      await control.pay({ session: charge.reference ?? '' });
      return charge;
    },
    act: ({ reference }: { reference: string | null }) => gateway.lookUpCharge(named(reference)),
    ends: 'paid',
    moved: PAID,
  },
  'a payment is looked up': {
    prepare: () => started(laterOf(card)),
    act: ({ reference }: { reference: string | null }) => gateway.lookUpCharge(named(reference)),
    ends: 'paid',
    moved: PAID,
  },
  'a payment is found by its key': {
    prepare: () => started(laterOf(card)),
    act: (charge: Charge) => gateway.findCharge(charge),
    ends: 'paid',
    moved: PAID,
  },
  'a page is given up': {
    prepare: () => started(chargeOf()),
    act: (charge: Charge & { reference: string | null }) => gateway.cancelCharge(charge),
    ends: 'declined',
    moved: NOTHING,
  },
  'a page that was paid is given up': {
    async prepare() {
      const charge = await started(chargeOf());
      await control.pay({ session: charge.reference ?? '' });
      return charge;
    },
    act: (charge: Charge & { reference: string | null }) => gateway.cancelCharge(charge),
    ends: 'paid',
    moved: PAID,
  },
  'a page that was never opened is given up': {
    prepare: async () => chargeOf(),
    act: (charge: Charge) => gateway.cancelCharge({ ...charge, reference: null }),
    ends: 'declined',
    moved: NOTHING,
  },
  'a page whose reference was lost is given up': {
    prepare: () => started(chargeOf()),
    act: (charge: Charge) => gateway.cancelCharge({ ...charge, reference: null }),
    ends: 'declined',
    moved: NOTHING,
  },
  'a charge that was never made is given up': {
    prepare: async () => laterOf(card),
    act: (charge: Charge) => gateway.cancelCharge({ ...charge, reference: null }),
    ends: 'declined',
    moved: NOTHING,
  },
  'a charge whose reference was lost is given up': {
    prepare: () => started(laterOf(card)),
    act: (charge: Charge) => gateway.cancelCharge({ ...charge, reference: null }),
    ends: 'paid',
    moved: PAID,
  },
  'a payment is refunded': {
    prepare: refundOf,
    act: (refund: Refund) => gateway.startRefund(refund),
    ends: 'paid',
    moved: { payments: 0, refunds: 1 },
  },
};

/** Money that is not moved yet when Stripe fails may be moved later for all that anybody knows. */
const NEVER_TOLD = [
  'a saved card is charged: POST /v1/payment_intents, error_500_before',
  'a card typed on our page is charged: POST /v1/payment_intents, error_500_before',
  'a card typed on our page is charged and saved: POST /v1/payment_intents, error_500_before',
  'a card typed on our page is saved: POST /v1/setup_intents, error_500_before',
  'a card typed on our page is declined: POST /v1/payment_intents, error_500_before',
  'a payment is refunded: POST /v1/refunds, error_500_before',
];

for (const [name, journey] of Object.entries(JOURNEYS)) {
  test(`${name}: whatever call fails in whatever way, it ends the same and moves money once`, async () => {
    await control.forgetCalls();
    const first = await journey.prepare();
    const skip = (await control.calls()).length;
    assert.equal(statusOf(await journey.act(first as never)), journey.ends);
    const calls = (await control.calls()).slice(skip).map(({ call }) => call);
    assert(calls.length > 0);
    for (const call of new Set(calls)) {
      for (const kind of FAULTS) await tryFault(name, journey, { call, kind });
    }
  });
}

interface Moved {
  metadata: Record<string, string> | null;
  status: string | null;
}

async function tryFault(
  name: string,
  { act, ends, moved, ...journey }: Journey,
  fault: { call: string; kind: FaultKind },
): Promise<void> {
  const what = `${name}: ${fault.call}, ${fault.kind}`;
  const on = await prepared(journey);
  await control.forgetCalls();
  await control.fault(fault);
  const never = NEVER_TOLD.includes(what);
  const answer = await untilAnswered(() => act(on as never), never ? 3 : ATTEMPTS_MAX);
  const met = (await control.calls()).filter((one) => one.fault === fault.kind);
  assert.equal(met.length, 1, `${what} has met the call`);
  await control.clearFaults();
  assert.equal(statusOf(answer), never ? undefined : ends, what);
  const { payments, refunds } = await control.books();
  const isOf = ({ metadata, status }: Moved) =>
    metadata?.transaction_id === on.key && status !== 'failed';
  const made = { payments: payments.filter(isOf).length, refunds: refunds.filter(isOf).length };
  assert.deepEqual(made, never ? NOTHING : moved, what);
}

/** Twice, if the connection that the fault before has cut is met once more. */
async function prepared({ prepare }: Pick<Journey, 'prepare'>) {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    return prepare();
  }
}

/** Undefined if it is never answered. */
async function untilAnswered(ask: () => Promise<unknown>, times: number): Promise<unknown> {
  for (let attempt = 0; attempt < times; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProviderUnanswered)) throw error;
    }
  }
  return undefined;
}

const statusOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : undefined;
