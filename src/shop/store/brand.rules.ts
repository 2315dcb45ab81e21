import type { StoreMode } from '../../platform/core/access.ts';
import type { PageLanguage } from '../../platform/core/languages.ts';

/** How a store shows itself to buyers. */
export interface Brand {
  logo: Picture | null;
  favicon: Picture | null;
  /** `#5b4bdb`, as the seller wants it: pages show the nearest one that is legible. */
  accent_color: string | null;
  support_email: string | null;
  support_url: string | null;
  terms_url: string | null;
  privacy_url: string | null;
  imprint_url: string | null;
  refund_url: string | null;
  /** Of pages, for readers who want none of ours. */
  default_language: PageLanguage;
  /** Whether the page of the shop lists what its active payment links sell. */
  storefront_enabled: boolean;
  /** The currency that new products begin with in forms. */
  default_currency: string | null;
  /** What new license keys begin with. */
  license_key_prefix: string;
  /** Origins whose pages may show a checkout in a frame. */
  embed_domains: readonly string[];
}

/** A store as pages read it: to show it, and to work in it. */
export interface StoreWithBrand {
  store_id: string;
  number: number;
  name: string;
  mode: StoreMode;
  provider: string | null;
  clock_ahead_ms: number;
  /** As JSON. */
  brand: string;
}

/** An uploaded picture, by the name of its file, with its size in pixels. */
export interface Picture {
  file_name: string;
  width: number;
  height: number;
}

const DEFAULTS: Brand = {
  logo: null,
  favicon: null,
  accent_color: null,
  support_email: null,
  support_url: null,
  terms_url: null,
  privacy_url: null,
  imprint_url: null,
  refund_url: null,
  default_language: 'en',
  storefront_enabled: false,
  default_currency: null,
  license_key_prefix: 'KASSA',
  embed_domains: [],
};

/** Where an uploaded picture is served, of the store with this number. */
export const picturePath = (store_number: number, { file_name }: Picture): string =>
  `/files/${store_number}/${file_name}`;

/** What is stored, with defaults for the rest. */
export const parseBrand = (kept: string): Brand =>
  kept === '{}' ? DEFAULTS : { ...DEFAULTS, ...JSON.parse(kept) };

/** The brand to store after a change: what is not in it stays, and null is the default again. */
export function mergeBrand(
  kept: string,
  change: { [field in keyof Brand]?: Brand[field] | null | undefined },
): string {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined);
  const merged = { ...JSON.parse(kept), ...Object.fromEntries(sent) };
  const defaults = new Map<string, unknown>(Object.entries(DEFAULTS));
  const own = Object.entries(merged).filter(
    ([name, value]) =>
      value !== null && JSON.stringify(value) !== JSON.stringify(defaults.get(name)),
  );
  // Always in the same order: the same brand is the same text.
  return JSON.stringify(Object.fromEntries(own.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** A store, as it is read, with its brand to look at. */
export const withBrand = <Row extends { brand: string }>(
  row: Row,
): Omit<Row, 'brand'> & { brand: Brand } => ({ ...row, brand: parseBrand(row.brand) });
