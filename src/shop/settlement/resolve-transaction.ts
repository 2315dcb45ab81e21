import type { Detail } from '../../platform/core/errors.ts';
import { Line, OneOf } from '../../platform/core/fields.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { TransactionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { ifAnswered } from '../money/payments/if-answered.ts';
import { isSameAmount, type ProviderRecord } from '../money/payments/provider-record.rules.ts';
import {
  showTransaction,
  Transaction,
  type TransactionRow,
} from '../money/transactions/transaction.rules.ts';
import {
  findByReference,
  findTransaction,
  saveReview,
} from '../money/transactions/transaction.sql.ts';
import { settle } from './settle.ts';

export const resolveTransaction = operation({
  method: 'POST',
  path: '/resolve-transaction',
  summary: 'Settle a transaction that needs review',
  description:
    'For a pending transaction with `needs_review`, whose outcome its provider does not know: look it ' +
    'up there, and say here what you found. Everything follows as if the provider had answered. ' +
    '`paid` needs the name of the payment or refund at the provider, which is compared with it where ' +
    'it can be reached. `not_paid`: a session can be paid again, a renewal is charged anew.',
  scope: 'full',
  input: Type.Object({
    transaction_id: TransactionId,
    outcome: OneOf(['paid', 'not_paid'], { description: 'What you found at the provider' }),
    provider_reference: Type.Optional(
      Line(255, {
        description: 'How the provider names the payment or refund; needed with `paid`',
        examples: ['pi_3MtwBwLkdIwHu7ix28a3t'],
      }),
    ),
    note: Line(500, {
      description: 'Who found out, and how, for your own records',
      examples: ['Seen in the dashboard'],
    }),
  }),
  output: Transaction,
  errors: ['transaction_not_found', 'review_not_needed', 'provider_disagrees'],
  unanswered: null,
  async steps({ input, refuse, ...work }) {
    const { transaction_id, outcome: review_outcome, note: review_note } = input;
    const { reader, write, services, now } = work;
    const found = await findTransaction(reader, transaction_id);
    if (!found) throw refuse('transaction_not_found');
    const is_reviewed = found.review_outcome !== null;
    if (is_reviewed ? found.review_outcome !== review_outcome : found.needs_review === 0) {
      throw refuse('review_not_needed');
    }
    if (!is_reviewed) {
      const problem = await whyNotReference(work, found, input);
      if (problem) throw refuse('invalid_parameters', [problem]);
      const provider_reference = input.provider_reference ?? found.provider_reference;
      const no = await whyNotOutcome(work, { ...found, provider_reference }, review_outcome);
      if (no) throw refuse('provider_disagrees', [no]);
      const review = { transaction_id, review_outcome, review_note, provider_reference, now };
      const saved = await write(async ({ tx, audit }) => {
        const after = { review_outcome, review_note, provider_reference };
        const { review_outcome: outcome, provider_reference: reference } = found;
        const was = { review_outcome: outcome, provider_reference: reference };
        const saved = await saveReview(tx, review);
        if (saved === 1) audit({ target: transaction_id, before: was, after });
        return saved;
      });
      if (saved === 0) throw refuse('review_not_needed');
    }
    // It is stored: if something comes in between, a job settles it.
    const reviewed = (await findTransaction(reader, transaction_id)) ?? found;
    await ifAnswered(settle(work, reviewed, 'ask'));
    const settled = (await findTransaction(reader, transaction_id)) ?? reviewed;
    const { base_url, licensing } = services;
    return showTransaction(settled, { base_url, revealKey: licensing.revealKey });
  },
});

/** What is wrong with the name at the provider. */
async function whyNotReference(
  { reader }: StoreWork,
  { transaction_id, provider, provider_reference }: TransactionRow,
  input: { outcome: string; provider_reference?: string | undefined },
): Promise<Detail | undefined> {
  const param = 'provider_reference';
  const reference = input.provider_reference ?? provider_reference;
  if (reference === null) {
    const message = 'is missing: send the name that the payment has at the provider';
    return input.outcome === 'paid' ? { param, code: 'missing', message } : undefined;
  }
  const other =
    provider === null ? undefined : await findByReference(reader, { provider, reference });
  if (!other || other.transaction_id === transaction_id) return undefined;
  return { param, code: 'taken', message: `is the name of ${other.transaction_id}` };
}

/** What the provider says against it; undefined also where it cannot be asked. */
async function whyNotOutcome(
  { store, services, reader }: StoreWork,
  row: TransactionRow,
  outcome: 'paid' | 'not_paid',
): Promise<Detail | undefined> {
  const { provider_reference: reference, provider, refunded_transaction_id } = row;
  if (reference === null) return undefined;
  const records = await services
    .gatewayOf(store, provider)
    ?.recordsOf({ store_id: store.store_id, references: [reference] })
    .catch(() => undefined);
  if (!records) return undefined;
  const record = records.find((one) => one.reference === reference);
  const original = await findTransaction(reader, refunded_transaction_id ?? '');
  const message = disagreement(row, record, {
    outcome,
    charge_reference: original?.provider_reference ?? null,
  });
  return message === undefined
    ? undefined
    : { param: 'provider_reference', code: 'provider_disagrees', message };
}

function disagreement(
  row: TransactionRow,
  record: ProviderRecord | undefined,
  { outcome, charge_reference }: { outcome: string; charge_reference: string | null },
): string | undefined {
  if (outcome === 'not_paid') {
    // Another amount than ours may have been received: refund it there, then it is not paid here.
    const is_kept = record?.status === 'paid' && record.refunded_minor < record.amount_minor;
    return is_kept ? 'is paid, says the provider: refund it there first' : undefined;
  }
  if (!record) return 'is not known to the provider';
  if (record.status !== 'paid') return `is ${record.status}, says the provider`;
  if ((record.kind === 'refund') !== (row.type === 'refund')) return `is a ${record.kind}`;
  const ours = { amount_minor: row.total_minor, currency: row.currency };
  if (!isSameAmount(record, ours)) {
    const { amount_minor, currency } = record;
    const [there, here] = [
      fromMinor(amount_minor, currency),
      fromMinor(row.total_minor, row.currency),
    ];
    return `is of ${there} ${currency}, not of ${here} ${row.currency}`;
  }
  if ((record.key ?? row.transaction_id) !== row.transaction_id) return `is for ${record.key}`;
  return row.type === 'refund' && record.charge_reference !== charge_reference
    ? 'is the refund of another payment'
    : undefined;
}
