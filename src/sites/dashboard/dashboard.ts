import { wordsIn } from '../../../texts/words.ts';
import { Refusal } from '../../platform/core/errors.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { type Ask, askAs } from '../../platform/operation/ask.ts';
import { findKeptAnswer } from '../../platform/operation/idempotency.sql.ts';
import type { Perform } from '../../platform/operation/perform.ts';
import type { Services } from '../../platform/operation/services.ts';
import { withBrand } from '../../shop/store/brand.rules.ts';
import {
  listOpenStores,
  type OpenStoreRow,
  type PersonSession,
} from '../../shop/store/team/person.sql.ts';
import { withinRefundLimit } from '../../shop/store/team/refund-limit.rules.ts';
import { mayAsk, type Role } from '../../shop/store/team/roles.rules.ts';
import { readSession, SESSION_COOKIE } from '../../shop/store/team/session.ts';
import { cameFromOurPage, formFromElsewhere, redirectAfterForm } from '../shared/forms.ts';
import { filePage } from '../shared/layout.ts';
import { area, nearestPage } from '../shared/router.ts';
import { PREVIEW_SCRIPT } from './action.ts';
import { apiKeyRoutes } from './api-keys/api-keys.ts';
import { auditRoutes } from './audit/audit.ts';
import { backupRoutes } from './backups/backups.ts';
import { clockRoutes } from './clock/clock.ts';
import { customerRoutes } from './customers/customers.ts';
import { discountRoutes } from './discount-codes/discount-codes.ts';
import { eventRoutes } from './events/events.ts';
import { goLiveRoutes } from './go-live/go-live.ts';
import { invoiceRoutes } from './invoices/invoices.ts';
import {
  DASHBOARD_STYLE,
  KEYS_SCRIPT,
  LISTS_STYLE,
  notFoundPage,
  RECORDS_STYLE,
  refusedPage,
} from './layout.ts';
import { licenseRoutes } from './licenses/licenses.ts';
import { mailRoutes } from './mails/mails.ts';
import { noteRoutes } from './notes/notes.ts';
import { overviewRoutes, overviewStyle } from './overview/overview.ts';
import { readinessStyle } from './overview/readiness.ts';
import { paymentLinkRoutes } from './payment-links/payment-links.ts';
import { paymentRoutes } from './payments/payments.ts';
import { productRoutes } from './products/products.ts';
import { salesRoutes } from './sales/sales.ts';
import { searchRoutes } from './search/search.ts';
import { brandRoutes } from './settings/brand.ts';
import { invoicingRoutes } from './settings/invoicing.ts';
import { mailSettingRoutes } from './settings/mail.ts';
import { providerRoutes } from './settings/provider.ts';
import { rulesRoutes } from './settings/rules.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.ts';
import { taxRoutes } from './taxes/taxes.ts';
import { teamRoutes } from './team/team.ts';
import { notAllowed, type Visit } from './visit.ts';
import { deliveryRoutes } from './webhooks/deliveries.ts';
import { webhookRoutes } from './webhooks/webhooks.ts';
import { welcomeRoutes } from './welcome/welcome.ts';

interface Dependencies {
  db: Database;
  services: Services;
  perform: Perform;
  base_path: string;
}

/** What is below the address of a store: a folder for each subject. */
const ROUTES = [
  overviewRoutes,
  customerRoutes,
  paymentRoutes,
  invoiceRoutes,
  searchRoutes,
  salesRoutes,
  noteRoutes,
  subscriptionRoutes,
  licenseRoutes,
  clockRoutes,
  productRoutes,
  paymentLinkRoutes,
  discountRoutes,
  brandRoutes,
  rulesRoutes,
  taxRoutes,
  invoicingRoutes,
  mailSettingRoutes,
  providerRoutes,
  teamRoutes,
  eventRoutes,
  webhookRoutes,
  deliveryRoutes,
  mailRoutes,
  apiKeyRoutes,
  auditRoutes,
  backupRoutes,
  goLiveRoutes,
  welcomeRoutes,
].flat();

/** Where forms send pictures. */
const TAKES_FILES = /^\/\d+\/(?:products\/(?:new|prod_\w+)|brand)$/;

export const dashboardStyles = [
  filePage(DASHBOARD_STYLE, new URL('./dashboard.css', import.meta.url)),
  filePage(RECORDS_STYLE, new URL('./records.css', import.meta.url)),
  filePage(LISTS_STYLE, new URL('./lists.css', import.meta.url)),
  overviewStyle,
  readinessStyle,
];

export const dashboardScripts = [
  filePage(KEYS_SCRIPT, new URL('./keys.js', import.meta.url), 'text/javascript'),
  filePage(PREVIEW_SCRIPT, new URL('./preview.js', import.meta.url), 'text/javascript'),
];

