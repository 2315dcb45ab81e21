import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { SentTo } from '../../../platform/operation/ask.ts';
import { createPaymentLink } from '../../../shop/checkout/links/create-payment-link.ts';
import { getPaymentLink } from '../../../shop/checkout/links/get-payment-link.ts';
import type { PaymentLink } from '../../../shop/checkout/links/payment-link.rules.ts';
import { updatePaymentLink } from '../../../shop/checkout/links/update-payment-link.ts';
import { CUSTOM_FIELDS } from '../../../shop/money/transactions/custom-fields.rules.ts';
import type { Choice } from '../choices.ts';
import { type Field, field } from '../field.ts';
import { type Fields, type Filled, inputs, pair, part, type ValuesOf } from '../form.ts';
import { formFields, METADATA } from '../form-fields.ts';
import { form, formHandlers } from '../form-page.ts';
import { productChoices } from '../products/product-choices.ts';

type ShownLink = Static<typeof PaymentLink>;

const answered = {
  label: 'Answered',
  choices: {
    text: 'In words',
    number: 'As a number',
    choice: 'By choosing',
    checkbox: 'By ticking a box',
  },
};

const question = {
  label: field.text({ label: 'Question' }),
  key: field.text({ label: 'Name in records', hint: 'Such as team_name', is_code: true }),
  type: field.choice(answered),
  options: field.lines({ label: 'To choose from', hint: 'One on each line', rows: 2 }),
  optional: field.tick({ label: 'May be left empty' }),
};

/** The rows for questions to the buyer. */
const ROWS = Array.from({ length: CUSTOM_FIELDS.fields_max }, (_, at) => at);

type Questions = Record<`custom_fields.${number}.${string}`, Field<string | boolean | string[]>>;

const QUESTIONS: Questions = Object.fromEntries(
  ROWS.flatMap((at) =>
    // In a row that is not used, nothing is chosen.
    Object.entries({ ...question, type: field.oneOf(answered) }).map(([name, one]) => [
      `custom_fields.${at}.${name}`,
      one,
    ]),
  ),
);

const CHANGES = {
  ...formFields(createPaymentLink, {
    quantity: { label: 'Quantity' },
    coupon_code: {
      label: 'Discount code',
      hint: 'Already filled in; the buyer may type another',
      is_code: true,
    },
    success_url: { label: 'Success URL', hint: 'Where buyers go after paying' },
    redirect: { label: 'Go there at once, without showing the receipt' },
    cancel_url: { label: 'Cancel URL', hint: 'Where buyers go who do not want to pay' },
    max_purchases: { label: 'Purchases in all', hint: 'Empty: any number' },
    expires_at: { label: 'Until', hint: 'The last day, in UTC; empty: no end' },
    metadata: METADATA,
  }),
  is_adjustable: field.tick({ label: 'Buyers may change the quantity' }),
  'adjustable_quantity.minimum': field.optionalNumber({ label: 'At least', hint: 'Empty: 1' }),
  'adjustable_quantity.maximum': field.optionalNumber({
    label: 'At most',
    hint: 'Empty: a million',
  }),
};

const newFields = (products: Choice[]) => ({
  product_id: field.oneOf({ label: 'Product', choices: products }),
  slug: field.optionalText({
    label: 'Slug',
    hint: 'The last part of the address: a–z, 0–9 and -; empty: random',
    is_code: true,
  }),
  ...CHANGES,
});

/** The slug of a link that exists stands in the form: it is not empty. */
const CHANGED = {
  ...formFields(updatePaymentLink, {
    slug: {
      label: 'Slug',
      hint: 'The last part of the address: a–z, 0–9 and -. The old address leads to the new one',
      is_code: true,
    },
  }),
  ...CHANGES,
};

/** All that is read of a form, with the questions. */
const withQuestions = <F extends object>(fields: F): F & Questions => ({
  ...QUESTIONS,
  ...fields,
});

const QUANTITY_MAX = 1_000_000;

type Change = ValuesOf<typeof CHANGES>;

/**
 * The form with the questions that were asked in the first rows, one after the other: a question
 * is taken away by emptying its row.
 */
