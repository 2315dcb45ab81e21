import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { ProviderUnanswered } from '../../../platform/core/errors.ts';
import { randomText } from '../../../platform/core/ids.ts';
import { DAY_MS } from '../../../platform/core/time.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { cardDigits } from './card.rules.ts';
import type { ByKey, ChargeResult, Gateway } from './gateway.ts';
import type { ProviderRecord } from './provider-record.rules.ts';
import { behaviorIn, testCard, tokenOf, whyNotSaved } from './test-card.rules.ts';
import {
  addRefundedAmount,
  endCharge,
  endRefund,
  findChargeByAction,
  findGatewayCard,
  findGatewayCharge,
  findGatewayFault,
  findGatewayRefund,
  findRefundByKey,
  forgetChargeKey,
  forgetRefundKey,
  type GatewayChargeRow,
  insertGatewayCharge,
  insertGatewayRefund,
  lockChargeByKey,
  lockGatewayCharge,
  searchGatewayCharge,
  searchGatewayRefund,
} from './test-gateway.sql.ts';
import { createMessaging, planDispute, planFailure } from './test-gateway-messages.ts';
import { gatewayRecordsOf, listGatewayRecords } from './test-gateway-records.sql.ts';
import { newCharge, newRefund, refundResult } from './test-gateway-rows.ts';

export interface TestGateway extends Gateway {
  /** The charge that waits for a confirmation under this token; undefined if there is none. */
  findWaitingCharge(action_token: string): Promise<WaitingCharge | undefined>;
  /** Records whether the buyer approved the charge at the simulated bank. */
  answerBank(action_token: string, approved: boolean): Promise<WaitingCharge | undefined>;
}

type WaitingCharge = { store_id: string } & Pick<
  GatewayChargeRow,
  'amount_minor' | 'currency' | 'return_url'
>;

const REMEMBERS_KEYS_MS = DAY_MS;
const decline_code = 'confirmation_expired';

/**
 * The payment provider of test stores: no money moves, everything else is as with a real one. It
 * keeps its own record, in transactions of its own, so that ours can be compared with it. It has
 * Stripe's habits: a key is forgotten after a day, and until then its first answer is repeated.
 */
