import type { Static } from 'typebox';
import { Email, KeptEmail, KeptUrl, Url } from '../../platform/core/address-fields.ts';
import {
  Currency,
  CurrencyCode,
  Described,
  Id,
  Instant,
  Line,
  Nullable,
  OneOf,
  optional,
} from '../../platform/core/fields.ts';
import { isPageLanguage, PAGE_LANGUAGES } from '../../platform/core/languages.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { type Picture, parseBrand, picturePath } from './brand.rules.ts';
import { PageOrigin, pageOrigins } from './page-origin.rules.ts';
import { PictureInput } from './pictures/picture-input.rules.ts';

/** What the first start calls the store that it makes: no name for a shop. */
export const FIRST_STORE_NAME = 'Test store';

/** The longest name of a store, in characters. */
export const STORE_NAME_MAX = 100;

const PREFIX_MAX = 12;
const EMBED_DOMAINS_MAX = 20;

const AccentColor = Type.Refine(
  Type.String({
    description:
      'The colour of buttons and links, as #rrggbb or #rgb. Pages and mails show the nearest ' +
      'one that is legible, in light and in dark',
    documented: { pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' },
    examples: ['#5b4bdb'],
  }),
  (text) => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text),
  () => 'must be a colour such as #5b4bdb',
);

const Prefix = Type.Refine(
  Type.String({
    description:
      `What new license keys begin with: 1 to ${PREFIX_MAX} letters and digits, kept in capital ` +
      'letters. Keys from before stay as they are',
    documented: { pattern: `^[A-Za-z0-9]{1,${PREFIX_MAX}}$` },
    examples: ['LUMEN'],
  }),
  (text) => text.length <= PREFIX_MAX && /^[A-Za-z\d]+$/.test(text),
  () => `must be 1 to ${PREFIX_MAX} letters and digits`,
);

/** Where the seller is: as it is sent, and as it is kept. */
const links = (Address: typeof Url, Mailbox: typeof Email) => ({
  support_email: Nullable(Described('Where buyers can write to; shown on pages', Mailbox)),
  support_url: Nullable(Described('Where buyers find help; linked on pages', Address)),
  terms_url: Nullable(Described('Your terms of sale; linked on pages', Address)),
  privacy_url: Nullable(Described('Your privacy policy; linked on pages', Address)),
  imprint_url: Nullable(
    Described('Who you are by law, where it asks for that; linked on pages', Address),
  ),
  refund_url: Nullable(Described('Your refund policy; linked on pages', Address)),
});

const brand_fields = {
  accent_color: Nullable(AccentColor),
  ...links(Url, Email),
  default_language: OneOf(Object.keys(PAGE_LANGUAGES).filter(isPageLanguage), {
    description: 'The language of pages for buyers whose browser asks for none that we speak',
    examples: ['en'],
  }),
  storefront_enabled: Type.Boolean({
    description:
      'Whether the page of the shop (`storefront_url`) lists what its active payment links sell',
    examples: [false],
  }),
  default_currency: Nullable(
    Described('The currency that forms of the dashboard begin with; null: the commonest', Currency),
  ),
  license_key_prefix: Prefix,
  embed_domains: Type.Array(PageOrigin, {
    maxItems: EMBED_DOMAINS_MAX,
    description:
      'Sites that may show your checkout in a frame: https:// and the name alone, or ' +
      'http://localhost with its port',
    examples: [['https://www.example.com']],
  }),
};

const PictureUrl = (of: string) =>
  Nullable(
    Type.String({
      description: `Where the ${of} is served`,
      examples: [`https://localhost:8443/files/1/2fd4e1c67a2d28fced849ee1bb76e739.png`],
    }),
  );

/** A store, as its seller sees it. */
export const Store = Type.Object({
  store_id: Id('store_1tq3v9w0e00h4rk6m2x8pz7ycn5', 'The store that the key belongs to'),
  object: Type.Literal('store'),
  name: Type.String({ examples: ['Lumen Labs'] }),
  mode: OneOf(['test', 'live'], { examples: ['test'] }),
  logo_url: PictureUrl('logo'),
  favicon_url: PictureUrl('favicon'),
  portal_url: Type.String({
    description: 'Where customers ask for a link to the portal, by their e-mail address',
    examples: ['https://localhost:8443/portal/store/1'],
  }),
  storefront_url: Type.String({
    description:
      'The page of the shop, for everybody. That of the first live store is also at the address of ' +
      'the installation itself',
    examples: ['https://localhost:8443/store/1'],
  }),
  ...brand_fields,
  ...links(KeptUrl, KeptEmail),
  default_currency: Nullable(
    Described('The currency that forms of the dashboard begin with', CurrencyCode),
  ),
  created_at: Instant,
  updated_at: Instant,
});

export const store_change_fields = {
  logo: Type.Optional(PictureInput('The picture at the top of pages and invoices')),
  favicon: Type.Optional(PictureInput('The small picture in the tab of a browser')),
  name: Type.Optional(
    Line(STORE_NAME_MAX, {
      description: 'The name of the shop, as buyers see it',
      examples: ['Lumen Labs'],
    }),
  ),
  ...optional({ ...brand_fields, license_key_prefix: Nullable(Prefix) }),
};

export type StoreChange = Static<ReturnType<typeof Type.Object<typeof store_change_fields>>>;

/** What is stored of a change: colours, prefixes and origins have one way to be written. */
export function brandChange({ name: _n, logo: _l, favicon: _f, ...change }: StoreChange) {
  const { accent_color, license_key_prefix, embed_domains, default_currency } = change;
  return {
    ...change,
    accent_color: accent_color && fullColor(accent_color),
    license_key_prefix: license_key_prefix?.toUpperCase() ?? license_key_prefix,
    embed_domains: embed_domains && pageOrigins(embed_domains),
    default_currency: default_currency?.toUpperCase() ?? default_currency,
  };
}

/** `#ABC` is `#aabbcc`. */
function fullColor(text: string): string {
  const digits = text.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

export function showStore(
  row: {
    store_id: string;
    number: number;
    name: string;
    mode: 'test' | 'live';
    brand: string;
    created_at: number;
    updated_at: number;
  },
  base_url: string,
): Static<typeof Store> {
  const { logo, favicon, embed_domains, ...rest } = parseBrand(row.brand);
  const address = (picture: Picture | null) =>
    picture && `${base_url}${picturePath(row.number, picture)}`;
  return {
    store_id: row.store_id,
    object: 'store',
    name: row.name,
    mode: row.mode,
    logo_url: address(logo),
    favicon_url: address(favicon),
    portal_url: `${base_url}/portal/store/${row.number}`,
    storefront_url: `${base_url}/store/${row.number}`,
    ...rest,
    embed_domains: [...embed_domains],
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}
