import { ProviderUnanswered } from '../../../platform/core/errors.ts';
import type { Language } from '../../../platform/core/languages.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import type { AtBank } from './at-bank.rules.ts';
import type { Card } from './card.rules.ts';
import type { Chargeable } from './chargeable.rules.ts';
import type { ProviderFields, TypedIntoFields } from './provider-fields.rules.ts';
import type { Dispute, FraudWarning, ProviderRecord } from './provider-record.rules.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    gatewayOf: GatewayOf;
  }
}

/**
 * The port to a payment provider. Money is moved in two calls: one starts it and answers the name
 * that the provider gives it, its reference; another looks up what became of it, by that reference.
 *
 * Every start carries a key, the identifier of our transaction. Asked again with the same key, a
 * provider moves nothing and repeats its first answer: not what became of the charge since, and
 * only as long as it remembers the key. After that the same call would move the money again, so
 * then a charge without a reference is searched for by its key and never started anew.
 */
export interface Gateway {
  /** The name under which transactions and cards of this provider are kept. */
  readonly provider: string;
  /** Whether cards are typed here. A provider with a page of its own sends the buyer there. */
  readonly takes_cards: boolean;
  /** Where its own pages are (`https://pay.example.com`): forms of ours may lead there. */
  readonly page_origins?: readonly string[];
  /**
   * What our page needs to show the provider's own fields; undefined: the store has none, and buyers
   * go to the provider's page.
   */
  fieldsOf?(store_id: string): Promise<ProviderFields | undefined>;
  /** For how long a key is certain to be remembered. */
  readonly remembers_keys_ms: number;
  /** Whether that is by the clock of the store, which can be moved, or by real time. */
  readonly clock: 'store' | 'real';
  /** Makes it say what time it is there (see ProviderTime); undefined if it has no clock of its own. */
  askTime?(store_id: string): Promise<unknown>;
  /** The smallest amount that it charges. */
  smallestCharge(currency: string): number;
  /** Every amount must be divisible by this; undefined if it does not take the currency at all. */
  chargeStep(currency: string): number | undefined;
  /**
   * Saves a card at the provider; or looks at what was typed into its fields on our page, which is
   * good for one charge of a buyer who is there.
   */
  saveCard(given: Card | TypedIntoFields): Promise<SavedCard>;

  startCharge(charge: Charge): Promise<Started<ChargeResult>>;
  lookUpCharge(name: ByReference): Promise<ChargeResult>;
  /** For a charge whose reference was lost, when its key may be forgotten. */
  findCharge(key: ByKey): Promise<Found<ChargeResult>>;
  /**
   * Gives up a charge that is not paid; answers how it ended if it has ended already. Without a
   * reference, so that a call under this key that is still on its way moves nothing either.
   * A provider that may have forgotten the key starts nothing and answers that it is declined.
   */
  cancelCharge(charge: Charge & { reference: string | null }): Promise<Started<ChargeResult>>;

  startRefund(refund: Refund): Promise<Started<RefundResult>>;
  lookUpRefund(name: ByReference): Promise<RefundResult>;
  findRefund(key: ByKey & { charge_reference: string }): Promise<Found<RefundResult>>;

  /** What the provider has under these references, at most RECORDS_MAX of them, in any order. */
  recordsOf(of: { store_id: string; references: string[] }): Promise<ProviderRecord[]>;
  /** Everything that the provider has of a store, a page at a time. */
  listRecords(page: {
    store_id: string;
    cursor: string | null;
    /** Only what was made in this period, by the provider's clock. */
    since?: number | undefined;
    until?: number | undefined;
  }): Promise<{
    records: ProviderRecord[];
    next_cursor: string | null;
  }>;
  /** Pages of it on which somebody could still pay, made since then. */
  listOpenPages?(of: {
    store_id: string;
    since: number;
  }): Promise<{ reference: string; key: string | null }[]>;
  /** Nobody can pay on it after this; one that has ended stays as it is. */
  closePage?(name: { store_id: string; reference: string }): Promise<void>;
  /** Payments that a buyer's bank took back, or tries to, and that changed since then. */
  listDisputes(of: { store_id: string; since: number; now: number }): Promise<Dispute[]>;
  /** One of them; undefined while the bank only inquires and no money has moved. */
  lookUpDispute?(name: ByReference): Promise<Dispute | undefined>;
  /** What an early warning of fraud says; undefined if the provider has forgotten it. */
  lookUpWarning?(name: ByReference): Promise<FraudWarning | undefined>;
  /** A saved card as it is now: networks replace cards. Undefined if it is gone. */
  lookUpCard?(of: { store_id: string; card_token: string }): Promise<SavedCard | undefined>;

  /** What a message from the provider names; undefined if it is not signed by the provider. */
  readMessage?(message: ProviderMessage): Promise<Hint[] | undefined>;
  /** What has happened at the provider since the cursor, for when its messages do not arrive. */
  listHints?(of: { store_id: string; cursor: string | null; now: number }): Promise<{
    hints: Hint[];
    next_cursor: string | null;
  }>;

  /** Of a provider that follows the clock of the store: its messages wait until they are due. */
  readonly messages?: DueMessages;
}

interface DueMessages {
  nextDueAt(store_id: string): Promise<number | undefined>;
  list(of: { store_id: string; now: number; limit: number }): Promise<DueMessage[]>;
  /** After it was handled. */
  forget(store_id: string, message_id: string): Promise<void>;
  /** After it could not be handled. */
  postpone(store_id: string, message_id: string, due_at: number): Promise<void>;
}

