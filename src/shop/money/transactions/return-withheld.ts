import assert from 'node:assert/strict';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { about } from './line-about.rules.ts';
import { parseLines } from './lines.rules.ts';
import { returnToBalance } from './return-to-balance.ts';
import { readReversals, reversedSoFar } from './reverse-payment.ts';
import { changeCredited } from './subscription-payments.sql.ts';
import { taxGivenBack } from './tax-given-back.rules.ts';
import { lockTransaction } from './transaction.sql.ts';

/**
 * A change of plan has returned less for unused time, because money of this payment was being
 * refunded or disputed, and that has failed: what was withheld becomes credit, as it would have been
 * then. Of 8 unused it returned 3, because 5 were being refunded: 5 are credit. They are credit of
 * this payment, so that a later refund of it takes them back.
 */
export async function returnWithheld(
  context: StoreTx,
  transaction_id: string,
  amount_minor: number,
): Promise<void> {
  if (amount_minor === 0) return;
  const { tx } = context;
  const payment = await lockTransaction(tx, transaction_id);
  assert(payment, 'the payment whose reversal was undone exists');
  const name = parseLines(payment)[0]?.about?.name ?? null;
  const line_text = { description: `Unused time on ${name}`, about: about('unused_time', name) };
  const reversed = reversedSoFar(payment, await readReversals(tx, payment));
  const { rows } = taxGivenBack(payment, amount_minor, reversed);
  await returnToBalance(context, payment, { ...line_text, amount_minor, rows });
  await changeCredited(tx, { transaction_id, amount_minor });
}
