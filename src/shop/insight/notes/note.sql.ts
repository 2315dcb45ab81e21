import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { NoteRow } from './note.rules.ts';

const notes = table<NoteRow>('notes', 'n', {
  note_id: 'key',
  customer_id: 'fixed',
  transaction_id: 'fixed',
  text: 'fixed',
  actor_kind: 'fixed',
  actor_id: 'fixed',
  created_at: 'fixed',
  actor_name: {
    computed: `CASE n.actor_kind
      WHEN 'person' THEN (SELECT p.name FROM people p WHERE p.person_id = n.actor_id)
      WHEN 'api_key' THEN (SELECT k.hint FROM api_keys k
        WHERE k.store_id = n.store_id AND k.key_id = n.actor_id) END`,
  },
});

export const insertNote = notes.insert;

const FIND = `${notes.select} AND n.note_id = :note_id`;
const LOCK = locks('notes', 'note_id')`SELECT note_id FROM notes
  WHERE store_id = :store_id AND note_id = :note_id FOR UPDATE`;

export const lockNote = (tx: Tx, note_id: string) =>
  tx.maybeLocked<NoteRow>(LOCK, FIND, { note_id });

export const findNote = (reader: Reader, note_id: string) =>
  reader.maybe<NoteRow>(FIND, { note_id });

const DELETE = changes('notes', 'note_id')`
  DELETE FROM notes WHERE store_id = :store_id AND note_id = :note_id`;

export const deleteNoteRow = (tx: Tx, note_id: string) => tx.run(DELETE, { note_id });

interface Page {
  before: string;
  limit: number;
}

const PAGE = 'AND n.note_id < :before ORDER BY n.note_id DESC LIMIT :limit';
const ALL = `${notes.select} ${PAGE}`;
const OF_CUSTOMER = `${notes.select} AND n.customer_id = :customer_id ${PAGE}`;
const OF_PAYMENT = `${notes.select} AND n.transaction_id = :transaction_id ${PAGE}`;

/** Newest first: of a payment, of a customer with those of their payments, or of all. */
export function listNoteRows(
  reader: Reader,
  { customer_id, transaction_id }: { customer_id?: string; transaction_id?: string },
  page: Page,
): Promise<NoteRow[]> | NoteRow[] {
  if (transaction_id !== undefined) {
    return reader.all<NoteRow>(OF_PAYMENT, { transaction_id, ...page });
  }
  if (customer_id === undefined) return reader.all<NoteRow>(ALL, { ...page });
  return reader.all<NoteRow>(OF_CUSTOMER, { customer_id, ...page });
}
