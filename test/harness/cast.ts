import assert from 'node:assert/strict';
import type { Database } from '../../src/platform/db/database.ts';
import {
  type GatewayFault,
  setGatewayFault,
} from '../../src/shop/money/payments/test-gateway.sql.ts';
import type { Answer } from './answer.ts';

// Who and what most tests begin with: cards by what they do, and a store in which a product is
// sold to Ada.

export const AT_START = '2026-11-14T09:30:00.000Z';
export const NEXT_DAY = '2026-11-15T09:30:00.000Z';

export const GOOD = '4242424242424242';
/** Can be saved; a later charge is declined. */
export const DECLINES_LATER = '4000000000000341';
/** Can be saved; a later charge finds it lost. */
export const LOST_LATER = '4000000000000358';
/** Pays up to 100.00, and has not enough money for more. */
export const PAYS_UP_TO_100 = '4000000000000366';

export const card = (number = GOOD) => ({ number, exp_month: 12, exp_year: 2099, cvc: '123' });

export const cards = {
  pays: card(),
  declined: card('4000000000000002'),
  confirms: card('4000002500003155'),
  declines_later: card(DECLINES_LATER),
  refuses_refunds: card('4000000000000374'),
  /** A refund is pending for two days, and fails then. */
  fails_refunds_later: card('4000000000005134'),
  /** A refund is paid at once, and fails two days later. */
  returns_refunds: card('4000000000005126'),
  /** The payment is disputed an hour later; two days later that is lost, or won. */
  disputed_lost: card('4000000000000259'),
  disputed_won: card('4000000000002685'),
};

interface Terms {
  activation_limit?: number | null;
  valid_days?: number | null;
  certificate_days?: number;
}

type Body = Answer['body'];

/** A store with a clock of its own, and what is done in it. The buyer is Ada, if not said otherwise. */
/** The shop that is started, as far as a store in it needs it. */
interface Started {
  db: Database;
  makeStore(mode: 'test'): Promise<{ store_id: string; api_key: string }>;
  call(operation: string, input: object, options: object): Promise<Answer>;
  events(store_id: string): Promise<{ sequence: number; type: string; data: object }[]>;
}

