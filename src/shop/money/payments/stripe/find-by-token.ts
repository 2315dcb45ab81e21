import type Stripe from 'stripe';
import type { Charge, ChargeResult, Found } from '../gateway.ts';
import { findPayment, findSetup, readIntent } from './find-charge.ts';
import { findToken, isPageToken, usedBy } from './tokens.ts';

interface FoundByToken {
  found: Found<ChargeResult>;
  /** Whether the token can still pay. */
  is_unused: boolean;
  /** Undefined if this account knows no such token. */
  token: Stripe.ConfirmationToken | undefined;
}

/**
 * What was made for a transaction that a token pays. The token itself says for which payment it was
 * used; before that, one that was made and not confirmed is in the lists.
 */
export async function findByToken(stripe: Stripe, charge: Charge): Promise<FoundByToken> {
  const { card_token, amount_minor, key, metadata } = charge;
  const token = isPageToken(card_token) ? await findToken(stripe, card_token) : undefined;
  const used_by = token ? usedBy(token) : null;
  if (used_by !== null) {
    const made = await readIntent(stripe, used_by);
    const is_ours = made.transaction_id === (metadata.transaction_id ?? key);
    const found = is_ours ? { ...made.result, reference: used_by } : ('none' as const);
    return { found, is_unused: false, token };
  }
  const found = await (amount_minor === 0 ? findSetup : findPayment)(stripe, charge);
  return { found, is_unused: token !== undefined, token };
}
