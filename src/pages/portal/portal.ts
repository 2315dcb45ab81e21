import { createHash } from 'node:crypto';
import { findPortalLink, type PortalLink } from '../../customers/customer.sql.ts';
import type { Database } from '../../db/database.ts';
import type { Perform } from '../../operation/perform.ts';
import { storeWork } from '../../operation/work.ts';
import type { Services } from '../../services.ts';
import { localeOf } from '../shared/amounts.ts';
import { askAs } from '../shared/ask.ts';
import { cameFromHere, refusedForm } from '../shared/forms.ts';
import { notice } from '../shared/notice.ts';
import type { Page, PageAnswer, PageRequest } from '../shared/page.ts';
import { comeBackLater, type PageLimits } from '../shared/page-limits.ts';
import { saveBillingForm, showBillingForm } from './billing.ts';
import { saveCardForm, showCardForm } from './card.ts';
import { cancel, confirmChange, resume, showCancel, showPreview } from './change.ts';
import { freeDevice, showHome, showMore } from './home.ts';
import { linkGone, nothingHere } from './layout.ts';
import { showReceipt } from './receipt.ts';
import { chooseChange, showSubscriptionPage } from './subscription.ts';
import type { Handler, Visit } from './visit.ts';

interface Dependencies {
  db: Database;
  services: Services;
  perform: Perform;
  limits: PageLimits;
  base_path: string;
}

interface Route {
  at: RegExp;
  get: Handler;
  post?: Handler;
}

const NOTE = '(?:/note/([a-z-]{1,20}))?';
const SUBSCRIPTION = 'subscription/(sub_[0-9a-z]{28})';
const CHANGE = `${SUBSCRIPTION}/change/(prod_[0-9a-z]{28})/([1-9][0-9]{0,6})`;

/** The map of the portal, below the address of a link. What only takes forms shows where they are. */
const ROUTES: Route[] = [
  { at: route(NOTE), get: showHome },
  { at: route('/(subscriptions|licenses|payments)/([\\w-]{1,500})'), get: showMore },
  { at: route('/billing'), get: showBillingForm, post: saveBillingForm },
  { at: route('/card'), get: showCardForm, post: saveCardForm },
  { at: route('/free-device'), get: showHome, post: freeDevice },
  { at: route('/receipt/(txn_[0-9a-z]{28})'), get: showReceipt },
  { at: route(`/${SUBSCRIPTION}${NOTE}`), get: showSubscriptionPage },
  { at: route(`/${SUBSCRIPTION}/change`), get: showSubscriptionPage, post: chooseChange },
  { at: route(`/${CHANGE}`), get: showPreview, post: confirmChange },
  { at: route(`/${SUBSCRIPTION}/cancel`), get: showCancel, post: cancel },
  { at: route(`/${SUBSCRIPTION}/resume`), get: showSubscriptionPage, post: resume },
];

function route(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

const ADDRESS = /^([0-9a-hjkmnp-tv-z]{32})(\/.+)?$/;

/** The customer portal. Its address is the key to it, for an hour of the store's clock. */
export function portalPages({ db, services, perform, limits, base_path }: Dependencies): Page {
  return {
    path: '/portal/',
    is_prefix: true,
    takes_forms: true,
    refused: refusedForm(base_path),
    async serve(asked) {
      const [, token = '', below = ''] = ADDRESS.exec(asked.rest) ?? [];
      const token_hash = createHash('sha256').update(token).digest('hex');
      const link = await findPortalLink(db.reader(null), token_hash);
      const now = services.clock() + (link?.clock_ahead_ms ?? 0);
      if (!link || link.expires_at <= now) return linkGone(link, base_path);
      const wait_seconds = limits.ofLink(token_hash);
      if (wait_seconds > 0) return comeBackLater(wait_seconds, base_path);
      const visit = visitOf(link, asked, token, token_hash);
      const { reader, write } = storeWork(db, { store: link, now, services });
      return serveVisit({ ...visit, now, reader, write }, below, asked);
    },
  };

  function visitOf(link: PortalLink, asked: PageRequest, token: string, token_hash: string) {
    const { customer_id, return_url, expires_at, ...store } = link;
    return {
      customer_id,
      return_url,
      store,
      base_path,
      address: `${base_path}/portal/${token}`,
      locale: localeOf(asked.headers['accept-language']),
      ask: askAs(store, { perform, clock: services.clock }),
      waitToTry: () => limits.ofTry(asked, token_hash),
      // With blanks, which no client's own key has, and the link's hash: nobody else's key.
      onceFor: (attempt = '', action: string) =>
        attempt === '' ? undefined : `portal ${token_hash} ${attempt.slice(0, 100)} ${action}`,
    };
  }
}

async function serveVisit(visit: Visit, below: string, asked: PageRequest): Promise<PageAnswer> {
  const { method, form } = asked;
  if (method === 'POST' && !cameFromHere(asked)) {
    return notice({
      base_path: visit.base_path,
      status: 400,
      title: 'This form came from elsewhere',
      text: 'Open your portal link and try again.',
    });
  }
  for (const { at, get, post } of ROUTES) {
    const found = at.exec(below);
    if (!found) continue;
    const handler = method === 'POST' ? post : get;
    return handler ? handler(visit, found.slice(1), form) : nothingHere(visit);
  }
  return nothingHere(visit);
}
