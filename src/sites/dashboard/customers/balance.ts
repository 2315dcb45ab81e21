import { refuseParameter } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import { fromMinor, toMinor } from '../../../platform/core/money.ts';
import { adjustCustomerBalance } from '../../../shop/customers/adjust-customer-balance.ts';
import type { Action } from '../action.ts';
import { currencyChoices } from '../choices.ts';
import { field } from '../field.ts';
import type { ShownCustomer } from './customer-view.ts';
import { customerName } from './find-customer.ts';

const fields = {
  amount: field.money({
    may_be_negative: true,
    label: 'Amount',
    hint: 'Given to the customer; with a minus, taken from the balance',
  }),
  currency: field.choice({ label: 'Currency', choices: currencyChoices }),
  reason: field.optionalText({ label: 'Reason', hint: 'For your own records' }),
};

export const balanceAction: Action<ShownCustomer, typeof fields> = {
  operation: adjustCustomerBalance,
  name: 'balance',
  title: (customer) => `Credit for ${customerName(customer)}`,
  refused: 'The balance was not changed',
  fields: () => fields,
  filled: ({ balances }) => ({ currency: Object.keys(balances)[0] ?? 'EUR' }),
  intro: () => 'Credit is used by the next payments in its currency, before the card is charged.',
  explain: ({ words }, customer, { amount, currency }) => {
    const change = toMinor(amount, currency);
    const before = toMinor(customer.balances[currency] ?? 0, currency) ?? 0;
    if (change === undefined || change === 0) {
      throw refuseParameter('amount', `must be an amount of ${currency} other than 0`);
    }
    const sum = words.money(Math.abs(change), currency);
    const after = words.amount(fromMinor(before + change, currency), currency);
    return {
      text: html`<p class="sum"><strong>${sum}</strong></p>
<ul><li>is ${change < 0 ? 'taken from the balance of' : 'given to'}
<strong>${customerName(customer)}</strong>.</li>
<li>The balance is ${after} then. It is used by the next payments in ${currency}.</li>
<li>The same amount with the opposite sign undoes it, as long as it was not used.</li></ul>`,
      button: change < 0 ? `Take ${sum}` : `Give ${sum}`,
    };
  },
  act: (visit, { customer_id }, { amount, currency, reason }, once) =>
    visit.ask(adjustCustomerBalance, { customer_id, amount, currency, reason }, once),
};
