import { newId } from '../../src/platform/core/ids.ts';
import type { StoreTx } from '../../src/platform/operation/work.ts';
import { addCustomer } from '../../src/shop/customers/add-customer.ts';
import { newCustomer } from '../../src/shop/customers/customer.rules.ts';
import { issueLicense } from '../../src/shop/licenses/issue-license.ts';
import { insertInstance, takeSeat } from '../../src/shop/licenses/license.sql.ts';
import { pending_defaults } from '../../src/shop/money/transactions/pending-transaction.rules.ts';
import { insertTransaction } from '../../src/shop/money/transactions/transaction.sql.ts';

const CUSTOMERS = 1_000;

/** The fingerprint of the one machine that each license is in use on. */
export const FINGERPRINT = 'machine';

/** Adds the customers who have bought everything in the filled shop. */
export async function addCustomers(inside: StoreTx): Promise<void> {
  const { now } = inside;
  for (let at = 0; at < CUSTOMERS; at++) {
    await addCustomer(inside, newCustomer({}, { customer_id: `known_${at}`, now }));
  }
}

interface AddedLicense {
  product_id: string;
  at: number;
  seen_at: number;
  machines?: number;
}

/** Adds a license that is in use on one machine or more. Returns its key. */
export async function addLicense(
  inside: StoreTx,
  { product_id, at, seen_at, machines = 1 }: AddedLicense,
): Promise<string> {
  const { tx, now, services } = inside;
  const customer_id = `known_${at % CUSTOMERS}`;
  const transaction_id = newId('txn', now);
  await insertTransaction(tx, {
    ...pending_defaults,
    transaction_id,
    type: 'purchase',
    status: 'paid',
    customer_id,
    product_id,
    checkout_session_id: null,
    quantity: 1,
    subtotal_minor: 0,
    discount_minor: 0,
    tax_minor: 0,
    total_minor: 0,
    currency: 'USD',
    lines: '[]',
    metadata: '{}',
    request_key: null,
    next_attempt_at: null,
    created_at: now,
    settled_at: now,
  });
  const terms = { activation_limit: null, valid_days: null, certificate_days: 30 };
  const bought = { product_id, customer_id, transaction_id, subscription_id: null, quantity: 1 };
  const { license_id, key_seed } = await issueLicense(inside, { ...bought, terms });
  for (let machine = 0; machine < machines; machine++) {
    await takeSeat(tx, { license_id, now });
    await insertInstance(tx, {
      instance_id: newId('inst', now),
      license_id,
      instance_name: 'Machine',
      fingerprint: machine === 0 ? FINGERPRINT : `crowd_${machine}`,
      activated_at: now,
      last_validated_at: seen_at,
    });
  }
  return services.licensing.revealKey(key_seed);
}
