import { getCustomer } from '../../../customers/get-customer.ts';
import { listCustomers } from '../../../customers/list-customers.ts';
import { html } from '../../shared/html.ts';
import { route } from '../../shared/router.ts';
import { card, dashboardPage, facts } from '../layout.ts';
import { listRoutes } from '../list.ts';
import type { Handler } from '../visit.ts';

const list = listRoutes({
  section: 'customers',
  path: '/customers',
  title: 'Customers',
  filters: [
    { name: 'query', label: 'Name or e-mail' },
    { name: 'email', label: 'Exact address' },
  ],
  columns: [
    {
      title: 'Customer',
      cell: ({ customer_id, name, email }, { address }) =>
        html`<a href="${address}/customers/${encodeURIComponent(customer_id)}">
        ${name || email || customer_id}</a>`,
      csv: ({ name }) => name,
    },
    { title: 'E-mail', cell: ({ email }) => email, csv: ({ email }) => email },
    {
      title: 'Identifier',
      cell: ({ customer_id }) => html`<code>${customer_id}</code>`,
      csv: ({ customer_id }) => customer_id,
    },
    {
      title: 'Since',
      cell: ({ created_at }, { words }) => words.day(created_at),
      csv: ({ created_at }) => created_at,
    },
  ],
  operation: listCustomers,
  empty: 'Whoever buys something is a customer, and is listed here.',
});

const showCustomer: Handler<{ customer_id: string }> = async (visit, _, parts) => {
  const customer_id = decodeURIComponent(parts.customer_id);
  const customer = await visit.ask(getCustomer, { customer_id });
  return dashboardPage(visit, {
    title: customer.name || customer.email || customer_id,
    section: 'customers',
    back: { at: `${visit.address}/customers`, name: 'Customers' },
    main: card(
      'Details',
      facts([
        ['E-mail', customer.email],
        ['Identifier', html`<code>${customer_id}</code>`],
        ['Since', visit.words.day(customer.created_at)],
      ]),
    ),
  });
};

export const customerRoutes = [...list, route('/customers/:customer_id', { GET: showCustomer })];
