import { exampleInput } from '../../platform/operation/examples.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { PROVIDER_FACTS } from '../../shop/money/payments/provider-facts.ts';
import {
  PROVIDER_NAMES,
  type ProviderName,
} from '../../shop/money/payments/provider-names.rules.ts';

/** Where the samples go, and what curl needs to trust it. */
export interface SampleServer {
  base_url: string;
  /** The certificate of the local authority, if the server has one of that. */
  authority_path: string | undefined;
}

export type Call = Pick<Operation, 'method' | 'path'> & { input: Record<string, unknown> };

export const callOf = (operation: Operation): Call => ({
  method: operation.method,
  path: operation.path,
  input: exampleInput(operation),
});

/** The variable for a key of an account at this provider. */
export const providerKey = (name: ProviderName): string => `${name}_key`;

/** Stands for the value of a variable in the input of a call. */
export const variable = (name: string): string => `\0${name}`;

/**
 * The variable that stands for a value, if one does. So does every identifier of an example: under
 * the name of its parameter, so that a sample runs as it is copied. $product_id is of the shell,
 * product_id of a program.
 */
export function variableFor(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.startsWith('\0')) return value.slice(1);
  return PROVIDER_KEYS.get(value) ?? (MADE_UP.test(value) ? name : undefined);
}

/** The variables for keys of providers, by the key in the example. */
const PROVIDER_KEYS = new Map(
  PROVIDER_NAMES.map((name) => [PROVIDER_FACTS[name].key.example, providerKey(name)]),
);

const MADE_UP = /^[a-z]+_(1tq3v9w0e00h4rk6m2x8pz7ycn5|00000000001ah4rk6m2x8pz7ycn5)$|^KASSA-7QK2M-/;

/** The call as a line for a shell. */
export function curl(call: Call, server: SampleServer): string {
  const { base_url } = server;
  const trust = authorityOption(server);
  const key = '-H "x-api-key: $KASSA_KEY"';
  if (call.method === 'POST') {
    return `curl ${trust}${base_url}${call.path} \\
  ${key} \\
  -H 'Content-Type: application/json' \\
  -d ${shellJson(call.input)}`;
  }
  const method = call.method === 'GET' ? '' : `-X ${call.method} `;
  return `curl ${trust}${method}"${base_url}${call.path}${queryOf(call.input)}" \\
  ${key}`;
}

/** What makes curl trust the local authority. */
export const authorityOption = ({ authority_path }: SampleServer): string =>
  authority_path === undefined ? '' : `--cacert ${shellWord(authority_path)} \\\n  `;

/** Parameters as a query string, for a text in double quotes. */
export function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).map(([name, value]) => {
    const variable = variableFor(name, value);
    return `${name}=${variable ? `$${variable}` : encodeURIComponent(String(value))}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** JSON in single quotes, which are closed around variables. */
export function shellJson(input: object, indent = 2): string {
  const text = JSON.stringify(input, variableMarks, indent).replaceAll("'", "'\\''");
  return `'${text.replace(/"\\u0000(\w+)"/g, `"'$$$1'"`)}'`;
}

function variableMarks(name: string, value: unknown): unknown {
  const variable = variableFor(name, value);
  return variable === undefined ? value : `\0${variable}`;
}

const shellWord = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The call as TypeScript; `kassa` is a function that the reference shows first. */
export function typeScript({ method, path, input }: Call): string {
  const given = Object.keys(input).length === 0 ? '' : `, ${literal(input)}`;
  return `const answer = await kassa('${method} ${path}'${given});`;
}

/** A value as TypeScript writes it. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`;
  const members = Object.entries(value).map(([name, one]) => {
    const variable = variableFor(name, one);
    if (variable === undefined) return `${name}: ${literal(one, inner)}`;
    return variable === name ? name : `${name}: ${variable}`;
  });
  const line = `{ ${members.join(', ')} }`;
  if (line.length <= LINE_MAX && !line.includes('\n')) return line;
  return `{\n${members.map((one) => `${inner}${one},\n`).join('')}${indent}}`;
}

const LINE_MAX = 56;

const textLiteral = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;
