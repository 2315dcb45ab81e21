import assert from 'node:assert/strict';
import { ProviderUnanswered } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { givenCard } from '../money/payments/card.rules.ts';
import type { Charge, ChargeResult, Gateway, SavedCard } from '../money/payments/gateway.ts';
import {
  findPayer,
  findPaymentMethod,
  savePaymentMethod,
} from '../money/payments/payment-method.sql.ts';
import { keepingRefusal, startCharge } from '../money/payments/refused-charges.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';
import {
  type CardUpdateRow,
  isUnderWay,
  lookAgainAt,
  nextLookAtCard,
} from './card-update.rules.ts';
import { lockCardUpdate, saveCardUpdate } from './card-update.sql.ts';
import { chargePastDue } from './charge-past-due.ts';

/** Opens the page of the provider on which the customer gives a card (`action_url`). */
export async function openCardPage(work: StoreWork, row: CardUpdateRow): Promise<CardUpdateRow> {
  if (row.status !== 'open' || row.action_url !== null || isUnderWay(row)) return row;
  const gateway = gatewayOf(work, row);
  const started = await startCharge(work, gateway, await setUp(work, gateway, row));
  if (started.status !== 'action_required') {
    throw new ProviderUnanswered('the provider opens no page for a card');
  }
  const { action_url, reference: provider_reference } = started;
  return change(work, row, (found) => ({
    ...found,
    action_url,
    provider_reference: found.provider_reference ?? provider_reference,
    next_attempt_at: nextLookAtCard(found, work.now),
  }));
}

interface TypedCardOutcome {
  update: CardUpdateRow;
  /** Why the card is not saved: the page is open for the next one. */
  refused?: string;
}

/**
 * Saves a card that the customer has typed into the provider's fields on our page, and that was
 * looked at. One token is one try, with a key of its own. No money moves, so nothing is kept before:
 * where an answer is lost, the customer types it again.
 */
export async function saveTypedCard(
  work: StoreWork,
  row: CardUpdateRow,
  { card_token }: SavedCard,
): Promise<TypedCardOutcome> {
  if (row.status !== 'open' || isUnderWay(row)) return { update: row };
  const gateway = gatewayOf(work, row);
  const { now } = work;
  const key = `${row.card_update_id}-${card_token.slice(-KEPT_OF_TOKEN)}`;
  const set_up = await setUp(work, gateway, row);
  if (row.in_fields === 1 && row.provider_reference !== null) {
    // The card of before waits at its bank: only one of them becomes theirs.
    const { provider_reference: reference } = row;
    const ended = await withTimeout(gateway.cancelCharge({ ...set_up, reference }));
    if (ended.status === 'paid' && ended.card) {
      return { update: await keepCard(work, row, ended.card) };
    }
  }
  const charge = { ...set_up, key, card_token, created_at: now };
  const started = await startCharge(work, gateway, charge);
  if (started.status === 'declined') return { update: row, refused: started.decline_code };
  if (started.status === 'paid') {
    if (!started.card)
      throw new ProviderUnanswered('the provider does not say which card it saved');
    return { update: await keepCard(work, row, started.card) };
  }
  const action_url = started.status === 'action_required' ? started.action_url : null;
  const update = await change(work, row, (found) => ({
    ...found,
    action_url,
    provider_reference: started.reference,
    in_fields: 1,
    next_attempt_at: nextLookAtCard(found, now),
  }));
  return { update };
}

/** Enough to tell one from another. */
const KEPT_OF_TOKEN = 40;

/**
 * Finds out whether the customer has given a card, and keeps it. `give_up`: nobody may give one
 * after this.
 */
