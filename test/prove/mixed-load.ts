import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../harness/answer.ts';
import { cards } from '../harness/cast.ts';
import type { ProcessShop } from '../harness/process-shop.ts';
import type { Counter, Till, TillAnswer } from '../harness/sales/till.ts';

// What the customers of a shop do all the time, and what each of them was told: the first of the
// four records. Whoever gets no answer asks again with the same Idempotency-Key, at any process;
// some never do, and do not know what became of it.

export interface Act {
  /** Its Idempotency-Key. What it makes carries it too, so that it can be found again. */
  key: string;
  path: string;
  input: Record<string, unknown>;
  told: Pick<Answer, 'status' | 'body'> | undefined;
}

/** What the page of a session says that has expired here, or at the provider. */
const TOO_LATE = ['checkout_expired', 'payment_attempts', 'payment_declined'];

type Below = (below: number) => number;

export interface Offers {
  plain: string;
  licensed: string;
  /** Codes of which each may be used a few times only. */
  codes: string[];
}

const PAUSE_MS = 20;
export const SEATS = 3;
export const REDEMPTIONS_MAX = 4;

// What a shop may say to these customers, but for 200.
const REFUSALS: Record<string, string[]> = {
  '/create-checkout': ['coupon_exhausted'],
  '/complete-checkout': ['payment_declined', 'coupon_exhausted'],
  '/refund-transaction': ['nothing_to_refund', 'amount_too_large'],
  '/activate-license': ['activation_limit_reached', 'license_disabled'],
};
// A gateway that did not answer in time: asked again, the outcome is known.
const ASK_AGAIN = ['payment_unresolved', 'refund_unresolved'];

export class MixedLoad {
  readonly acts: Act[] = [];
  /** Subscriptions that somebody was told of. */
  readonly subscribed: { checkout_session_id: string; subscription_id: string }[] = [];
  /** Answers that nobody may get. */
  readonly odd: string[] = [];
  answers = 0;
  lost = 0;
  is_over = false;
  /** The processes that answer now. */
  readonly alive = new Set<ProcessShop>();
  readonly #instances: ProcessShop[];
  readonly #below: Below;
  readonly #offers: Offers;

  constructor(instances: ProcessShop[], below: Below, offers: Offers) {
    this.#instances = instances;
    this.#below = below;
    this.#offers = offers;
  }

  /** One buyer after another, until it is over. */
  async buy(name: string): Promise<void> {
    for (let at = 0; !this.is_over; at++) await this.#buyOnce(`${name}-${at}`);
  }

  async #buyOnce(customer_id: string): Promise<void> {
    const below = this.#below;
    if (below(3) === 0) await this.#ask('/create-customer', { customer_id, name: 'Ada' });
    const is_licensed = below(2) === 0;
    const coupon_code =
      below(3) === 0 ? this.#offers.codes[below(this.#offers.codes.length)] : null;
    const opened = await this.#ask('/create-checkout', {
      product_id: is_licensed ? this.#offers.licensed : this.#offers.plain,
      ...{ quantity: 1 + below(2), customer_id, coupon_code },
    });
    const checkout_session_id = opened?.body.checkout_session_id;
    if (checkout_session_id === undefined) return;
    const pay = (payment_method: object) =>
      this.#ask('/complete-checkout', { checkout_session_id, payment_method });
    let paid = await pay(below(5) === 0 ? cards.declined : cards.pays);
    if (paid?.status === 400 && below(2) === 0) paid = await pay(cards.pays);
    if (paid?.status !== 200) return;
    for (const license_key of paid.body.license_keys) await this.#use(license_key);
    const { transaction_id } = paid.body;
    if (below(3) === 0) await this.#ask('/refund-transaction', { transaction_id, amount: 3 });
    if (below(8) === 0) await this.#ask('/refund-transaction', { transaction_id });
  }

  /** One machine more than there are seats, with one given back on the way or not. */
  async #use(license_key: string): Promise<void> {
    for (let machine = 0; machine <= SEATS && !this.is_over; machine++) {
      const input = { license_key, instance_name: 'A machine', fingerprint: `m${machine}` };
      const taken = await this.#ask('/activate-license', input);
      if (taken?.status !== 200 || this.#below(4) > 0) continue;
      const { instance_id } = taken.body.instance;
      await this.#ask('/deactivate-license', { license_key, instance_id });
    }
  }

  /** Buys plans, each for a new customer, and pays where the provider has its own process. */
  async subscribe({ plan_id, count, till, counter }: Subscribing): Promise<void> {
    for (let at = 0; this.subscribed.length < count && !this.is_over; at++) {
      const session = { product_id: plan_id, quantity: 1, customer_id: `s${at}` };
      const headers = { 'idempotency-key': `subscribe-${at}` };
      const opened = await this.#insist(() => counter.post('/create-checkout', session, headers));
      const { checkout_session_id } = opened.body;
      const paid = await this.#insist(() => till.pay(checkout_session_id, { key: `pay${at}` }));
      const { subscription_id } = paid.body;
      if (paid.status === 200) this.subscribed.push({ checkout_session_id, subscription_id });
    }
  }

  /** Nobody asks where no process is, and everybody thinks before asking. */
  async #untilAlive(): Promise<void> {
    while (this.alive.size === 0) await setTimeout(5);
    await setTimeout(this.#below(PAUSE_MS));
  }

  /** Until it is done, or too late for that because days have passed meanwhile. */
  async #insist(ask: () => Promise<TillAnswer>): Promise<TillAnswer> {
    for (;;) {
      await this.#untilAlive();
      const answer = await ask().catch(() => undefined);
      const is_late = TOO_LATE.includes(answer?.body?.error?.code);
      if (answer && (answer.status === 200 || is_late)) return answer;
      await setTimeout(20 + this.#below(30));
    }
  }

  /** Any process that lives, or was alive a moment ago. */
  instance(): ProcessShop {
    const among = this.#below(10) > 0 ? [...this.alive] : this.#instances;
    const found = among[this.#below(among.length)] ?? this.#instances[0];
    if (!found) throw new Error('there is no process');
    return found;
  }

  async #ask(path: string, input: Record<string, unknown>): Promise<Act['told']> {
    const key = `act-${this.acts.length}`;
    const act: Act = { key, path, input: marked(path, input, key), told: undefined };
    this.acts.push(act);
    const gives_up = this.#below(8) === 0;
    for (;;) {
      const headers = { 'idempotency-key': key };
      await this.#untilAlive();
      const answer = await this.instance()
        .call(path, act.input, headers)
        .catch(() => undefined);
      this.answers += 1;
      if (answer && !this.#mustAskAgain(act, answer)) {
        act.told = { status: answer.status, body: answer.body };
        return act.told;
      }
      this.lost += 1;
      if (gives_up) return undefined;
      await setTimeout(5 + this.#below(30));
    }
  }

  #mustAskAgain({ path, key }: Act, { status, body }: NonNullable<Act['told']>): boolean {
    const code = body?.error?.code;
    if (status === 500 && ASK_AGAIN.includes(code)) return true;
    const is_right = status === 200 || (status === 400 && REFUSALS[path]?.includes(code));
    if (!is_right) this.odd.push(`${path} (${key}) was answered ${status} ${code}`);
    return false;
  }
}

interface Subscribing {
  plan_id: string;
  count: number;
  till: Till;
  counter: Counter;
}

/** What an act makes is found by its key. */
function marked(path: string, input: Record<string, unknown>, key: string) {
  if (path === '/create-checkout') return { ...input, metadata: { act: key } };
  if (path === '/refund-transaction') return { ...input, reason: key };
  return input;
}
