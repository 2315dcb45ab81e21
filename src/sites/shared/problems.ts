import { type Detail, Refusal } from '../../platform/core/errors.ts';
import type { Parameters } from '../../platform/operation/parameters.ts';

/** Of each parameter: the field of the form that it comes from, and what to do about it. */
export type FieldMessages<Field extends string> = Record<string, [field: Field, words: string]>;

/** What is wrong with parameters, by the rules of the API. */
export function problemsOf(rules: Parameters<unknown>, values: Record<string, unknown>): Detail[] {
  try {
    rules.read(values, undefined);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.details;
    throw error;
  }
}

/** The same by field, in a buyer's words. */
export function problemsByField<Field extends string>(
  details: Detail[],
  words: FieldMessages<Field>,
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  for (const { param } of details) {
    const known = words[param];
    if (!known) throw new Error(`nothing is said about ${param}`);
    problems[known[0]] ??= known[1];
  }
  return problems;
}