export async function settleCardUpdate(
  work: StoreWork,
  row: CardUpdateRow,
  { give_up } = { give_up: false },
): Promise<CardUpdateRow> {
  if (row.status !== 'open') return row;
  const { provider_reference: reference } = row;
  if (reference === null) return give_up ? expire(work, row) : row;
  const gateway = gatewayOf(work, row);
  const name = { store_id: work.store.store_id, reference, now: work.now };
  const { provider, card_update_id: key } = row;
  const answer: ChargeResult = await keepingRefusal(work, { provider, key }, async () =>
    withTimeout(
      give_up
        ? gateway.cancelCharge({ ...(await setUp(work, gateway, row)), reference })
        : gateway.lookUpCharge(name),
    ),
  );
  if (answer.status === 'paid' && answer.card) return keepCard(work, row, answer.card);
  if (answer.status === 'declined') {
    return row.in_fields === 1 && !give_up ? openAgain(work, row) : expire(work, row);
  }
  const is_pending = answer.status === 'pending';
  return change(work, row, (found) => ({
    ...found,
    ...(is_pending && { action_url: null }),
    attempts: found.attempts + 1,
    next_attempt_at: (is_pending ? lookAgainAt : nextLookAtCard)(found, work.now),
  }));
}

/**
 * Keeps the card that a customer gave, unless they gave another one since, and charges it with
 * what is past due. It is completed last: if the process ends before, a job goes on, and what is
 * charged already is not charged again.
 */
export async function keepCard(
  work: StoreWork,
  row: CardUpdateRow,
  given: SavedCard,
): Promise<CardUpdateRow> {
  const { refused: _, ...card } = given;
  const { customer_id, card_update_id, created_at: updated_at } = row;
  const kept = await work.write(async ({ tx, audit }) => {
    await savePaymentMethod(tx, { ...card, customer_id, updated_at });
    audit(givenCard(customer_id, card));
    return findPaymentMethod(tx, { customer_id, provider: card.provider });
  });
  if (kept?.card_token === card.card_token) {
    const request_key = `card update ${card_update_id}`;
    await chargePastDue(work, { customer_id, card, request_key });
  }
  const { card_brand, card_last_four } = card;
  return change(work, row, (found) => ({
    ...found,
    card_brand,
    card_last_four,
    status: 'completed',
    action_url: null,
    next_attempt_at: null,
    completed_at: Math.max(work.now, row.created_at),
  }));
}

/** The bank or the customer has refused the card that was typed: another may be. */
const openAgain = (work: StoreWork, row: CardUpdateRow): Promise<CardUpdateRow> =>
  change(work, row, (found) => ({
    ...found,
    provider_reference: null,
    action_url: null,
    in_fields: 0,
    next_attempt_at: found.expires_at,
  }));

const expire = (work: StoreWork, row: CardUpdateRow): Promise<CardUpdateRow> =>
  change(work, row, (found) => ({
    ...found,
    status: 'expired',
    action_url: null,
    next_attempt_at: null,
  }));

/** Changes it if it is still open; answers how it is now. */
const change = (
  { write }: StoreWork,
  { card_update_id }: CardUpdateRow,
  to: (found: CardUpdateRow) => CardUpdateRow,
): Promise<CardUpdateRow> =>
  write(async ({ tx }) => {
    const found = await lockCardUpdate(tx, card_update_id);
    assert(found, 'what was read is there');
    if (found.status !== 'open') return found;
    const after = to(found);
    await saveCardUpdate(tx, after);
    return after;
  });

function gatewayOf({ store, services }: StoreWork, { provider }: CardUpdateRow): Gateway {
  const gateway = services.gatewayOf(store, provider);
  if (!gateway) throw new ProviderUnanswered('this store has no payment provider');
  return gateway;
}

/** Nothing is charged: the card is only saved. */
async function setUp(
  { reader, store, services, now, language }: StoreWork,
  gateway: Gateway,
  { card_update_id, customer_id, currency, created_at }: CardUpdateRow,
): Promise<Charge> {
  const payer = await findPayer(reader, { customer_id, provider: gateway.provider });
  assert(payer, 'who pays is known');
  const { store_id } = store;
  return {
    store_id,
    key: card_update_id,
    card_token: null,
    amount_minor: 0,
    currency,
    saves_card: true,
    payer: { customer_id, ...payer, language: language ?? payer.language },
    description: 'Your card for the next payments',
    lines: [],
    metadata: { store_id, transaction_id: card_update_id },
    buyer_present: true,
    return_url: `${services.base_url}/card/${card_update_id}/return`,
    created_at,
    now,
  };
}
