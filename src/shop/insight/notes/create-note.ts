import assert from 'node:assert/strict';
import { newId } from '../../../platform/core/ids.ts';
import { CustomerId, TransactionId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { findCustomer } from '../../customers/customer.sql.ts';
import { findTransaction } from '../../money/transactions/transaction.sql.ts';
import { Note, NoteText, showNote } from './note.rules.ts';
import { findNote, insertNote } from './note.sql.ts';

export const createNote = operation({
  method: 'POST',
  path: '/create-note',
  summary: 'Write a note about a customer or a payment, for your team',
  description:
    'With who has written it, and when. Buyers never see it: it is in no mail, invoice, event or ' +
    'portal. A note cannot be changed: write another one, or delete it. Send an Idempotency-Key: ' +
    'two calls write two.',
  scope: 'full',
  input: Type.Object({
    customer_id: Type.Optional(CustomerId),
    transaction_id: Type.Optional(TransactionId),
    text: NoteText,
  }),
  any_of: ['customer_id', 'transaction_id'],
  output: Note,
  errors: ['customer_not_found', 'transaction_not_found'],
  example: { customer_id: 'user_42', text: 'Called: wants an invoice with the new address.' },
  async write({ input, tx, now, actor, audit, refuse }) {
    const { transaction_id = null, text } = input;
    const payment = transaction_id === null ? undefined : await findTransaction(tx, transaction_id);
    const customer_id = input.customer_id ?? payment?.customer_id ?? '';
    const is_other = payment !== undefined && payment.customer_id !== customer_id;
    if (transaction_id !== null && (!payment || is_other)) throw refuse('transaction_not_found');
    if (!(await findCustomer(tx, customer_id))) throw refuse('customer_not_found');
    const note_id = newId('note', now);
    await insertNote(tx, {
      ...{ note_id, customer_id, transaction_id, text: text.trim() },
      ...{ actor_kind: actor.kind, actor_id: actor.id, created_at: now, actor_name: null },
    });
    const row = await findNote(tx, note_id);
    assert(row, 'it was just written');
    // Without the text: what is deleted is not kept in the log for ever.
    audit({ target: note_id, after: { customer_id, transaction_id, characters: text.length } });
    return showNote(row);
  },
});
