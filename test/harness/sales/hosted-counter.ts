import assert from 'node:assert/strict';
import { type StandIn, startStripe } from '../../stand-ins/stripe/stand-in.ts';
import { atEndOfFile } from '../endings.ts';
import { type ShopOptions, startShop } from '../shop.ts';
import { openCounter } from './buying.ts';
import { connectStripe } from './stripe-shop.ts';

const MINUTE_MS = 60_000;

/**
 * A product for 20 dollars in a store whose buyers pay on the page of the stand-in for Stripe. No
 * message of Stripe arrives unless a test releases it, so that each way to learn is tried alone.
 */
export async function openHostedCounter(terms: object = {}, options: ShopOptions = {}) {
  const stand_in = await startStripe();
  atEndOfFile(() => stand_in.stop());
  const { control } = stand_in;
  await control.webhooks({ held: true });
  let ahead_ms = 0;
  const shop = await startShop({
    clock: () => Date.now() + ahead_ms,
    stripe_api: stand_in.url,
    webhook_allow: ['127.0.0.0/8'],
    ...options,
  });
  const store = await shop.openStore(shop);
  await connectStripe(store, stand_in);
  const counter = await openCounter(shop, terms);

  /** Presses "Pay"; answers what the page of Stripe that it leads to is called. */
  const goToStripe = async (path: string, form: object = buyer()): Promise<string> => {
    const { status, headers, text } = await counter.post(`${path}/pay`, form);
    assert.equal(status, 303, text);
    return stripeSession(String(headers.location));
  };
  const back = (path: string) => counter.get(`${path}/return`);
  /** Time passes here, and nothing else happens. */
  const wait = (minutes: number) => {
    ahead_ms += minutes * MINUTE_MS;
  };
  /** Time passes, here and at Stripe, and the job does what is due. */
  const pass = async (minutes: number) => {
    wait(minutes);
    await control.advance({ seconds: minutes * 60 });
    await shop.runJob('due');
  };
  const transactions = async (checkout_session_id: string) =>
    (await store.must('GET /get-transactions', { checkout_session_id })).data;
  return {
    ...{ shop, stand_in, control, store, ...counter },
    goToStripe,
    back,
    wait,
    pass,
    transactions,
  };
}

let attempts = 0;

/** The form of our page, filled in. */
export const buyer = (more: object = {}) => ({
  ...{ attempt: `hosted${attempts++}`, email: 'ada@example.com', name: '', country: '' },
  consent: '1',
  ...more,
});

export function stripeSession(address: string): string {
  const [, session] = /\/c\/pay\/(cs_\w+)/.exec(address) ?? [];
  assert.ok(session, `${address} is a page of Stripe`);
  return session;
}

/** What Stripe took in all, in its smallest unit. */
export async function charged({ control }: StandIn, currency = 'usd'): Promise<number> {
  const { charged = 0, refunded = 0 } = (await control.books()).totals[currency] ?? {};
  return charged - refunded;
}
