import type { StoreMode } from '../../../platform/core/access.ts';

/** From so many addresses of before, a link is still found. */
export const FORMER_ADDRESSES_MAX = 20;

/** Where links are: test links apart, so that they take nothing from the live shop. */
export const LINK_PATHS = { live: '/buy', test: '/test/buy' } as const;

/** Below the address of the installation. */
export const linkPath = (mode: StoreMode, address: string): string =>
  `${LINK_PATHS[mode]}/${address}`;

/** Where a link may be: at its slug, or if another store is there, with the store's number. */
export const addressesFor = (slug: string, store_number: number): readonly string[] => [
  slug,
  `${slug}.${store_number}`,
];
