import type { Static, TOptional, TSchema } from 'typebox';
import { COUNTRIES } from './countries.ts';
import { CURRENCY_DECIMALS } from './currencies.ts';
import { AMOUNT_MAX } from './money.ts';
import { didYouMean } from './near-miss.ts';
import { writeCursor } from './pagination.ts';
import { Type } from './schema.ts';
import { parseInstant } from './time.ts';

// The types of parameters and of record fields that the operations share.

export const Nullable = <T extends TSchema>(schema: T, options: { examples?: unknown[] } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** A parameter that may be left out or null: nothing was set, or what was set is removed. */
export const OptionalOrNull = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** Fields that may all be left out. */
export const optional = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)]),
  ) as { [Name in keyof Fields]: TOptional<Fields[Name]> };

/** A text in a record, or null. */
export const TextOrNull = (example: string, description?: string) =>
  Nullable(Type.String({ ...(description && { description }), examples: [example] }));

/** Usually null: so it is in examples, which would not fit together otherwise. */
export const UsuallyNull = <T extends TSchema>(schema: T) => Nullable(schema, { examples: [null] });

/** Text of `min` to `max` characters, counted as Unicode code points. */
export const Text = (min: number, max: number, options: TextOptions = {}) =>
  Type.Refine(
    Type.String({ minLength: min, maxLength: max, ...options }),
    (text) => !isLonger(text, max),
    () => `must be at most ${max} characters`,
  );

/** One line of text with at least one visible character. */
export const Line = (max: number, options: TextOptions = {}) =>
  Type.Refine(
    Text(1, max, { documented: { pattern: PATTERNS.line }, ...options }),
    (text) => VISIBLE.test(text) && !/\p{Cc}/u.test(text),
    (text) => (VISIBLE.test(text) ? 'must not contain control characters' : 'must not be blank'),
  );

// For the OpenAPI document, in the regular expression syntax that all languages share.
const PRINTING = '[^\\x00-\\x1f\\x7f-\\x9f]';
const INKED = '[^\\s\\x00-\\x1f\\x7f-\\x9f]';
const PATTERNS = {
  line: `^${PRINTING}*${INKED}${PRINTING}*$`,
  trimmed: `^${INKED}(${PRINTING}*${INKED})?$`,
  date: '^\\d{4}-\\d{2}-\\d{2}([Tt ]\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?([Zz]|[+-]\\d{2}(:?\\d{2})?)?)?$',
};

// Some letters and signs are as empty as a blank, such as U+3164 and U+2800.
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/**
 * The identifier of a record. Any text is accepted: an unknown one gets a 404, not a 400. `title`: its
 * name in the OpenAPI document, which then describes it once.
 */
export const Id = (example: string, description: string, title?: string) =>
  Type.String({ ...(title && { title }), description, examples: [example] });

/** The identifier of a customer who may be new. The seller chooses it. */
export const NewCustomerId = Type.Refine(
  Text(1, 255, {
    description:
      'Your own identifier of the customer: any text without control characters, such as the ' +
      'number of the account in your application. A new one creates the customer',
    documented: { pattern: PATTERNS.trimmed },
    examples: ['user_42'],
  }),
  (text) => text === text.trim() && !/\p{Cc}/u.test(text),
  () => 'must not contain control characters, nor begin or end with a blank',
);

/** Some letters beyond ASCII become ASCII in upper case, such as "ß" and "ﬁ": SS and FI. */
const isPlain = (text: string): boolean => /^[A-Za-z]*$/.test(text);

export const Country = Type.Refine(
  Type.String({
    description: 'Country: two letters of ISO 3166-1, in upper or lower case',
    documented: { pattern: '^[A-Za-z]{2}$' },
    examples: ['DE'],
  }),
  (text) => isPlain(text) && COUNTRIES.has(text.toUpperCase()),
  (text) =>
    `must be a two-letter ISO 3166-1 country code${/^uk$/i.test(text) ? '. Did you mean GB?' : ''}`,
);

const USUAL_CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'CNY', 'INR', 'BRL'];

const currency = (description: string) =>
  Type.String({
    title: 'Currency',
    description,
    documented: { enum: Object.keys(CURRENCY_DECIMALS).sort() },
    examples: ['USD'],
  });

/** A currency in an answer. */
export const CurrencyCode = currency('Currency: three letters of ISO 4217');

export const Currency = Type.Refine(
  currency('Currency: three letters of ISO 4217, in upper or lower case'),
  (text) => isPlain(text) && Object.hasOwn(CURRENCY_DECIMALS, text.toUpperCase()),
  (text) => `must be a three-letter ISO 4217 currency code${didYouMean(text, USUAL_CURRENCIES)}`,
);