export function createTestGateway(
  db: Pick<Database, 'reader' | 'write' | 'writeUnsynced'>,
  base_url: () => string,
): TestGateway {
  const actionRequired = ({ action_token }: GatewayChargeRow) => ({
    status: 'action_required' as const,
    action_url: `${base_url()}/test-bank/${action_token}`,
  });
  const resultOf = (charge: GatewayChargeRow): ChargeResult => {
    const { status, amount_minor, currency } = charge;
    if (status === 'waiting') return actionRequired(charge);
    if (status === 'pending') return { status };
    const fee = { amount_minor: 0, currency };
    if (status === 'paid') return { status, amount_minor, currency, fee };
    return { status, decline_code: charge.decline_code ?? 'card_declined' };
  };
  /** The answer that was given when the charge was started, even if it has ended since. */
  const firstAnswer = (charge: GatewayChargeRow): ChargeResult => {
    if (charge.action_token !== null) return actionRequired(charge);
    return charge.ends_at === null ? resultOf(charge) : { status: 'pending' };
  };
  const isForgotten = (row: { created_at: number }, now: number) =>
    row.created_at + REMEMBERS_KEYS_MS <= now;

  /** Simulates a slow or broken network, before or after the work. */
  async function withSimulatedFaults<T>(store_id: string, work: () => Promise<T>): Promise<T> {
    const { fault, delay_ms = 0 } = (await findGatewayFault(db.reader({ store_id }))) ?? {};
    if (fault === 'unavailable') throw new ProviderUnanswered('the test gateway is unavailable');
    if (fault === 'slow_before') await setTimeout(delay_ms);
    const result = await work();
    if (fault === 'slow_after') await setTimeout(delay_ms);
    if (fault === 'answer_lost') throw new ProviderUnanswered('the answer was lost');
    return result;
  }

  /** Reads a charge. A pending charge whose time has come is ended first. */
  async function settleDueCharge(store_id: string, reference: string, now: number) {
    const found = await findGatewayCharge(db.reader({ store_id }), reference);
    assert(found, 'a reference is of something');
    const { status, ends_as, ends_at } = found;
    if (status !== 'pending' || ends_as === null || (ends_at ?? now) > now) return found;
    const code = ends_as === 'declined' ? 'card_declined' : null;
    const end = { reference, status: ends_as, decline_code: code };
    await db.write({ store_id }, async (tx) => endCharge(tx, end));
    return { ...found, ...end };
  }

  async function settleDueRefund(store_id: string, reference: string, now: number) {
    const found = await findGatewayRefund(db.reader({ store_id }), reference);
    assert(found, 'a reference is of something');
    const { status, ends_as, ends_at, charge_reference, amount_minor } = found;
    if (status === ends_as || ends_as === null || (ends_at ?? now) > now) return found;
    await db.write({ store_id }, async (tx) => {
      const has_ended = (await endRefund(tx, { reference, status: ends_as })) === 1;
      if (!has_ended || ends_as === 'paid') return;
      await addRefundedAmount(tx, { reference: charge_reference, amount_minor: -amount_minor });
    });
    return { ...found, status: ends_as };
  }

  const behaviorOf = async (tx: Tx, token: string | null): Promise<string | undefined> =>
    token === null
      ? undefined
      : (behaviorIn(token) ?? (await findGatewayCard(tx, token))?.behavior);

  const canSearch = async ({ store_id }: ByKey) =>
    (await findGatewayFault(db.reader({ store_id })))?.fault !== 'search_missing';

  return {
    provider: 'test',
    takes_cards: true,
    remembers_keys_ms: REMEMBERS_KEYS_MS,
    clock: 'store',
    smallestCharge: () => 1,
    chargeStep: () => 1,

    async saveCard(card) {
      if ('token' in card) throw new Error('the test gateway has no fields of its own');
      const digits = cardDigits(card.number);
      const { brand, behavior, country } = testCard(digits);
      const card_token = tokenOf(randomText(15), behavior);
      const refused = whyNotSaved(behavior);
      const { exp_month, exp_year } = card;
      return {
        provider: 'test',
        card_token,
        card_brand: brand,
        card_last_four: digits.slice(-4),
        exp_month,
        exp_year,
        card_country: country ?? 'US',
        ...(refused && { refused }),
      };
    },

    startCharge: (charge) =>
      withSimulatedFaults(charge.store_id, () =>
        db.writeUnsynced(charge, async (tx) => {
          const known = await lockChargeByKey(tx, charge.key);
          if (known && !isForgotten(known, charge.now)) {
            const { amount_minor, currency } = known;
            assert.deepEqual([amount_minor, currency], [charge.amount_minor, charge.currency]);
            return { ...firstAnswer(known), reference: known.reference };
          }
          if (known) await forgetChargeKey(tx, known.reference);
          const behavior = (await behaviorOf(tx, charge.card_token)) ?? 'card_declined';
          const row = newCharge(charge, behavior);
          await insertGatewayCharge(tx, row);
          await planDispute(tx, row, behavior);
          return { ...resultOf(row), reference: row.reference };
        }),
      ),

    lookUpCharge: ({ store_id, reference, now }) =>
      withSimulatedFaults(store_id, async () =>
        resultOf(await settleDueCharge(store_id, reference, now)),
      ),

    findCharge: (of) =>
      withSimulatedFaults(of.store_id, async () => {
        if (!(await canSearch(of))) return 'unknown';
        const found = await searchGatewayCharge(db.reader(of), of.key);
        if (!found) return 'none';
        const { reference } = found;
        return { ...resultOf(await settleDueCharge(of.store_id, reference, of.now)), reference };
      }),

    cancelCharge: (charge) =>
      withSimulatedFaults(charge.store_id, async () => {
        const { store_id, now } = charge;
        if (charge.reference !== null) await settleDueCharge(store_id, charge.reference, now);
        return db.write(charge, async (tx) => {
          const known =
            charge.reference === null
              ? await lockChargeByKey(tx, charge.key)
              : await lockGatewayCharge(tx, charge.reference);
          if (known && known.status !== 'waiting') {
            return { ...resultOf(known), reference: known.reference };
          }
          const row = known ?? newCharge(charge, decline_code);
          const { reference } = row;
          // The start of this charge may still be on its way: recording it now makes it a decline.
          if (known) await endCharge(tx, { reference, status: 'declined', decline_code });
          else await insertGatewayCharge(tx, row);
          return { status: 'declined' as const, decline_code, reference };
        });
      }),

    startRefund: (refund) =>
      withSimulatedFaults(refund.store_id, () =>
        db.writeUnsynced(refund, async (tx) => {
          const { charge_reference, amount_minor, now } = refund;
          const charge = await lockGatewayCharge(tx, charge_reference);
          const behavior = charge && (await behaviorOf(tx, charge.token));
          const known = await findRefundByKey(tx, refund.key);
          if (known && !isForgotten(known, now)) {
            const { reference } = known;
            const first = behavior === 'returns_refunds' ? 'paid' : 'pending';
            const status = known.ends_at === null ? known.status : first;
            return { ...refundResult({ ...known, status }), reference };
          }
          if (known) await forgetRefundKey(tx, known.reference);
          const part = { reference: charge_reference, amount_minor };
          const is_given =
            behavior !== 'refuses_refunds' && (await addRefundedAmount(tx, part)) === 1;
          const row = newRefund(refund, is_given ? behavior : 'refuses_refunds');
          await insertGatewayRefund(tx, row);
          await planFailure(tx, row);
          return { ...refundResult(row), reference: row.reference };
        }),
      ),

    lookUpRefund: ({ store_id, reference, now }) =>
      withSimulatedFaults(store_id, async () =>
        refundResult(await settleDueRefund(store_id, reference, now)),
      ),

    findRefund: (of) =>
      withSimulatedFaults(of.store_id, async () => {
        if (!(await canSearch(of))) return 'unknown';
        const found = await searchGatewayRefund(db.reader(of), of.key);
        if (!found) return 'none';
        const { reference } = found;
        return {
          ...refundResult(await settleDueRefund(of.store_id, reference, of.now)),
          reference,
        };
      }),

    recordsOf: async ({ store_id, references }) =>
      gatewayRecordsOf(db.reader({ store_id }), references),

    async listRecords({ store_id, cursor }) {
      const [kind, after = ''] = cursor === null ? ['charge'] : cursor.split(' ');
      const is_of_refunds = kind === 'refund';
      const of: ProviderRecord['kind'] = is_of_refunds ? 'refund' : 'charge';
      const records = await listGatewayRecords(db.reader({ store_id }), { kind: of, after });
      const last = records.at(-1);
      const next_cursor = last ? `${of} ${last.reference}` : is_of_refunds ? null : 'refund ';
      return { records, next_cursor };
    },

    ...createMessaging(db),

    async findWaitingCharge(action_token) {
      const charge = await findChargeByAction(db.reader(null), action_token);
      return charge?.status === 'waiting' ? charge : undefined;
    },

    async answerBank(action_token, approved) {
      const charge = await findChargeByAction(db.reader(null), action_token);
      if (!charge) return undefined;
      const { store_id, reference } = charge;
      const end = approved
        ? ({ reference, status: 'paid', decline_code: null } as const)
        : ({ reference, status: 'declined', decline_code: 'authentication_failed' } as const);
      await db.write({ store_id }, async (tx) => endCharge(tx, end));
      return charge;
    },
  };
}
