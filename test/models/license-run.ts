import { card, DECLINES_LATER, mistyped, UNKNOWN_KEY } from '../harness/cast.ts';
import { LicenseClient, many, random } from '../harness/sales/license-clients.ts';
import { seed, times } from '../harness/seed.ts';
import { type Shop, START } from '../harness/shop.ts';
import { LicenseModel } from './license-model.ts';

// Random actions on several licenses of one store, each compared with its model.

export const RUNS = times('LICENSE_RUNS', 10, 75);
const SEED = seed('LICENSE_SEED');
const STORES_AT_ONCE = 6;
const MINUTE_MS = 60_000;

const KINDS = [
  { unit_limit: 1, quantity: 1, valid_days: null },
  { unit_limit: 2, quantity: 2, valid_days: 30 },
  { unit_limit: null, quantity: 3, valid_days: null },
  { unit_limit: 3, quantity: 1, valid_days: 7 },
  { unit_limit: 1, quantity: 2, valid_days: null, interval: 'week', is_paid: true },
  { unit_limit: 3, quantity: 1, valid_days: null, interval: 'week', is_paid: false },
  { unit_limit: null, quantity: 1, valid_days: 45, interval: 'month', is_paid: true },
] as const;

export const MACHINES = ['red', 'green', 'blue', 'größer', null, null];

/** Ways in which people type a key. */
const TYPED: ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toLowerCase(),
  (key) => ` ${key.replaceAll('-', ' ')}\t`,
  (key) => key.slice('KASSA-'.length).replaceAll('0', 'o').replaceAll('1', 'l'),
  (key) => key.replaceAll('-', '–').replaceAll('V', 'u').replaceAll('1', 'I'),
];

/** How often each thing happened. */
export const seen: Record<string, number> = {};
export const saw = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

/** Plays every run in its own store, several at a time. A failure shows the log of its run. */
export async function playAll<Run extends LicenseRun>(
  shop: Shop,
  make: (...given: ConstructorParameters<typeof LicenseRun>) => Run,
  play: (run: Run) => Promise<void>,
  count = RUNS,
): Promise<Run[]> {
  console.log(`seed ${SEED}: LICENSE_SEED=${SEED} repeats these`);
  const runs: Run[] = [];
  const waiting = many(count, (at) => at).values();
  const work = async () => {
    for (const at of waiting) {
      const client = new LicenseClient(shop, await shop.makeStore('test'));
      const run = make(client, random(SEED + at * 7919));
      runs.push(run);
      await run.open();
      await play(run).catch((error) => {
        throw Object.assign(error, { message: `${error.message}\n${run.log.join('\n')}` });
      });
    }
  };
  await Promise.all(many(STORES_AT_ONCE, work));
  return runs;
}

export class LicenseRun {
  now = START;
  log: string[] = [];
  licenses: LicenseModel[] = [];
  readonly client: LicenseClient;
  readonly next: (below: number) => number;

  constructor(client: LicenseClient, next: (below: number) => number) {
    this.client = client;
    this.next = next;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.next(from.length)] as T;
  }

  async open(): Promise<void> {
    const first = this.next(KINDS.length);
    for (let at = 0; at < 4; at++) {
      const kind = KINDS[(first + at * 2) % KINDS.length] as (typeof KINDS)[number];
      const { unit_limit: activation_limit, valid_days, quantity } = kind;
      const plan = 'interval' in kind ? { interval: kind.interval } : {};
      const offer = { activation_limit, valid_days, quantity, ...plan };
      const { checkout_session_id: _, ...bought } = await this.client.buy(offer);
      if ('is_paid' in kind && !kind.is_paid) {
        const payment_method = card(DECLINES_LATER);
        const { customer_id } = bought;
        await this.client.must('POST /update-payment-method', { customer_id, payment_method });
      }
      const subscription_id = bought.subscription_id || null;
      const model = new LicenseModel({ ...bought, subscription_id }, kind, this.now);
      this.licenses.push(model);
      await this.look(model);
    }
  }

  /** Reads the subscription of a license, which this model does not compute. */
  async look(model: LicenseModel): Promise<void> {
    const { subscription_id } = model.bought;
    if (subscription_id === null) return;
    model.subscription = await this.client.must('GET /get-subscription', { subscription_id });
    saw(`is ${model.subscription?.status}`);
  }

  /** A key as somebody types it, and the error code that it must get, if any. */
  typed(model: LicenseModel): { license_key: string; no: string | undefined } {
    const type = this.pick(TYPED);
    const old = this.pick(model.old_keys);
    const kind = this.next(12);
    if (kind === 0) return { license_key: type(mistyped(model.key)), no: 'license_key_mistyped' };
    if (kind === 1) return { license_key: type(UNKNOWN_KEY), no: 'license_not_found' };
    if (kind === 2 && old) return { license_key: type(old), no: 'license_not_found' };
    return { license_key: type(model.key), no: undefined };
  }

  async wait(): Promise<void> {
    const by_ms = (1 + this.next(this.pick([60, 1_440, 10_080, 20_160]))) * MINUTE_MS;
    const to = new Date(this.now + by_ms).toISOString();
    await this.client.must('POST /advance-clock', { to });
    this.now += by_ms;
    this.log.push(`clock ${to}`);
    for (const model of this.licenses) await this.look(model);
  }
}
