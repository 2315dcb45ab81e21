import { Described, List, page_parameters } from '../../../platform/core/fields.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { CustomerId, TransactionId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { Note, showNote } from './note.rules.ts';
import { listNoteRows } from './note.sql.ts';

export const listNotes = operation({
  method: 'GET',
  path: '/list-notes',
  summary: 'List notes of the team about customers and payments',
  description: 'Newest first. With `customer_id`: also those about payments of this customer.',
  scope: 'read',
  input: Type.Object({
    customer_id: Type.Optional(Described('Only about this customer', CustomerId)),
    transaction_id: Type.Optional(Described('Only about this payment', TransactionId)),
    ...page_parameters,
  }),
  output: List(Note),
  errors: [],
  example: { customer_id: 'user_42' },
  async read({ input, reader }) {
    const { limit, cursor, customer_id, transaction_id } = input;
    const [before] = readCursor(cursor, 'notes', ['']) ?? ['z'];
    const of = {
      ...(customer_id !== undefined && { customer_id }),
      ...(transaction_id !== undefined && { transaction_id }),
    };
    return listPage(await listNoteRows(reader, of, { before, limit: limit + 1 }), {
      list: 'notes',
      limit,
      show: showNote,
      cursor: ({ note_id }) => [note_id],
    });
  },
});
