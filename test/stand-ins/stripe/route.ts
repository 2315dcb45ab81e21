// An endpoint of the API: who may call it, what it takes, what it does.
import type { Shape } from './parameters.ts';
import { missing } from './refusals.ts';
import { type AccountData, type Context, dataOf } from './world.ts';

export interface Route {
  /** `POST /v1/payment_intents/:id/confirm` */
  call: string;
  /** What a restricted key needs; writing includes reading. */
  permission: string;
  /** What would do as well. */
  or?: string;
  /** Whether a page may call it with the publishable key: only of what it has the secret of? */
  with_publishable_key?: 'always' | 'with_secret';
  parameters: Shape<object>;
  /** Parameters that this version of the API no longer takes. */
  gone: string[];
  /** Throws what is refused, after nothing was changed unless the refusal says so. */
  handle(context: Context, parameters: object, id: string): object;
}

interface Declared<P> {
  call: string;
  permission: string;
  or?: string;
  with_publishable_key?: 'always' | 'with_secret';
  parameters: Shape<P>;
  gone?: string[];
  handle(context: Context, parameters: P, id: string): object;
}

/** The parameters that reach `handle` were checked against its own `parameters`. */
export const route = <P>(declared: Declared<P>): Route =>
  ({ gone: [], ...declared }) as unknown as Route;

type Kept = {
  [K in keyof AccountData]: AccountData[K] extends Map<string, { id: string }> ? K : never;
}[keyof AccountData];

type Item<K extends Kept> = AccountData[K] extends Map<string, infer T> ? T : never;

const NAMES: Partial<Record<Kept, string>> = {
  customers: 'customer',
  payment_methods: 'PaymentMethod',
  payment_intents: 'payment_intent',
  setup_intents: 'setupintent',
  confirmation_tokens: 'confirmation_token',
  domains: 'payment_method_domain',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  balance_transactions: 'balance transaction',
  sessions: 'checkout.session',
  events: 'event',
};

/** The object with this id, or Stripe's refusal, which knows of the other mode. */
export function find<K extends Kept>(context: Context, kept: K, id: string, param = 'id'): Item<K> {
  const { world, data } = context;
  const found = data[kept].get(id);
  if (found !== undefined) return found as Item<K>;
  const other = dataOf(world, data.seller.id, !data.livemode);
  const [here, there] = data.livemode ? ['live', 'test'] : ['test', 'live'];
  const hint = other[kept].has(id)
    ? `; a similar object exists in ${there} mode, but a ${here} mode key was used to make this request.`
    : '';
  throw missing(NAMES[kept] ?? kept, id, { param, hint });
}
