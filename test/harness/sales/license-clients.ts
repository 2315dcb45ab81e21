import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '../../../src/care/verify/verify.ts';
import type { Answer } from '../answer.ts';
import { cards } from '../cast.ts';
import type { Shop } from '../shop.ts';

// What buyers and applications do with licenses, over HTTPS.

interface Offer {
  activation_limit?: number | null;
  valid_days?: number | null;
  certificate_days?: number;
  /** A plan with this interval, instead of one payment. */
  interval?: 'day' | 'week' | 'month' | 'year';
  quantity?: number;
  payment_method?: object;
}

export interface Bought {
  license_id: string;
  license_key: string;
  product_id: string;
  customer_id: string;
  transaction_id: string;
  /** Empty for a one-time purchase. */
  subscription_id: string;
  checkout_session_id: string;
}

let customers = 0;

/** One client of one store. */
export class LicenseClient {
  readonly shop: Shop;
  readonly key: string;
  readonly store_id: string;

  constructor(shop: Shop, store: { api_key: string; store_id: string } = shop) {
    this.shop = shop;
    this.key = store.api_key;
    this.store_id = store.store_id;
  }

  call(operation: string, input: object = {}, idempotency_key?: string): Promise<Answer> {
    const headers: Record<string, string> =
      idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key };
    return this.shop.call(operation, input, { key: this.key, headers });
  }

  async must(operation: string, input: object = {}): Promise<Answer['body']> {
    const answer = await this.call(operation, input);
    assert.equal(answer.status, 200, `${operation} ${answer.text}`);
    return answer.body;
  }

  async openSession({ quantity = 1, interval, ...terms }: Offer): Promise<string> {
    const { activation_limit = null, valid_days = null, certificate_days = 30 } = terms;
    const { product_id } = await this.must('POST /create-product', {
      name: 'Editor',
      description: '',
      price: 20,
      currency: 'USD',
      license: { activation_limit, valid_days, certificate_days },
      ...(interval && { billing_type: 'recurring', billing_interval: interval }),
    });
    const session = { product_id, quantity, customer_id: `buyer_${customers++}` };
    return (await this.must('POST /create-checkout', session)).checkout_session_id;
  }

  async buy(offer: Offer = {}): Promise<Bought> {
    const checkout_session_id = await this.openSession(offer);
    const { payment_method = cards.pays } = offer;
    const paid = await this.must('POST /complete-checkout', {
      checkout_session_id,
      payment_method,
    });
    const { product_id, customer_id, transaction_id, subscription_id } = paid;
    const { data } = await this.must('GET /list-licenses', { customer_id });
    assert.equal(data.length, 1, 'one license for one purchase');
    const [{ license_id, license_key }] = data;
    assert.deepEqual(paid.license_keys, [license_key]);
    const bought = { license_id, license_key, product_id, customer_id, transaction_id };
    return { ...bought, subscription_id: subscription_id ?? '', checkout_session_id };
  }

  activate(license_key: string, more: object = {}, idempotency_key?: string): Promise<Answer> {
    const input = { license_key, instance_name: 'A machine', ...more };
    return this.call('POST /activate-license', input, idempotency_key);
  }

  deactivate(license_key: string, instance_id: string): Promise<Answer> {
    return this.call('POST /deactivate-license', { license_key, instance_id });
  }

  validate(license_key: string, more: object = {}): Promise<Answer> {
    return this.call('POST /validate-license', { license_key, ...more });
  }

  async license(license_id: string): Promise<Answer['body']> {
    const { data } = await this.must('GET /list-licenses', { license_id });
    return data[0];
  }

  /** The live instances, sorted. Checks that the record and the rows agree. */
  async live(license_id: string): Promise<string[]> {
    const sql = `SELECT instance_id FROM license_instances WHERE store_id = :store_id
      AND license_id = :license_id ORDER BY instance_id`;
    const reader = this.shop.db.reader({ store_id: this.store_id });
    const rows = await reader.all<{ instance_id: string }>(sql, { license_id });
    const kept = rows.map(({ instance_id }) => instance_id);
    const { activation_usage, instances } = await this.license(license_id);
    assert.equal(activation_usage, kept.length, 'usage is the number of live instances');
    const shown = instances.map((one: { instance_id: string }) => one.instance_id);
    assert.deepEqual(shown.sort(), kept.slice(-100));
    return kept;
  }

  /** What happened to one license, in order. */
  async story(license_id: string): Promise<string[]> {
    const events = await this.shop.events(this.store_id);
    return events
      .filter(({ type, data }) => type.startsWith('license.') && isOf(data, license_id))
      .map(({ type }) => type.slice('license.'.length));
  }
}

const isOf = (data: object, license_id: string): boolean =>
  'license_id' in data && data.license_id === license_id;

/** A short name for an answer: `200`, or its error code. */
export const kindOf = ({ status, body }: Answer): string => body?.error?.code ?? String(status);

export const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** How many answers there were of each kind. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[kindOf(answer)] = (counts[kindOf(answer)] ?? 0) + 1;
  return counts;
}

export async function assertRight({ db }: Shop): Promise<void> {
  const checks = await verify(db, { progress: () => {} });
  assert.deepEqual(
    checks.flatMap(({ violations }) => violations),
    [],
  );
}

/** Everything a shop has stored, as texts: rows, database files, the log. */
export async function everythingKept(shop: Shop): Promise<string[]> {
  const { data_dir } = shop.place;
  const files = readdirSync(data_dir).filter((name) => name.startsWith('kassa.db'));
  const bytes = files.map((name) => readFileSync(join(data_dir, name), 'latin1'));
  return [await shop.everything(), shop.log_lines.join('\n'), ...bytes];
}

/** Random numbers: the same for the same seed. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
