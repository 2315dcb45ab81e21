import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { Note, NoteId, showNote } from './note.rules.ts';
import { deleteNoteRow, lockNote } from './note.sql.ts';

export const deleteNote = operation({
  method: 'DELETE',
  path: '/delete-note',
  summary: 'Delete a note',
  description:
    'For good: its text is not in the audit log, which says who deleted it. Only the answer to a ' +
    'request with an Idempotency-Key is kept, sealed, for a day.',
  scope: 'full',
  input: Type.Object({ note_id: NoteId }),
  output: Note,
  errors: ['note_not_found'],
  async write({ input: { note_id }, tx, audit, refuse }) {
    const found = await lockNote(tx, note_id);
    if (!found) throw refuse('note_not_found');
    await deleteNoteRow(tx, note_id);
    const { customer_id, transaction_id } = found;
    audit({ target: note_id, before: { customer_id, transaction_id }, after: null });
    return showNote(found);
  },
});
