import { Currency, Line, OptionalOrNull } from '../../platform/core/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import { AMOUNT_MAX, maxMinor, toMinor } from '../../platform/core/money.ts';
import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { changeBalance, insertAdjustment, lockBalance } from './balance.sql.ts';
import { Customer, showCustomer } from './customer.rules.ts';
import { findCustomer, lockCustomer } from './customer.sql.ts';

export const adjustCustomerBalance = operation({
  method: 'POST',
  path: '/adjust-customer-balance',
  summary: "Give a customer credit, or take from the customer's balance",
  description:
    'A balance above 0 is used by the next payments in that currency; below 0 it is owed, and ' +
    'collected with the next payment. Send an Idempotency-Key: two calls adjust twice.',
  scope: 'full',
  input: Type.Object({
    customer_id: CustomerId,
    amount: Type.Number({
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      description: 'Added to the balance; below 0, taken from it',
      examples: [10],
    }),
    currency: Currency,
    reason: OptionalOrNull(
      Line(500, {
        description: 'Why, for your own records',
        examples: ['An apology for the outage'],
      }),
    ),
  }),
  output: Customer,
  errors: ['customer_not_found', 'amount_too_large'],
  example: { customer_id: 'user_42', amount: 10, currency: 'USD', reason: 'An apology' },
  check({ amount, currency }) {
    if (amount === 0) return [{ param: 'amount', code: 'too_small', message: 'must not be 0' }];
    if (amount === undefined || currency === undefined) return [];
    if (toMinor(amount, currency.toUpperCase()) !== undefined) return [];
    const message = `has more decimals than ${currency.toUpperCase()} has`;
    return [{ param: 'amount', code: 'too_many_decimals', message }];
  },
  async write({ input, tx, now, emit, audit, refuse }) {
    const { customer_id, reason = null } = input;
    const currency = input.currency.toUpperCase();
    const amount_minor = toMinor(input.amount, currency) ?? 0;
    const locked = await lockCustomer(tx, customer_id);
    if (!locked) throw refuse('customer_not_found');
    const before = showCustomer(locked.customer, locked.billing);
    const account = { customer_id, currency };
    const balance_after_minor = (await lockBalance(tx, account)) + amount_minor;
    if (Math.abs(balance_after_minor) > maxMinor(currency)) {
      const message = 'makes the balance too large';
      throw refuse('amount_too_large', [{ param: 'amount', code: 'amount_too_large', message }]);
    }
    await changeBalance(tx, { ...account, change_minor: amount_minor, now });
    const adjustment_id = newId('adj', now);
    const made = { adjustment_id, amount_minor, balance_after_minor, created_at: now };
    await insertAdjustment(tx, { ...account, ...made, reason });
    const found = await findCustomer(tx, customer_id);
    if (!found) throw refuse('customer_not_found');
    const record = showCustomer(found.customer, found.billing);
    audit({ target: customer_id, before, after: { ...record, balance_reason: reason } });
    emit('customer.updated', record);
    return record;
  },
});
