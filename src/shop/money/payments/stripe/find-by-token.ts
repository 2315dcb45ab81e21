import type Stripe from 'stripe';
import type { Charge, ChargeResult, Found } from '../gateway.ts';
import { INTENT_EXPAND, intentResult, SETUP_EXPAND, setupIntentResult } from './charge-result.ts';
import { findPayment, findSetup } from './find-charge.ts';
import { answerOf } from './refusals.ts';
import { findToken, isPageToken, usedBy } from './tokens.ts';

interface FoundByToken {
  found: Found<ChargeResult>;
  /** Whether the token can still pay. */
  is_unused: boolean;
}

/**
 * What was made for a transaction that a token pays. The token itself says for which payment it was
 * used; before that, one that was made and not confirmed is in the lists.
 */
export async function findByToken(stripe: Stripe, charge: Charge): Promise<FoundByToken> {
  const { card_token, amount_minor, key } = charge;
  const token = isPageToken(card_token) ? await findToken(stripe, card_token) : undefined;
  const used_by = token ? usedBy(token) : null;
  if (used_by !== null) {
    const made = await readIntent(stripe, used_by);
    const is_ours = made.transaction_id === key;
    return { found: is_ours ? { ...made.result, reference: used_by } : 'none', is_unused: false };
  }
  const found = await (amount_minor === 0 ? findSetup : findPayment)(stripe, charge);
  return { found, is_unused: token !== undefined };
}

async function readIntent(
  stripe: Stripe,
  id: string,
): Promise<{ result: ChargeResult; transaction_id: string | undefined }> {
  if (id.startsWith('seti_')) {
    const expand = SETUP_EXPAND;
    const setup = await answerOf(stripe.setupIntents.retrieve(id, { expand }));
    return { result: setupIntentResult(setup), transaction_id: setup.metadata?.transaction_id };
  }
  const expand = INTENT_EXPAND;
  const intent = await answerOf(stripe.paymentIntents.retrieve(id, { expand }));
  return { result: intentResult(intent), transaction_id: intent.metadata.transaction_id };
}