/** The seller's dashboard. Whoever is not signed in is asked to, and led back. */
export function dashboardPages({ db, services, perform, base_path }: Dependencies): ServedPath {
  return area({
    at: '/dashboard/:store_number',
    base_path,
    routes: ROUTES,
    async takesFiles({ below, cookies }) {
      return TAKES_FILES.test(below) ? (await sessionOf(cookies)) !== undefined : undefined;
    },
    async notFoundPage(request, visit?: Visit) {
      if (visit) return notFoundPage(visit);
      const entered = await enter(request);
      if ('answer' in entered) return entered.answer;
      const [first] = entered.stores;
      return first
        ? redirectAfterForm(`${base_path}/dashboard/${first.number}`)
        : redirectAfterForm(`${base_path}/account`);
    },
    async enter(request, { store_number }, open) {
      const entered = await enter(request);
      if ('answer' in entered) return entered.answer;
      const { session, stores } = entered;
      const store = stores.find(({ number }) => String(number) === store_number);
      // Another's store is answered like one that does not exist.
      if (!store) return redirectAfterForm(`${base_path}/dashboard`);
      const visit = await visitOf(request, session, { store, stores });
      try {
        return await open(visit);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.status === 404 ? notFoundPage(visit) : refusedPage(visit, error);
      }
    },
  });

  async function sessionOf(cookies: PageRequest['cookies']): Promise<PersonSession | undefined> {
    const token = cookies.get(SESSION_COOKIE);
    return token === undefined ? undefined : readSession(db, token, services.clock());
  }

  async function enter(
    request: PageRequest,
  ): Promise<{ answer: PageAnswer } | { session: PersonSession; stores: OpenStoreRow[] }> {
    if (request.method === 'POST' && !cameFromOurPage(request)) {
      return { answer: await formFromElsewhere(request, base_path) };
    }
    const session = await sessionOf(request.cookies);
    if (!session) {
      const back = encodeURIComponent(pageOf(request));
      const lost = request.method === 'GET' ? '' : '&lost=form';
      const sign_in = `${base_path}/account/sign-in?back=${back}${lost}`;
      return { answer: redirectAfterForm(sign_in) };
    }
    return { session, stores: await listOpenStores(db.reader(null), session) };
  }

  async function visitOf(
    request: PageRequest,
    session: PersonSession,
    { store: row, stores }: { store: OpenStoreRow; stores: OpenStoreRow[] },
  ): Promise<Visit> {
    const { role: member_role, refund_max, ...store } = row;
    const role: Role = session.is_owner === 1 ? 'owner' : (member_role ?? 'viewer');
    const { person_id: id } = session;
    const actor = { kind: 'person', id, address: request.client_address } as const;
    const askAll = askAs(store, { perform, clock: services.clock, actor });
    const ask: Ask = async (operation, input, idempotency_key) => {
      if (!mayAsk(role, operation)) throw notAllowed(role);
      const limited = withinRefundLimit(operation, input, role === 'support' ? refund_max : null);
      if (limited === undefined) throw refundLimited();
      return askAll(operation, limited, idempotency_key);
    };
    return {
      person: session,
      role,
      refund_max: role === 'support' ? refund_max : null,
      store: withBrand(store),
      stores,
      base_path,
      address: `${base_path}/dashboard/${store.number}`,
      now: services.clock() + store.clock_ahead_ms,
      words: await wordsIn('en'),
      is_confirmed: session.confirmed_at + LIMITS.confirmed_ms > services.clock(),
      may: (operation) => mayAsk(role, operation),
      ask,
      // With blanks, which no client's own key has, and the person: nobody else's key.
      onceFor: (attempt = '', action) =>
        attempt === ''
          ? undefined
          : `dashboard ${session.person_id} ${attempt.slice(0, 100)} ${action}`,
      async wasSent(once) {
        if (once === undefined) return false;
        return (await findKeptAnswer(db.reader(store), once)) !== undefined;
      },
    };
  }
}

/** The page that was asked for, or that of the form that was sent. */
function pageOf({ method, below, query_text }: PageRequest): string {
  const query = query_text === '' ? '' : `?${query_text}`;
  if (method === 'GET') return `/dashboard${below}${query}`;
  const [, store = '', rest = ''] = /^(\/\d+)?(.*)$/s.exec(below) ?? [];
  return `/dashboard${store}${nearestPage(ROUTES, rest)}`;
}

const refundLimited = (): Refusal =>
  new Refusal(
    'api_key_scope',
    [],
    'You may refund up to a limit. Cancel without a refund, then refund the payment itself.',
  );
