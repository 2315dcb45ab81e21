import { setTimeout } from 'node:timers/promises';
import { DateInput, Described, page_parameters, Text } from '../platform/core/fields.ts';
import { randomText } from '../platform/core/ids.ts';
import { readCursor, writeCursor } from '../platform/core/pagination.ts';
import { Type } from '../platform/core/schema.ts';
import { isoInstant } from '../platform/core/time.ts';
import { operation } from '../platform/operation/operation.ts';
import { ClockAdvanced, groupByDay, targetOf } from './clock.rules.ts';
import {
  claimClock,
  clockAhead,
  eventsBetween,
  findMove,
  lastSequence,
  type Move,
  nextDue,
  releaseClock,
  saveMove,
  setClock,
} from './clock.sql.ts';
import { runDueAt } from './run-due-at.ts';

const earliest = (...instants: (number | undefined)[]): number | undefined =>
  instants.filter((one) => one !== undefined).toSorted((a, b) => a - b)[0];

const EVENTS_MAX = 1_000;
const CLAIM_MS = 30_000; // Longer than a call to a provider may take.
const CLAIM_WAIT_MS = 20_000;
const WORK_MS = 20_000;

export const advanceClock = operation({
  method: 'POST',
  path: '/advance-clock',
  summary: "Move a test store's clock forward",
  description:
    'Runs everything that becomes due on the way, in order, as if the time had passed. Send `to` or ' +
    '`by`. Send only `cursor` to get the next page of what happened.',
  scope: 'full',
  input: Type.Object({
    to: Type.Optional(Described('The instant to move to, ISO 8601', DateInput)),
    by: Type.Optional(
      Text(2, 40, {
        description: 'How far to move: an ISO 8601 duration',
        documented: { format: 'duration' },
        examples: ['P1M'],
      }),
    ),
    cursor: page_parameters.cursor,
  }),
  one_of: ['to', 'by', 'cursor'],
  output: ClockAdvanced,
  errors: ['clock_live', 'clock_backwards', 'clock_moving'],
  example: { by: 'P1M' },
  unanswered: null,
  async steps({
    input,
    reader,
    write,
    store,
    services,
    request_key,
    keepAnswer,
    stopIfAnswered,
    workAt,
    refuse,
  }) {
    if (store.mode !== 'test') throw refuse('clock_live');
    const { clock } = services;
    const owner = randomText(10);
    const listed = readCursor(input.cursor, 'clock', [0, 0]);
    if (listed) {
      const [after, upto] = listed;
      return answer({ after, upto, ahead_ms: await clockAhead(reader), reached: true });
    }
    await claim();
    try {
      await write(({ tx }) => stopIfAnswered(tx));
      const start = clock() + (await clockAhead(reader));
      const { target, after } = await findOrStartMove(start);
      const reached = await runUntil(start, target);
      const ahead_ms = Math.max(reached - clock(), await clockAhead(reader));
      await move(ahead_ms);
      const upto = await lastSequence(reader);
      const answered = await answer({ after, upto, ahead_ms, reached: reached === target });
      // Saved before the clock is released: a second request with the same key must find it.
      return await write(({ tx }) => keepAnswer(tx, async () => answered));
    } finally {
      await write(async ({ tx }) => releaseClock(tx, owner));
      services.storeChanged();
    }

    /** The move to make. A retry of an interrupted request continues the move of that request. */
    async function findOrStartMove(start: number): Promise<Move> {
      const cut_off = request_key === null ? undefined : await findMove(reader);
      if (cut_off?.request_key === request_key && cut_off) return cut_off;
      const target = targetOf(input, start);
      if (typeof target !== 'number') throw refuse('invalid_parameters', [target]);
      if (target < start) throw refuse('clock_backwards');
      const found = { request_key, target, after: await lastSequence(reader) };
      await write(async ({ tx, audit }) => {
        await saveMove(tx, found);
        const clock_was = isoInstant(start);
        const moved = { clock: isoInstant(target) };
        audit({ target: store.store_id, before: { clock: clock_was }, after: moved });
      });
      return found;
    }

    /** Moves from one due instant to the next and runs what is due; returns how far it got. */
    async function runUntil(start: number, target: number): Promise<number> {
      const give_up_at = clock() + WORK_MS;
      for (let instant = start; clock() < give_up_at; ) {
        const provider_due = await services.gatewayOf(store)?.messages?.nextDueAt(store.store_id);
        const due = earliest(await nextDue(reader), provider_due);
        if (due === undefined || due > target) return target;
        instant = Math.max(instant, due);
        await move(Math.max(instant - clock(), await clockAhead(reader)));
        await runDueAt(workAt(instant), () => clock() >= give_up_at);
      }
      return clock() + (await clockAhead(reader));
    }

    async function claim(): Promise<void> {
      for (let waited_ms = 0; waited_ms < CLAIM_WAIT_MS; waited_ms += 50) {
        const wall = clock();
        const claim = { wall, until: wall + CLAIM_MS, owner };
        const taken = await write(async ({ tx }) => claimClock(tx, claim));
        if (taken === 1) return;
        await setTimeout(50);
      }
      throw refuse('clock_moving');
    }

    async function move(clock_ahead_ms: number): Promise<void> {
      const until = clock() + CLAIM_MS;
      const moved = await write(async ({ tx }) => setClock(tx, { clock_ahead_ms, until, owner }));
      if (moved === 0) throw refuse('clock_moving');
    }

    async function answer(found: {
      after: number;
      upto: number;
      ahead_ms: number;
      reached: boolean;
    }) {
      const { after, upto, ahead_ms, reached } = found;
      const events = await eventsBetween(reader, { after, upto, limit: EVENTS_MAX + 1 });
      const shown = events.slice(0, EVENTS_MAX);
      const last = shown.at(-1)?.sequence ?? upto;
      const has_more = events.length > EVENTS_MAX;
      return {
        object: 'clock' as const,
        now: isoInstant(clock() + ahead_ms),
        ahead_seconds: ahead_ms / 1000,
        reached,
        days: groupByDay(shown),
        has_more,
        next_cursor: has_more ? writeCursor('clock', [last, upto]) : null,
      };
    }
  },
});
