import { newId } from '../../platform/core/ids.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { addCustomer } from '../customers/add-customer.ts';
import { newCustomer } from '../customers/customer.rules.ts';
import { findCustomer, lockCustomer } from '../customers/customer.sql.ts';
import { addressOf, lockAddress } from '../customers/guest-address.sql.ts';
import { hadTrial } from '../subscriptions/subscription.sql.ts';
import { type Buyer, billedTo } from './buyer.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';
import { findFirstCustomer, hadTrialByAddress, hasMore } from './guest.sql.ts';
import type { Payer } from './payer.rules.ts';

/*
 * A guest is somebody who has typed an e-mail address, and nobody knows whether it is theirs. They
 * may buy for the customer with that address, but see, use and change nothing that the customer has.
 */

/** Whether a customer has had a trial of a plan, or somebody with the same address. */
export async function hadTrialAlready(
  reader: Reader,
  { customer_id, plan_id }: { customer_id: string; plan_id: string },
): Promise<boolean> {
  const email_folded = await addressOf(reader, customer_id);
  return email_folded === null
    ? hadTrial(reader, { customer_id, plan_id })
    : hadTrialByAddress(reader, { email_folded, plan_id });
}

/**
 * Whether the payer has had a trial of the plan, or somebody with the same address; two who ask at
 * the same time take turns.
 */
export async function isTrialUsed(tx: Tx, payer: Payer, plan_id: string): Promise<boolean> {
  const is_named = 'customer_id' in payer;
  const known = is_named ? await addressOf(tx, payer.customer_id) : null;
  const email_folded = known ?? payer.email_folded;
  // First, as guests do, who then refer to the customer.
  if (email_folded !== null) await lockAddress(tx, email_folded);
  if (is_named) await lockCustomer(tx, payer.customer_id);
  if (email_folded !== null && (await hadTrialByAddress(tx, { email_folded, plan_id })))
    return true;
  return is_named && (await hadTrial(tx, { customer_id: payer.customer_id, plan_id }));
}

/** Whom a purchase belongs to. */
interface Owner {
  customer_id: string;
  /** Whom its invoice is made out to (BilledTo), as JSON; null: the customer. */
  billed_to: string | null;
}

/**
 * The customer of a payment that begins. A guest buys for the first customer with their address, and
 * the invoice is made out to what they typed. A subscription gets a customer of its own if somebody
 * has the address already: it would be renewed with that customer's card and credit.
 */
export async function findOwner(
  context: StoreTx,
  { checkout, payer, buyer }: { checkout: CheckoutRow; payer: Payer; buyer: Buyer | undefined },
): Promise<Owner> {
  if ('customer_id' in payer) return { customer_id: payer.customer_id, billed_to: null };
  const { tx, now } = context;
  const { email, email_folded } = payer;
  await lockAddress(tx, email_folded);
  const made = await madeBefore(tx, checkout, email_folded);
  if (made !== undefined) return { customer_id: made, billed_to: null };
  const known = checkout.billing_interval === null && (await findFirstCustomer(tx, email_folded));
  if (known) return { customer_id: known, billed_to: billedTo({ ...buyer, email }) };
  const fresh = newCustomer({ email }, { customer_id: newId('cus', now), now });
  const { customer_id } = await addCustomer(context, fresh);
  return { customer_id, billed_to: null };
}

/**
 * The customer whom an earlier payment of this session, which was declined, has made for this
 * address; not if somebody has bought for them since, because then they have more than this.
 */
async function madeBefore(
  tx: Tx,
  { customer_id, checkout_session_id }: CheckoutRow,
  email_folded: string,
): Promise<string | undefined> {
  const made = customer_id === null ? undefined : await findCustomer(tx, customer_id);
  if (customer_id === null || made?.customer.email_folded !== email_folded) return undefined;
  return (await hasMore(tx, { customer_id, checkout_session_id })) ? undefined : customer_id;
}
