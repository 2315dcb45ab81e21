import assert from 'node:assert/strict';
import type { Detail } from '../../platform/core/errors.ts';
import { foldEmail } from '../customers/customer.rules.ts';
import {
  customDetail,
  parseCustomFields,
  parseCustomValues,
  readCustomValues,
} from '../money/transactions/custom-fields.rules.ts';
import type { Buyer } from './buyer.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';

/**
 * Who pays: the customer whom the seller has named, with the address that was typed, which counts
 * where none is known of them; or a guest by address.
 */
export type Payer =
  | { customer_id: string; email_folded: string | null }
  | { email: string; email_folded: string };

/** Who pays a session; undefined for a guest who has not said it. */
export function payerOf(
  { is_guest, customer_id }: CheckoutRow,
  buyer: Buyer | undefined,
): Payer | undefined {
  const email = buyer?.email;
  if (is_guest === 0) {
    assert(customer_id !== null, 'only guests have no customer');
    return { customer_id, email_folded: email === undefined ? null : foldEmail(email) };
  }
  return email === undefined ? undefined : { email, email_folded: foldEmail(email) };
}

/** Who pays and what they answer to the custom fields; what is wrong or missing of it. */
export function readAnswers(
  row: CheckoutRow,
  given: { buyer: Buyer | undefined; custom_fields: Readonly<Record<string, unknown>> | undefined },
): { payer: Payer | undefined; custom_values: string; problems: Detail[] } {
  const payer = payerOf(row, given.buyer);
  const answers = { ...parseCustomValues(row), ...given.custom_fields };
  const { values, problems } = readCustomValues(parseCustomFields(row), answers);
  return {
    payer,
    custom_values: JSON.stringify(values),
    problems: [...(payer ? [] : [NO_ADDRESS]), ...problems.map(customDetail)],
  };
}

const NO_ADDRESS: Detail = {
  param: 'billing.email',
  code: 'missing',
  message: 'is missing: the customer is found or made by it',
};
