import Type from 'typebox';
import { EVENT_TYPES } from '../core/events.ts';
import { List, OneOf, page_parameters } from '../core/fields.ts';
import { readCursor, writeCursor } from '../core/pagination.ts';
import { listEventsAfter, listEventsBefore } from '../operation/event.sql.ts';
import { operation } from '../operation/operation.ts';
import { Event, showEvent } from './event.rules.ts';

export const listEvents = operation({
  method: 'GET',
  path: '/list-events',
  summary: 'List what happened',
  description:
    'With `after_sequence`: oldest first, from there on. Reading on from the last `sequence` misses ' +
    'nothing and sees nothing twice, however much happens meanwhile. Without it: newest first. With ' +
    '`type`, a page may be short, even empty, while `has_more` is true: go on with `next_cursor`.',
  scope: 'read',
  input: Type.Object({
    type: Type.Optional(OneOf([...EVENT_TYPES], { description: 'Only events of this type' })),
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
  check: ({ after_sequence, cursor }) =>
    after_sequence === undefined || cursor === undefined
      ? []
      : [{ param: 'cursor', code: 'not_allowed', message: 'cannot be sent with after_sequence' }],
  async read({ input, reader, services }) {
    const { type, limit } = input;
    const [way, from] = readCursor(input.cursor, 'events', ['', 0]) ?? [
      input.after_sequence === undefined ? 'down' : 'up',
      input.after_sequence ?? Number.MAX_SAFE_INTEGER,
    ];
    // Events of one type may be rare, so a page reads a limited number of events to find them.
    const read_max = type === undefined ? limit + 1 : EVENTS_READ_MAX;
    const rows =
      way === 'up'
        ? await listEventsAfter(reader, { after: from, limit: read_max })
        : await listEventsBefore(reader, { before: from, limit: read_max });
    const found = rows.filter((row) => type === undefined || row.type === type);
    const shown = found.slice(0, limit);
    const has_more = found.length > limit || (type !== undefined && rows.length === read_max);
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
