import type { Static } from 'typebox';
import type { Detail } from '../../../platform/core/errors.ts';
import { Line, Nullable, OneOf, OptionalOrNull } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';

// Questions of the seller's that a buyer answers at checkout.

export const CUSTOM_FIELDS = {
  fields_max: 5,
  label_max: 100,
  options_max: 50,
  option_max: 100,
  text_max: 500,
  number_max: 999_999_999_999,
};

const TYPES = ['text', 'number', 'choice', 'checkbox'] as const;

const Key = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Names the answer in records: up to 40 of a–z, 0–9 and _, a letter first',
    documented: { pattern: '^[a-z][a-z0-9_]{0,39}$' },
    examples: ['team'],
  }),
  (text) => /^[a-z][a-z0-9_]*$/.test(text),
  () => 'must be of a–z, 0–9 and _, with a letter first',
);
const Label = Line(CUSTOM_FIELDS.label_max, {
  description: 'What the buyer is asked',
  examples: ['Team name'],
});
const FieldType = OneOf([...TYPES], {
  description: 'How it is answered: in words, as a number, by choosing, or by ticking a box',
  examples: ['text'],
});
const Options = Type.Array(Line(CUSTOM_FIELDS.option_max), {
  minItems: 1,
  maxItems: CUSTOM_FIELDS.options_max,
  description: 'What can be chosen; for `choice` alone',
  examples: [['Small', 'Large']],
});

/** As a parameter. */
export const CustomFields = Type.Array(
  Type.Object(
    {
      key: Key,
      label: Label,
      type: FieldType,
      optional: Type.Optional(
        Type.Boolean({
          description: 'May be left empty (default: false). A checkbox that may not must be ticked',
          examples: [false],
        }),
      ),
      options: OptionalOrNull(Options),
    },
    { title: 'CustomFieldInput', additionalProperties: false },
  ),
  {
    maxItems: CUSTOM_FIELDS.fields_max,
    description: 'What else the buyer is asked, at most five fields',
    examples: [[{ key: 'team', label: 'Team name', type: 'text' }]],
  },
);

const Answer = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

/** Answers by key, as a parameter and in the record of a transaction. */
export const CustomValues = Type.Record(Type.String(), Answer, {
  description: 'What the buyer has answered to the custom fields, by key',
  examples: [{}],
});

/** In the record of a session or a link. */
export const ShownCustomFields = Type.Array(
  Type.Object(
    {
      key: Key,
      label: Label,
      type: FieldType,
      optional: Type.Boolean(),
      options: Nullable(Type.Array(Type.String())),
      value: Nullable(Answer),
    },
    { title: 'CustomField' },
  ),
  { description: '`value` is what the buyer has answered', examples: [[]] },
);

export type CustomValues = Static<typeof CustomValues>;

/** As it is kept. */
export interface CustomField {
  key: string;
  label: string;
  type: (typeof TYPES)[number];
  optional: boolean;
  options: string[] | null;
}

/** What the schema cannot say about the fields that a seller asks for. */
export function whyNotCustomFields(fields: Static<typeof CustomFields> = []): Detail[] {
  return fields.flatMap(({ key, type, options }, at): Detail[] => {
    const param = `custom_fields.${at}`;
    if (fields.findIndex((one) => one.key === key) !== at) {
      return [{ param: `${param}.key`, code: 'duplicate', message: 'is used by another field' }];
    }
    const wrong = (message: string) => [{ param: `${param}.options`, code: 'invalid', message }];
    if (type !== 'choice') return options ? wrong('are for a choice only') : [];
    if (!options) return wrong('are missing: a choice needs at least one');
    return new Set(options).size === options.length ? [] : wrong('must be different');
  });
}

/** Fields as they are kept, with what was left out. */
export const customFieldsJson = (fields: Static<typeof CustomFields> = []): string =>
  JSON.stringify(
    fields.map(({ optional = false, options = null, ...field }) => ({
      ...field,
      optional,
      options,
    })),
  );

interface Kept {
  /** CustomField[] as JSON. */
  custom_fields: string;
  /** Answers by key, as JSON. */
  custom_values?: string;
}

export const parseCustomFields = ({ custom_fields }: Kept): CustomField[] =>
  JSON.parse(custom_fields);

export const parseCustomValues = ({ custom_values = '{}' }: Kept): CustomValues =>
  JSON.parse(custom_values);

export function showCustomFields(kept: Kept): Static<typeof ShownCustomFields> {
  const values = parseCustomValues(kept);
  return parseCustomFields(kept).map((field) => ({
    ...field,
    value: Object.hasOwn(values, field.key) ? (values[field.key] ?? null) : null,
  }));
}

/** What is wrong with an answer. */
export interface CustomProblem {
  key: string;
  type: CustomField['type'] | undefined;
  code: 'missing' | 'invalid' | 'unknown_parameter';
}

/** Reads answers to fields. Those that were not answered are left out of `values`. */
export function readCustomValues(
  fields: readonly CustomField[],
  given: Readonly<Record<string, unknown>>,
): { values: CustomValues; problems: CustomProblem[] } {
  const keys = new Set(fields.map(({ key }) => key));
  const problems: CustomProblem[] = Object.keys(given)
    .filter((key) => !keys.has(key))
    .map((key) => ({ key, type: undefined, code: 'unknown_parameter' }));
  const values: [string, string | number | boolean][] = [];
  for (const field of fields) {
    const { key, type, optional } = field;
    const answer = Object.hasOwn(given, key) ? given[key] : undefined;
    const is_empty = answer === undefined || answer === '' || (type === 'checkbox' && !answer);
    if (is_empty) {
      if (!optional) problems.push({ key, type, code: 'missing' });
      else if (answer === false) values.push([key, false]);
    } else if (fits(field, answer)) values.push([key, answer]);
    else problems.push({ key, type, code: 'invalid' });
  }
  return { values: Object.fromEntries(values), problems };
}

function fits(
  { type, options }: CustomField,
  answer: unknown,
): answer is string | number | boolean {
  if (type === 'checkbox') return answer === true;
  if (type === 'number') {
    return typeof answer === 'number' && Math.abs(answer) <= CUSTOM_FIELDS.number_max;
  }
  if (typeof answer !== 'string') return false;
  if (type === 'choice') return options?.includes(answer) === true;
  return answer.length <= CUSTOM_FIELDS.text_max && answer.trim() !== '' && !/\p{Cc}/u.test(answer);
}

const MUST_BE = {
  text: `must be text of 1 to ${CUSTOM_FIELDS.text_max} characters, in one line`,
  number: `must be a number between -${CUSTOM_FIELDS.number_max} and ${CUSTOM_FIELDS.number_max}`,
  choice: 'must be one of its options',
  checkbox: 'must be true or false',
};

/** The same for a program. */
export const customDetail = ({ key, type, code }: CustomProblem): Detail => ({
  param: `custom_fields.${key}`,
  code,
  message:
    type === undefined
      ? 'is not a field of this session'
      : code === 'missing'
        ? type === 'checkbox'
          ? 'must be true'
          : 'is missing'
        : MUST_BE[type],
});
