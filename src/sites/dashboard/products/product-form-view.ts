import { type Html, html } from '../../../platform/core/html.ts';
import type { PageAnswer } from '../../../platform/http/page.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { markdown } from '../../shared/markdown.ts';
import { type Filled, inputs, pair, part } from '../form.ts';
import { card, dashboardPage } from '../layout.ts';
import type { Visit } from '../visit.ts';
import { EDIT_FIELDS, NEW_FIELDS } from './product-form.ts';

interface About {
  /** Where the form is sent to, below the address of the store. */
  path: string;
  title: string;
  button: string;
  back: { at: string; name: string };
  is_new: boolean;
  /** Whether it is, or may become, a plan. */
  may_be_plan: boolean;
  image_url: string | null;
  is_preview: boolean;
}

/** The form of a new product, or of one that is changed. */
export function productForm(visit: Visit, filled: Filled, about: About): PageAnswer {
  const { is_new, may_be_plan, image_url, back } = about;
  const some = (...names: (keyof typeof EDIT_FIELDS)[]) => inputs(EDIT_FIELDS, filled, names);
  const billing = (...names: (keyof typeof NEW_FIELDS)[]) => inputs(NEW_FIELDS, filled, names);
  const description = filled.typed.get('description') ?? '';
  return dashboardPage(visit, {
    title: about.title,
    section: 'products',
    back,
    refusal: filled.refusal,
    pictures: image_url === null ? [] : [image_url],
    main: html`${about.is_preview && preview(description)}
<form class="form product" method="post" action="${visit.address}${about.path}"
  enctype="multipart/form-data" novalidate>
${attemptField()}
${'' /* Enter presses the first button of a form: it saves. */}
<button class="hidden" tabindex="-1" aria-hidden="true">${about.button}</button>
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
${part('For your own records', some('metadata'))}
<div class="actions"><button class="button">${about.button}</button>
<a href="${back.at}">Cancel</a></div>
</form>`,
  });
}

const preview = (description: string): Html =>
  card(
    'The description as buyers see it',
    html`<div class="markdown" role="status">${
      description.trim() === '' ? 'There is none.' : markdown(description)
    }</div>`,
    html`<span class="quiet">Nothing is saved yet</span>`,
  );
