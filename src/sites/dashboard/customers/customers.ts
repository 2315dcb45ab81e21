import { html } from '../../../platform/core/html.ts';
import { createPaymentLink } from '../../../shop/checkout/links/create-payment-link.ts';
import { listCustomers } from '../../../shop/customers/list-customers.ts';
import { route } from '../../shared/router.ts';
import { actionRoutes } from '../action.ts';
import { csvColumn, whenColumn } from '../columns.ts';
import { listRoutes } from '../list.ts';
import { customerAddress } from '../record-link.ts';
import { emailText } from '../text.ts';
import { balanceAction } from './balance.ts';
import { showCustomer } from './customer.ts';
import { balanceText } from './customer-view.ts';
import { editHandlers } from './edit.ts';
import { findCustomer } from './find-customer.ts';
import { portalAction, resendHandlers, revokeAction } from './portal.ts';

const list = listRoutes({
  section: 'customers',
  filters: [
    { name: 'query', label: 'Name, e-mail or identifier', in_sight: true },
    { name: 'email', label: 'Exact address' },
  ],
  orders: { oldest: 'Oldest first' },
  columns: [
    {
      ...{ title: 'Customer', place: 'who', wraps: true },
      cell: ({ customer_id, name, email }, visit) =>
        html`<a href="${customerAddress(visit, customer_id)}">${emailText(
          name || email || customer_id,
        )}</a>${name && email && html`<span class="below quiet" title="${email}">${email}</span>`}`,
      csv: ({ name }) => name,
    },
    whenColumn('Since', 'created_at'),
    csvColumn('E-mail', 'email'),
    {
      ...{ title: 'Country', place: 'what' },
      cell: ({ country }, { words }) => country && words.countryName(country),
      csv: ({ country }) => country,
    },
    {
      ...{ title: 'Balance', place: 'amount', is_number: true },
      cell: balanceText,
      csv: ({ balances }) =>
        Object.entries(balances)
          .map(([currency, amount]) => `${amount} ${currency}`)
          .join(' '),
    },
    csvColumn('Identifier', 'customer_id'),
  ],
  operation: listCustomers,
  empty: {
    title: 'Your customers will be here',
    text: 'Whoever buys something is a customer from then on, with what they bought.',
    step: {
      label: 'Create a payment link',
      path: '/payment-links/new',
      operation: createPaymentLink,
    },
  },
});

const AT = '/customers/:customer_id';

export const customerRoutes = [
  ...list,
  route(AT, { GET: showCustomer }),
  route(`${AT}/edit`, editHandlers),
  ...actionRoutes(AT, findCustomer, [balanceAction, portalAction, revokeAction]),
  route(`${AT}/resend`, resendHandlers),
];
