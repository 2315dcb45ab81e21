// What the stand-in remembers. Everything is kept as Stripe would answer it, unexpanded.
import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { TestMethod } from './cards.ts';
import type { Fault, FaultKind } from './faults.ts';
import type { TokenPlan } from './given.ts';

/** The version that stripe 23.1.0 pins, and the only one that the stand-in speaks. */
export const API_VERSION = '2026-10-28.endive';

export interface World {
  /** Added to the wall clock. */
  clock_ahead_ms: number;
  /** Where the API and the payment page are. */
  origin: string;
  accounts: Map<string, Seller>;
  keys: Map<string, Key>;
  /** By account and mode, see dataOf(). */
  data: Map<string, AccountData>;
  faults: Fault[];
  calls: Call[];
  sending: WebhookSending;
  deliveries: Delivery[];
  /** While held back, a charge has no balance transaction (Stripe makes it up to an hour later). */
  holds_balance_transactions: boolean;
  /** Whether webhook endpoints must have a public https address, as at Stripe. */
  wants_public_urls: boolean;
  /** Webhooks that are being sent. */
  underway: Set<Promise<void>>;
  /** Requests that a fault makes wait, and how each goes on. */
  waiting: Set<() => void>;
}

export interface Seller {
  id: string;
  country: string;
  default_currency: string;
  email: string;
  charges_enabled: boolean;
  /** Whether Stripe is the seller on every page that does not say otherwise. */
  managed_payments: boolean;
  /** Checkout opens no page in the name of nobody. */
  business_name: string | null;
  /** Why its charges are refused, whoever pays. */
  refuses?: AccountRefusal | null;
  /** Its Checkout Sessions in setup mode answer `currency: null`, whatever they were asked for. */
  keeps_setup_currency?: boolean;
  /** Banks ask on pages of their own, also where Stripe's script could show it. */
  asks_elsewhere?: boolean;
  /** Stripe sells what is paid by its PaymentIntents, whatever was asked for. */
  sells_by_itself?: boolean;
  /** Wallets that no host of it shows, and why. */
  refuses_wallets?: Record<string, string>;
  /** What is paid does not say with which method; `everywhere`: nor does its charge. */
  forgets_methods?: 'in_payments' | 'everywhere' | null;
  /** Its keys may not know of fraud: whatever asks about that is refused. */
  hides_fraud?: boolean;
}

/** As Stripe refuses an account that is not complete, was closed, or lacks a capability. */
interface AccountRefusal {
  message: string;
  code?: string;
  /** Whether the PaymentIntent is made all the same, and told of in the error. */
  leaves_intent?: boolean;
}

export interface Key {
  key: string;
  account: string;
  livemode: boolean;
  /** What a restricted key may do; a secret key may do everything. */
  permissions: string[] | 'all';
  expired: boolean;
  /** For pages: it is no secret, and may do next to nothing. */
  is_publishable?: boolean;
  /** Used from an address that it is not for. */
  is_elsewhere?: boolean;
}

export interface AccountData {
  seller: Seller;
  livemode: boolean;
  customers: Map<string, Stripe.Customer>;
  confirmation_tokens: Map<string, Stripe.ConfirmationToken>;
  domains: Map<string, Stripe.PaymentMethodDomain>;
  payment_methods: Map<string, Stripe.PaymentMethod>;
  payment_intents: Map<string, Stripe.PaymentIntent>;
  setup_intents: Map<string, Stripe.SetupIntent>;
  setup_attempts: Map<string, Stripe.SetupAttempt>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  balance_transactions: Map<string, Stripe.BalanceTransaction>;
  sessions: Map<string, Stripe.Checkout.Session>;
  line_items: Map<string, Stripe.LineItem[]>;
  events: Map<string, Stripe.Event>;
  webhook_endpoints: Map<string, Endpoint>;
  /** What Stripe knows of a payment method and tells nobody. */
  methods: Map<string, TestMethod>;
  /** What a confirmation token makes a payment method of. */
  token_plans: Map<string, TokenPlan>;
  /** What a Checkout Session will give to its PaymentIntent or SetupIntent. */
  session_plans: Map<string, SessionPlan>;
  /** Answers by idempotency key. */
  answers: Map<string, KeptAnswer>;
  /** What happens by itself later: when, and what. */
  due: { at: number; run: (context: Context) => void }[];
}

interface SessionPlan {
  payment_intent_data: Stripe.Checkout.SessionCreateParams.PaymentIntentData;
  setup_intent_data: Stripe.Checkout.SessionCreateParams.SetupIntentData;
  customer_creation: 'always' | 'if_required';
}

