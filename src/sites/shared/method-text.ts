import type { Words } from '../../../texts/words.ts';

/** How something was paid: `Visa •••• 4242`, `SEPA debit •••• 3000`, `Link`. */
export function methodText(
  { portal: { methods } }: Pick<Words, 'portal'>,
  { brand, last4 }: { brand: string; last4: string },
): string {
  const words = brand.replaceAll('_', ' ');
  const known = Object.entries(methods).find(([name]) => name === brand)?.[1];
  const name = known ?? words.charAt(0).toUpperCase() + words.slice(1);
  return last4 === '' ? name : `${name} •••• ${last4}`;
}
