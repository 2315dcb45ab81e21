import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import {
  CUSTOM_FIELDS,
  type CustomField,
  type CustomProblem,
  parseCustomFields,
  parseCustomValues,
  readCustomValues,
} from '../../shop/money/transactions/custom-fields.rules.ts';
import { input, invalidAttributes, optionalMark, problemText } from '../shared/fields.ts';

/** What was typed into the seller's own fields, by key. */
export type TypedCustom = Readonly<Record<string, string>>;

/** What is wrong with it, by the name of the field in the form. */
export type CustomProblems = Record<`custom_${string}`, string>;

const nameOf = ({ key }: Pick<CustomField, 'key'>) => `custom_${key}` as const;

type Session = Pick<CheckoutRow, 'custom_fields' | 'custom_values'>;

/** What a session has by now, as if it had been typed. */
export function typedCustom(checkout: Session): TypedCustom {
  const values = parseCustomValues(checkout);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'boolean' ? TICKED[`${value}`] : `${value}`,
    ]),
  );
}

const TICKED = { true: '1', false: '' };

/** Reads the seller's own fields of the form: the same rules as the API's. */
export function readCustomForm(
  checkout: Session,
  form: ReadonlyMap<string, string>,
  { links }: Words,
): { typed: TypedCustom; answers: Record<string, unknown>; problems: CustomProblems } {
  const fields = parseCustomFields(checkout);
  const typed = Object.fromEntries(
    fields.map((field) => [field.key, (form.get(nameOf(field)) ?? '').trim().slice(0, TYPED_MAX)]),
  );
  const answers = Object.fromEntries(
    fields.map((field) => [field.key, answerOf(field, typed[field.key] ?? '')]),
  );
  const { problems } = readCustomValues(fields, answers);
  return {
    typed,
    answers,
    problems: Object.fromEntries(
      problems.map((problem) => {
        const label = fields.find(({ key }) => key === problem.key)?.label ?? problem.key;
        return [nameOf(problem), messageFor(links, problem)(label)];
      }),
    ),
  };
}

function messageFor(
  { answerNeeded, tickNeeded, checkText, checkNumber }: Words['links'],
  { type, code }: CustomProblem,
): (label: string) => string {
  if (type === 'checkbox') return tickNeeded;
  if (code === 'missing' || type === 'choice') return answerNeeded;
  return type === 'number' ? checkNumber : checkText;
}

/** Longer than any answer may be: it is refused, and shown again. */
const TYPED_MAX = 2 * CUSTOM_FIELDS.text_max;

const NUMBER = /^[+-]?\d{1,15}([.,]\d{1,6})?$/;

function answerOf({ type }: CustomField, typed: string): unknown {
  if (type === 'checkbox') return typed === '1';
  if (type === 'number' && NUMBER.test(typed)) return Number(typed.replace(',', '.'));
  return typed;
}

/** The seller's own fields, in their order. */
export const customInputs = (
  { words, checkout, problems }: { words: Words; checkout: Session; problems: CustomProblems },
  typed: TypedCustom,
): Html[] =>
  parseCustomFields(checkout).map((field) => {
    // A field may be called "constructor", which every object seems to have.
    const value = Object.hasOwn(typed, field.key) ? (typed[field.key] ?? '') : '';
    const view = { words, problem: problems[nameOf(field)], value };
    if (field.type === 'checkbox') return checkboxInput(field, view);
    if (field.type === 'choice') return choiceInput(field, view);
    const { label, optional, type } = field;
    const is_number = type === 'number';
    return input(words, {
      ...{ name: nameOf(field), label, optional, value: view.value, problem: view.problem },
      attributes: {
        autocomplete: 'off',
        ...(is_number ? { inputmode: 'decimal', maxlength: 30 } : { maxlength: TYPED_MAX / 2 }),
      },
    });
  });

interface FieldView {
  words: Words;
  value: string;
  problem: string | undefined;
}

function choiceInput(field: CustomField, { words, value, problem }: FieldView): Html {
  const name = nameOf(field);
  const state = [!field.optional && html` required`, invalidAttributes(name, problem)];
  return html`<div class="field">
  <label for="${name}">${field.label}${field.optional && optionalMark(words)}</label>
  <select id="${name}" name="${name}"${state}>
    <option value=""></option>${field.options?.map(
      (one) => html`<option value="${one}"${one === value && html` selected`}>${one}</option>`,
    )}
  </select>
  ${problemText(name, problem)}
</div>`;
}

function checkboxInput(field: CustomField, { words, value, problem }: FieldView): Html {
  const name = nameOf(field);
  const state = [
    value === '1' && html` checked`,
    !field.optional && html` required`,
    invalidAttributes(name, problem),
  ];
  return html`<div class="field">
  <label class="tick" for="${name}">
    <input type="checkbox" id="${name}" name="${name}" value="1"${state}>
    <span>${field.label}${field.optional && optionalMark(words)}</span>
  </label>
  ${problemText(name, problem)}
</div>`;
}
