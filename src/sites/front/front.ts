import type { Words } from '../../../texts/words.ts';
import { html } from '../../platform/core/html.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import type { Services } from '../../platform/operation/services.ts';
import { readOffers } from '../../shop/checkout/links/list-offers.ts';
import { whyNotOpen } from '../../shop/checkout/why-not-open.ts';
import { type StoreWithBrand, withBrand } from '../../shop/store/brand.rules.ts';
import { findFirstStore, findStoreByNumber, hasOwner } from '../../shop/store/front-store.sql.ts';
import { readSession, SESSION_COOKIE } from '../../shop/store/team/session.ts';
import { readTaxRules } from '../../shop/tax/read-tax-rules.ts';
import { asksForCountry, taxDay } from '../../shop/tax/tax-of.rules.ts';
import { includesTax } from '../../shop/tax/tax-settings.rules.ts';
import { wordsFor } from '../shared/choose-words.ts';
import { filePage } from '../shared/layout.ts';
import { noticePage } from '../shared/notice.ts';
import { area, route } from '../shared/router.ts';
import { FRONT_STYLE, type Front, frontPage } from './front-view.ts';

interface Parts {
  db: Database;
  services: Services;
  base_path: string;
}

export const frontStyle = filePage(FRONT_STYLE, new URL('./front.css', import.meta.url));

/**
 * What a shop shows at its own address: who it is, what it sells if the seller wants that, and the
 * way to the portal. At `/` it is that of the first live store, and each has one by its number.
 */
export function frontPages(parts: Parts): Record<'of_store' | 'of_first', ServedPath> {
  const { db, base_path } = parts;
  const of_store = area({
    at: '/store/:store_number',
    base_path,
    routes: [
      route('/', {
        GET: ({ store }: { store: StoreWithBrand }, request) => show(request, parts, store),
      }),
    ],
    notFoundPage: (request) =>
      noticePage(request, { base_path, status: 404 }, ({ noShop }) => noShop),
    async enter(request, { store_number }, open) {
      const store = await findStoreByNumber(db.reader(null), Number(store_number));
      if (store) return open({ store });
      return noticePage(request, { base_path, status: 404 }, ({ noShop }) => noShop);
    },
  });
  const of_first: ServedPath = {
    path: '/',
    async serve(request) {
      const store = await findFirstStore(db.reader(null));
      const is_begun = store?.mode === 'live' || (await hasOwner(db.reader(null)));
      return store && is_begun ? show(request, parts, store) : firstStart(request, base_path);
    },
  };
  return { of_store, of_first };
}

/** Nobody owns the installation yet, and nothing is sold. */
function firstStart(request: PageRequest, base_path: string): Promise<PageAnswer> {
  const link = (path: string) => (text: string) => html`<a href="${base_path}${path}">${text}</a>`;
  return noticePage(request, { base_path, status: 200 }, ({ home }) => ({
    title: home.title,
    text: html`${home.setUp(link('/dashboard'))}
    ${home.text(link('/docs'), link('/openapi.json'))}`,
  }));
}

async function show(
  request: PageRequest,
  { db, services, base_path }: Parts,
  row: StoreWithBrand,
): Promise<PageAnswer> {
  const store = withBrand(row);
  const words: Words = await wordsFor(request, store.brand.default_language);
  const reader = db.reader(row);
  const now = services.clock() + row.clock_ahead_ms;
  const shows_offers =
    store.brand.storefront_enabled && (await whyNotOpen(reader, row)).length === 0;
  const page = shows_offers ? await readOffers(reader, { after: afterIn(request), now }) : NONE;
  const rules = page.offers.length > 0 ? await readTaxRules(reader) : undefined;
  const is_taxed = rules !== undefined && asksForCountry(rules, taxDay(now));
  const front: Front = {
    ...{ base_path, store, words, ...page },
    isPlusTax: ({ tax_behavior }) => is_taxed && !includesTax(tax_behavior, rules.settings),
    is_signed_in: await isSignedIn(request, db, services),
  };
  return frontPage(front);
}

const NONE = { offers: [], next: undefined };

/** Where a page of the storefront goes on. Whatever else stands there: from the beginning. */
function afterIn({ query_text }: PageRequest): string | undefined {
  const after = new URLSearchParams(query_text.slice(0, QUERY_MAX)).get('after') ?? '';
  return /^link_[0-9a-z]{28}$/.test(after) ? after : undefined;
}

const QUERY_MAX = 500;

async function isSignedIn(
  { cookies }: PageRequest,
  db: Database,
  { clock }: Services,
): Promise<boolean> {
  const token = cookies.get(SESSION_COOKIE);
  return token !== undefined && (await readSession(db, token, clock())) !== undefined;
}
