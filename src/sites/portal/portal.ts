import { hash } from 'node:crypto';
import type { ServedPath } from '../../platform/http/page.ts';
import { askAs } from '../../platform/operation/ask.ts';
import type { Perform } from '../../platform/operation/perform.ts';
import { findPortalLink } from '../../shop/customers/customer.sql.ts';
import { waitPage } from '../shared/page-limits.ts';
import { area, route } from '../shared/router.ts';
import { type SiteParts, shopVisit } from '../shared/shop-visit.ts';
import { saveBillingForm, showBillingForm } from './billing.ts';
import { cancel, showCancel, takeOffer } from './cancel.ts';
import { saveCardForm, showCardForm } from './card.ts';
import { confirmChange, showPreview } from './change.ts';
import { correct, showCorrection } from './correct.ts';
import { freeDevice, showHome, showSection } from './home.ts';
import { linkExpiredPage, notFoundPage } from './layout.ts';
import { pause, resume, showPause, showResume } from './pause.ts';
import { showReceipt } from './receipt.ts';
import { chooseChange, showSubscriptionPage } from './subscription.ts';
import type { Visit } from './visit.ts';

interface Parts extends SiteParts {
  perform: Perform;
}

/** What is below the address of a link. What only takes forms shows where they are. */
const ROUTES = [
  route('/', { GET: showHome }),
  route('/note/:note', { GET: showHome }),
  route('/:section', { GET: showSection }),
  route('/:section/:cursor', { GET: showSection }),
  route('/:section/note/:note', { GET: showSection }),
  route('/billing', { GET: showBillingForm, POST: saveBillingForm }),
  route('/card', { GET: showCardForm, POST: saveCardForm }),
  route('/free-device', { GET: showHome, POST: freeDevice }),
  route('/invoice/:invoice_id/correct', { GET: showCorrection, POST: correct }),
  route('/receipt/:transaction_id', { GET: showReceipt }),
  route('/subscription/:subscription_id', { GET: showSubscriptionPage }),
  route('/subscription/:subscription_id/note/:note', { GET: showSubscriptionPage }),
  route('/subscription/:subscription_id/change', {
    GET: showSubscriptionPage,
    POST: chooseChange,
  }),
  route('/subscription/:subscription_id/change/:product_id/:quantity', {
    GET: showPreview,
    POST: confirmChange,
  }),
  route('/subscription/:subscription_id/cancel', { GET: showCancel, POST: cancel }),
  route('/subscription/:subscription_id/offer', { GET: showCancel, POST: takeOffer }),
  route('/subscription/:subscription_id/pause', { GET: showPause, POST: pause }),
  route('/subscription/:subscription_id/resume', { GET: showResume, POST: resume }),
];

/** The customer portal. Its address is the key to it, for an hour of the store's clock. */
export function portalPages({ perform, ...parts }: Parts): ServedPath {
  const { db, services, limits, base_path } = parts;
  return area({
    at: '/portal/:token',
    base_path,
    routes: ROUTES,
    notFoundPage: (request, visit?: Visit) =>
      visit ? notFoundPage(visit) : linkExpiredPage(request, undefined, base_path),
    async enter(request, { token }, open) {
      const token_hash = hash('sha256', token);
      const link = await findPortalLink(db.reader(null), token_hash);
      const now = services.clock() + (link?.clock_ahead_ms ?? 0);
      if (!link || link.expires_at <= now) return linkExpiredPage(request, link, base_path);
      const wait_seconds = limits.ofLink(token_hash);
      if (wait_seconds > 0) return waitPage(request, wait_seconds, base_path);
      const { customer_id, return_url, expires_at, ...store } = link;
      const path = ['/portal', token] as const;
      const visit = await shopVisit(request, parts, { path, store, customer_id });
      const { actor, request_id, reader, write } = visit.work;
      return open({
        ...{ ...visit, customer_id, return_url, token, reader, write },
        takes_cards: services.gatewayOf(store)?.takes_cards === true,
        products: new Map(),
        ask: askAs(store, { perform, clock: services.clock, actor, request_id }),
        waitToTry: () => limits.ofTry(request, token_hash),
        // With blanks, which no client's own key has, and the link's hash: nobody else's key.
        onceFor: (attempt = '', action) =>
          attempt === '' ? undefined : `portal ${token_hash} ${attempt.slice(0, 100)} ${action}`,
      });
    },
  });
}
