import { type Html, html } from '../../../platform/core/html.ts';
import { markdown } from '../../shared/markdown.ts';
import { type Filled, fold, inputs, pair, part } from '../form.ts';
import { card } from '../layout.ts';
import { EDIT_FIELDS, NEW_FIELDS } from './product-form.ts';

interface About {
  is_new: boolean;
  /** Whether it is, or may become, a plan. */
  may_be_plan: boolean;
  image_url: string | null;
  /** What the button says that saves it. */
  button: string;
}

type Name = keyof typeof EDIT_FIELDS;

/** Name and price, and folded behind them what has a good default, which each fold says. */
export const productParts =
  ({ is_new, may_be_plan, image_url, button }: About) =>
  (filled: Filled): Html => {
    const some = (...names: Name[]) => inputs(EDIT_FIELDS, filled, names);
    const billing = (...names: (keyof typeof NEW_FIELDS)[]) => inputs(NEW_FIELDS, filled, names);
    const folded = (title: string, now: string, names: readonly Name[], ...content: Html[]) => {
      const is_open = names.some((name) => filled.problems.has(name));
      return fold({ title, now, is_open }, ...content);
    };
    return html`${'' /* Enter presses the first button of a form: it saves. */}
<button class="hidden" tabindex="-1" aria-hidden="true">${button}</button>
${part(
  'Product',
  some('name'),
  is_new ? pair(some('price'), billing('currency')) : some('price'),
  is_new && billing('billing_type'),
  is_new &&
    html`<div class="fields when-plan">
  ${pair(billing('billing_interval_count', 'billing_interval'))}</div>`,
  !is_new &&
    html`<p class="hint">A new price counts for new purchases. Subscriptions and open
  checkouts keep theirs; currency and period of a product never change.</p>`,
)}
${folded(
  'Description and picture',
  shownText(filled, image_url),
  ['description', 'image', 'image_url'],
  some('description'),
  html`<div class="actions"><button class="button second small" name="preview" value="1">
Preview the description</button></div>`,
  image_url === null
    ? html``
    : html`<div class="present"><img src="${image_url}" alt="Present picture">
  ${some('remove_image')}</div>`,
  pair(some('image', 'image_url')),
)}
${folded(
  'License keys',
  licenseText(filled),
  LICENSE_NAMES,
  some('has_license'),
  html`<div class="fields when-license">
  ${pair(some('license.activation_limit', 'license.valid_days'))}
  ${some('license.certificate_days')}</div>`,
)}
${
  may_be_plan &&
  html`<div class="when-plan">${folded(
    'Trial and tier',
    trialText(filled),
    ['trial_days', 'tier'],
    pair(some('trial_days', 'tier')),
  )}</div>`
}
${folded(
  'Taxes',
  taxText(filled),
  ['tax_category', 'tax_behavior'],
  pair(some('tax_category', 'tax_behavior')),
)}
${folded(
  'For your own records',
  filled.typed.get('metadata') ? 'Metadata' : 'Nothing',
  ['metadata'],
  some('metadata'),
)}`;
  };

const LICENSE_NAMES = [
  'has_license',
  'license.activation_limit',
  'license.valid_days',
  'license.certificate_days',
] as const;

function shownText({ typed }: Filled, image_url: string | null): string {
  const described = typed.get('description')?.trim() ? 'Described' : 'No description';
  const pictured = image_url !== null || typed.get('image_url');
  return `${described}, ${pictured ? 'with a picture' : 'no picture'}`;
}

/** `A key for 3 devices, valid for ever`. */
function licenseText({ typed }: Filled): string {
  if (!typed.get('has_license')) return 'Without a key, unless you tick it here';
  const limit = typed.get('license.activation_limit');
  const days = typed.get('license.valid_days');
  const devices = limit
    ? `${limit} ${limit === '1' ? 'device' : 'devices'}`
    : 'any number of devices';
  return `A key for ${devices}, valid ${days ? `for ${days} days` : 'for ever'}`;
}

function trialText({ typed }: Filled): string {
  const [days, tier] = [typed.get('trial_days'), typed.get('tier')];
  return `${days ? `${days} days of trial` : 'No trial'}, ${tier ? `tier ${tier}` : 'no tier'}`;
}

function taxText({ typed }: Filled): string {
  const words = (name: 'tax_category' | 'tax_behavior') =>
    EDIT_FIELDS[name].words?.(typed.get(name) ?? '') ?? '';
  return `${words('tax_category')}. The price: ${words('tax_behavior').toLowerCase()}`;
}

export function preview({ typed }: Filled, is_preview: boolean): Html | false {
  if (!is_preview) return false;
  const description = typed.get('description') ?? '';
  return card(
    'The description as buyers see it',
    html`<div class="markdown" role="status">${
      description.trim() === '' ? 'There is none.' : markdown(description)
    }</div>`,
    html`<span class="quiet">Nothing is saved yet</span>`,
  );
}