interface DueMessage extends Hint {
  message_id: string;
}

/** What arrived at the address that the provider sends its messages to. */
interface ProviderMessage {
  store_id: string;
  body: Buffer;
  signature: string;
  now: number;
}

/** Something has changed at the provider. A hint proves nothing: what it names is looked up. */
export interface Hint {
  of: 'charge' | 'refund' | 'dispute' | 'card' | 'warning';
  /** Of a card: its token. Of a fraud warning: the name of the event with it. */
  reference: string;
  /** Our transaction, if the provider kept that. */
  key: string | null;
}

export interface SavedCard {
  provider: string;
  /** Opaque: whatever the provider needs to charge this customer's card without them. */
  card_token: string;
  card_brand: string;
  card_last_four: string;
  exp_month?: number;
  exp_year?: number;
  /** Where it was issued, two capital letters; left out if the provider does not say. */
  card_country?: string;
  /** Why the card cannot be used, if the provider already knows that. */
  refused?: string;
}

export interface Charge {
  store_id: string;
  /** The transaction's identifier. */
  key: string;
  card_token: string | null;
  /** 0: nothing is charged, the card is only saved. */
  amount_minor: number;
  currency: string;
  /** Whether the card is saved, so that it can be charged later without the buyer. */
  saves_card: boolean;
  payer: Payer;
  /** What the buyer reads about it, in one line, and line by line as on the bill. */
  description: string;
  lines: ChargeLine[];
  /** Kept with the charge, so that it can be found again: our identifiers. */
  metadata: Record<string, string>;
  /** Whether somebody is there to confirm it with their bank. */
  buyer_present: boolean;
  /** Whether our page lets the provider's script ask for the bank; otherwise the buyer is sent there. */
  asks_here?: boolean;
  /** Where the buyer comes back to after confirming. */
  return_url: string;
  /** When our transaction was opened, by the clock of the store, as `now` is. */
  created_at: number;
  now: number;
}

interface ChargeLine {
  description: string;
  quantity: number;
  /** Of all of the quantity, with tax. Below 0: a discount, or credit that is used. */
  amount_minor: number;
  /** How much of it is tax. */
  tax_minor?: number;
}

interface Payer {
  customer_id: string;
  email: string | null;
  name: string | null;
  /** Of the provider's page; null: that of the browser. */
  language: Language | null;
  /** The token of the customer's saved card. It may contain the provider's name of the customer. */
  saved_card: string | null;
}

/** By the provider's own name. */
export interface ByReference {
  store_id: string;
  reference: string;
  now: number;
}

/** By our own name. */
export interface ByKey {
  store_id: string;
  key: string;
  /** When our transaction was opened, by the clock of the store, as `now` is. */
  created_at: number;
  now: number;
}

export type ChargeResult =
  | ({ status: 'paid' } & Received)
  | { status: 'declined'; decline_code: string }
  /** The buyer has to go there; nothing is paid before. */
  | ({ status: 'action_required' } & AtBank)
  /** Under way without anybody's help, perhaps for days. */
  | { status: 'pending' };

/** What the provider has received. Compared with the request before anything is settled. */
interface Received {
  amount_minor: number;
  /** May be empty where nothing was received. */
  currency: string;
  /** A provider with a page of its own says here which card it was. `null`: one that is not saved. */
  card?: SavedCard | null;
  /** Its name for the payment, if that is another than the reference: kept instead of it. */
  payment_reference?: string;
  /** What is otherwise than requested, in a sentence: a person has to look before it is settled. */
  unlike_request?: string;
  /** What the provider keeps for itself, once that is known. */
  fee?: { amount_minor: number; currency: string };
}

export interface Refund {
  store_id: string;
  key: string;
  charge_reference: string;
  amount_minor: number;
  currency: string;
  metadata: Record<string, string>;
  /** When it was begun, where an earlier call may have been refused. */
  created_at?: number;
  now: number;
}

export type RefundResult =
  | { status: 'paid' }
  /** Refused at once, or after having been pending. `refusal`: why, where no code of ours says it. */
  | { status: 'declined'; decline_code: string; refusal?: string }
  /** Under way, perhaps for days. */
  | { status: 'pending' };

/** Without a reference: refused before the provider gave it a name. */
export type Started<Result> = Result & { reference: string | null };

/** `none`: nothing was ever started under this key. `unknown`: the provider does not know. */
export type Found<Result> = (Result & { reference: string }) | 'none' | 'unknown';

/** The provider of a store, or the one that is named: money goes back the way it came. */
export type GatewayOf = (store: PayingStore, provider?: string | null) => Gateway | undefined;

interface PayingStore {
  store_id: string;
  mode: 'test' | 'live';
  provider: string | null;
}

/** The provider that a store must have by now: what is to be settled was begun with it. */
export function requireGateway({
  store,
  services,
}: Pick<StoreWork, 'store' | 'services'>): Gateway {
  const gateway = services.gatewayOf(store);
  if (!gateway) throw new ProviderUnanswered('this store has no payment provider');
  return gateway;
}

/** In a currency that it does not take, every amount counts as one; it declines them. */
export const chargeableBy = (gateway: Gateway, currency: string): Chargeable => ({
  charge_min_minor: gateway.smallestCharge(currency),
  charge_step_minor: gateway.chargeStep(currency) ?? 1,
});
