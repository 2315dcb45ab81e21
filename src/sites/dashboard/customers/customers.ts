import { html } from '../../../platform/core/html.ts';
import { listCustomers } from '../../../shop/customers/list-customers.ts';
import { route } from '../../shared/router.ts';
import { csvColumn, dayColumn } from '../columns.ts';
import { listRoutes } from '../list.ts';
import { customerAddress } from '../record-link.ts';
import { emailText, identifierBelow } from '../text.ts';
import { balanceHandlers } from './balance.ts';
import { showCustomer } from './customer.ts';
import { balanceText } from './customer-view.ts';
import { editHandlers } from './edit.ts';
import { portalHandlers, resendHandlers, revokeHandlers } from './portal.ts';

const list = listRoutes({
  section: 'customers',
  filters: [
    { name: 'query', label: 'Name, e-mail or identifier' },
    { name: 'email', label: 'Exact address' },
  ],
  orders: [{ value: 'oldest', label: 'Oldest first' }],
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

export const customerRoutes = [
  ...list,
  route('/customers/:customer_id', { GET: showCustomer }),
  route('/customers/:customer_id/edit', editHandlers),
  route('/customers/:customer_id/balance', balanceHandlers),
  route('/customers/:customer_id/portal', portalHandlers),
  route('/customers/:customer_id/revoke-links', revokeHandlers),
  route('/customers/:customer_id/resend', resendHandlers),
];
