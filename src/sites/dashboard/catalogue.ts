import { discountRoutes } from './discount-codes/discount-codes.ts';
import { paymentLinkRoutes } from './payment-links/payment-links.ts';
import { productRoutes } from './products/products.ts';
import { brandRoutes } from './settings/brand.ts';
import { invoicingRoutes } from './settings/invoicing.ts';
import { mailRoutes } from './settings/mail.ts';
import { providerRoutes } from './settings/provider.ts';
import { rulesRoutes } from './settings/rules.ts';
import { taxRoutes } from './taxes/taxes.ts';

/** What the store sells, and how it is set up. */
export const catalogueRoutes = [
  ...productRoutes,
  ...paymentLinkRoutes,
  ...discountRoutes,
  ...brandRoutes,
  ...rulesRoutes,
  ...taxRoutes,
  ...invoicingRoutes,
  ...mailRoutes,
  ...providerRoutes,
];
