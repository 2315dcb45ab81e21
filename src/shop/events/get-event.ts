import { sequenceOfEventId } from '../../platform/core/event-ids.ts';
import { EventId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { findEvent } from '../../platform/operation/event.sql.ts';
import { operation } from '../../platform/operation/operation.ts';
import { Event, showEvent } from './event.rules.ts';
import { example_event } from './example-event.ts';

export const getEvent = operation({
  method: 'GET',
  path: '/get-event',
  summary: 'Get an event',
  description: 'As it is sent to webhooks.',
  scope: 'read',
  input: Type.Object({ event_id: EventId }),
  output: Event,
  errors: ['event_not_found'],
  answer_example: example_event,
  async read({ input, reader, services, refuse }) {
    const sequence = sequenceOfEventId(input.event_id);
    const event = sequence === undefined ? undefined : await findEvent(reader, sequence);
    if (event?.event_id !== input.event_id) throw refuse('event_not_found');
    return showEvent(event, services.licensing.revealKey);
  },
});
