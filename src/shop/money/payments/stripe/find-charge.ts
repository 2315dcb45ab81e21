import type Stripe from 'stripe';
import type { ChargeResult, Found } from '../gateway.ts';
import {
  INTENT_EXPAND,
  intentResult,
  SESSION_EXPAND,
  SETUP_EXPAND,
  sessionResult,
  setupIntentResult,
} from './charge-result.ts';
import { answerOf, isMissing } from './refusals.ts';
import { earliest, findInList, type Searched } from './search.ts';

const HOUR_SECONDS = 3600;

interface SoughtCharge {
  key: string;
  created_at: number;
  now: number;
}

/** What became of a charge, by the name of its page (`cs_…`), payment (`pi_…`) or setup (`seti_…`). */
export async function lookUpAtStripe(stripe: Stripe, reference: string): Promise<ChargeResult> {
  if (reference.startsWith('cs_')) {
    const expand = SESSION_EXPAND;
    return sessionResult(await answerOf(stripe.checkout.sessions.retrieve(reference, { expand })));
  }
  return (await readIntent(stripe, reference)).result;
}

interface ReadIntent {
  result: ChargeResult;
  /** Stripe's own. */
  status: string;
  transaction_id: string | undefined;
}

/** The same of a payment or setup, with what only Stripe's own functions want to know. */
export async function readIntent(stripe: Stripe, id: string): Promise<ReadIntent> {
  if (id.startsWith('seti_')) {
    const expand = SETUP_EXPAND;
    const setup = await answerOf(stripe.setupIntents.retrieve(id, { expand }));
    const { status, metadata } = setup;
    const { transaction_id } = metadata ?? {};
    return { result: setupIntentResult(setup), status, transaction_id };
  }
  const expand = INTENT_EXPAND;
  const intent = await answerOf(stripe.paymentIntents.retrieve(id, { expand }));
  const { status, metadata } = intent;
  return { result: intentResult(intent), status, transaction_id: metadata.transaction_id };
}

/** Pages first: a payment that was made on one is ended by ending the page. */
export async function findAtStripe(
  stripe: Stripe,
  sought: SoughtCharge,
): Promise<Found<ChargeResult>> {
  const page = await findPage(stripe, sought);
  if (page !== 'none') return page;
  const payment = await findPayment(stripe, sought);
  return payment === 'none' ? findSetup(stripe, sought) : payment;
}

/** A card that was saved for this transaction without a page. */
export const findSetup = (stripe: Stripe, sought: SoughtCharge): Promise<Found<ChargeResult>> =>
  findWithin(stripe, sought, (created) =>
    findInList((paging) => stripe.setupIntents.list({ ...paging, created }), sought.key),
  );

/** A page that was opened for this transaction. */
export const findPage = (stripe: Stripe, sought: SoughtCharge): Promise<Found<ChargeResult>> =>
  findWithin(stripe, sought, (created) =>
    findInList((paging) => stripe.checkout.sessions.list({ ...paging, created }), sought.key),
  );

/**
 * A payment that was made for this transaction, among all or among those of one customer. Of one whom
 * the seller has deleted there, Stripe may refuse to list any: then among all.
 */
export async function findPayment(
  stripe: Stripe,
  sought: SoughtCharge,
  customer?: string,
): Promise<Found<ChargeResult>> {
  if (customer === undefined) return findPaymentOf(stripe, sought, {});
  try {
    return await findPaymentOf(stripe, sought, { customer });
  } catch (error) {
    if (!isMissing(error)) throw error;
    return findPaymentOf(stripe, sought, {});
  }
}

const findPaymentOf = (
  stripe: Stripe,
  sought: SoughtCharge,
  where: { customer?: string },
): Promise<Found<ChargeResult>> =>
  findWithin(stripe, sought, (created) => {
    const list = (paging: object) => stripe.paymentIntents.list({ ...paging, ...where, created });
    return findInList(list, sought.key);
  });

/** In the hour after it was opened, where it mostly is; otherwise in the time since. */
async function findWithin(
  stripe: Stripe,
  sought: SoughtCharge,
  search: (created: Stripe.RangeQueryParam) => Promise<Searched<{ id: string }>>,
): Promise<Found<ChargeResult>> {
  const from = earliest(sought);
  const soon = await search({ gte: from, lt: from + HOUR_SECONDS });
  const found = typeof soon === 'string' ? await search({ gte: from + HOUR_SECONDS }) : soon;
  if (typeof found === 'string') return soon === 'unknown' ? soon : found;
  return { ...(await lookUpAtStripe(stripe, found.id)), reference: found.id };
}
