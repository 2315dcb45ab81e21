// TypeScript types as text, from the schemas of the OpenAPI document.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  default?: unknown;
  deprecated?: boolean;
}

/** Parameters may be left out as `undefined` or `null`, fields in them as `undefined`. */
type Side = 'input' | 'inside' | 'answer';

export function declarationOf(name: string, schema: Schema, side: Side): string {
  const text = typeText(schema, side, '');
  const is_object = schema.properties !== undefined && text.startsWith('{');
  const declared = is_object ? `interface ${name} ${text}` : `type ${name} = ${text};`;
  return `${comment(schema.description)}export ${declared}\n`;
}

function typeText(schema: Schema, side: Side, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf && !schema.properties) {
    return [...new Set(schema.anyOf.map((one) => typeText(one, side, indent)))].join(' | ');
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeText({ ...schema, type }, side, indent)).join(' | ');
  }
  if (schema.type === 'array') return `Array<${typeText(schema.items ?? {}, side, indent)}>`;
  if (schema.type === 'object') return objectText(schema, side, indent);
  return SIMPLE[schema.type ?? ''] ?? 'unknown';
}

const SIMPLE: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function objectText(schema: Schema, side: Side, indent: string): string {
  const { properties, required = [], additionalProperties: others } = schema;
  if (!properties) {
    const values = typeof others === 'object' ? typeText(others, side, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, field]) => {
    const type = typeText(field, side === 'answer' ? side : 'inside', inner);
    const text = required.includes(name)
      ? `${name}: ${type};`
      : `${name}?: ${type}${type.endsWith(' | null') ? '' : OR_NULL[side]}${LEFT_OUT[side]};`;
    const going = field.deprecated ? ['@deprecated'] : [];
    return `${comment(describe(field), inner, going)}${inner}${text}\n`;
  });
  return lines.length > 0 ? `{\n${lines.join('')}${indent}}` : 'Record<string, never>';
}

const OR_NULL = { input: ' | null', inside: '', answer: '' };
const LEFT_OUT = { input: ' | undefined', inside: ' | undefined', answer: '' };

/** The description of a field, which may stand beside "or null", and its default. */
function describe(field: Schema): string | undefined {
  const parts = [field, ...(field.anyOf ?? [])];
  const description = parts.find((part) => part.description !== undefined)?.description;
  const by_default = parts.find((part) => part.default !== undefined)?.default;
  if (by_default === undefined) return description;
  return `${description ?? ''}. Default: \`${JSON.stringify(by_default)}\``;
}

const WIDTH = 96;

/** A JSDoc comment in lines of bearable length; nothing if there is nothing to say. */
export function comment(text: string | undefined, indent = '', more: string[] = []): string {
  const lines = [
    ...(text ? text.split('\n').flatMap((line) => wrapped(line, indent)) : []),
    ...more,
  ];
  const [only] = lines;
  if (only === undefined) return '';
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrapped(text: string, indent: string): string[] {
  const lines = [''];
  for (const word of text.replaceAll('*/', '*\\/').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent.length + line.length + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
