import type { Detail, Refusal } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import { fromMinor } from '../../platform/core/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { claimCoupon } from '../catalogue/discounts/claim-coupon.ts';
import { lockBalance } from '../customers/balance.sql.ts';
import type { Card } from '../money/payments/card.rules.ts';
import { chargeableBy, requireGateway } from '../money/payments/gateway.ts';
import { isHosted } from '../money/payments/way-to-pay.ts';
import { openCharge, openTransaction } from '../money/transactions/open-transaction.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findTransactionByRequest } from '../money/transactions/transaction.sql.ts';
import { readTaxRules } from '../tax/read-tax-rules.ts';
import type { TaxRules } from '../tax/tax-of.rules.ts';
import { checkoutFigures } from './add-checkout.ts';
import { type Buyer, withDetails } from './buyer.rules.ts';
import {
  amountDue,
  type CheckoutRow,
  needsCard,
  paymentErrorJson,
  whyNotPay,
  withStatus,
} from './checkout.rules.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import type { Consent } from './consent.rules.ts';
import { findOwner, isTrialUsed } from './guest.ts';
import { takePlace } from './link-place.sql.ts';
import { readAnswers } from './payer.rules.ts';
import { isTooLarge, paymentOf } from './price.rules.ts';
import { isRefused, withQuantity } from './quantity.rules.ts';
import { removeTrial } from './remove-trial.ts';
import { type GivenCard, saveGivenCard } from './save-given-card.ts';
import {
  completePayment,
  type PaymentOutcome,
  settlePayment,
  settleWaiting,
} from './settle-payment.ts';
import { taxCheckout } from './tax-checkout.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

export const PAY_ERRORS = [
  'checkout_not_found',
  'checkout_expired',
  'payment_attempts',
  'price_changed',
  'trial_used',
  'coupon_not_found',
  'coupon_exhausted',
  'payment_link_closed',
  'amount_too_large',
] as const;

interface MayRefuse {
  refuse: (code: (typeof PAY_ERRORS)[number] | 'invalid_parameters', details?: Detail[]) => Refusal;
}

export interface Payment {
  checkout_session_id: string;
  card: Card | undefined;
  /** The token of what was typed into the provider's fields on our page. */
  payment_token?: string | undefined;
  /** Who buys, and where they are; saved as the customer's details once it is paid. */
  buyer?: Buyer | undefined;
  /** What the payer answers to the custom fields of the session, by key. */
  custom_fields?: Readonly<Record<string, unknown>> | undefined;
  /** Whether somebody is there to confirm the payment with their bank. */
  buyer_present: boolean;
  request_key: string | null;
  /** How many, where the buyer may choose; undefined: as the session says. */
  quantity?: number | undefined;
  /** What the buyer has agreed to on the page, if it was asked. */
  consent?: Consent | undefined;
  /** What the payer has seen: what is due now, and at each renewal. */
  total?: number | undefined;
  renewal_total?: number | undefined;
}

/**
 * Pays a session exactly once, however often it is called: stores a pending transaction, asks the
 * provider, and records the outcome. Used by the payment page and by complete-checkout.
 */
export async function payCheckout(
  work: StoreWork & MayRefuse,
  payment: Payment,
): Promise<PaymentOutcome> {
  const { reader, write, now, refuse } = work;
  const rules = await readTaxRules(reader);
  let card = await saveGivenCard(work, payment);
  for (;;) {
    const begun = await write((context) => begin({ ...context, refuse }, { payment, card, rules }));
    if (begun.kind === 'price_changed') {
      await write(({ tx }) => keepNewPrice(tx, { payment, rules, now }));
      throw refuse('price_changed');
    }
    if (begun.kind === 'trial_used') {
      await write(async ({ tx }) => removeTrial(tx, payment.checkout_session_id, now));
      throw refuse('trial_used');
    }
    if (begun.kind === 'ended') return begun.outcome;
    if (begun.kind === 'pending') {
      return settlePayment(work, begun.transaction, 'ask', begun.checkout);
    }
    const waiting = await waitUntilSettled(reader, payment.checkout_session_id);
    // The buyer is at the bank, perhaps in another window.
    if (waiting?.outcome && !isHosted(work, waiting.transaction)) return waiting.outcome;
    // The process that began the payment may be gone, or the buyer may have paid meanwhile on the
    // provider's page, so ask the provider here.
    const outcome = waiting && (await settleWaiting(work, waiting.transaction));
    if (outcome?.result === 'processing' || outcome?.result === 'action_required') return outcome;
    if (card === 'not_looked_at') card = await saveGivenCard(work, payment);
  }
}

