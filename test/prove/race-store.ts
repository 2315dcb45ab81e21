import { cards } from '../harness/cast.ts';
import type { ProcessShop } from '../harness/process-shop.ts';

type Told = Awaited<ReturnType<ProcessShop['call']>>;
type Body = Told['body'];

export const CALLERS = 64;

/** A store that many callers use at once, through all processes of a shop. */
export class RaceStore {
  readonly store_id: string;
  readonly below: (below: number) => number;
  requests = 0;
  /** Answers that nobody may get. */
  readonly odd: string[] = [];
  readonly #shop: ProcessShop;
  readonly #instances: ProcessShop[];
  readonly #api_key: string;

  constructor(
    shop: ProcessShop,
    instances: ProcessShop[],
    own: { store_id: string; api_key: string },
    below: (below: number) => number,
  ) {
    this.#shop = shop;
    this.#instances = instances;
    this.#api_key = own.api_key;
    this.store_id = own.store_id;
    this.below = below;
  }

  #instance(): ProcessShop {
    return this.#instances[this.requests++ % this.#instances.length] ?? this.#shop;
  }

  async ask(path: string, input: object, headers: Record<string, string> = {}): Promise<Told> {
    const key = { 'x-api-key': this.#api_key, ...headers };
    const answer = await this.#instance().call(path, input, key);
    if (answer.status >= 500) this.#isOdd(`${path} ${answer.body?.error?.code}`, answer.body);
    return answer;
  }

  /** The first of each kind: how many there were is in what the race counts. */
  #isOdd(kind: string, body: Body): void {
    if (this.odd.some((text) => text.startsWith(`${kind}: `))) return;
    this.odd.push(`${kind}: ${JSON.stringify(body)}`);
  }

  async must(path: string, input: object): Promise<Body> {
    const { status, body } = await this.ask(path, input);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  }

  async get(path: string): Promise<Body> {
    return (await this.#instance().get(path, { 'x-api-key': this.#api_key })).body;
  }

  /** All of them at the same instant, in an order that the seed chooses. */
  async atOnce(calls: (() => Promise<Told>)[]): Promise<Told[]> {
    const mixed = calls
      .map((call) => ({ call, place: this.below(1_000_000) }))
      .toSorted((one, other) => one.place - other.place);
    return Promise.all(mixed.map(({ call }) => call()));
  }

  /** 64 times the same, or the same in 64 variants. */
  everybody(call: (at: number) => Promise<Told>): Promise<Told[]> {
    return this.atOnce(Array.from({ length: CALLERS }, (_, at) => () => call(at)));
  }

  rows<Row>(sql: string): Promise<Row[]> {
    return this.#shop.rows<Row>(`${sql} AND store_id = '${this.store_id}'`);
  }

  async count(sql: string): Promise<number> {
    const [row] = await this.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`);
    return Number(row?.n ?? 0);
  }

  async product(more: object = {}): Promise<string> {
    const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
    return (await this.must('/create-product', { ...product, ...more })).product_id;
  }

  plan(price = 20, more: object = {}): Promise<string> {
    return this.product({ name: 'Plan', price, billing_type: 'recurring', ...more });
  }

  async open(product_id: string, more: object = {}): Promise<string> {
    const session = { product_id, quantity: 1, customer_id: 'ada', ...more };
    return (await this.must('/create-checkout', session)).checkout_session_id;
  }

  pay(checkout_session_id: string, headers: Record<string, string> = {}): Promise<Told> {
    const payment = { checkout_session_id, payment_method: cards.pays };
    return this.ask('/complete-checkout', payment, headers);
  }

  async buy(product_id: string, more: object = {}): Promise<Body> {
    const { status, body } = await this.pay(await this.open(product_id, more));
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }
}

/** How many answers there were of each kind: `200`, or the code of a refusal. */
export function tally(answers: Told[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = body?.error?.code ?? `${status}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).toSorted());
}
