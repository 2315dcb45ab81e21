import assert from 'node:assert/strict';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { about } from './line-about.rules.ts';
import { parseLines } from './lines.rules.ts';
import { returnToBalance } from './return-to-balance.ts';
import { reversedSoFar, standingOf } from './reverse-payment.ts';
import { changeCredited } from './subscription-payments.sql.ts';
import { taxGivenBack } from './tax-given-back.rules.ts';
import { lockTransaction } from './transaction.sql.ts';

/**
 * A change of plan gave back less, because money of this payment had been refunded or taken by the
 * bank. That did not come to pass: what was held back becomes credit, as it would have been then. It
 * is credit of this payment, so that a later refund of it takes it back.
 */
export async function returnHeld(
  context: StoreTx,
  transaction_id: string,
  amount_minor: number,
): Promise<void> {
  if (amount_minor === 0) return;
  const { tx } = context;
  const payment = await lockTransaction(tx, transaction_id);
  assert(payment, 'it was looked at in this transaction');
  const name = parseLines(payment)[0]?.about?.name ?? null;
  const line_text = { description: `Unused time on ${name}`, about: about('unused_time', name) };
  const gone = reversedSoFar(payment, await standingOf(tx, payment));
  const { rows } = taxGivenBack(payment, amount_minor, gone);
  await returnToBalance(context, payment, { ...line_text, amount_minor, rows });
  await changeCredited(tx, { transaction_id, amount_minor });
}
