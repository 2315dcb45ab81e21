import { Type } from '../../platform/core/schema.ts';
import { pageOrigin } from '../../platform/core/web-address.ts';

/** A site whose pages may do something with this shop; also one that runs on somebody's machine. */
export const PageOrigin = Type.Refine(
  Type.String({
    maxLength: 300,
    documented: {
      pattern: '^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?|http://localhost:[0-9]{2,5})/?$',
    },
    examples: ['https://www.example.com'],
  }),
  (text) => pageOrigin(text) !== undefined,
  () => 'must be https:// and the name of a site, or http://localhost with a port, without a path',
);

/** Each once, in one way of writing. */
export const pageOrigins = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((one) => pageOrigin(one) ?? [])),
];
