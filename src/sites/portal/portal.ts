import { hash } from 'node:crypto';
import type { Doing } from '../../platform/core/actor.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageRequest, ServedPath } from '../../platform/http/page.ts';
import { type Ask, askAs } from '../../platform/operation/ask.ts';
import type { Perform } from '../../platform/operation/perform.ts';
import type { Services } from '../../platform/operation/services.ts';
import { storeWork } from '../../platform/operation/work.ts';
import { findPortalLink, type PortalLink } from '../../shop/customers/customer.sql.ts';
import { withBrand } from '../../shop/store/brand.rules.ts';
import { wordsFor } from '../shared/choose-words.ts';
import { customerDoing } from '../shared/customer-doing.ts';
import { type PageLimits, waitPage } from '../shared/page-limits.ts';
import { area, route } from '../shared/router.ts';
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

interface Dependencies {
  db: Database;
  services: Services;
  perform: Perform;
  limits: PageLimits;
  base_path: string;
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
export function portalPages({
  db,
  services,
  perform,
  limits,
  base_path,
}: Dependencies): ServedPath {
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
      const doing = customerDoing(request, { id: link.customer_id, action: '/portal' });
      const visit = { ...visitOf(link, request, token, token_hash), ask: askFor(link, doing) };
      const work = storeWork(db, { ...doing, store: link, now, services });
      const { reader, write } = work;
      const words = await wordsFor(request, visit.store.brand.default_language);
      return open({ ...visit, words, now, work, reader, write });
    },
  });

  function askFor(link: PortalLink, { actor, request_id }: Doing): Ask {
    return askAs(link, { perform, clock: services.clock, actor, request_id });
  }

  function visitOf(link: PortalLink, request: PageRequest, token: string, token_hash: string) {
    const { customer_id, return_url, expires_at, ...store } = link;
    return {
      customer_id,
      return_url,
      store: withBrand(store),
      takes_cards: services.gatewayOf(store)?.takes_cards === true,
      base_path,
      token,
      products: new Map(),
      address: `${base_path}/portal/${token}`,
      waitToTry: () => limits.ofTry(request, token_hash),
      // With blanks, which no client's own key has, and the link's hash: nobody else's key.
      onceFor: (attempt = '', action: string) =>
        attempt === '' ? undefined : `portal ${token_hash} ${attempt.slice(0, 100)} ${action}`,
    };
  }
}
