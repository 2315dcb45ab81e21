import { html } from '../../../platform/core/html.ts';
import type { SentTo } from '../../../platform/operation/ask.ts';
import { createDiscountCode } from '../../../shop/catalogue/discounts/create-discount-code.ts';
import { type Choice, currencyChoices } from '../choices.ts';
import { field } from '../field.ts';
import { inputs, pair, part, type ValuesOf } from '../form.ts';
import { formFields } from '../form-fields.ts';
import { form, formHandlers } from '../form-page.ts';
import { productChoices } from '../products/product-choices.ts';

/** The fields of a new discount code, for the products that can be chosen. */
const discountFields = (products: Choice[]) => ({
  ...formFields(createDiscountCode, {
    code: {
      label: 'Code',
      hint: 'What buyers type: letters, digits, - _ and . in upper or lower case',
      is_code: true,
    },
    name: { label: 'Name', hint: 'For your own lists; buyers do not see it' },
    discount_percentage: { label: 'Percent', hint: 'Up to {max}, such as 12.5' },
    discount_amount: { label: 'Amount', hint: 'Off the whole order, never more than it costs' },
    duration: {
      label: 'Of a subscription',
      choices: {
        once: 'The first payment',
        repeating: 'The payments of some months',
        forever: 'Every payment',
      },
    },
    duration_months: { label: 'Months', hint: 'For some months only' },
    valid_from: { label: 'From', hint: 'The first day, in UTC; empty: now' },
    valid_until: { label: 'Until', hint: 'The last day, in UTC; empty: no end' },
    max_redemptions: { label: 'Uses in all', hint: 'Empty: any number' },
    max_redemptions_per_customer: { label: 'Uses of one customer', hint: 'Empty: any number' },
  }),
  kind: field.choice({
    label: 'Takes off',
    choices: { percentage: 'A percentage', amount: 'An amount' },
  }),
  currency: field.choice({ label: 'Currency', choices: currencyChoices }),
  product_ids: field.several({ label: 'Only for these; none ticked: all', choices: products }),
});

type Values = ValuesOf<ReturnType<typeof discountFields>>;

/** What create-discount-code takes: of percentage and amount the one that was chosen. */
function toDiscount(typed: Values): SentTo<typeof createDiscountCode> {
  const { kind, currency, discount_percentage, discount_amount, product_ids, ...values } = typed;
  return {
    ...values,
    // Empty is not a number: refused with the other mistakes.
    ...(kind === 'percentage'
      ? { discount_percentage: discount_percentage ?? Number.NaN }
      : { discount_amount: discount_amount ?? Number.NaN, currency }),
    product_ids: product_ids.length > 0 ? product_ids : null,
  };
}

export const createHandlers = formHandlers(createDiscountCode, async (visit) => {
  const fields = discountFields(await productChoices(visit));
  return form(fields, {
    ...{ section: 'discount-codes', title: 'New discount code', button: 'Create discount code' },
    filled: { kind: 'percentage', duration: 'once' },
    refused: 'The discount code was not created',
    parts: (filled) => {
      const some = (...names: (keyof typeof fields)[]) => inputs(fields, filled, names);
      return html`${part(
        'Discount',
        pair(some('code', 'name')),
        some('kind'),
        html`<div class="when-percentage">${some('discount_percentage')}</div>
<div class="when-amount">${pair(some('discount_amount', 'currency'))}</div>`,
        pair(some('duration', 'duration_months')),
      )}
${part(
  'Limits',
  pair(some('valid_from', 'valid_until')),
  pair(some('max_redemptions', 'max_redemptions_per_customer')),
)}
${part('Products', some('product_ids'))}`;
    },
    async send(values, once) {
      const { discount_id } = await visit.ask(createDiscountCode, toDiscount(values), once);
      return `/discount-codes/${discount_id}?done=created`;
    },
  });
});