type Begun =
  /** Its charge is to be settled. `checkout`: as it was just written, unless it was begun earlier. */
  | { kind: 'pending'; transaction: TransactionRow; checkout?: CheckoutRow }
  /** Paid already, free, or declined without a charge. */
  | { kind: 'ended'; outcome: PaymentOutcome }
  /** Another payment of this session is in progress. */
  | { kind: 'other_payment' }
  /** The payer has had a trial of it. */
  | { kind: 'trial_used' }
  /** The payer has seen another price. */
  | { kind: 'price_changed' };

/** Stores the pending transaction. */
async function begin(
  context: StoreTx & MayRefuse,
  { payment, card, rules }: { payment: Payment; card: GivenCard; rules: TaxRules },
): Promise<Begun> {
  const { tx, now, refuse, addFigures } = context;
  const { request_key } = payment;
  const found = await lockCheckout(tx, payment.checkout_session_id);
  if (!found) throw refuse('checkout_not_found');
  const { currency } = found;
  const gateway = requireGateway(context);
  const named_id = found.is_guest === 1 ? null : found.customer_id;
  const [balance_minor, earlier] = await Promise.all([
    named_id === null ? 0 : lockBalance(tx, { customer_id: named_id, currency }),
    request_key === null ? undefined : findTransactionByRequest(tx, request_key),
  ]);
  if (earlier) return { kind: 'pending', transaction: earlier };
  if (found.status === 'completed') return ended({ result: 'completed', checkout: found });
  const no = whyNotPay(found, now);
  if (no && (payment.card || found.status !== 'processing')) throw refuse(no);
  if (found.status === 'processing' || card === 'not_looked_at') return { kind: 'other_payment' };
  const offered = { ...chargeableBy(gateway, currency), balance_minor };
  const terms = await readTerms(context, found, { payment, rules, offered });
  if (terms.kind !== 'agreed') return terms;
  const { checkout: before, payer, details, tax_evidence } = terms;
  const { due_minor, balance_change_minor } = amountDue(before);
  if (needsCard(before) && !card && gateway.takes_cards) {
    throw refuse('invalid_parameters', NO_CARD);
  }
  // A provider with a page of its own is asked to save a card even if nothing is due today.
  const is_free = due_minor === 0 && (gateway.takes_cards || !needsCard(before));
  // A token is good for a charge now, and nothing else.
  const { refused, ...saved } = (is_free && !gateway.takes_cards ? undefined : card) ?? {};
  const buyer = details ? JSON.stringify(details) : null;
  const payment_attempts = before.payment_attempts + 1;
  if (payment_attempts === 1) addFigures(checkoutFigures(before, { checkouts_begun: 1 }));
  const consent = payment.consent ? JSON.stringify(payment.consent) : before.consent;
  // Nothing is charged today, or nothing can be, so a refused card must be declined here.
  if (refused && (is_free || !gateway.takes_cards)) {
    const last_payment_error = paymentErrorJson(refused);
    const checkout = { ...before, buyer, payment_attempts, last_payment_error };
    await saveCheckout(tx, checkout);
    return ended({ result: 'declined', checkout, decline_code: refused });
  }
  const owner = await findOwner(context, { checkout: before, payer, buyer: details });
  const { customer_id } = owner;
  await claim(context, before, { customer_id, typed_folded: payer.email_folded });
  const transaction_id = newId('txn', now);
  const transaction = {
    ...paymentOf(before, { transaction_id, ...owner, request_key, now }),
    provider: gateway.provider,
    ...{ tax_evidence, sold_country: details?.country ?? '' },
    ...saved,
    buyer_present: payment.buyer_present ? 1 : 0,
  };
  if (is_free) {
    await openTransaction(tx, transaction);
    const paid = { ...before, customer_id, buyer, consent, payment_attempts, balance_change_minor };
    return ended(await completePayment(context, paid, transaction));
  }
  await openCharge(tx, transaction);
  const begun = { transaction_id, customer_id, buyer, consent, payment_attempts };
  const checkout = withStatus(before, 'processing', now, { ...begun, balance_change_minor });
  await saveCheckout(tx, checkout, found);
  return { kind: 'pending', transaction, checkout };
}