export async function openStore(shop: Started, own?: { api_key: string; store_id: string }) {
  const { api_key: key, store_id } = own ?? (await shop.makeStore('test'));
  const ask = (operation: string, input: object = {}, headers: Record<string, string> = {}) =>
    shop.call(operation, input, { key, headers });
  const must = async (operation: string, input: object = {}): Promise<Body> => {
    const answer = await ask(operation, input);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const base = { key, store_id, ask, must };
  const selling = sellingIn(base);
  return {
    ...base,
    ...selling,
    ...subscribingIn(base, selling),
    ...licensingIn(base, selling),
    ...recordsOf(shop, store_id),
    setFault: (fault: GatewayFault['fault'] | undefined) =>
      shop.db.write({ store_id }, async (tx) =>
        setGatewayFault(tx, fault && { fault, delay_ms: 0 }),
      ),
  };
}

export type CastStore = Awaited<ReturnType<typeof openStore>>;

interface Base {
  must(operation: string, input?: object): Promise<Body>;
}

function sellingIn({ must }: Base) {
  /** Something for 20 EUR. */
  const product = async (more: object = {}): Promise<string> => {
    const terms = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
    return (await must('POST /create-product', { ...terms, ...more })).product_id;
  };
  /** 20 EUR a month. */
  const plan = (more: object = {}) => product({ name: 'Pro', billing_type: 'recurring', ...more });
  const coupon = async (code: string, more: object = {}): Promise<string> =>
    (await must('POST /create-discount-code', { code, discount_percentage: 50, ...more })).code;
  const create = (more: object) =>
    must('POST /create-checkout', { quantity: 1, customer_id: 'ada', ...more });
  const complete = (checkout_session_id: string, payment_method = cards.pays) =>
    must('POST /complete-checkout', { checkout_session_id, payment_method });
  /** The session, completed. */
  const buy = async (product_id: string, more: object = {}) =>
    complete((await create({ product_id, ...more })).checkout_session_id);
  const subscribe = async (product_id: string, more: object = {}): Promise<string> =>
    (await buy(product_id, more)).subscription_id;
  const refund = (transaction_id: string, more: object = {}) =>
    must('POST /refund-transaction', { transaction_id, ...more });
  const changeCard = (number: string, customer_id = 'ada') =>
    must('POST /update-payment-method', { customer_id, payment_method: card(number) });
  const advance = (by: string) => must('POST /advance-clock', { by });
  const moveTo = (to: string) => must('POST /advance-clock', { to });
  return {
    ...{ product, plan, coupon, create, complete, buy, subscribe, refund },
    ...{ changeCard, advance, moveTo },
  };
}

type Selling = ReturnType<typeof sellingIn>;

function subscribingIn({ must }: Base, { plan, subscribe, changeCard, advance }: Selling) {
  const get = (subscription_id: string) => must('GET /get-subscription', { subscription_id });
  const cancel = (subscription_id: string, more: object = {}) =>
    must('POST /cancel-subscription', { subscription_id, ...more });
  const pause = (subscription_id: string, more: object = {}) =>
    must('POST /pause-subscription', { subscription_id, ...more });
  const resume = (subscription_id: string) =>
    must('POST /resume-subscription', { subscription_id });
  const update = (subscription_id: string, change: object) =>
    must('POST /update-subscription', { subscription_id, ...change });
  const balances = async (customer_id = 'ada') =>
    (await must('GET /get-customer', { customer_id })).balances;
  const transactions = async (subscription_id: string) =>
    (await must('GET /get-transactions', { subscription_id, limit: 100 })).data;
  /** A subscription of 20 EUR a month in this status. */
  const inStatus = async (status: string): Promise<string> => {
    const customer_id = `buyer-${status}`;
    const plan_id = await plan({ trial_days: status === 'trialing' ? 90 : 0 });
    const subscription_id = await subscribe(plan_id, { customer_id });
    if (status === 'past_due') {
      await changeCard(DECLINES_LATER, customer_id);
      await advance('P1M');
    }
    if (status === 'paused') await pause(subscription_id);
    if (status === 'canceled') await cancel(subscription_id);
    if (status === 'ending') await cancel(subscription_id, { cancel_at_period_end: true });
    return subscription_id;
  };
  return { get, cancel, pause, resume, update, balances, transactions, inStatus };
}

function licensingIn({ must }: Base, { product, plan, buy }: Selling) {
  const TWO_DEVICES = { activation_limit: 2 };
  const sell = (license: Terms | null = TWO_DEVICES, more: object = {}) =>
    product({ license, ...more });
  const licensedPlan = (license: Terms | null = TWO_DEVICES, more: object = {}) =>
    plan({ license, ...more });
  /** The key of a new purchase. */
  const newKey = async (license?: Terms, more?: object): Promise<string> =>
    (await buy(await sell(license), more)).license_keys[0];
  const activate = (license_key: string, instance_name = 'Laptop', fingerprint?: string) =>
    must('POST /activate-license', { license_key, instance_name, fingerprint });
  const validate = (license_key: string, more: object = {}) =>
    must('POST /validate-license', { license_key, ...more });
  const deactivate = (license_key: string, instance_id: string) =>
    must('POST /deactivate-license', { license_key, instance_id });
  /** The record with this key. */
  const licenseOf = async (license_key: string): Promise<Body> =>
    (await validate(license_key)).license;
  return { sell, licensedPlan, newKey, activate, validate, deactivate, licenseOf };
}

/** What was written, also where the API does not show it. */
function recordsOf(shop: Started, store_id: string) {
  const reader = () => shop.db.reader({ store_id });
  /** A license as events have it, which are stored: with the seed for the key. */
  const kept = async (license: { license_id: string }): Promise<Body> => {
    const sql =
      'SELECT key_seed FROM licenses WHERE store_id = :store_id AND license_id = :license_id';
    const { license_id } = license;
    const [row] = await reader().all<{ key_seed: string }>(sql, { license_id });
    return { ...license, license_key: row?.key_seed };
  };
  /** What the provider was asked to charge, in order. */
  const charges = async () => {
    const sql = `SELECT amount_minor, status FROM test_gateway_charges
      WHERE store_id = :store_id ORDER BY created_at, charge_key`;
    const rows = await reader().all<{ amount_minor: number; status: string }>(sql);
    return rows.map((row) => `${row.amount_minor} ${row.status}`);
  };
  const eventsSince = async (count: number) => (await shop.events(store_id)).slice(count);
  const eventCount = async () => (await shop.events(store_id)).length;
  let seen = 0;
  /** What was told since the last look. */
  const told = async () => {
    const fresh = (await eventsSince(seen)).map(({ type, data }) => ({ type, data }));
    seen += fresh.length;
    return fresh;
  };
  const toldTypes = async () => (await told()).map(({ type }) => type);
  return { kept, charges, eventsSince, eventCount, told, toldTypes };
}

/** A well-formed key that nobody was given. */
export const UNKNOWN_KEY = 'KASSA-00000-00000-00000-00000-00000';

/** A key with its last symbol replaced: the check symbol does not fit any more. */
export const mistyped = (license_key: string): string =>
  license_key.slice(0, -1) + (license_key.endsWith('7') ? '8' : '7');

/** The parts of a JWS, unread. */
export function partsOf(certificate: string) {
  const [header = '', claims = '', signature = ''] = certificate.split('.');
  const read = (part: string): Body => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: read(header), claims: read(claims), signed: `${header}.${claims}`, signature };
}

/** The error of a refusal without what is different each time. */
export const errorOf = ({ body }: Answer) => ({ ...body.error, request_id: '' });
