import { Refusal } from '../../../../platform/core/errors.ts';
import type { Clock } from '../../../../platform/core/time.ts';
import { jsonAnswer } from '../../../../platform/http/page.ts';
import type { Dialect } from '../../dialect.ts';
import { checkoutRoutes } from './checkouts.ts';
import { customerRoutes } from './customers.ts';
import { discountRoutes } from './discounts.ts';
import { errorBody } from './error.rules.ts';
import { licenseRoutes } from './licenses.ts';
import { findRoute } from './paths.rules.ts';
import { productRoutes } from './products.ts';
import type { Routes } from './route.ts';
import { statsRoutes } from './stats.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { transactionRoutes } from './transactions.ts';
import { webhookRoutes } from './webhooks.ts';

const routes: Routes = {
  ...productRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...discountRoutes,
  ...transactionRoutes,
  ...licenseRoutes,
  ...statsRoutes,
  ...webhookRoutes,
};

/** Creem's API, as its own SDK speaks it: docs/creem.md. */
export const creemDialect = (clock: Clock): Dialect => ({
  path: '/creem/v1',
  async serve(request) {
    const found = findRoute(routes, request.method, request.below);
    if ('missing' in found) throw new Refusal('unknown_path', [], found.missing);
    return jsonAnswer(await found.serve(request, found.id, clock()));
  },
  refused(refusal, request_id) {
    const body = errorBody(refusal, { request_id, at: clock() });
    return { ...jsonAnswer(body), status: body.status };
  },
});