/** The session with the price of today, and who pays it: refused, or what is to be shown first. */
async function readTerms(
  { tx, now, refuse }: StoreTx & MayRefuse,
  found: CheckoutRow,
  { payment, rules, offered }: { payment: Payment; rules: TaxRules; offered: Partial<CheckoutRow> },
) {
  const details = buyerOf(payment, found);
  const answers = { buyer: details, custom_fields: payment.custom_fields };
  const { custom_values, problems, payer } = readAnswers(found, answers);
  // The first refusal is about what is missing, then come the trial and the quantity.
  if (payment.card && (found.trial_days > 0 || payment.quantity !== undefined)) {
    const { problems: more } = await taxCheckout(tx, found, { rules, buyer: details, now });
    const all = [...problems, ...more];
    if (all.length > 0) throw refuse('invalid_parameters', all);
  }
  if (payer && found.trial_days > 0 && (await isTrialUsed(tx, payer, found.product_id))) {
    return { kind: 'trial_used' } as const;
  }
  const row = { ...found, ...offered, custom_values };
  const terms = withQuantity(row, payment.quantity ?? row.quantity);
  if (isRefused(terms)) throw refuse('invalid_parameters', [terms]);
  const taxed = await taxCheckout(tx, terms, { rules, buyer: details, now });
  problems.push(...taxed.problems);
  if (!payer || problems.length > 0) throw refuse('invalid_parameters', problems);
  const { checkout, tax_evidence } = taxed;
  if (isTooLarge(checkout)) throw refuse('amount_too_large', [TOO_LARGE_WITH_TAX]);
  if (!hasSeen(payment, terms, checkout)) return { kind: 'price_changed' } as const;
  return { kind: 'agreed', checkout, tax_evidence, payer, details } as const;
}

/** Claims what others may claim too: a use of the coupon, and a place at the payment link. */
async function claim(
  { tx, now, refuse }: StoreTx & MayRefuse,
  { discount_id, payment_link_id }: CheckoutRow,
  who: { customer_id: string; typed_folded: string | null },
): Promise<void> {
  const no = discount_id === null ? undefined : await claimCoupon(tx, { discount_id, ...who });
  if (no) throw refuse(no);
  if (payment_link_id !== null && (await takePlace(tx, { payment_link_id, now })) === 0) {
    throw refuse('payment_link_closed');
  }
}

const ended = (outcome: PaymentOutcome): Begun => ({ kind: 'ended', outcome });

/** Who buys: a script says it itself, whatever somebody has typed on the page. */
function buyerOf({ buyer, buyer_present }: Payment, row: CheckoutRow): Buyer | undefined {
  if (buyer && buyer_present) return withDetails(row, buyer);
  // A guest whom the seller has described when the session was made.
  return row.is_guest === 1 ? withDetails(row, buyer ?? {}) : buyer;
}

/** Whether the payer has seen this price: nobody pays another one. */
function hasSeen(payment: Payment, before: CheckoutRow, after: CheckoutRow): boolean {
  const price = priceOf(after);
  // A script that says who buys asks for the price of that.
  const shown = payment.buyer ? price : priceOf(before);
  const { total = shown.total, renewal_total = shown.renewal_total } = payment;
  return total === price.total && renewal_total === price.renewal_total;
}

const priceOf = (row: CheckoutRow) => ({
  total: fromMinor(amountDue(row).due_minor, row.currency),
  renewal_total: fromMinor(row.renewal_total_minor ?? 0, row.currency),
});

/**
 * Another day or another country has changed the price while the session was open: it is shown
 * before it is paid. What a script has sent is refused as a whole.
 */
async function keepNewPrice(
  tx: Tx,
  { payment, rules, now }: { payment: Payment; rules: TaxRules; now: number },
): Promise<void> {
  const found = await lockCheckout(tx, payment.checkout_session_id);
  if (found?.status !== 'open' || (payment.buyer && !payment.buyer_present)) return;
  const details = buyerOf(payment, found);
  const { checkout } = await taxCheckout(tx, found, { rules, buyer: details, now });
  const is_changed =
    checkout.total_minor !== found.total_minor ||
    checkout.renewal_total_minor !== found.renewal_total_minor;
  if (!is_changed) return; // Somebody has expected a price that it never had.
  const buyer = details ? JSON.stringify(details) : null;
  await saveCheckout(tx, { ...checkout, buyer, updated_at: now });
}

const TOO_LARGE_WITH_TAX: Detail = {
  param: 'checkout_session_id',
  code: 'amount_too_large',
  message: 'has a total that is too large, with the tax on it',
};

const NO_CARD: Detail[] = [
  {
    param: 'payment_method',
    code: 'missing',
    message: 'is missing: send a card, because there is something to pay now or later',
  },
];
