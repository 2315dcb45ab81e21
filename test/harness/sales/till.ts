import assert from 'node:assert/strict';
import type { Database } from '../../../src/platform/db/database.ts';
import {
  type GatewayFault,
  setGatewayFault,
} from '../../../src/shop/money/payments/test-gateway.sql.ts';
import type { FaultKind } from '../../stand-ins/stripe/faults.ts';
import type { StandIn } from '../../stand-ins/stripe/stand-in.ts';
import { cards } from '../cast.ts';

// Where the buyers of a store pay: with a card of the built-in gateway, or on the page of the
// stand-in for Stripe. What is tested of paying, of kills and of the models is the same for both.

export const PROVIDERS = ['the test gateway', 'Stripe'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** How a till reaches the shop, whether that is in this process or in another. */
export interface Counter {
  post(path: string, input: object, headers?: Record<string, string>): Promise<TillAnswer>;
  get(path: string): Promise<TillAnswer>;
  /** What a browser sends with a form. */
  submit(path: string, body: string): Promise<TillAnswer>;
}

export interface TillAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** What a provider has moved for one of our transactions. */
interface Moved {
  transaction_id: string;
  amount_minor: number;
}

type Fault = { fault: Exclude<GatewayFault['fault'], 'search_missing'>; delay_ms: number };

export interface Till {
  /** Pays as a buyer does, and comes back; answers as complete-checkout does. */
  pay(checkout_session_id: string, how?: { number?: string; key?: string }): Promise<TillAnswer>;
  /** Gives another card for what is to be paid later. */
  replaceCard(customer_id: string, number: string): Promise<TillAnswer>;
  /** Of this store; the provider works again without one. */
  setFault(fault: Fault | undefined): Promise<unknown>;
  /** By the provider's own books. */
  charges(): Promise<Moved[]>;
  refunds(): Promise<Moved[]>;
}

/** A store, and how it is reached. */
export interface TillPlace {
  store_id: string;
  db: Database;
  counter: Counter;
}

export function testTill({ store_id, db, counter }: TillPlace): Till {
  const moved = (sql: string) => async () => [
    ...(await db.reader({ store_id }).all<Moved>(`${sql} AND store_id = :store_id`)),
  ];
  return {
    pay(checkout_session_id, { number = cards.pays.number, key } = {}) {
      const payment_method = { ...cards.pays, number };
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
      return counter.post('/complete-checkout', { checkout_session_id, payment_method }, headers);
    },
    replaceCard: (customer_id, number) =>
      counter.post('/update-payment-method', {
        customer_id,
        payment_method: { ...cards.pays, number },
      }),
    setFault: (fault) => db.write({ store_id }, async (tx) => setGatewayFault(tx, fault)),
    charges: moved(
      "SELECT charge_key AS transaction_id, amount_minor FROM test_gateway_charges WHERE status = 'paid'",
    ),
    refunds: moved(
      `SELECT refund_key AS transaction_id, amount_minor FROM test_gateway_refunds
       WHERE status IN ('paid', 'pending')`,
    ),
  };
}

const KINDS: Record<Fault['fault'], FaultKind> = {
  unavailable: 'error_503',
  answer_lost: 'drop_after',
  slow_before: 'slow_before',
  slow_after: 'slow_after',
};

let attempts = 0;

/** The key of what is given back because it was paid too late. */
const STRAY = 'stray-';

/** The books of the account are those of the store: no other store may use it. */
export function stripeTill(
  { store_id, counter }: TillPlace,
  { control }: StandIn,
  account: string,
): Till {
  const at = { account };
  const form = (key: string | undefined) => ({
    ...{ attempt: key ?? `till${attempts++}`, email: 'ada@example.com', name: '', country: '' },
    consent: '1',
  });
  const submit = (path: string, fields: Record<string, string>) =>
    counter.submit(path, new URLSearchParams(fields).toString());
  return {
    async pay(checkout_session_id, { number = cards.pays.number, key } = {}) {
      const page = `/checkout/${checkout_session_id}`;
      const find = () => counter.get(`/get-checkout?checkout_session_id=${checkout_session_id}`);
      const gone = await submit(`${page}/pay`, form(key));
      assert.ok(gone.status < 500, `the page answers: ${gone.body}`);
      const session = stripeSession(gone);
      if (session === undefined) return outcomeOf(gone, await find());
      // Somebody else may have paid, or given up, in another window.
      const paid = await control
        .pay({ session, number, authenticate: 'approve' })
        .catch(() => undefined);
      if (paid?.kind === 'declined') await submit(`${page}/give-up`, {});
      else await counter.get(`${page}/return`);
      return outcomeOf(gone, await find());
    },
    async replaceCard(customer_id, number) {
      const asked = await counter.post('/create-card-update', { customer_id });
      if (asked.status !== 200) return asked;
      const page = new URL(asked.body.url).pathname;
      const session = stripeSession(await submit(page, {}));
      if (session !== undefined) await control.pay({ session, number, authenticate: 'approve' });
      await counter.get(`${page}/return`);
      return asked;
    },
    async setFault(fault) {
      await control.clearFaults(at);
      if (!fault) return;
      const { fault: kind, delay_ms } = fault;
      await control.fault({ ...at, kind: KINDS[kind], delay_ms, times: -1 });
    },
    async charges() {
      const { payments, refunds } = await control.books(at);
      const returned = refunds.map(movedOf(store_id)).map(({ transaction_id }) => transaction_id);
      const paid = payments.filter(({ status }) => status === 'succeeded');
      // What was paid too late was given back at once, and is nobody's any more.
      const kept = paid.map(movedOf(store_id));
      return kept.filter((one) => !returned.includes(`${STRAY}${one.transaction_id}`));
    },
    async refunds() {
      const { refunds } = await control.books(at);
      const given = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
      const moved = given.map(movedOf(store_id));
      return moved.filter(({ transaction_id }) => !transaction_id.startsWith(STRAY));
    },
  };
}

/** The session at Stripe that our page leads to. */
export function stripeSession({ headers }: TillAnswer): string | undefined {
  return /\/c\/pay\/(cs_\w+)/.exec(String(headers.location))?.[1];
}

/** As complete-checkout would answer. */
function outcomeOf(gone: TillAnswer, found: TillAnswer): TillAnswer {
  const refused = (status: number, code: string) => ({
    ...found,
    status,
    body: { error: { status, code } },
  });
  const { status, last_payment_error } = found.body;
  if (status === 'completed') return found;
  if (status === 'processing') return refused(500, 'payment_unresolved');
  if (status === 'expired') return refused(400, 'checkout_expired');
  if (/code can no longer be used/.test(gone.body)) return refused(400, 'coupon_exhausted');
  if (gone.status !== 303) return refused(400, 'refused');
  return refused(400, last_payment_error === null ? 'payment_attempts' : 'payment_declined');
}

const movedOf =
  (store_id: string) =>
  ({ metadata, amount }: { metadata: Record<string, string> | null; amount: number }): Moved => {
    assert.equal(metadata?.store_id, store_id, 'what is moved at Stripe names its store');
    return { transaction_id: metadata?.transaction_id ?? '', amount_minor: amount };
  };

/** What the provider has moved is what our records say, to the cent and to the transaction. */
export async function assertSameBooks(db: Database, store_id: string, till: Till): Promise<void> {
  const rows = await db.reader({ store_id }).all<Booked>(
    `SELECT transaction_id, type, status, total_minor FROM transactions
     WHERE store_id = :store_id AND total_minor > 0`,
  );
  const of = (types: 'charges' | 'refunds', statuses: (status: string) => boolean) =>
    rows
      .filter(
        ({ type, status }) => (type === 'refund') === (types === 'refunds') && statuses(status),
      )
      .map(({ transaction_id, total_minor }) => `${transaction_id} ${total_minor}`);
  for (const types of ['charges', 'refunds'] as const) {
    const moved = (await till[types]()).map((one) => `${one.transaction_id} ${one.amount_minor}`);
    const settled = of(types, (status) => status !== 'declined' && status !== 'pending');
    // What is on its way there may be pending here, and nothing else may be.
    const pending = of(types, (status) => status === 'pending');
    const known = moved.filter((one) => !pending.includes(one));
    const apart = differences(known, settled);
    assert.deepEqual(apart, [], `${types} there are ${types} here: ${apart.join('; ')}`);
  }
}

/** What is not equally often in both, in words. */
function differences(there: string[], here: string[]): string[] {
  const times = (all: string[], one: string) => all.filter((other) => other === one).length;
  return [...new Set([...there, ...here])]
    .map((one) => ({ one, moved: times(there, one), booked: times(here, one) }))
    .filter(({ moved, booked }) => moved !== booked)
    .map(({ one, moved, booked }) => `${one}: ${moved} times there, ${booked} times here`);
}

interface Booked {
  transaction_id: string;
  type: string;
  status: string;
  total_minor: number;
}
