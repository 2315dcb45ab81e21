import type { Static } from 'typebox';
import { Instant, InstantLike, Nullable, OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { DAY_MS, isoInstant, isoInstantOrNull } from '../../platform/core/time.ts';
import { PaymentMethod } from '../money/payments/card.rules.ts';

/** Somebody is asked for another card, on a page of the provider or of ours. */
export interface CardUpdateRow {
  card_update_id: string;
  customer_id: string;
  status: 'open' | 'completed' | 'expired';
  /** Of the payments that the card is meant for. */
  currency: string;
  provider: string;
  /** The provider's own name for it, once it is known. */
  provider_reference: string | null;
  /** The provider's page, once it is known. */
  action_url: string | null;
  /** 1: it is for a card that was typed into fields on our page, and is asked about at a bank. */
  in_fields: number;
  /** Where the customer goes afterwards; null: our page says that it is done. */
  return_url: string | null;
  card_brand: string | null;
  card_last_four: string | null;
  /** When the provider is asked about an open one again. */
  next_attempt_at: number | null;
  attempts: number;
  expires_at: number;
  created_at: number;
  completed_at: number | null;
}

export const CardUpdate = Type.Object({
  card_update_id: Type.String({ examples: ['cu_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
  object: Type.Literal('card_update'),
  customer_id: Type.String({ examples: ['user_42'] }),
  status: OneOf(['open', 'completed', 'expired'], { examples: ['open'] }),
  url: Type.String({
    description: 'Where the customer gives the card; without a key',
    examples: ['https://localhost:8443/card/cu_1tq3v9w0e00h4rk6m2x8pz7ycn5'],
  }),
  return_url: Nullable(Type.String()),
  payment_method: Nullable(PaymentMethod),
  expires_at: InstantLike('2026-11-21T09:30:00.000Z'),
  created_at: Instant,
  completed_at: Nullable(Instant),
});

/** For how long a customer can give the card. */
export const CARD_UPDATE_MS = DAY_MS;

const PAUSE_MS = 60_000;
const PAUSES_DOUBLED_MAX = 6;

/** When the provider is asked about an open one again: the pauses grow, up to an hour. */
export const nextLookAtCard = (
  { attempts, expires_at }: Pick<CardUpdateRow, 'attempts' | 'expires_at'>,
  now: number,
): number => Math.max(now + 1, Math.min(lookAgainAt({ attempts }, now), expires_at));

/** The same of one that goes on by itself, however long that takes. */
export const lookAgainAt = ({ attempts }: Pick<CardUpdateRow, 'attempts'>, now: number): number =>
  now + pauseAfter(attempts);

/** Whether the customer has done their part: a bank account may have to be confirmed for days. */
export const isUnderWay = ({ status, provider_reference, action_url }: CardUpdateRow): boolean =>
  status === 'open' && provider_reference !== null && action_url === null;

const pauseAfter = (attempts: number): number =>
  PAUSE_MS * 2 ** Math.min(attempts, PAUSES_DOUBLED_MAX);

export const showCardUpdate = (
  row: CardUpdateRow,
  { base_url }: { base_url: string },
): Static<typeof CardUpdate> => ({
  card_update_id: row.card_update_id,
  object: 'card_update',
  customer_id: row.customer_id,
  status: row.status,
  url: `${base_url}/card/${row.card_update_id}`,
  return_url: row.return_url,
  payment_method:
    row.card_brand === null || row.card_last_four === null
      ? null
      : { brand: row.card_brand, last4: row.card_last_four },
  expires_at: isoInstant(row.expires_at),
  created_at: isoInstant(row.created_at),
  completed_at: isoInstantOrNull(row.completed_at),
});
