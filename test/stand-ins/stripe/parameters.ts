// What an endpoint takes, and Stripe's refusals of everything else. The names are checked by the
// compiler against the parameter types of the stripe package.
import type Stripe from 'stripe';
import type { Form } from './form.ts';
import { isCurrency } from './money.ts';
import { invalid } from './refusals.ts';

export type Rule = { required?: true } & (
  | { kind: 'text'; max: number; may_be_empty?: true }
  | { kind: 'integer' | 'boolean' | 'currency' | 'metadata' | 'range' | 'url' | 'email' }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'list'; of: Rule; max: number }
  | { kind: 'hash'; of: Shape<object>; may_be_empty?: true }
);

export type Shape<T> = { [K in keyof T]?: Rule };

export const text: Rule = { kind: 'text', max: 5000 };
export const textOrNothing: Rule = { kind: 'text', max: 5000, may_be_empty: true };
export const integer: Rule = { kind: 'integer' };
export const boolean: Rule = { kind: 'boolean' };
export const currency: Rule = { kind: 'currency' };
export const metadata: Rule = { kind: 'metadata' };
export const range: Rule = { kind: 'range' };
export const url: Rule = { kind: 'url' };
export const email: Rule = { kind: 'email' };
export const choice = (...of: string[]): Rule => ({ kind: 'choice', of });
export const list = (of: Rule, max = 100): Rule => ({ kind: 'list', of, max });
export const hash = <T>(of: Shape<T>): Rule => ({ kind: 'hash', of });
export const hashOrNothing = <T>(of: Shape<T>): Rule => ({ kind: 'hash', of, may_be_empty: true });
export const required = (rule: Rule): Rule => ({ ...rule, required: true });

/** What every list takes. */
export const page: Shape<Stripe.PaginationParams> = {
  limit: integer,
  starting_after: text,
  ending_before: text,
};

const METADATA_MAX = 50;
const METADATA_NAME_MAX = 40;
const METADATA_VALUE_MAX = 500;

type Value = string | number | boolean | Value[] | { [name: string]: Value };

/** The parameters in their types, or the refusal that Stripe would send. */
export function checkParameters<T>(shape: Shape<T>, form: Form): T {
  const expand: Rule = list(text);
  return checkHash({ ...shape, expand }, form, '') as T;
}

function checkHash(shape: Shape<object>, form: Form, inside: string): Value {
  const rules: Record<string, Rule | undefined> = { ...shape };
  const named = (name: string) => (inside === '' ? name : `${inside}[${name}]`);
  const unknown = Object.keys(form).filter((name) => !Object.hasOwn(rules, name));
  if (unknown.length > 0) {
    const names = unknown.map(named);
    const words = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`;
    throw invalid(words, { code: 'parameter_unknown', param: named(unknown[0] ?? '') });
  }
  const checked: Record<string, Value> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = form[name];
    if (value !== undefined && rule !== undefined) checked[name] = check(rule, value, named(name));
    else if (rule?.required) throw missingParameter(named(name));
  }
  return checked;
}

function check(rule: Rule, value: Form | string, param: string): Value {
  if (rule.kind === 'hash' || rule.kind === 'metadata' || rule.kind === 'list') {
    return checkNested(rule, value, param);
  }
  if (rule.kind === 'range' && typeof value === 'object') {
    const bounds = { gt: integer, gte: integer, lt: integer, lte: integer };
    return checkHash(bounds, value, param);
  }
  if (typeof value === 'object')
    throw invalid(`Invalid string: ${JSON.stringify(value)}`, { param });
  if (value === '' && !(rule.kind === 'text' && rule.may_be_empty)) throw emptyParameter(param);
  switch (rule.kind) {
    case 'integer':
    case 'range':
      if (!/^-?\d+$/.test(value)) {
        throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
      }
      return Number(value);
    case 'boolean':
      if (value !== 'true' && value !== 'false')
        throw invalid(`Invalid boolean: ${value}`, { param });
      return value === 'true';
    case 'currency':
      if (!isCurrency(value.toLowerCase())) {
        throw invalid(
          `Invalid currency: ${value}. Stripe currently supports these currencies: usd, aed, afn, …`,
          { param },
        );
      }
      return value.toLowerCase();
    case 'choice':
      if (!rule.of.includes(value)) {
        const [last, ...others] = rule.of.toReversed();
        const words = others.length === 0 ? last : `${others.toReversed().join(', ')}, or ${last}`;
        throw invalid(`Invalid ${param}: must be one of ${words}`, { param });
      }
      return value;
    case 'url':
      if (!/^https?:\/\/[^\s/]+/.test(value))
        throw invalid('Not a valid URL', { code: 'url_invalid', param });
      return value;
    case 'email':
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
        throw invalid(`Invalid email address: ${value}`, { code: 'email_invalid', param });
      }
      return value;
    case 'text':
      if (value.length > rule.max) throw tooLong(param, rule.max, value.length);
      return value;
  }
}

function checkNested(rule: Rule, value: Form | string, param: string): Value {
  if (rule.kind === 'metadata') return checkMetadata(value, param);
  if (rule.kind === 'hash') {
    if (value === '' && rule.may_be_empty) return '';
    if (typeof value === 'string') throw invalid('Invalid object', { param });
    return checkHash(rule.of, value, param);
  }
  if (rule.kind !== 'list' || typeof value === 'string') throw invalid('Invalid array', { param });
  const names = Object.keys(value).toSorted((a, b) => Number(a) - Number(b));
  if (names.some((name) => !/^\d+$/.test(name))) throw invalid('Invalid array', { param });
  if (names.length > rule.max) {
    throw invalid(`Array must contain at most ${rule.max} elements`, { param });
  }
  return names.map((name, index) => check(rule.of, value[name] ?? '', `${param}[${index}]`));
}

/** An empty value takes a name away; an empty `metadata` takes all of them away. */
function checkMetadata(value: Form | string, param: string): Value {
  if (value === '') return '';
  if (typeof value === 'string') throw invalid('Invalid object', { param });
  const entries = Object.entries(value);
  if (entries.length > METADATA_MAX) {
    throw invalid(`You cannot have more than ${METADATA_MAX} metadata keys`, { param });
  }
  for (const [name, text] of entries) {
    if (typeof text !== 'string') throw invalid(`Metadata values must be strings`, { param });
    if (name.length > METADATA_NAME_MAX) {
      throw invalid(
        `Metadata keys can have up to ${METADATA_NAME_MAX} characters, but you passed in a key that is ${name.length} characters. Invalid key: ${name}`,
        { param },
      );
    }
    if (text.length > METADATA_VALUE_MAX) {
      throw invalid(
        `Metadata values can have up to ${METADATA_VALUE_MAX} characters, but you passed in a value that is ${text.length} characters. Invalid value: ${text.slice(0, 20)}...`,
        { param: `${param}[${name}]` },
      );
    }
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Metadata after a change: given names are set, empty ones and those of an empty whole removed. */
export function changedMetadata(before: Stripe.Metadata, change: unknown): Stripe.Metadata {
  if (change === undefined) return before;
  if (change === '') return {};
  const after = { ...before, ...(change as Stripe.Metadata) };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
}

const missingParameter = (param: string) =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

const emptyParameter = (param: string) =>
  invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );

const tooLong = (param: string, max: number, length: number) =>
  invalid(
    `Invalid string: this value must be at most ${max} characters, but you passed in one of ${length}.`,
    { code: 'parameter_invalid_string_length', param },
  );
