import { customerRoutes } from './customers/customers.ts';
import { paymentRoutes } from './payments/payments.ts';

/** What is sold, and to whom. */
export const salesRoutes = [...customerRoutes, ...paymentRoutes];
