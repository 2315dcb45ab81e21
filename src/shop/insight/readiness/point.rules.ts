import type { StoreMode } from '../../../platform/core/access.ts';
import type { Brand } from '../../store/brand.rules.ts';
import type { TaxSettings } from '../../tax/tax-settings.rules.ts';

export const POINTS = [
  ...(['payments', 'mail', 'seller', 'taxes', 'legal_pages', 'address', 'backups'] as const),
  ...(['test_purchase', 'test_refund'] as const),
];

export const STATES = ['broken', 'open', 'waiting', 'done'] as const;

/** Where a button leads, below the address of this installation; or the document that helps. */
type Way = { button: string; page: string } | { document: string };

/** One thing that an open shop has. */
export interface Point {
  point: (typeof POINTS)[number];
  name: string;
  state: (typeof STATES)[number];
  /** Nobody can buy without it. */
  is_needed: boolean;
  /** What is so. */
  message: string;
  /** What that means for buyers, or for the shop; null: nothing is to be done. */
  meaning: string | null;
  button: string | null;
  page: string | null;
  /** The page of our documents, where nothing in the dashboard helps. */
  document: string | null;
}

type About = Pick<Point, 'point' | 'name' | 'is_needed'>;

const NO_WAY = { button: null, page: null, document: null };

/** A point that is done, and where one finds it. */
export const done = (about: About, message: string, way?: Way): Point => ({
  ...about,
  ...NO_WAY,
  state: 'done',
  message,
  meaning: null,
  ...way,
});

interface Left extends Pick<Point, 'message'> {
  meaning: string;
  /** What waits leads nowhere yet. */
  way?: Way;
}

/** A point that is not done. */
export const left = (
  about: About,
  state: 'broken' | 'open' | 'waiting',
  { message, meaning, way }: Left,
): Point => ({ ...about, ...NO_WAY, state, message, meaning, ...way });

/** What the points are decided by. */
export interface ReadinessFacts {
  mode: StoreMode;
  /** Of the store's pages in the dashboard. */
  dashboard: string;
  /** By the wall clock. */
  now: number;
  /** What the provider is called that a store is connected to, or would be. */
  provider_title: string;
  is_connected: boolean;
  /** What the provider refuses, or why it cannot be asked. */
  provider_problem: string | null;
  has_mail_server: boolean;
  /** Whether this store sends mail at all. */
  sends_mail: boolean;
  mail: MailState;
  settings: TaxSettings;
  brand: Brand;
  base_url: string;
  /** Browsers warn of it. */
  has_local_certificate: boolean;
  /** Undefined: nobody needs to do anything about it. */
  certificate_ends_at: number | undefined;
  last_backup_at: number | null;
  backup_problem: string | null;
  has_product: boolean;
  has_link: boolean;
  has_bought: boolean;
  has_refunded: boolean;
  /** Of the test stores of this installation; where whoever asks may not enter, without its pages. */
  tested: { dashboard: string | null; has_bought: boolean; has_refunded: boolean }[];
}

/** What became of the mail that was tried last. */
export type MailState =
  | { kind: 'taken' }
  | { kind: 'refused'; response: string }
  | { kind: 'under_way' }
  | { kind: 'none' };
