import assert from 'node:assert/strict';
import type { Answer, Shop } from './harness.ts';

// What tests of licenses begin with: a store of its own that sells what brings a license.

export const DECLINES_LATER = '4000000000000341';
export const card = (number = '4242424242424242') => ({
  number,
  exp_month: 12,
  exp_year: 2099,
  cvc: '123',
});

interface Terms {
  activation_limit?: number | null;
  valid_days?: number | null;
  certificate_days?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Body = any;

/** A store with a clock of its own, and what is done in it. */
export async function openStore(shop: Shop, own?: { api_key: string; store_id: string }) {
  const { api_key: key, store_id } = own ?? (await shop.makeStore('test'));
  const ask = (operation: string, input: object = {}, headers: Record<string, string> = {}) =>
    shop.call(operation, input, { key, headers });
  const must = async (operation: string, input: object = {}): Promise<Body> => {
    const answer = await ask(operation, input);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  /** Something that costs 20 EUR and brings a license for two devices. */
  const sell = async (license: Terms | null = { activation_limit: 2 }, more: object = {}) => {
    const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
    const input = { ...product, license, ...more };
    return (await must('POST /create-product', input)).product_id as string;
  };
  const plan = (license?: Terms | null, more: object = {}) =>
    sell(license, { name: 'Pro', billing_type: 'recurring', ...more });
  /** The session, completed. */
  const buy = async (product_id: string, more: object = {}) => {
    const input = { product_id, quantity: 1, customer_id: 'ada', ...more };
    const { checkout_session_id } = await must('POST /create-checkout', input);
    const payment = { checkout_session_id, payment_method: card() };
    return must('POST /complete-checkout', payment);
  };
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
  /** The same as events have it, which are stored: with the seed for the key. */
  const kept = async (license: { license_id: string }): Promise<Body> => {
    const sql =
      'SELECT key_seed FROM licenses WHERE store_id = :store_id AND license_id = :license_id';
    const { license_id } = license;
    const rows = await shop.db.reader({ store_id }).all<{ key_seed: string }>(sql, { license_id });
    return { ...license, license_key: rows[0]?.key_seed };
  };

  const advance = (by: string) => must('POST /advance-clock', { by });
  const payWith = (number: string, customer_id = 'ada') =>
    must('POST /update-payment-method', { customer_id, payment_method: card(number) });

  let seen = 0;
  /** What was told since the last look. */
  const told = async () => {
    const all = await shop.events(store_id);
    const fresh = all.slice(seen).map(({ type, data }) => ({ type, data }));
    seen = all.length;
    return fresh;
  };
  const toldTypes = async () => (await told()).map(({ type }) => type);

  return {
    key,
    store_id,
    ask,
    must,
    sell,
    plan,
    buy,
    newKey,
    activate,
    validate,
    deactivate,
    licenseOf,
    kept,
    advance,
    payWith,
    told,
    toldTypes,
  };
}

export type LicensedStore = Awaited<ReturnType<typeof openStore>>;

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
