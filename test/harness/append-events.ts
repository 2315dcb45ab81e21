import { newEventId } from '../../src/platform/core/event-ids.ts';
import type { EventType } from '../../src/platform/core/events.ts';
import { INSERT_EVENT } from '../../src/platform/db/audit-entry.ts';
import type { Tx } from '../../src/platform/db/database.ts';

/** Stores events alone, without an entry in the audit log. Their numbers are taken at once. */
export async function appendEvents(
  tx: Tx,
  events: { type: EventType; data: string }[],
  now: number,
): Promise<void> {
  let sequence = (await tx.takeEventNumbers(events.length)) - events.length;
  for (const event of events) {
    sequence += 1;
    const row = { sequence, event_id: newEventId(sequence), ...event };
    await tx.run(INSERT_EVENT, { ...row, customer_id: null, created_at: now });
  }
}