function closeRanks(form: ReadonlyMap<string, string>): Map<string, string> {
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
  const request = ROWS.filter((at) => form.has(`custom_fields.${at}.key`));
  return request.map((at) => {
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

const toNewLink = (
  values: ValuesOf<ReturnType<typeof newFields>>,
  form: ReadonlyMap<string, string>,
): SentTo<typeof createPaymentLink> => ({
  ...termsOf(values, form),
  ...{ product_id: values.product_id, expires_at: values.expires_at },
  ...(values.slug !== null && { slug: values.slug }),
});

function toLinkChange(
  values: ValuesOf<typeof CHANGED>,
  form: ReadonlyMap<string, string>,
  { payment_link_id, expires_at }: ShownLink,
): SentTo<typeof updatePaymentLink> {
  // A link may end within a day: the day is sent only if it is another.
  const is_same_day = values.expires_at === (expires_at?.slice(0, 10) ?? null);
  return {
    ...{ payment_link_id, slug: values.slug, ...termsOf(values, form) },
    ...(!is_same_day && { expires_at: values.expires_at }),
  };
}

/** What stands in the form about a link that exists. */
function valuesOf({ custom_fields, ...link }: ShownLink) {
  const limits = link.adjustable_quantity;
  const questions = custom_fields.flatMap((one, at) =>
    Object.entries({ ...one, options: one.options ?? [] }).map(([name, value]) => [
      `custom_fields.${at}.${name}`,
      value,
    ]),
  );
  return {
    ...link,
    ...Object.fromEntries(questions),
    is_adjustable: limits !== null,
    'adjustable_quantity.minimum': limits?.minimum ?? null,
    'adjustable_quantity.maximum':
      limits === null || limits.maximum === QUANTITY_MAX ? null : limits.maximum,
  };
}

/** What a link is called in the dashboard: its address without the host. */
export const addressName = ({ url }: Pick<ShownLink, 'url'>): string =>
  /(?:\/test)?\/buy\/[^/]*$/.exec(url)?.[0] ?? url;

/** What both forms have. */
const PAGE = { section: 'payment-links', reads: closeRanks } as const;

/** For a new link, of a product that may be named in the address. */
export const createHandlers = formHandlers(createPaymentLink, async (visit, _, request) => {
  const query = request.method === 'GET' ? request.readQuery() : request.form;
  const product_id = query.get('product_id') ?? '';
  const fields = withQuestions(newFields(await productChoices(visit, product_id)));
  return form(fields, {
    ...PAGE,
    ...{ title: 'New payment link', button: 'Create payment link' },
    filled: { product_id, quantity: 1 },
    parts: linkParts(fields, ['product_id', 'slug']),
    refused: 'The payment link was not created',
    async send(values, once, sent) {
      const link = await visit.ask(createPaymentLink, toNewLink(values, sent), once);
      return `/payment-links/${link.payment_link_id}?done=created`;
    },
  });
});

/** Its product stays. */
export const editHandlers = formHandlers(
  updatePaymentLink,
  async (visit, { payment_link_id }: { payment_link_id: string }) => {
    const one = await visit.ask(getPaymentLink, { payment_link_id });
    const name = addressName(one);
    const fields = withQuestions(CHANGED);
    return form(fields, {
      ...PAGE,
      ...{ title: `Edit ${name}`, button: 'Save' },
      back: { at: `${visit.address}/payment-links/${payment_link_id}`, name },
      filled: valuesOf(one),
      parts: linkParts(fields, ['slug']),
      refused: 'The payment link was not saved',
      async send(values, once, sent) {
        await visit.ask(updatePaymentLink, toLinkChange(values, sent, one), once);
        return `/payment-links/${payment_link_id}?done=saved`;
      },
    });
  },
);

function linkParts<F extends Fields>(fields: F, first: (keyof F & string)[]) {
  return (filled: Filled): Html => {
    const some = (...names: (keyof F & string)[]) => inputs(fields, filled, names);
    return html`${part(
      'What it sells',
      some(...first),
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
  ...ROWS.map((at) => questionRow(fields, filled, at)),
)}
${part('For your own records', some('metadata'))}`;
  };
}

/** The first is open, and those that are used. */
function questionRow(fields: Fields, filled: Filled, at: number): Html {
  const start = `custom_fields.${at}.`;
  const is_open = at === 0 || [...filled.typed.keys()].some((name) => name.startsWith(start));
  const some = (...names: string[]) => {
    const own = names.map((name) => start + name);
    return inputs(fields, filled, own);
  };
  return html`<details class="question"${is_open && html` open`}>
  <summary>Question ${at + 1}</summary>
  <div class="fields">${pair(some('label', 'key'))}
  ${pair(some('type', 'options'))}
  ${some('optional')}</div>
</details>`;
}
