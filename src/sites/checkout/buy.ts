import type { StoreMode } from '../../platform/core/access.ts';
import { html } from '../../platform/core/html.ts';
import { randomText } from '../../platform/core/ids.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { LINK_PATHS, linkPath } from '../../shop/checkout/links/link-address.rules.ts';
import {
  findStoreOfLink,
  findStoreOfOldTestLink,
} from '../../shop/checkout/links/link-address.sql.ts';
import { composeFromLink, openFromLink } from '../../shop/checkout/links/open-link.ts';
import { linkStatus, type PaymentLinkRow } from '../../shop/checkout/links/payment-link.rules.ts';
import { findLink } from '../../shop/checkout/links/payment-link.sql.ts';
import { whyNotOpen } from '../../shop/checkout/why-not-open.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { noticePage } from '../shared/notice.ts';
import { waitPage } from '../shared/page-limits.ts';
import { area, route } from '../shared/router.ts';
import { shopPage } from '../shared/shop-page.ts';
import { goBack, type ShopVisit, type SiteParts, shopVisit } from '../shared/shop-visit.ts';
import { preview } from './preview-order.ts';
import { show } from './show-session.ts';
import { suggestedBy } from './suggested.ts';
import type { Visit as SessionVisit } from './visit.ts';

interface Parts extends SiteParts {
  /** The pages of sessions: they answer every form, once the session is made. */
  checkout: ServedPath;
  /** Of the stores whose links these are. */
  mode: StoreMode;
}

interface Visit extends ShopVisit, Pick<Parts, 'checkout'> {
  link: PaymentLinkRow;
}

const ROUTES = [
  route('/', { GET: showLink, POST: goBack }),
  route('/preview', { GET: showLink, POST: previewLink }),
  route('/:form', { GET: showLink, POST: makeSession }),
];

/**
 * A payment link: the payment page of a session that is made only when the buyer sends its form.
 * Opening it stores nothing.
 */
export function buyPages(parts: Parts): ServedPath {
  const { db, limits, base_path, checkout, mode } = parts;
  const notFoundPage = (request: PageRequest) =>
    noticePage(request, { base_path, status: 404 }, (_, { links }) => links.noLink);
  return area({
    at: `${LINK_PATHS[mode]}/:link_address`,
    base_path,
    routes: ROUTES,
    notFoundPage,
    async enter(request, { link_address: address }, open) {
      const store = await storeAt(db.reader(null), { mode, address });
      const link = store && (await findLink(db.reader(store), store.payment_link_id));
      if (!link) return notFoundPage(request);
      const is_here = store.mode === mode && link.address === address;
      // A form that was opened before the link moved is answered here.
      if (!is_here && link.deleted_at === null && request.method === 'GET') {
        return leadOn(request, base_path + linkPath(store.mode, link.address));
      }
      const makes_session = request.method === 'POST' && request.below !== `/${address}/preview`;
      const wait_seconds = makes_session ? limits.ofSession(request) : 0;
      if (wait_seconds > 0) return waitPage(request, wait_seconds, base_path);
      const path = [LINK_PATHS[store.mode], link.address] as const;
      const visit = await shopVisit(request, parts, { path, store, customer_id: null });
      return open({ ...visit, link, checkout });
    },
  });
}

/**
 * The store whose link is at an address. Test links once had the addresses of live ones: those are
 * found there unless a live link ever was.
 */
const storeAt = async (reader: Reader, { mode, address }: { mode: StoreMode; address: string }) =>
  (await findStoreOfLink(reader, { mode, address })) ??
  (mode === 'live' ? findStoreOfOldTestLink(reader, address) : undefined);

/** Not for ever: another link may be at the old address one day. */
function leadOn({ query_text }: PageRequest, address: string): PageAnswer {
  const query = /^[!-~]+$/.test(query_text) ? `?${query_text}` : '';
  return { ...redirectAfterForm(address + query), status: 302 };
}

/** The payment page of a session that nobody has made yet. */
async function showLink(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const session = await composed(visit, request);
  return session ? show(session) : closedPage(visit);
}

async function previewLink(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const session = await composed(visit, request);
  return session ? preview(session, request) : closedPage(visit);
}

async function composed(visit: Visit, request: PageRequest): Promise<SessionVisit | undefined> {
  const { link, work, now, words, store, base_path, address } = visit;
  const is_open = linkStatus(link, now) === 'active';
  const checkout = is_open ? await composeFromLink(work, link) : undefined;
  if (!checkout) return undefined;
  const email = (readable(request).get('email') ?? '').slice(0, 254);
  return {
    ...{ checkout, work, now, words, store, base_path, address },
    suggested: { ...suggestedBy(request), email },
    waitToTry: () => 0,
  };
}

/** Whatever stands in the query: of what cannot be read, nothing is filled in. */
function readable(request: PageRequest): ReadonlyMap<string, string> {
  try {
    return request.readQuery();
  } catch {
    return new Map();
  }
}

/** The same for every sending of one form, as the page has made it. */
const ATTEMPT = /^[0-9a-z]{16}$/;

/** Makes the session, which answers the form as if it had been sent to its own page. */
async function makeSession(
  visit: Visit,
  request: PageRequest,
  { form }: { form: string },
): Promise<PageAnswer> {
  const { link, work, checkout } = visit;
  // Another link may have the address by now: nobody buys what they have not seen.
  const seen = request.form.get('product') ?? link.product_id;
  if (seen !== link.product_id) return showLink(visit, request);
  const sent = request.form.get('attempt') ?? '';
  const attempt = ATTEMPT.test(sent) ? sent : randomText(10);
  const made = await openFromLink(work, link, attempt);
  if (made === undefined) return closedPage(visit);
  return checkout.serve({ ...request, below: `/${made}/${form}` });
}

/** Nothing is sold here any more, or right now. */
async function closedPage(visit: Visit): Promise<PageAnswer> {
  const { link, now, store, words, work } = visit;
  const { links, notices } = words;
  const is_open = (await whyNotOpen(work.reader, store)).length === 0;
  if (!is_open) return endPage(visit, notices.notOpen.title, notices.notOpen.text(store.name));
  const status = linkStatus(link, now);
  const { soldOut: sold_out, expired, deleted, unavailable } = links;
  const whys: Partial<Record<typeof status, typeof unavailable>> = { sold_out, expired, deleted };
  const why = whys[status] ?? unavailable;
  return endPage(visit, links.ended, why(store.name));
}

const endPage = (visit: Visit, title: string, text: string): PageAnswer =>
  shopPage(visit, {
    ...{ status: 404, title, may_be_framed: true },
    main: html`
    <h1>${title}</h1>
    <p>${text}</p>`,
  });
