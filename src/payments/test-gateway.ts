import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { ProviderUnanswered } from '../core/errors.ts';
import { randomText } from '../core/ids.ts';
import type { Database } from '../db/database.ts';
import { cardDigits } from './card.rules.ts';
import type { Charge, ChargeResult, Gateway, RefundResult } from './gateway.ts';
import { testCard, whyNotSaved } from './test-card.rules.ts';
import {
  endWaitingCharge,
  findChargeByAction,
  findGatewayCard,
  findGatewayFault,
  findGatewayRefund,
  type GatewayChargeRow,
  giveBackCharge,
  insertGatewayCard,
  insertGatewayCharge,
  insertGatewayRefund,
  lockGatewayCharge,
} from './test-gateway.sql.ts';

export interface TestGateway extends Gateway {
  /** What the simulated bank shows; undefined when nothing waits under this token. */
  waiting(action_token: string): Promise<WaitingCharge | undefined>;
  /** What the buyer told the bank. */
  answerBank(action_token: string, approved: boolean): Promise<WaitingCharge | undefined>;
}

type WaitingCharge = Pick<GatewayChargeRow, 'amount_minor' | 'currency' | 'return_url'>;

/**
 * The payment provider of test stores: no money moves, everything else is as with a real one. It
 * keeps its own record, in transactions of its own, so that ours can be compared with it.
 */
export function createTestGateway(db: Database, base_url: () => string): TestGateway {
  const resultOf = (charge: GatewayChargeRow): ChargeResult => {
    if (charge.status === 'paid') return { status: 'paid' };
    if (charge.status === 'declined') {
      return { status: 'declined', decline_code: charge.decline_code ?? 'card_declined' };
    }
    return {
      status: 'action_required',
      action_url: `${base_url()}/test-bank/${charge.action_token}`,
    };
  };

  /** A call over a network that may be slow or break, before the work or after it. */
  async function overTheWire<T>(store_id: string, work: () => Promise<T>): Promise<T> {
    const { fault, delay_ms } = (await findGatewayFault(db.reader({ store_id }))) ?? {};
    if (fault === 'unavailable') throw new ProviderUnanswered('the test gateway is unavailable');
    if (fault === 'slow_before') await setTimeout(delay_ms);
    const result = await work();
    if (fault === 'slow_after') await setTimeout(delay_ms);
    if (fault === 'answer_lost') throw new ProviderUnanswered('the answer was lost');
    return result;
  }

  async function chargeOnce(charge: Charge): Promise<ChargeResult> {
    return db.write(charge, async (tx) => {
      const known = await lockGatewayCharge(tx, charge.key);
      if (known) {
        const { amount_minor, currency } = known;
        assert.deepEqual([amount_minor, currency], [charge.amount_minor, charge.currency]);
        return resultOf(known);
      }
      const card = await findGatewayCard(tx, charge.card_token ?? '');
      const row = newCharge(charge, card?.behavior ?? 'card_declined');
      await insertGatewayCharge(tx, row);
      return resultOf(row);
    });
  }

  return {
    takes_cards: true,

    async saveCard(card, store_id) {
      const digits = cardDigits(card.number);
      const { brand, behavior } = testCard(digits);
      const saved = { token: `card_${randomText(15)}`, brand, last_four: digits.slice(-4) };
      await db.write({ store_id }, async (tx) => insertGatewayCard(tx, { ...saved, behavior }));
      const refused = whyNotSaved(behavior);
      const shown = { card_brand: brand, card_last_four: saved.last_four };
      return { card_token: saved.token, ...shown, ...(refused && { refused }) };
    },

    charge: (charge) => overTheWire(charge.store_id, () => chargeOnce(charge)),

    cancelCharge: (charge) =>
      overTheWire(charge.store_id, () =>
        db.write(charge, async (tx) => {
          const known = await lockGatewayCharge(tx, charge.key);
          if (known && known.status !== 'waiting') return resultOf(known);
          const end = { charge_key: charge.key, status: 'declined', decline_code } as const;
          // One that never arrived must not be made by a call that is still on its way.
          if (known) await endWaitingCharge(tx, end);
          else await insertGatewayCharge(tx, newCharge(charge, decline_code));
          return { status: 'declined', decline_code };
        }),
      ),

    refund: ({ store_id, key, charge_key, amount_minor, now }) =>
      overTheWire(store_id, () =>
        db.write({ store_id }, async (tx): Promise<RefundResult> => {
          const charge = await lockGatewayCharge(tx, charge_key);
          const known = await findGatewayRefund(tx, key);
          const card = charge && (await findGatewayCard(tx, charge.token));
          const refusing = card?.behavior === 'pays_but_keeps';
          const given =
            !known && !refusing && (await giveBackCharge(tx, { charge_key, amount_minor })) === 1;
          const status = known?.status ?? (given ? 'paid' : 'declined');
          const row = { refund_key: key, charge_key, amount_minor, status, created_at: now };
          if (!known) await insertGatewayRefund(tx, row);
          return status === 'paid' ? { status } : { status, decline_code: 'refund_not_possible' };
        }),
      ),

    async waiting(action_token) {
      const charge = await findChargeByAction(db.reader(null), action_token);
      return charge?.status === 'waiting' ? charge : undefined;
    },

    async answerBank(action_token, approved) {
      const charge = await findChargeByAction(db.reader(null), action_token);
      if (!charge) return undefined;
      const { store_id, charge_key } = charge;
      const end = approved
        ? ({ charge_key, status: 'paid', decline_code: null } as const)
        : ({ charge_key, status: 'declined', decline_code: 'authentication_failed' } as const);
      await db.write({ store_id }, async (tx) => endWaitingCharge(tx, end));
      return charge;
    },
  };
}

const decline_code = 'confirmation_expired';

/** What cards that can be saved are declined with when they are charged. */
const LATER: Record<string, string> = {
  declines_later: 'card_declined',
  lost_later: 'lost_card',
  pays_up_to_100: 'insufficient_funds',
};

function newCharge(charge: Charge, behavior: string): GatewayChargeRow {
  const common = {
    charge_key: charge.key,
    token: charge.card_token ?? '',
    amount_minor: charge.amount_minor,
    refunded_minor: 0,
    currency: charge.currency,
    decline_code: null,
    action_token: null,
    return_url: charge.return_url,
    created_at: charge.now,
  };
  if (behavior === 'pays' || behavior === 'pays_but_keeps') return { ...common, status: 'paid' };
  if (behavior === 'confirms') {
    return charge.buyer_present
      ? { ...common, status: 'waiting', action_token: randomText(20) }
      : { ...common, status: 'declined', decline_code: 'authentication_required' };
  }
  if (behavior === 'pays_up_to_100' && charge.amount_minor <= 10_000) {
    return { ...common, status: 'paid' };
  }
  const code = LATER[behavior] ?? behavior;
  return { ...common, status: 'declined', decline_code: code };
}
