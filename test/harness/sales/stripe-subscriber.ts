import assert from 'node:assert/strict';
import { buyer, openHostedCounter, stripeSession } from './hosted-counter.ts';

const DAY_MINUTES = 24 * 60;

interface Card {
  number?: string;
  iban?: string;
  authenticate?: 'approve' | 'fail';
}

/** A store at the stand-in for Stripe that sells 20 EUR a month, and what its customers do. */
export async function openSubscriptions(terms: object = {}) {
  const plan = { name: 'Pro', currency: 'EUR', billing_type: 'recurring', ...terms };
  const counter = await openHostedCounter(plan);
  const { shop, store, control, openSession, goToStripe, back, pass, get, post } = counter;

  /** A customer who has bought it with this card at Stripe. */
  const subscribe = async (card: Card = {}) => {
    const { id, path, customer_id } = await openSession();
    const session = await goToStripe(path, buyer());
    await control.pay({ session, ...card });
    await back(path);
    const { subscription_id } = await counter.session(id);
    return { subscription_id, customer_id };
  };
  const passDays = async (days: number) => pass(days * DAY_MINUTES);
  const renewals = async (subscription_id: string): Promise<string[]> =>
    (await store.transactions(subscription_id))
      .filter(({ type }: { type: string }) => type === 'renewal')
      .map(({ status, decline_code }: { status: string; decline_code: string | null }) =>
        decline_code === null ? status : decline_code,
      );
  const tokenOf = async (customer_id: string): Promise<string> => {
    const sql = `SELECT card_token FROM payment_methods
      WHERE store_id = :store_id AND customer_id = :customer_id`;
    const reader = shop.db.reader({ store_id: store.store_id });
    const row = await reader.maybe<{ card_token: string }>(sql, { customer_id });
    return row?.card_token ?? '';
  };
  /** The saved card of a customer, as Stripe calls it. */
  const methodOf = async (customer_id: string): Promise<string> =>
    (await tokenOf(customer_id)).split('/').at(-1) ?? '';
  /** The seller deletes a customer in Stripe's dashboard, with the cards. */
  const deleteAtStripe = async (customer_id: string) => {
    const [customer = ''] = (await tokenOf(customer_id)).split('/');
    await control.deleteCustomer({ customer });
  };
  /** From now on the saved card behaves as the test card with this number. */
  const spoil = async (customer_id: string, number: string) =>
    control.changeHabit({ payment_method: await methodOf(customer_id), number });
  /** Opens the page where what is past due is paid, and presses the button. */
  const payNow = async (subscription_id: string) => {
    const { payment_url } = await store.get(subscription_id);
    assert.ok(payment_url, 'what is past due can be paid somewhere');
    const path = new URL(payment_url).pathname;
    const { status, headers, text } = await post(path, { attempt: `now${attempts++}` });
    assert.equal(status, 303, text);
    return { path, session: stripeSession(String(headers.location)) };
  };
  const portalOf = async (customer_id: string) => {
    const billing = await store.must('POST /create-customer-billing', { customer_id });
    return new URL(billing.portal_url).pathname;
  };
  return {
    ...counter,
    ...{ subscribe, passDays, renewals, methodOf, spoil, deleteAtStripe, payNow, portalOf, get },
  };
}

let attempts = 0;
