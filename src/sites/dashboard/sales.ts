import { customerRoutes } from './customers/customers.ts';
import { invoiceRoutes } from './invoices/invoices.ts';
import { paymentRoutes } from './payments/payments.ts';
import { searchRoutes } from './search/search.ts';

/** What is sold, and to whom. */
export const salesRoutes = [...customerRoutes, ...paymentRoutes, ...invoiceRoutes, ...searchRoutes];
