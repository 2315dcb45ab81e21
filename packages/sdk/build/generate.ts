import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deprecationText } from '../../../src/platform/core/deprecation.ts';
import { ERRORS } from '../../../src/platform/core/errors.ts';
import { openApiDocument } from '../../../src/platform/operation/openapi.ts';
import { pascalCase } from '../../../src/platform/operation/openapi-schemas.ts';
import type { Operation } from '../../../src/platform/operation/operation.ts';
import { SENT_EVENTS } from '../../../src/shop/events/event-records.ts';
import { operations } from '../../../src/sites/api/operations.ts';
import { comment, declarationOf, type Schema } from './type-text.ts';

interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { responses: { 200: { content: Content } } }>>;
}
type Content = { 'application/json': { schema: Schema } };

const HEAD = '// Made by `npm run sdk` from the operations of Kassa. Do not change it by hand.\n\n';

/** Every generated source of the SDK: its text by its name. */
export function generatedSources(): Record<string, string> {
  const document = plainTypes(
    openApiDocument(operations, SENT_EVENTS, 'https://localhost') as Document,
  );
  return {
    'errors.ts': errors(),
    'records.ts': records(document),
    'inputs.ts': inputs(document),
    'operations.ts': operationTypes(document),
    'paths.ts': paths(),
    'version.ts': version(),
  };
}

/**
 * The document describes identifiers and the like once, by name: here they are text. A record with more
 * fields than another one has them all.
 */
function plainTypes(document: Document): Document {
  const { schemas } = document.components;
  const named = (ref: string): Schema => schemas[ref.replace(/^.*\//, '')] ?? {};
  const plain = (schema: Schema): Schema => {
    const { $ref, allOf, anyOf, items, properties, ...rest } = schema;
    if ($ref && isPlain(named($ref))) return { ...named($ref), ...rest };
    if (allOf)
      return {
        ...rest,
        ...merged(allOf.map((part) => plain(part.$ref ? named(part.$ref) : part))),
      };
    return {
      ...schema,
      ...(anyOf && { anyOf: anyOf.map(plain) }),
      ...(items && { items: plain(items) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [name, plain(field)]),
        ),
      }),
    };
  };
  const kept = Object.entries(schemas).filter(([, schema]) => !isPlain(schema));
  const types = Object.fromEntries(kept.map(([name, schema]) => [name, plain(schema)]));
  return { ...document, components: { schemas: types } };
}

const isPlain = ({ type, enum: words }: Schema): boolean =>
  typeof type === 'string' && ['string', 'number', 'integer'].includes(type) && !words;

const merged = (parts: Schema[]): Schema => ({
  type: 'object',
  required: parts.flatMap(({ required = [] }) => required),
  properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
});

const all = Object.values(operations).flat();
const isInput = (name: string): boolean => name.endsWith('Input');
const camelCase = ({ path }: Operation): string =>
  path.slice(1).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ');

function errors(): string {
  const lines = Object.entries(ERRORS).map(
    ([code, [status, message]]) => `${comment(`${status}: ${message}`, '  ')}  | '${code}'\n`,
  );
  const of_operations = all
    .filter((operation) => operation.errors.length > 0)
    .map((operation) => `  ${camelCase(operation)}: ${quoted(operation.errors)};\n`);
  return [
    `${HEAD}/** Why Kassa refuses something. */\nexport type ErrorCode =\n${lines.join('').trimEnd()};\n\n`,
    '/** The errors of each operation, besides those that any request may have. */\n',
    `export interface OperationErrors {\n${of_operations.join('')}}\n`,
  ].join('');
}

function records({ components }: Document): string {
  const event_names = Object.keys(SENT_EVENTS.types).map((type) => `${pascalCase(type)}Event`);
  const declared = Object.entries(components.schemas)
    .filter(([name]) => !isInput(name) && name !== 'ErrorAnswer')
    .map(([name, schema]) => {
      if (name === 'Event') return eventUnion(event_names);
      if (name === 'Currency') return openEnum(name, schema);
      const type = Object.keys(SENT_EVENTS.types).find((one) => `${pascalCase(one)}Event` === name);
      const description = type
        ? SENT_EVENTS.types[type as keyof typeof SENT_EVENTS.types].when
        : '';
      return declarationOf(name, { description, ...schema }, 'answer');
    });
  return HEAD + declared.join('\n');
}

/** Parameters are taken in lower case too, and a later Kassa may have more of them. */
const openEnum = (name: string, schema: Schema): string =>
  declarationOf(name, schema, 'answer').replace(/;\n$/, ' | (string & {});\n');

const eventUnion = (names: string[]): string =>
  `/** What happened. \`type\` tells which record \`data\` is. */\nexport type Event =\n${names
    .map((name) => `  | ${name}`)
    .join('\n')};\n`;

