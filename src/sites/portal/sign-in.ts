import type { Words } from '../../../texts/words.ts';
import { Email } from '../../platform/core/address-fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { MINUTE_MS } from '../../platform/core/time.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { parameters } from '../../platform/operation/parameters.ts';
import { foldEmail } from '../../shop/customers/customer.rules.ts';
import { askForLink } from '../../shop/customers/portal-sign-in.sql.ts';
import { withBrand } from '../../shop/store/brand.rules.ts';
import { listStores, type StoreRow } from '../../shop/store/store.sql.ts';
import { languageFor, wordsFor } from '../shared/choose-words.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { noticePage } from '../shared/notice.ts';
import { tryLater } from '../shared/page-limits.ts';
import { problemsOf } from '../shared/problems.ts';
import { mistakesIn, tooManyTries } from '../shared/refusal.ts';
import { area, route } from '../shared/router.ts';
import type { Shop } from '../shared/shop.ts';
import type { SiteParts } from '../shared/shop-visit.ts';
import { sentPage, signInPage } from './sign-in-view.ts';

interface Visit extends SiteParts {
  store: Shop & { store_id: string };
  words: Words;
  /** Of this page. */
  address: string;
}

const AGAIN_MS = 5 * MINUTE_MS;

const ROUTES = [
  route('/', { GET: (visit: Visit) => signInPage(visit), POST: askForMail }),
  route('/sent', { GET: (visit: Visit) => sentPage(visit) }),
];

/**
 * Where customers ask for a link to the portal, by their e-mail address: of each store by its
 * number, and at /portal of the first live one. What it answers, and how fast, does not depend on
 * whether anybody has the address.
 */
export function signInPages(given: SiteParts): Record<'of_store' | 'of_first', ServedPath> {
  const { db, base_path } = given;
  const notFoundPage = (request: PageRequest) =>
    noticePage(request, { base_path, status: 404 }, ({ noShop }) => noShop);
  const enter = async (
    request: PageRequest,
    find: (stores: StoreRow[]) => StoreRow | undefined,
    open: (visit: Visit) => Promise<PageAnswer> | PageAnswer,
  ): Promise<PageAnswer> => {
    const store = find(await listStores(db.reader(null)));
    if (!store) return notFoundPage(request);
    const shop = withBrand(store);
    const words = await wordsFor(request, shop.brand.default_language);
    return open({
      ...given,
      store: shop,
      words,
      address: `${base_path}/portal/store/${store.number}`,
    });
  };
  const of_store = area({
    at: '/portal/store/:store_number',
    base_path,
    routes: ROUTES,
    notFoundPage,
    enter: (request, { store_number }, open) =>
      enter(
        request,
        (stores) => stores.find((store) => String(store.number) === store_number),
        open,
      ),
  });
  const of_first: ServedPath = {
    path: '/portal',
    serve: (request) =>
      enter(
        request,
        (stores) => stores.find(({ mode }) => mode === 'live') ?? stores[0],
        (visit) => signInPage(visit),
      ),
  };
  return { of_store, of_first };
}

const form_parameters = parameters(Type.Object({ email: Email }));

async function askForMail(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const { db, services, store, limits, address } = visit;
  const email = (request.form.get('email') ?? '').trim();
  if (problemsOf(form_parameters, { email }).length > 0) {
    const { checkEmail: problem } = visit.words.shared;
    const refusal = mistakesIn(visit.words, { email: problem });
    return signInPage(visit, { email, problem, refusal });
  }
  const email_folded = foldEmail(email);
  const wait_seconds = limits.ofTry(request, `sign-in ${store.store_id} ${email_folded}`);
  if (wait_seconds > 0) {
    const refusal = tooManyTries(visit.words, wait_seconds);
    return tryLater(signInPage(visit, { email, refusal }), wait_seconds);
  }
  const language = languageFor(request) ?? null;
  const wall = services.clock();
  const ask = { email_folded, language, wall, again_before: wall - AGAIN_MS };
  await db.write(store, async (tx) => askForLink(tx, ask));
  return redirectAfterForm(`${address}/sent`);
}
