import { type Html, html } from '../../../platform/core/html.ts';
import { markdown } from '../../shared/markdown.ts';
import { type Filled, inputs, pair, part } from '../form.ts';
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

/** The parts of the form of a new product, or of one that is changed. */
export const productParts =
  ({ is_new, may_be_plan, image_url, button }: About) =>
  (filled: Filled): Html => {
    const some = (...names: (keyof typeof EDIT_FIELDS)[]) => inputs(EDIT_FIELDS, filled, names);
    const billing = (...names: (keyof typeof NEW_FIELDS)[]) => inputs(NEW_FIELDS, filled, names);
    return html`${'' /* Enter presses the first button of a form: it saves. */}
<button class="hidden" tabindex="-1" aria-hidden="true">${button}</button>
${part(
  'Product',
  some('name', 'description'),
  html`<div class="actions"><button class="button second small" name="preview" value="1">
Preview the description</button></div>`,
  image_url !== null &&
    html`<div class="present"><img src="${image_url}" alt="Present picture">
  ${some('remove_image')}</div>`,
  pair(some('image', 'image_url')),
)}
${part(
  'Price',
  is_new ? pair(some('price'), billing('currency')) : some('price'),
  is_new && billing('billing_type'),
  may_be_plan &&
    html`<div class="fields when-plan">
  ${is_new && pair(billing('billing_interval_count', 'billing_interval'))}
  ${pair(some('trial_days', 'tier'))}</div>`,
  !is_new &&
    html`<p class="hint">A new price counts for new purchases. Subscriptions and open
  checkouts keep theirs; currency and period of a product never change.</p>`,
)}
${part(
  'License keys',
  some('has_license'),
  html`<div class="fields when-license">
  ${pair(some('license.activation_limit', 'license.valid_days'))}
  ${some('license.certificate_days')}</div>`,
)}
${part('Taxes', pair(some('tax_category', 'tax_behavior')))}
${part('For your own records', some('metadata'))}`;
  };

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
