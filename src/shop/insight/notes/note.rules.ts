import type { Static } from 'typebox';
import { Id, Instant, Nullable, OneOf, Text } from '../../../platform/core/fields.ts';
import { CustomerId, TransactionId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant } from '../../../platform/core/time.ts';

const TEXT_MAX = 5_000;

export const NoteId = Id('note_1tq3v9w0e00h4rk6m2x8pz7ycn5', 'The note. `list-notes` lists them');

export const NoteText = Type.Refine(
  Text(1, TEXT_MAX, {
    description: 'What is to be remembered; buyers never see it',
    examples: ['Called: wants an invoice with the new address.'],
  }),
  (text) => text.trim() !== '' && !/[^\P{Cc}\n\t]/u.test(text),
  (text) => (text.trim() === '' ? 'must not be blank' : 'must not contain control characters'),
);

const WRITERS = ['person', 'api_key'] as const;

export const Note = Type.Object(
  {
    note_id: NoteId,
    object: Type.Literal('note'),
    customer_id: CustomerId,
    transaction_id: Nullable(TransactionId),
    text: Type.String({ examples: ['Called: wants an invoice with the new address.'] }),
    written_by: Type.Object(
      {
        kind: OneOf([...WRITERS], { examples: ['person'] }),
        id: Nullable(Type.String({ description: 'Of the member, or of the key' })),
        name: Nullable(
          Type.String({
            description: 'The name of the person as it is now, or how the key begins',
            examples: ['Ada Lovelace'],
          }),
        ),
      },
      { title: 'NoteWriter', description: 'Who has written it' },
    ),
    created_at: Instant,
  },
  { title: 'Note' },
);

export interface NoteRow {
  note_id: string;
  customer_id: string;
  transaction_id: string | null;
  text: string;
  actor_kind: string;
  actor_id: string | null;
  created_at: number;
  /** Computed when it is read. */
  actor_name: string | null;
}

export const showNote = (row: NoteRow): Static<typeof Note> => ({
  note_id: row.note_id,
  object: 'note',
  customer_id: row.customer_id,
  transaction_id: row.transaction_id,
  text: row.text,
  written_by: {
    kind: row.actor_kind === 'person' ? 'person' : 'api_key',
    id: row.actor_id,
    name: row.actor_name,
  },
  created_at: isoInstant(row.created_at),
});
