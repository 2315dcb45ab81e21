import { type Html, html } from '../../../platform/core/html.ts';
import type { PageAnswer } from '../../../platform/http/page.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { type Filled, inputs, pair, part } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import type { Visit } from '../visit.ts';
import { EDIT_LINK, linkFields, ROWS, withQuestions } from './link-form.ts';

interface About {
  path: string;
  title: string;
  button: string;
  back: { at: string; name: string };
  /** For a new link: what it can sell. */
  products: { value: string; label: string }[] | undefined;
}

/** The form of a new link, or of one that is changed: its product and its address stay. */
export function linkForm(visit: Visit, filled: Filled, about: About): PageAnswer {
  const { products, back } = about;
  const some = (...names: (keyof typeof EDIT_LINK)[]) => inputs(EDIT_LINK, filled, names);
  return dashboardPage(visit, {
    title: about.title,
    section: 'payment-links',
    back,
    refusal: filled.refusal,
    main: html`<form class="form" method="post" action="${visit.address}${about.path}" novalidate>
${attemptField()}
${part(
  'What it sells',
  products && inputs(linkFields(products), filled, ['product_id', 'slug']),
  pair(some('quantity', 'coupon_code')),
  some('is_adjustable'),
  html`<div class="when-adjustable">
  ${pair(some('adjustable_quantity.minimum', 'adjustable_quantity.maximum'))}</div>`,
)}
${part('How long', pair(some('max_purchases', 'expires_at')))}
${part('Where buyers go', some('success_url', 'redirect', 'cancel_url'))}
${part(
  'What buyers are asked',
  html`<p class="hint">Up to five questions on the payment page. Empty a row to take it away.</p>`,
  ...ROWS.map((at) => questionRow(filled, at)),
)}
${part('For your own records', some('metadata'))}
<div class="actions"><button class="button">${about.button}</button>
<a href="${back.at}">Cancel</a></div>
</form>`,
  });
}

/** The first is open, and those that are used. */
function questionRow(filled: Filled, at: number): Html {
  const start = `custom_fields.${at}.`;
  const is_open = at === 0 || [...filled.typed.keys()].some((name) => name.startsWith(start));
  const fields = withQuestions({});
  const some = (...names: string[]) =>
    inputs(
      fields,
      filled,
      names.map((name) => `${start}${name}`),
    );
  return html`<details class="question"${is_open && html` open`}>
  <summary>Question ${at + 1}</summary>
  <div class="fields">${pair(some('label', 'key'))}
  ${pair(some('type', 'options'))}
  ${some('optional')}</div>
</details>`;
}
