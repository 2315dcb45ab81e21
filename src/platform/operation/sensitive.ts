import type { TSchema } from 'typebox';
import type { SchemaParts } from './schema-parts.ts';

type Mask = (value: unknown) => unknown;

/**
 * Makes a function that cuts sensitive parameters to their last characters; undefined when the
 * schema declares none. Card numbers must not even be hashed: there are so few that somebody could
 * try all of them.
 */
export function createMask(schema: TSchema): Mask | undefined {
  const { sensitive, anyOf, properties = {} } = schema as SchemaParts;
  if (sensitive) return (value) => lastOf(value, sensitive.last_characters);
  if (anyOf?.[0]) return createMask(anyOf[0]); // "X or null": X.
  const masks = Object.entries(properties).flatMap(([name, property]) => {
    const mask = createMask(property);
    return mask ? [{ name, mask }] : [];
  });
  if (masks.length === 0) return undefined;
  return (value) => {
    // A card that was sent as something else than an object is removed completely.
    if (typeof value !== 'object' || value === null) return lastOf(value, 0);
    const masked: Record<string, unknown> = { ...value };
    for (const { name, mask } of masks) {
      if (Object.hasOwn(masked, name)) masked[name] = mask(masked[name]);
    }
    return masked;
  };
}

function lastOf(value: unknown, characters: number): unknown {
  if (value === undefined || value === null) return value;
  const text = String(value);
  return text.slice(Math.max(0, text.length - characters));
}
