import type { Static } from 'typebox';
import { CUSTOM_FIELDS } from '../../../platform/core/custom-fields.ts';
import type { SentTo } from '../../../platform/operation/ask.ts';
import type { createPaymentLink } from '../../../shop/checkout/links/create-payment-link.ts';
import type { PaymentLink } from '../../../shop/checkout/links/payment-link.rules.ts';
import type { updatePaymentLink } from '../../../shop/checkout/links/update-payment-link.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, type ValuesOf } from '../form.ts';

type ShownLink = Static<typeof PaymentLink>;

const answered = {
  label: 'Answered',
  choices: [
    { value: 'text', label: 'In words' },
    { value: 'number', label: 'As a number' },
    { value: 'choice', label: 'By choosing' },
    { value: 'checkbox', label: 'By ticking a box' },
  ],
} as const;

const question = {
  label: field.text({ label: 'Question' }),
  key: field.text({ label: 'Name in records', hint: 'Such as team_name', is_code: true }),
  type: field.choice(answered),
  options: field.lines({ label: 'To choose from', hint: 'One on each line', rows: 2 }),
  optional: field.tick({ label: 'May be left empty' }),
};

/** The rows for questions to the buyer. */
export const ROWS = Array.from({ length: CUSTOM_FIELDS.fields_max }, (_, at) => at);

const QUESTIONS = Object.fromEntries(
  ROWS.flatMap((at) =>
    // In a row that is not used, nothing is chosen.
    Object.entries({ ...question, type: field.oneOf(answered) }).map(([name, one]) => [
      `custom_fields.${at}.${name}`,
      one,
    ]),
  ),
);

const CHANGES = {
  quantity: field.number({ label: 'Quantity' }),
  is_adjustable: field.tick({ label: 'Buyers may change the quantity' }),
  'adjustable_quantity.minimum': field.optionalNumber({ label: 'At least', hint: 'Empty: 1' }),
  'adjustable_quantity.maximum': field.optionalNumber({
    label: 'At most',
    hint: 'Empty: a million',
  }),
  coupon_code: field.optionalText({
    label: 'Discount code',
    hint: 'Already filled in; the buyer may type another',
    is_code: true,
  }),
  success_url: field.optionalText({
    label: 'After paying, go to',
    placeholder: 'https://',
    type: 'url',
  }),
  redirect: field.tick({ label: 'Go there at once, without showing the receipt' }),
  cancel_url: field.optionalText({
    label: 'Who does not want to pay goes to',
    placeholder: 'https://',
    type: 'url',
  }),
  max_purchases: field.optionalNumber({ label: 'Purchases in all', hint: 'Empty: any number' }),
  expires_at: field.optionalDay({ label: 'Until', hint: 'The last day, in UTC; empty: no end' }),
  metadata: field.pairs({ label: 'Metadata', hint: 'One name = value on each line' }),
};

export const linkFields = (products: { value: string; label: string }[]) => ({
  product_id: field.oneOf({ label: 'Product', choices: products }),
  slug: field.optionalText({
    label: 'Last part of the address',
    hint: 'Of a–z, 0–9 and -; empty: random',
    is_code: true,
  }),
  ...CHANGES,
});

/** All that is read of a form, with the questions. */
export const withQuestions = <F extends object>(fields: F): F & typeof QUESTIONS => ({
  ...QUESTIONS,
  ...fields,
});

export const EDIT_LINK = CHANGES;

type Change = ValuesOf<typeof CHANGES>;

/**
 * The form with the questions that were asked in the first rows, one after the other: a question
 * is taken away by emptying its row.
 */
export function closeRanks(form: ReadonlyMap<string, string>): Map<string, string> {
  const used = ROWS.filter((at) =>
    ['label', 'key'].some((name) => form.get(`custom_fields.${at}.${name}`)?.trim()),
  );
  const closed = new Map([...form].filter(([name]) => !name.startsWith('custom_fields.')));
  for (const [to, from] of used.entries()) {
    for (const name of Object.keys(question)) {
      const typed = form.get(`custom_fields.${from}.${name}`);
      if (typed !== undefined) closed.set(`custom_fields.${to}.${name}`, typed);
    }
  }
  return closed;
}

/** The questions of a form whose rows are closed up. */
function questionsOf(form: ReadonlyMap<string, string>) {
  const asked = ROWS.filter((at) => form.has(`custom_fields.${at}.key`));
  return asked.map((at) => {
    const read = <V>(name: string, one: { read(sent: object, name: string): V }): V =>
      one.read({ form }, `custom_fields.${at}.${name}`);
    const type = read('type', question.type);
    const options = read('options', question.options);
    return {
      ...{ key: read('key', question.key), label: read('label', question.label), type },
      optional: read('optional', question.optional),
      options: type === 'choice' || options.length > 0 ? options : null,
    };
  });
}

/** What both operations take. */
function termsOf(values: Change, form: ReadonlyMap<string, string>) {
  const { is_adjustable, quantity, coupon_code, success_url, redirect, cancel_url } = values;
  const minimum = values['adjustable_quantity.minimum'];
  const maximum = values['adjustable_quantity.maximum'];
  return {
    ...{ quantity, coupon_code, success_url, redirect, cancel_url },
    ...{ max_purchases: values.max_purchases, metadata: values.metadata },
    custom_fields: questionsOf(form),
    adjustable_quantity: is_adjustable
      ? { ...(minimum !== null && { minimum }), ...(maximum !== null && { maximum }) }
      : null,
  };
}

export const toNewLink = (
  values: ValuesOf<ReturnType<typeof linkFields>>,
  form: ReadonlyMap<string, string>,
): SentTo<typeof createPaymentLink> => ({
  ...termsOf(values, form),
  ...{ product_id: values.product_id, expires_at: values.expires_at },
  ...(values.slug !== null && { slug: values.slug }),
});

export function toLinkChange(
  values: Change,
  form: ReadonlyMap<string, string>,
  { payment_link_id, expires_at }: ShownLink,
): SentTo<typeof updatePaymentLink> {
  // A link may end within a day: the day is sent only if it is another.
  const is_same_day = values.expires_at === (expires_at?.slice(0, 10) ?? null);
  return {
    ...{ payment_link_id, ...termsOf(values, form) },
    ...(!is_same_day && { expires_at: values.expires_at }),
  };
}

export const NEW_LINK: Filled = filledWith(CHANGES, { quantity: 1 });

const QUANTITY_MAX = 1_000_000;

export function filledFromLink({ custom_fields, ...link }: ShownLink): Filled {
  const limits = link.adjustable_quantity;
  const { typed, ...more } = filledWith(CHANGES, {
    ...link,
    is_adjustable: limits !== null,
    'adjustable_quantity.minimum': limits?.minimum ?? null,
    'adjustable_quantity.maximum':
      limits === null || limits.maximum === QUANTITY_MAX ? null : limits.maximum,
  });
  const questions = custom_fields.flatMap((one, at) => {
    const row = filledWith(question, { ...one, options: one.options ?? [] });
    return [...row.typed].map(([name, text]): [string, string] => [
      `custom_fields.${at}.${name}`,
      text,
    ]);
  });
  return { ...more, typed: new Map([...typed, ...questions]) };
}
