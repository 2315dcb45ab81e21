import { EVENT_TYPES } from '../../platform/core/events.ts';
import { Id, List, OneOf, page_parameters } from '../../platform/core/fields.ts';
import { readCursor, writeCursor } from '../../platform/core/pagination.ts';
import { Type } from '../../platform/core/schema.ts';
import { listEventsAfter, listEventsBefore } from '../../platform/operation/event.sql.ts';
import { operation } from '../../platform/operation/operation.ts';
import { Event, namesRecord, showEvent } from './event.rules.ts';
import { example_event } from './example-event.ts';

export const listEvents = operation({
  method: 'GET',
  path: '/list-events',
  summary: 'List what happened',
  description:
    'With `after_sequence`: oldest first, from there on. Reading on from the last `sequence` misses ' +
    'nothing and sees nothing twice, however much happens meanwhile. Without it: newest first. With ' +
    '`type` or `record_id`, a page may be short, even empty, while `has_more` is true: go on with ' +
    '`next_cursor`.',
  scope: 'read',
  input: Type.Object({
    type: Type.Optional(
      OneOf([...EVENT_TYPES], { title: 'EventType', description: 'Only events of this type' }),
    ),
    record_id: Type.Optional(
      Id(
        'sub_1tq3v9w0e00h4rk6m2x8pz7ycn5',
        'Only events whose data has this identifier: of the record itself, or of one it names',
      ),
    ),
    after_sequence: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Go on after this `sequence`, oldest first; 0: from the beginning',
        examples: [0],
      }),
    ),
    ...page_parameters,
  }),
  output: List(Event),
  errors: [],
  example: { after_sequence: 0 },
  answer_example: { data: [example_event] },
  check: ({ after_sequence, cursor }) =>
    after_sequence === undefined || cursor === undefined
      ? []
      : [{ param: 'cursor', code: 'not_allowed', message: 'cannot be sent with after_sequence' }],
  async read({ input, reader, services }) {
    const { type, record_id, limit } = input;
    const is_filtered = type !== undefined || record_id !== undefined;
    const [way, from] = readCursor(input.cursor, 'events', ['', 0]) ?? [
      input.after_sequence === undefined ? 'down' : 'up',
      input.after_sequence ?? Number.MAX_SAFE_INTEGER,
    ];
    // What is looked for may be rare, so a page reads a limited number of events to find it.
    const read_max = is_filtered ? EVENTS_READ_MAX : limit + 1;
    const rows =
      way === 'up'
        ? await listEventsAfter(reader, { after: from, limit: read_max })
        : await listEventsBefore(reader, { before: from, limit: read_max });
    const found = rows.filter(
      (row) =>
        (type === undefined || row.type === type) &&
        (record_id === undefined || namesRecord(row, record_id)),
    );
    const shown = found.slice(0, limit);
    const has_more = found.length > limit || (is_filtered && rows.length === read_max);
    const last = found.length > limit ? shown.at(-1) : rows.at(-1);
    return {
      object: 'list' as const,
      data: shown.map((row) => showEvent(row, services.licensing.revealKey)),
      has_more,
      next_cursor: has_more && last ? writeCursor('events', [way, last.sequence]) : null,
    };
  },
});

const EVENTS_READ_MAX = 1_000;
