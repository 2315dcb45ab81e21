import type { TSchema } from 'typebox';
import { deprecationText, type MayBeDeprecated } from '../../platform/core/deprecation.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { SchemaParts } from '../../platform/operation/schema-parts.ts';
import { meaningOf } from './answer-meanings.ts';
import { sentence } from './blocks.ts';

/** What a schema says about a parameter. TypeBox's own types do not have all of it. */
interface ParameterSchema extends SchemaParts {
  required?: readonly string[];
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  documented?: { format?: string };
}

/** Every parameter with its meaning, type, limits, values and default. */
export const parameterList = (properties: Record<string, TSchema>, required: string[]): Html =>
  Object.keys(properties).length === 0
    ? html`<p>None.</p>`
    : html`<dl>${parameterItems(properties, required, '')}</dl>`;

/** Every field of an answer, in the same way. All of them are always there. */
export function answerList(answer: TSchema): Html | false {
  const { inner } = partsOf(answer);
  const holder = inner.items ? partsOf(inner.items).inner : inner;
  const { properties } = holder;
  return properties !== undefined && html`<dl>${parameterItems(properties, undefined, '')}</dl>`;
}

/**
 * Parameters or fields of an answer, and after each the fields of an object or of the objects in a
 * list.
 */
function parameterItems(
  properties: Record<string, TSchema>,
  required: readonly string[] | undefined,
  before: string,
): Html[] {
  return alike(properties).flatMap(({ name, names, schema }) => {
    const { inner, is_nullable, description } = partsOf(schema);
    const path = `${before}${name}`;
    const meaning = required || description !== '' ? description : meaningOf(path);
    const { deprecated } = schema as MayBeDeprecated;
    const is_required = required?.includes(name) && !('default' in schema);
    const notes = [
      typeName(inner) + (is_nullable ? ' or null' : ''),
      is_required && html`<em>required</em>`,
    ].filter((one) => one);
    const item = html`<dt><code>${path}</code>
  <span class="quiet">${notes.map((one, at) => html`${at > 0 && ', '}${one}`)}</span></dt>
<dd>${deprecated && sentence(deprecationText(deprecated))}
  ${sentence(meaning)} ${limits(inner)} ${values(names ?? inner.enum)}
  ${defaultText(schema)}</dd>`;
    const holder = inner.items ? partsOf(inner.items).inner : inner;
    const fields = holder.properties ?? {};
    const below = inner.items ? `${path}[].` : `${path}.`;
    const inner_required = required && (holder.required ?? []);
    return [item, ...parameterItems(fields, inner_required, below)];
  });
}

interface Named {
  name: string;
  /** All names, where many fields are the same but for their name. */
  names?: string[];
  schema: TSchema;
}

/** Fields that differ in nothing but their name are told once: one for each language, say. */
function alike(properties: Record<string, TSchema>): Named[] {
  const all = Object.entries(properties).map(([name, schema]) => ({ name, schema }));
  const [first, ...others] = all.map(({ schema }) => JSON.stringify(schema));
  const [one] = all;
  if (all.length < 4 || !one || others.some((text) => text !== first)) return all;
  return [{ name: '*', names: all.map(({ name }) => name), schema: one.schema }];
}

function partsOf(schema: TSchema) {
  const outer = schema as ParameterSchema;
  const is_nullable = outer.anyOf !== undefined;
  const inner = (outer.anyOf?.[0] ?? schema) as ParameterSchema;
  return { inner, is_nullable, description: outer.description ?? inner.description ?? '' };
}

function typeName({ type, enum: words, items }: ParameterSchema): string {
  if (items) return `list of ${typeName(partsOf(items).inner)}s`;
  return words ? typeof words[0] : (type ?? 'object');
}

function limits(schema: ParameterSchema): string {
  const { minLength, maxLength, minItems, maxItems, documented } = schema;
  const { minimum, exclusiveMinimum, maximum } = schema;
  const said = [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    exclusiveMinimum === undefined
      ? range(minimum, maximum, '')
      : `More than ${exclusiveMinimum}${maximum === undefined ? '' : `, up to ${shown(maximum)}`}`,
    documented?.format && `Format: ${documented.format}`,
  ];
  return said.flatMap((one) => (one ? [`${one}.`] : [])).join(' ');
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const of = unit === '' ? '' : ` ${unit}`;
  if (max === Number.MAX_SAFE_INTEGER) return `${shown(min ?? 0)} or more${of}`;
  if (max !== undefined) return `${min ? `${shown(min)} to` : 'Up to'} ${shown(max)}${of}`;
  return min === undefined ? '' : `${shown(min)} or more${of}`;
}

const shown = (value: number): string => value.toLocaleString('en');

const MANY = 14;

function values(words: unknown[] | undefined): Html | false {
  if (!words || words.length === 0) return false;
  const all = words.map((word, at) => html`${at > 0 && ' '}<code>${String(word)}</code>`);
  if (words.length <= MANY) return html`<span class="values">${all}</span>`;
  return html`<details><summary>${words.length} values</summary>
<span class="values">${all}</span></details>`;
}

function defaultText(schema: TSchema): Html | false {
  const { default: standard } = schema as ParameterSchema;
  return standard !== undefined && html`Default: <code>${String(standard)}</code>.`;
}