export interface Endpoint {
  shown: Stripe.WebhookEndpoint;
  /** The newest first; two while one is being replaced. */
  secrets: string[];
  /** Whether it is for events of connected accounts. */
  connect: boolean;
}

interface KeptAnswer {
  method_and_path: string;
  parameters: string;
  /** Undefined while the first request is under way. */
  answer: { status: number; body: string; request_id: string } | undefined;
  kept_at: number;
}

export interface Call {
  call: string;
  /** Whose key it was made with. */
  account: string | null;
  path: string;
  status: number | 'none';
  fault: FaultKind | null;
  replayed: boolean;
  idempotency_key: string | null;
  request_id: string;
  parameters: unknown;
  answer: unknown;
}

export interface WebhookSending {
  /** Kept until released or sent one by one. */
  held: boolean;
  twice: boolean;
  /** Each burst of events in the reverse order. */
  reversed: boolean;
  delay_ms: number;
  /** How old signatures look. */
  signed_seconds_ago: number;
}

export interface Delivery {
  id: string;
  endpoint: string;
  account: string;
  livemode: boolean;
  event: Stripe.Event;
  status: 'waiting' | 'sending' | 'delivered' | 'failed';
  attempts: number;
  answered: number | 'none' | null;
  retry_at: number | null;
}

/** For whom something is done, and by which request. */
export interface Context {
  world: World;
  data: AccountData;
  /** Null for what the buyer, the seller's dashboard, or time does. */
  request: { id: string; idempotency_key: string | null } | null;
  /** Done once the answer is made: what Stripe does a moment later. */
  afterwards: (() => void)[];
}

export const nowMs = (world: World): number => Date.now() + world.clock_ahead_ms;
export const nowSeconds = (world: World): number => Math.floor(nowMs(world) / 1000);

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const randomLetters = (length: number): string =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

export const newId = (prefix: string, length = 24): string => `${prefix}_${randomLetters(length)}`;

/** The id of what may be expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value == null || typeof value === 'string' ? (value ?? null) : value.id;

/** What is there by construction. */
export function must<T>(value: T | undefined | null, what: string): T {
  if (value == null) throw new Error(`The stand-in lost ${what}`);
  return value;
}

export function dataOf(world: World, account: string, livemode: boolean): AccountData {
  const name = `${account} ${livemode ? 'live' : 'test'}`;
  const known = world.data.get(name);
  if (known !== undefined) return known;
  const data: AccountData = {
    seller: must(world.accounts.get(account), `account ${account}`),
    livemode,
    customers: new Map(),
    confirmation_tokens: new Map(),
    domains: new Map(),
    payment_methods: new Map(),
    payment_intents: new Map(),
    setup_intents: new Map(),
    setup_attempts: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    balance_transactions: new Map(),
    sessions: new Map(),
    line_items: new Map(),
    events: new Map(),
    webhook_endpoints: new Map(),
    methods: new Map(),
    token_plans: new Map(),
    session_plans: new Map(),
    answers: new Map(),
    due: [],
  };
  world.data.set(name, data);
  return data;
}

/** For what no request does. */
export const byItself = (world: World, data: AccountData): Context => ({
  world,
  data,
  request: null,
  afterwards: [],
});

/** What was put off until the answer was made. */
export function runAfterwards(context: Context): void {
  for (const run of context.afterwards.splice(0)) run();
}

export function makeWorld(): World {
  const world: World = {
    clock_ahead_ms: 0,
    origin: '',
    accounts: new Map(),
    keys: new Map(),
    data: new Map(),
    faults: [],
    calls: [],
    sending: { held: false, twice: false, reversed: false, delay_ms: 0, signed_seconds_ago: 0 },
    deliveries: [],
    holds_balance_transactions: false,
    wants_public_urls: false,
    underway: new Set(),
    waiting: new Set(),
  };
  return world;
}

export function addAccount(world: World, seller: Partial<Seller> = {}): Seller {
  const added: Seller = {
    id: newId('acct', 16),
    country: 'US',
    default_currency: 'usd',
    email: 'seller@example.com',
    charges_enabled: true,
    business_name: 'Photo Works',
    managed_payments: true, // As in every account made since July 2026.
    ...seller,
  };
  world.accounts.set(added.id, added);
  return added;
}

export function addKey(world: World, key: Omit<Key, 'key' | 'expired'>): string {
  const kind = key.is_publishable ? 'pk' : key.permissions === 'all' ? 'sk' : 'rk';
  const made = newId(`${kind}_${key.livemode ? 'live' : 'test'}`, 48);
  world.keys.set(made, { ...key, key: made, expired: false });
  return made;
}
