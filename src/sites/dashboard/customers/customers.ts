import { html } from '../../../platform/core/html.ts';
import { listCustomers } from '../../../shop/customers/list-customers.ts';
import { route } from '../../shared/router.ts';
import { actionRoutes } from '../action.ts';
import { csvColumn, dayColumn } from '../columns.ts';
import { listRoutes } from '../list.ts';
import { customerAddress } from '../record-link.ts';
import { emailText, identifierBelow } from '../text.ts';
import { balanceAction } from './balance.ts';
import { showCustomer } from './customer.ts';
import { balanceText } from './customer-view.ts';
import { editHandlers } from './edit.ts';
import { findCustomer } from './find-customer.ts';
import { portalAction, resendHandlers, revokeAction } from './portal.ts';

const list = listRoutes({
  section: 'customers',
  filters: [
    { name: 'query', label: 'Name, e-mail or identifier' },
    { name: 'email', label: 'Exact address' },
  ],
  orders: { oldest: 'Oldest first' },
  columns: [
    {
      title: 'Customer',
      wraps: true,
      cell: ({ customer_id, name, email }, visit) =>
        html`<a href="${customerAddress(visit, customer_id)}">
        ${name || email || customer_id}</a>
        ${identifierBelow(customer_id)}`,
      csv: ({ name }) => name,
    },
    {
      title: 'E-mail',
      wraps: true,
      cell: ({ email }) => email && emailText(email),
      csv: ({ email }) => email,
    },
    {
      title: 'Country',
      cell: ({ country }, { words }) => country && words.countryName(country),
      csv: ({ country }) => country,
    },
    {
      title: 'Balance',
      is_number: true,
      cell: balanceText,
      csv: ({ balances }) =>
        Object.entries(balances)
          .map(([currency, amount]) => `${amount} ${currency}`)
          .join(' '),
    },
    csvColumn('Identifier', 'customer_id'),
    dayColumn('Since', 'created_at'),
  ],
  operation: listCustomers,
  empty: 'Whoever buys something is a customer, and is listed here.',
});

const AT = '/customers/:customer_id';

export const customerRoutes = [
  ...list,
  route(AT, { GET: showCustomer }),
  route(`${AT}/edit`, editHandlers),
  ...actionRoutes(AT, findCustomer, [balanceAction, portalAction, revokeAction]),
  route(`${AT}/resend`, resendHandlers),
];