export const Amount = Type.Number({
  minimum: 0,
  maximum: AMOUNT_MAX,
  description: 'In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit',
  examples: [19.99],
});

/** An instant in an answer. `example` where it is not that of the request. */
export const InstantLike = (example: string) =>
  Type.String({ format: 'date-time', examples: [example] });
export const Instant = InstantLike('2026-11-14T09:30:00.000Z');

/** The parts of an address before the country. */
export const address_fields = {
  line1: OptionalOrNull(
    Line(200, { description: 'Street and number', examples: ['1 Main Street'] }),
  ),
  line2: OptionalOrNull(
    Line(200, { description: 'Apartment, floor or building', examples: ['Second floor'] }),
  ),
  city: OptionalOrNull(Line(100, { description: 'City or town', examples: ['Berlin'] })),
  state: OptionalOrNull(
    Line(100, { description: 'State, province or region', examples: ['Berlin'] }),
  ),
  postal_code: OptionalOrNull(Line(20, { description: 'Postal or ZIP code', examples: ['10115'] })),
};

/** A date or an instant in a request. */
export const DateInput = Type.Refine(
  Type.String({
    description: 'ISO 8601: a day, or an instant (in UTC unless it has an offset)',
    documented: { pattern: PATTERNS.date },
    examples: ['2026-12-31'],
  }),
  (text) => parseInstant(text, 'start') !== undefined,
  () => 'must be an ISO 8601 date (2026-12-31) or instant (2026-12-31T23:59:59Z)',
);

/** A day in a request: no time of day, no offset. */
export const DayInput = Type.Refine(
  Type.String({
    description: 'A day in UTC',
    documented: { format: 'date' },
    examples: ['2026-12-31'],
  }),
  (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text, 'start') !== undefined,
  () => 'must be a day such as 2026-12-31',
);

/** One of a few words. */
export const OneOf = <Words extends string[]>(
  words: readonly [...Words],
  options: TextOptions = {},
) => Type.Enum<Words>(words, { ...options });

export interface HasDefault {
  default: unknown;
}

/** A parameter with a default value. */
export const Default = <T extends TSchema>(value: Static<T>, schema: T): T & HasDefault =>
  withOption(schema, { default: value });

export interface IsSensitive {
  sensitive: { last_characters: number };
}

/** A parameter of which only the last characters may be stored, even inside a hash. */
export const Sensitive = <T extends TSchema>(
  sensitive: IsSensitive['sensitive'],
  schema: T,
): T & IsSensitive => withOption(schema, { sensitive });

/** The same schema, described by what it means here. */
export const Described = <T extends TSchema>(description: string, schema: T): T =>
  withOption(schema, { description });

/** The same schema, with what it would be here. */
export const Example = <T extends TSchema>(value: unknown, schema: T): T =>
  withOption(schema, { examples: [value] });

/** A copy of a schema with one more option. TypeBox has properties that `{ ...schema }` misses. */
export function withOption<T extends TSchema, Option extends object>(schema: T, option: Option) {
  const parts = Object.getOwnPropertyDescriptors(schema);
  return Object.defineProperties(
    {},
    { ...parts, ...Object.getOwnPropertyDescriptors(option) },
  ) as T & Option;
}

/** One of a list of products. To clients it is a text without a meaning. */
export const EXAMPLE_CURSOR = writeCursor('products', [
  Date.UTC(2026, 10, 14, 9, 30),
  'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5',
]);

export const page_parameters = {
  limit: Default(
    100,
    Type.Integer({ minimum: 1, maximum: 100, description: 'How many records to answer at most' }),
  ),
  cursor: Type.Optional(
    Text(1, 500, {
      title: 'Cursor',
      description: 'Where to go on: `next_cursor` of the page before',
      examples: [EXAMPLE_CURSOR],
    }),
  ),
};

/** Of lists that look at no more than so many records for a page. */
export const SHORT_PAGES =
  'Filters may be combined; where they have little in common, a page may be short, even empty, ' +
  'while `has_more` is true: go on with `next_cursor`.';

export const List = <T extends TSchema>(record: T) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(record),
    has_more: Type.Boolean({ examples: [true] }),
    next_cursor: Nullable(Type.String({ examples: [EXAMPLE_CURSOR] })),
  });

interface TextOptions {
  /** What the OpenAPI document adds, for checks that are written in TypeScript here. */
  documented?: { pattern?: string; format?: string };
  title?: string;
  description?: string;
  examples?: string[];
}

export const isLonger = (text: string, max: number): boolean =>
  text.length > max && [...text].length > max;
