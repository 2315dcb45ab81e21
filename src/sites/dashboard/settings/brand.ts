import { type Html, html } from '../../../platform/core/html.ts';
import { isPageLanguage, PAGE_LANGUAGES } from '../../../platform/core/languages.ts';
import { accentColors } from '../../../shop/store/accent.rules.ts';
import { getStore } from '../../../shop/store/get-store.ts';
import { updateStore } from '../../../shop/store/update-store.ts';
import { pictureAddress } from '../../shared/shop.ts';
import { currencyChoices } from '../choices.ts';
import { field } from '../field.ts';
import type { Filled } from '../form.ts';
import { formFields } from '../form-fields.ts';
import { card, facts } from '../layout.ts';
import { PICTURE_TYPES } from '../products/product-form.ts';
import type { Visit } from '../visit.ts';
import { settingsRoutes } from './settings-page.ts';

const USUAL_ACCENT = '#5b4bdb';

const picture = (label: string, hint: string) =>
  field.file({
    label,
    hint: `${hint}: PNG, JPEG or WebP, at most 500 kB`,
    accept: PICTURE_TYPES,
  });

const FIELDS = {
  ...formFields(updateStore, {
    name: { label: 'Name of the shop' },
    support_email: { label: 'E-mail for questions' },
    support_url: { label: 'Help page' },
    terms_url: { label: 'Terms of sale' },
    privacy_url: { label: 'Privacy policy' },
    imprint_url: {
      label: 'Imprint',
      hint: 'Who you are by law: sellers in the European Union need one',
    },
    refund_url: { label: 'Refund policy' },
    storefront_enabled: {
      label: 'List what your payment links sell',
      hint: 'On the page of your shop, for everybody',
    },
    default_currency: {
      label: 'Currency of new products',
      none: 'None in particular',
      choices: currencyChoices,
    },
    license_key_prefix: {
      label: 'License keys begin with',
      hint: 'Up to 12 letters and digits; keys from before stay as they are. Empty: KASSA',
      is_code: true,
    },
    embed_domains: {
      label: 'Sites that may show your checkout in a dialog',
      hint: 'One on each line, such as https://www.example.com or http://localhost:3000',
    },
  }),
  accent_color: field.optionalColor(
    {
      label: 'Accent colour',
      hint: 'Such as #5b4bdb. Pages show the nearest one that can be read. Empty: ours',
      ...{ is_code: true, maxlength: '14' },
    },
    USUAL_ACCENT,
  ),
  logo: picture('Logo', 'At the top of pages and invoices'),
  remove_logo: field.tick({ label: 'Remove the logo' }),
  favicon: picture('Favicon', 'In the tab of a browser'),
  remove_favicon: field.tick({ label: 'Remove the favicon' }),
  default_language: field.choice({
    label: 'Language of pages',
    hint: 'For buyers whose browser asks for none that we speak',
    choices: Object.keys(PAGE_LANGUAGES)
      .filter(isPageLanguage)
      .map((value) => ({ value, label: PAGE_LANGUAGES[value].name })),
  }),
};

export const brandRoutes = settingsRoutes({
  section: 'brand',
  fields: FIELDS,
  groups: [
    {
      title: 'How buyers see you',
      rows: [
        ['name', 'default_language'],
        ['logo', 'favicon'],
        ['remove_logo', 'remove_favicon'],
        ['accent_color'],
      ],
    },
    {
      title: 'Links on pages and in mails',
      rows: [
        ['support_email', 'support_url'],
        ['terms_url', 'privacy_url'],
        ['imprint_url', 'refund_url'],
      ],
    },
    { title: 'The page of your shop', rows: [['storefront_enabled'], ['default_currency']] },
    { title: 'License keys and your own pages', rows: [['license_key_prefix'], ['embed_domains']] },
  ],
  operation: updateStore,
  takes_files: true,
  can_preview: true,
  hides: ({ store: { brand } }) => [
    ...(brand.logo ? [] : ['remove_logo']),
    ...(brand.favicon ? [] : ['remove_favicon']),
  ],
  read: async (visit) => visit.ask(getStore, {}),
  async save(visit, { remove_logo, remove_favicon, logo, favicon, ...values }, once) {
    const pictures = {
      ...(remove_logo && { logo: null }),
      ...(remove_favicon && { favicon: null }),
      ...(logo !== undefined && { logo }),
      ...(favicon !== undefined && { favicon }),
    };
    return visit.ask(updateStore, { ...values, ...pictures }, once);
  },
  above: preview,
  below: shopPageCard,
});

/** Where it is: what buyers see there with and without a list. */
async function shopPageCard(visit: Visit): Promise<Html> {
  const { storefront_url, portal_url } = await visit.ask(getStore, {});
  return card(
    'Addresses of your shop',
    facts([
      ['Page of the shop', html`<a href="${storefront_url}">${storefront_url}</a>`],
      ['Customer portal', html`<a href="${portal_url}">${portal_url}</a>`],
    ]),
  );
}

/** The pictures that are there, and the colour in light and in dark. */
function preview(visit: Visit, { typed }: Filled): Html {
  const { logo, favicon } = visit.store.brand;
  const name = typed.get('name') || visit.store.name;
  const given = typed.get('accent_color')?.trim() ?? '';
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(given);
  const color = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : given;
  const is_color = /^#[\da-f]{6}$/i.test(color);
  const { light, dark } = accentColors(is_color ? color.toLowerCase() : USUAL_ACCENT);
  return card(
    'Preview',
    html`<div class="present">
${logo && html`<img src="${pictureAddress(visit, logo)}" alt="Logo">`}
${favicon && html`<img src="${pictureAddress(visit, favicon)}" alt="Favicon">`}
<svg class="swatch" viewBox="0 0 320 72" role="img"
  aria-label="Buttons in the accent colour, in light and in dark">
${side({ x: 0, surface: '#ffffff', text: '#17171f', name, ...light })}
${side({ x: 160, surface: '#18181f', text: '#f2f2f6', name, ...dark })}
</svg></div>`,
  );
}

interface Side {
  x: number;
  surface: string;
  text: string;
  name: string;
  accent: string;
  on_accent: string;
  accent_text: string;
}

const side = ({ x, surface, text, name, accent, on_accent, accent_text }: Side): Html =>
  html`<g font-family="system-ui, sans-serif" font-size="11">
<rect x="${x}" width="160" height="72" fill="${surface}"/>
<text x="${x + 14}" y="22" fill="${text}" font-weight="600">${name.slice(0, 24)}</text>
<rect x="${x + 14}" y="34" width="76" height="26" rx="6" fill="${accent}"/>
<text x="${x + 52}" y="51" fill="${on_accent}" text-anchor="middle" font-weight="600">Pay</text>
<text x="${x + 104}" y="51" fill="${accent_text}" text-decoration="underline">Terms</text></g>`;
