import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { isOverdue } from '../../shop/checkout/checkout.rules.ts';
import { findCheckout, findStoreOfCheckout } from '../../shop/checkout/checkout.sql.ts';
import { whyNotOpen } from '../../shop/checkout/why-not-open.ts';
import { chargeableBy } from '../../shop/money/payments/gateway.ts';
import { inFrame } from '../shared/in-frame.ts';
import { noticePage } from '../shared/notice.ts';
import { waitPage } from '../shared/page-limits.ts';
import { area, route } from '../shared/router.ts';
import { goBack, type SiteParts, shopVisit } from '../shared/shop-visit.ts';
import { comeBack, giveUp, goOn } from './at-provider.ts';
import { changeAmount, changeCode, changeDetails } from './change-order.ts';
import { pay } from './pay-order.ts';
import { preview } from './preview-order.ts';
import { show } from './show-session.ts';
import { suggestedBy } from './suggested.ts';
import type { Visit } from './visit.ts';

const showSession = (visit: Visit): Promise<PageAnswer> => show(visit);

/** What only takes forms shows where they are. */
const ROUTES = [
  route('/', { GET: showSession, POST: goBack }),
  route('/pay', { GET: showSession, POST: pay }),
  route('/coupon', { GET: showSession, POST: changeCode }),
  route('/quantity', { GET: showSession, POST: changeAmount }),
  route('/details', { GET: showSession, POST: changeDetails }),
  route('/preview', { GET: showSession, POST: preview }),
  route('/return', { GET: comeBack, POST: goBack }),
  route('/continue', { GET: goOn, POST: goBack }),
  route('/give-up', { GET: showSession, POST: giveUp }),
];

/** The hosted payment page. Its address is the key to it: whoever has it may pay. */
export function checkoutPages(parts: SiteParts): ServedPath {
  const { db, services, limits, base_path } = parts;
  const notFoundPage = (request: PageRequest) =>
    noticePage(request, { base_path, status: 404 }, ({ noCheckout }) => noCheckout);
  const closedPage = (
    request: PageRequest,
    { name }: { name: string },
    why: 'closed' | 'notOpen' = 'closed',
  ) =>
    noticePage(request, { base_path, status: 404 }, (notices) => ({
      title: notices[why].title,
      text: notices[why].text(name),
    }));
  return area({
    at: '/checkout/:checkout_session_id',
    base_path,
    routes: ROUTES,
    notFoundPage,
    async enter(request, { checkout_session_id }, open) {
      const store = await findStoreOfCheckout(db.reader(null), checkout_session_id);
      const found = store && (await findCheckout(db.reader(store), checkout_session_id));
      if (!found) return notFoundPage(request);
      const wait_seconds = limits.ofLink(checkout_session_id);
      if (wait_seconds > 0) return waitPage(request, wait_seconds, base_path);
      const path = ['/checkout', checkout_session_id] as const;
      const customer_id = found.customer_id ?? checkout_session_id;
      const visit = await shopVisit(request, parts, { path, store, customer_id });
      const gateway = services.gatewayOf(store);
      const is_open = found.status === 'open' && !isOverdue(found, visit.now);
      if (!gateway && is_open) return closedPage(request, store);
      if (is_open && (await whyNotOpen(visit.work.reader, store)).length > 0) {
        return closedPage(request, store, 'notOpen');
      }
      const page = await open({
        ...visit,
        checkout: { ...found, ...(gateway && chargeableBy(gateway, found.currency)) },
        suggested: suggestedBy(request),
        waitToTry: () => limits.ofTry(request, checkout_session_id),
      });
      return inFrame(request, page);
    },
  });
}