function inputs({ components }: Document): string {
  const of_operations = new Set(all.map(({ path }) => `${pascalCase(path)}Input`));
  const text = Object.entries(components.schemas)
    .filter(([name]) => isInput(name))
    .map(([name, schema]) =>
      inputDeclaration(name, schema, of_operations.has(name) ? 'input' : 'inside'),
    )
    .join('\n');
  const shared = Object.keys(components.schemas).filter(
    (name) =>
      !isInput(name) && new RegExp(`\\b${name}\\b(?=[;>\\]| ])`).test(text.replace(COMMENTS, '')),
  );
  const names = shared.map((name) => `  ${name},\n`).join('');
  return `${HEAD}import type {\n${names}} from './records.ts';\n\n${ANY_OF}${text}`;
}

/** Of some parameters, one at least or exactly one must be sent: the type says so too. */
function inputDeclaration(name: string, schema: Schema, side: 'input' | 'inside'): string {
  const { any_of, is_one_of } = all.find(({ path }) => `${pascalCase(path)}Input` === name) ?? {};
  if (!any_of) return declarationOf(name, schema, side);
  const fields = name.replace(/Input$/, 'Parameters');
  const choice = is_one_of ? 'OneOf' : 'AnyOf';
  const type = `export type ${name} = ${choice}<${fields}, ${quoted(any_of)}>;\n`;
  return `${declarationOf(fields, schema, side).replace('export ', '')}\n${type}`;
}

const ANY_OF = `/** With one at least of these. */
export type AnyOf<Fields, Names extends keyof Fields> = Fields &
  { [Name in Names]: { [One in Name]-?: NonNullable<Fields[One]> } }[Names];

/** With exactly one of these. */
export type OneOf<Fields, Names extends keyof Fields> = Fields &
  {
    [Name in Names]: { [One in Name]-?: NonNullable<Fields[One]> } & {
      [Other in Exclude<Names, Name>]?: null | undefined;
    };
  }[Names];

`;

const COMMENTS = /\/\*\*[\s\S]*?\*\//g;

function operationTypes(document: Document): string {
  const { schemas } = document.components;
  const used = { inputs: new Set<string>(), records: new Set<string>() };
  const methods = all.map((operation) => {
    const input = `${pascalCase(operation.path)}Input`;
    const answer = answerOf(document, operation);
    if (schemas[input]) used.inputs.add(input);
    used.records.add(answer);
    const may_be_left_out = !schemas[input]?.required?.length && !operation.any_of;
    const is_list = schemas[answer]?.properties?.object?.const === 'list';
    const given = schemas[input] ? input : 'Record<string, never>';
    const text = `${camelCase(operation)}(input${may_be_left_out ? '?' : ''}: ${given}, options?: CallOptions): ${is_list ? 'Pages' : 'Promise'}<${answer}>;`;
    const { deprecated } = operation;
    const refusals = [
      ...(deprecated ? [`@deprecated ${deprecationText(deprecated)}`] : []),
      ...operation.errors.map((code) => `@throws \`${code}\`: ${ERRORS[code][1]}`),
    ];
    const told = [operation.summary, operation.description].filter(Boolean).join('.\n');
    return `${comment(told, '  ', refusals)}  ${text}\n`;
  });
  const imported = (names: Set<string>) =>
    [...names]
      .toSorted()
      .map((name) => `  ${name},\n`)
      .join('');
  return [
    HEAD,
    `import type { CallOptions } from '../send.ts';\n`,
    `import type {\n${imported(used.inputs)}} from './inputs.ts';\n`,
    `import type {\n${imported(used.records)}} from './records.ts';\n\n`,
    PAGES,
    `/** A method for every operation. */\nexport interface Operations {\n${methods.join('\n')}}\n`,
  ].join('');
}

const PAGES = `/** \`await\` it for the first page, or walk through the records of all pages with \`for await\`. */
export type Pages<List extends { data: unknown[] }> = Promise<List> &
  AsyncIterable<List['data'][number]>;

`;

function answerOf({ paths }: Document, { path, method }: Operation): string {
  const answer = paths[path]?.[method.toLowerCase()]?.responses[200].content['application/json'];
  const name = answer?.schema.$ref?.replace(/^.*\//, '');
  if (name === undefined) throw new Error(`the answer of ${path} has no name`);
  return name;
}

function version(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version: of_package } = JSON.parse(text);
  return `${HEAD}export const VERSION = '${of_package}';\n`;
}

function paths(): string {
  const of = (method: string): string =>
    all
      .filter((operation) => operation.method === method)
      .map(({ path }) => path.slice(1))
      .join(' ');
  const lines = ['GET', 'POST', 'DELETE'].map((method) => `  ${method}: '${of(method)}',\n`);
  return `${HEAD}/** The operations by method, in one text each, which is smaller than a table. */\nexport const PATHS = {\n${lines.join('')}};\n`;
}
