import type { Words } from '../../../texts/words.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import type { Services } from '../../platform/operation/services.ts';
import { type StoreWork, storeWork } from '../../platform/operation/work.ts';
import { type StoreWithBrand, withBrand } from '../../shop/store/brand.rules.ts';
import { languageFor, wordsFor } from './choose-words.ts';
import { redirectAfterForm } from './forms.ts';
import type { PageLimits } from './page-limits.ts';
import type { Shop } from './shop.ts';

/** What the pages for buyers are made with. */
export interface SiteParts {
  db: Database;
  services: Services;
  limits: PageLimits;
  base_path: string;
}

/** A buyer at a page of a shop, whose address is the key to it. */
export interface ShopVisit {
  base_path: string;
  /** Of the page; what is done on it is below. */
  address: string;
  store: Shop;
  words: Words;
  /** By the store's clock. */
  now: number;
  /** What is done on the page, as the customer's. */
  work: StoreWork;
}

interface Opened {
  /** Its first part is what the audit log says: the rest is secret. */
  path: readonly [page: `/${string}`, key: string];
  store: StoreWithBrand;
  /** Who is there, as far as that is known. */
  customer_id: string | null;
}

/** In the language of whoever asks, at the time of the store. */
export async function shopVisit(
  request: PageRequest,
  { db, services, base_path }: Omit<SiteParts, 'limits'>,
  { path: [action, key], store, customer_id: id }: Opened,
): Promise<ShopVisit> {
  const { client_address: address, request_id } = request;
  const now = services.clock() + store.clock_ahead_ms;
  const shop = withBrand(store);
  const doing = { actor: { kind: 'customer', id, address }, action, request_id } as const;
  return {
    base_path,
    address: `${base_path}${action}/${key}`,
    store: shop,
    words: await wordsFor(request, shop.brand.default_language),
    now,
    work: storeWork(db, { ...doing, language: languageFor(request), store, now, services }),
  };
}

/** For forms that are sent where there is only a page to look at. */
export const goBack = ({ address }: Pick<ShopVisit, 'address'>): PageAnswer =>
  redirectAfterForm(address);
