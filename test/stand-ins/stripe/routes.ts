// Every endpoint that the stand-in speaks.
import { accountRoutes } from './account.ts';
import { balanceTransactionRoutes } from './balance-transactions.ts';
import { chargeRoutes } from './charges.ts';
import { checkoutSessionRoutes } from './checkout-sessions.ts';
import { confirmationTokenRoutes } from './confirmation-tokens.ts';
import { customerRoutes } from './customers.ts';
import { disputeRoutes } from './disputes.ts';
import { eventRoutes } from './events.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import { paymentMethodDomainRoutes } from './payment-method-domains.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { refundRoutes } from './refunds.ts';
import type { Route } from './route.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

export const ROUTES: Route[] = [
  ...accountRoutes,
  ...balanceTransactionRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...confirmationTokenRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodDomainRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...webhookEndpointRoutes,
];

/** The endpoint and the id in the path; a name is preferred to an id. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  const parts = path.split('/');
  for (const route of ROUTES) {
    const [verb, pattern = ''] = route.call.split(' ');
    const wanted = pattern.split('/');
    if (verb !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part === ':id' || part === parts[index])) continue;
    return { route, id: parts[wanted.indexOf(':id')] ?? '' };
  }
  return undefined;
}
