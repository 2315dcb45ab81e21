import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import {
  outcomeOf,
  type PaymentOutcome,
  settlePayment,
} from '../../shop/checkout/settle-payment.ts';
import { ifAnswered } from '../../shop/money/payments/if-answered.ts';
import { isAtProvider, isHosted } from '../../shop/money/payments/way-to-pay.ts';
import type { Settling } from '../../shop/money/transactions/ask-provider.ts';
import { findTransaction } from '../../shop/money/transactions/transaction.sql.ts';
import { canBeLeft, canBeOpenedAgain } from '../../shop/money/transactions/waiting.rules.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { orJson, toBank } from './to-bank.ts';
import type { Visit } from './visit.ts';

/** Back from the bank or the provider: what did the buyer do there? */
export async function comeBack(visit: Visit): Promise<PageAnswer> {
  await settle(visit, 'ask');
  return redirectAfterForm(visit.address);
}

/** The buyer would rather use another card, or change the order. */
export async function giveUp(visit: Visit): Promise<PageAnswer> {
  await settle(visit, 'payer_left');
  return redirectAfterForm(visit.address);
}

/** On to the provider's page, unless the buyer has paid there already. */
export async function goOn(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const outcome = await settle(visit, 'ask');
  const answer =
    outcome?.result === 'action_required'
      ? toBank(visit, request, { ...outcome, mayLead: true })
      : redirectAfterForm(visit.address);
  return orJson(request, answer);
}

/** Undefined if there is nothing to settle. */
async function settle(visit: Visit, settling: Settling): Promise<PaymentOutcome | undefined> {
  const { checkout, work } = visit;
  const transaction = await findTransaction(work.reader, checkout.transaction_id ?? '');
  const is_waiting = checkout.status === 'processing' && transaction?.status === 'pending';
  if (!is_waiting) return undefined;
  const is_hosted = isHosted(work, transaction);
  const gives_up = settling !== 'ask';
  const is_at_provider = isAtProvider(work, transaction);
  const is_left = gives_up && is_at_provider && canBeLeft(transaction, visit.now);
  const never_opened = !gives_up && is_hosted && canBeOpenedAgain(transaction, visit.now);
  // Without an address at the bank, another window is paying just now: not ours to give up.
  if (transaction.action_url === null && !is_left && !never_opened) return undefined;
  // Whoever asks all the time: the job looks as well.
  const may_ask = !is_at_provider || visit.waitToTry() === 0;
  const outcome = may_ask && (await ifAnswered(settlePayment(work, transaction, settling)));
  if (outcome) return outcome;
  return transaction.action_url === null ? undefined : outcomeOf(checkout, transaction);
}
