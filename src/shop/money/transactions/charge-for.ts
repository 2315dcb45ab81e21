import assert from 'node:assert/strict';
import type { Language } from '../../../platform/core/languages.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import type { Charge, Gateway } from '../payments/gateway.ts';
import { findPayer } from '../payments/payment-method.sql.ts';
import { parseLines } from './lines.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { hasPage } from './wait-for-payer.ts';

export interface Paying {
  return_url: string;
  /** Who pays, if that is not the customer as we know them so far. */
  buyer?: { email?: string; name?: string; language?: Language } | undefined;
}

/** What the provider is asked to take for a transaction. */
export async function chargeFor(
  { reader, store, now, language }: StoreWork,
  gateway: Gateway,
  row: TransactionRow,
  { return_url, buyer }: Paying,
): Promise<Charge> {
  const { transaction_id, customer_id, checkout_session_id, subscription_id } = row;
  const { store_id } = store;
  const known = await findPayer(reader, { customer_id, provider: gateway.provider });
  assert(known, 'who pays is known');
  // Somebody who has only typed the customer's address is not shown their name and cards.
  const payer = row.billed_to === null ? known : NOBODY_KNOWN;
  const lines = parseLines(row);
  return {
    store_id,
    key: transaction_id,
    card_token: row.card_token,
    amount_minor: row.total_minor,
    currency: row.currency,
    saves_card: row.type !== 'purchase',
    payer: {
      customer_id,
      ...payer,
      ...(buyer?.email !== undefined && { email: buyer.email, name: buyer.name ?? payer.name }),
      language: buyer?.language ?? language ?? payer.language,
    },
    description: lines[0]?.description ?? 'Purchase',
    lines,
    metadata: {
      store_id,
      transaction_id,
      type: row.type,
      ...(checkout_session_id !== null && { checkout_session_id }),
      ...(subscription_id !== null && { subscription_id }),
    },
    buyer_present: row.buyer_present === 1 && hasPage(row),
    asks_here: checkout_session_id !== null,
    return_url,
    created_at: row.created_at,
    // A request that began before the clock of its store was moved may have opened this after it.
    now: Math.max(now, row.created_at),
  };
}

const NOBODY_KNOWN = { email: null, name: null, language: null, saved_card: null };
