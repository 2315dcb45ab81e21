import { KASSA } from '../../platform/core/program.ts';

/** What to do about a payment that nobody here knows. */
export const whatToDo = (reference: string): string =>
  'refund it at the provider, or give it to the buyer and say so: ' +
  `${KASSA} charges seen ${reference}`;

export const seeTo = (reference: string): string =>
  `nobody here knows what was bought: ${whatToDo(reference)}`;
