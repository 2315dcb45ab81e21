import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';

interface CreemMessageRow {
  sequence: number;
  event_type: string;
  /** With seeds in place of license keys. */
  body: string;
}

const messages = table<CreemMessageRow>('creem_messages', 'm', {
  sequence: 'key',
  event_type: 'key',
  body: 'fixed',
});

const FIND = `${messages.select} AND m.sequence = :sequence AND m.event_type = :event_type`;

export const findCreemMessage = (
  reader: Reader,
  message: Pick<CreemMessageRow, 'sequence' | 'event_type'>,
) => reader.maybe<CreemMessageRow>(FIND, { ...message });

const KEEP = changes('creem_messages', 'event_type', 'sequence')`
  INSERT INTO creem_messages (store_id, ${messages.names})
  VALUES (:store_id, :sequence, :event_type, :body)
  ON CONFLICT (store_id, sequence, event_type) DO NOTHING`;

/** The first one stays: what was sent once is sent again as it was. */
export const keepFirstMessage = (tx: Tx, row: CreemMessageRow) => tx.run(KEEP, { ...row });
