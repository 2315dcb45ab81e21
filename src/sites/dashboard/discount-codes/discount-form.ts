import { html } from '../../../platform/core/html.ts';
import type { SentTo } from '../../../platform/operation/ask.ts';
import type { createDiscountCode } from '../../../shop/catalogue/discounts/create-discount-code.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { currencyField } from '../currencies.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, pair, part, type ValuesOf } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import type { Visit } from '../visit.ts';

/** The fields of a new discount code, for the products that can be chosen. */
export const discountFields = (products: { value: string; label: string }[]) => ({
  code: field.text({
    label: 'Code',
    hint: 'What buyers type: letters, digits, - _ and . in upper or lower case',
    is_code: true,
  }),
  name: field.optionalText({ label: 'Name', hint: 'For your own lists; buyers do not see it' }),
  kind: field.choice({
    label: 'Takes off',
    choices: [
      { value: 'percentage', label: 'A percentage' },
      { value: 'amount', label: 'An amount' },
    ],
  }),
  discount_percentage: field.optionalMoney({ label: 'Percent', hint: 'Up to 100, such as 12.5' }),
  discount_amount: field.optionalMoney({
    label: 'Amount',
    hint: 'Off the whole order, never more than it costs',
  }),
  currency: currencyField,
  duration: field.choice({
    label: 'Of a subscription',
    choices: [
      { value: 'once', label: 'The first payment' },
      { value: 'repeating', label: 'The payments of some months' },
      { value: 'forever', label: 'Every payment' },
    ],
  }),
  duration_months: field.optionalNumber({ label: 'Months', hint: 'For some months only' }),
  valid_from: field.optionalDay({ label: 'From', hint: 'The first day, in UTC; empty: now' }),
  valid_until: field.optionalDay({ label: 'Until', hint: 'The last day, in UTC; empty: no end' }),
  max_redemptions: field.optionalNumber({ label: 'Uses in all', hint: 'Empty: any number' }),
  max_redemptions_per_customer: field.optionalNumber({
    label: 'Uses of one customer',
    hint: 'Empty: any number',
  }),
  product_ids: field.several({ label: 'Only for these; none ticked: all', choices: products }),
});

type DiscountFields = ReturnType<typeof discountFields>;

export const NEW_DISCOUNT: Filled = filledWith(discountFields([]), {
  kind: 'percentage',
  duration: 'once',
});

/** What create-discount-code takes: of percentage and amount the one that was chosen. */
export const toDiscount = ({
  kind,
  currency,
  discount_percentage,
  discount_amount,
  ...values
}: ValuesOf<DiscountFields>): SentTo<typeof createDiscountCode> => ({
  ...values,
  // Empty is not a number: refused with the other mistakes.
  ...(kind === 'percentage'
    ? { discount_percentage: discount_percentage ?? Number.NaN }
    : { discount_amount: discount_amount ?? Number.NaN, currency }),
  product_ids: values.product_ids.length > 0 ? values.product_ids : null,
});

export function discountForm(visit: Visit, fields: DiscountFields, filled: Filled) {
  const { address } = visit;
  return dashboardPage(visit, {
    title: 'New discount code',
    section: 'discount-codes',
    back: { at: `${address}/discount-codes`, name: 'Discount codes' },
    refusal: filled.refusal,
    main: html`<form class="form" method="post" action="${address}/discount-codes/new" novalidate>
${attemptField()}
${part(
  'Discount',
  pair(inputs(fields, filled, ['code', 'name'])),
  inputs(fields, filled, ['kind']),
  html`<div class="when-percentage">${inputs(fields, filled, ['discount_percentage'])}</div>
<div class="when-amount">${pair(inputs(fields, filled, ['discount_amount', 'currency']))}</div>`,
  pair(inputs(fields, filled, ['duration', 'duration_months'])),
)}
${part(
  'Limits',
  pair(inputs(fields, filled, ['valid_from', 'valid_until'])),
  pair(inputs(fields, filled, ['max_redemptions', 'max_redemptions_per_customer'])),
)}
${part('Products', inputs(fields, filled, ['product_ids']))}
<div class="actions"><button class="button">Make the code</button>
<a href="${address}/discount-codes">Cancel</a></div>
</form>`,
  });
}
