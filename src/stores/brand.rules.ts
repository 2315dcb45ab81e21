import type { PageLanguage } from '../core/languages.ts';

/** How a store shows itself to buyers. */
export interface Brand {
  logo: Picture | null;
  favicon: Picture | null;
  /** `#5b4bdb`, as the seller wrote it: pages show the nearest one that is legible. */
  accent_color: string | null;
  support_email: string | null;
  support_url: string | null;
  terms_url: string | null;
  privacy_url: string | null;
  refund_url: string | null;
  /** Of pages, for readers who want none of ours. */
  default_language: PageLanguage;
  /** What new license keys begin with. */
  license_key_prefix: string;
  /** Origins whose pages may show a checkout in a frame. */
  embed_domains: readonly string[];
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
  refund_url: null,
  default_language: 'en',
  license_key_prefix: 'KASSA',
  embed_domains: [],
};

/** What is stored, with defaults for the rest. */
const parseBrand = (kept: string): Brand =>
  kept === '{}' ? DEFAULTS : { ...DEFAULTS, ...JSON.parse(kept) };

/** A store, as it is read, with its brand to look at. */
export const withBrand = <Row extends { brand: string }>(
  row: Row,
): Omit<Row, 'brand'> & { brand: Brand } => ({ ...row, brand: parseBrand(row.brand) });
