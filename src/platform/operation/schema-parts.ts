import type { TSchema } from 'typebox';
import type { IsSensitive } from '../core/fields.ts';

/** The parts of a JSON Schema that we read. TypeBox's own types do not have them. */
export interface SchemaParts extends Partial<IsSensitive> {
  type?: string;
  title?: string;
  description?: string;
  examples?: unknown[];
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  anyOf?: TSchema[];
  items?: TSchema;
  minimum?: number;
  properties?: Record<string, TSchema>;
}
