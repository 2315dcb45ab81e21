import { isoInstant } from '../../../platform/core/time.ts';
import { EU_STATES, taxCountry } from '../../tax/place.rules.ts';
import { missingOfSeller } from '../../tax/seller.rules.ts';
import type { TaxSettings } from '../../tax/tax-settings.rules.ts';
import { done, left, type Point, type ReadinessFacts } from './point.rules.ts';

/** A test store sells with test cards: whether it is connected is asked of live stores. */
export function paymentsPoint(facts: ReadinessFacts): Point | undefined {
  const { mode, is_connected, provider_title: title, provider_problem, dashboard } = facts;
  const about = { point: 'payments', name: 'Payments', is_needed: mode === 'live' } as const;
  const page = `${dashboard}/provider`;
  if (is_connected && provider_problem !== null) {
    return left(about, 'broken', {
      message: sentence(provider_problem),
      meaning: 'Buyers cannot pay until this is put right.',
      way: { button: 'Look at it', page },
    });
  }
  if (is_connected) {
    return done(about, `${title} is connected and takes payments.`, { button: 'Open', page });
  }
  if (mode === 'test') return undefined;
  return left(about, 'open', {
    message: `${title} is not connected.`,
    meaning: 'Nobody can buy until it is.',
    way: { button: `Connect ${title}`, page: `${page}/connect` },
  });
}

const PARTS: Readonly<Record<string, string>> = {
  legal_name: 'your name',
  'address.line1': 'street and number',
  'address.city': 'city',
  country: 'country',
};

export function sellerPoint({ mode, settings, has_bought, dashboard }: ReadinessFacts): Point {
  const params = missingOfSeller(settings).map(({ param }) => param);
  const is_needed = mode === 'live' && !has_bought;
  const about = { point: 'seller', name: 'Your name and address', is_needed } as const;
  const page = `${dashboard}/taxes#${params[0] ?? 'legal_name'}`;
  if (params.length === 0) {
    return done(about, `Invoices are from ${settings.legal_name}.`, { button: 'Open', page });
  }
  const has_sold = mode === 'live' && has_bought;
  return left(about, has_sold ? 'broken' : 'open', {
    message: `Missing: ${list(params.map((param) => PARTS[param] ?? param))}.`,
    meaning: has_sold
      ? 'Your invoices go out without them, and cannot be changed later.'
      : is_needed
        ? 'Purchases are refused until they are there: they go on every invoice.'
        : 'They go on every invoice, and invoices cannot be changed later.',
    way: { button: 'Add them', page },
  });
}

export function taxesPoint({ settings, dashboard, now }: ReadinessFacts): Point {
  const about = { point: 'taxes', name: 'Taxes', is_needed: false } as const;
  const page = `${dashboard}/taxes`;
  const { registrations, registrations_confirmed } = settings;
  if (registrations.length === 0 && !registrations_confirmed) {
    return left(about, 'open', {
      message: 'You have not said where you collect tax. “Nowhere” is an answer, too.',
      meaning: 'No buyer is charged any tax until then.',
      way: { button: 'Answer', page },
    });
  }
  const at = unnumbered(settings, isoInstant(now).slice(0, 10));
  if (at >= 0) {
    return left(about, 'open', {
      message: `Your registration in ${registrations[at]?.country} has no tax number.`,
      meaning: 'It goes on every invoice.',
      way: { button: 'Add it', page: `${page}/registrations/${at}` },
    });
  }
  const places = [...new Set(registrations.map(({ country }) => country))];
  const where = places.length === 0 ? 'nowhere' : `in ${shortList(places)}`;
  return done(about, `You collect tax ${where}.`, { button: 'Open', page });
}

/** The first registration whose number has to be on invoices, and is not there; -1: none. */
const unnumbered = ({ registrations, tax_number: own }: TaxSettings, day: string): number =>
  registrations.findIndex(
    ({ scheme, country, tax_number, until }) =>
      (own ?? tax_number) === null &&
      scheme === 'standard' &&
      EU_STATES.has(taxCountry(country)) &&
      (until === null || until >= day),
  );

/** Sellers in the European Union have to say on every page who they are. */
export function legalPoint({ settings, brand, dashboard }: ReadinessFacts): Point {
  const about = { point: 'legal_pages', name: 'Legal pages', is_needed: false } as const;
  const { country } = settings;
  const needs_imprint = country !== null && EU_STATES.has(taxCountry(country));
  const has_support = brand.support_email !== null || brand.support_url !== null;
  const pages: [field: string, name: string, is_there: boolean][] = [
    ['terms_url', 'terms', brand.terms_url !== null],
    ['privacy_url', 'privacy policy', brand.privacy_url !== null],
    ['imprint_url', 'imprint', brand.imprint_url !== null || !needs_imprint],
    ['support_email', 'an address for questions', has_support],
  ];
  const missing = pages.filter(([, , is_there]) => !is_there);
  const [field = 'terms_url'] = missing[0] ?? [];
  const page = `${dashboard}/brand#${field}`;
  if (missing.length === 0) {
    return done(about, 'Buyers find them under every page.', { button: 'Open', page });
  }
  return left(about, 'open', {
    message: `Missing: ${list(missing.map(([, name]) => name))}.`,
    meaning: 'Buyers look for them under every page.',
    way: { button: 'Add them', page },
  });
}

const LISTED_MAX = 5;

const shortList = (words: readonly string[]): string =>
  words.length <= LISTED_MAX
    ? list(words)
    : list([...words.slice(0, LISTED_MAX), `${words.length - LISTED_MAX} more`]);

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** In the words of somebody else. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
